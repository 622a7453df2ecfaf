/** Realtime over Socket.IO, for our own server. */
import { io, type Socket } from 'socket.io-client';
import { PRESENCE_INTERVAL, RECONNECT_DELAY, RECONNECT_DELAY_MAX } from '#protocol/limits.ts';
import { CABLE_PATH, type ClientToServerEvents, type ServerToClientEvents } from '#protocol/realtime.ts';
import type { ConnectRealtime } from './realtime.ts';

export const connectSocketIo: ConnectRealtime = ({ origin, auth, onEvent, onConnected }) => {
	const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(origin, {
		path: CABLE_PATH,
		addTrailingSlash: false,
		auth,
		transports: ['websocket', 'polling'],
		tryAllTransports: true,
		reconnectionDelay: RECONNECT_DELAY,
		reconnectionDelayMax: RECONNECT_DELAY_MAX,
		forceNew: true,
	});
	let isConnected = false;
	let retryTimer: ReturnType<typeof setTimeout> | undefined;
	// The library comes back by itself after a lost connection, but not when the server hung up or said no.
	const retry = (delay: number) => {
		clearTimeout(retryTimer);
		retryTimer = setTimeout(() => socket.connect(), delay);
	};
	const report = (state: boolean) => {
		if (state === isConnected) return;
		isConnected = state;
		onConnected(state);
	};
	socket.on('connect', () => report(true));
	socket.on('disconnect', (reason) => {
		report(false);
		if (reason === 'io server disconnect') retry(RECONNECT_DELAY);
	});
	socket.on('connect_error', () => {
		if (!socket.active) retry(RECONNECT_DELAY_MAX);
	});
	socket.onAny((name, data) => onEvent({ name, data }));
	const presence = setInterval(() => socket.volatile.emit('update_presence'), PRESENCE_INTERVAL);
	// A phone that wakes up, a cable that is plugged in again: no reason to sit out the rest of a pause.
	const hurry = () => {
		if (!socket.connected) socket.disconnect().connect();
	};
	addEventListener('online', hurry);
	return () => {
		clearInterval(presence);
		clearTimeout(retryTimer);
		removeEventListener('online', hurry);
		socket.offAny();
		socket.off();
		socket.disconnect();
	};
};
