/** Realtime over Socket.IO, for our own server. */
import { Manager, type Socket } from 'socket.io-client';
import { PRESENCE_INTERVAL, RECONNECT_DELAY_MAX } from '#protocol/limits.ts';
import { CABLE_PATH, type ClientToServerEvents, type ServerToClientEvents, UNAUTHORIZED } from '#protocol/realtime.ts';
import type { ConnectRealtime } from './realtime.ts';
import { connectionPause, retryLater } from './retry.ts';

export const connectSocketIo: ConnectRealtime = ({ origin, auth, onEvent, onConnected, onRefused }) => {
	const socket: Socket<ServerToClientEvents, ClientToServerEvents> = new Manager(origin, {
		path: CABLE_PATH,
		addTrailingSlash: false,
		transports: ['websocket', 'polling'],
		tryAllTransports: true,
		// The library's own reconnection does not try again after the server has closed the connection or refused it, and
		// cannot end a pause early.
		reconnection: false,
	}).socket('/', { auth });
	let isConnected: boolean | undefined;
	// The server's last ping, not the moment in which the loss is noticed: a device that slept notices it hours later.
	let heardAt = Date.now();
	const noteHeard = () => (heardAt = Date.now());
	let failures = 0;
	let stopRetry: (() => void) | undefined;
	const connect = () => {
		stopRetry = undefined;
		socket.connect();
	};
	const retry = () => {
		stopRetry?.();
		stopRetry = retryLater(connectionPause(failures), connect);
		failures += 1;
	};
	const report = (state: boolean) => {
		if (state === isConnected) return;
		isConnected = state;
		onConnected(state, heardAt);
	};
	socket.io.on('ping', noteHeard);
	socket.on('connect', () => {
		noteHeard();
		failures = 0;
		report(true);
	});
	socket.on('disconnect', (reason) => {
		if (reason === 'io server disconnect') heardAt = 0;
		report(false);
		if (reason !== 'io client disconnect') retry();
	});
	socket.on('connect_error', ({ message }) => {
		report(false);
		if (message !== UNAUTHORIZED) return retry();
		onRefused?.();
		// It waits for the whole pause: neither a returning network nor a returning visitor makes the credentials valid.
		const timer = setTimeout(connect, RECONNECT_DELAY_MAX);
		stopRetry = () => clearTimeout(timer);
	});
	socket.onAny((name, data) => onEvent({ name, data }));
	const presence = setInterval(() => socket.volatile.emit('update_presence'), PRESENCE_INTERVAL);
	// An attempt that began before the network changed would only time out.
	const restart = () => {
		if (!socket.connected && !stopRetry) socket.disconnect().connect();
	};
	addEventListener('online', restart);
	return () => {
		clearInterval(presence);
		stopRetry?.();
		removeEventListener('online', restart);
		socket.offAny();
		socket.off();
		socket.io.off('ping', noteHeard);
		socket.disconnect();
	};
};
