/** Realtime over Socket.IO, for our own server. */
import { Manager, type Socket } from 'socket.io-client';
import { PRESENCE_INTERVAL, RECONNECT_DELAY_MAX } from '#protocol/base/limits.ts';
import {
	CABLE_PATH,
	CONNECTION_ENDING,
	type ClientToServerEvents,
	type ServerToClientEvents,
	UNAUTHORIZED,
} from '#protocol/entities/realtime.ts';
import type { ConnectRealtime } from './realtime.ts';
import { connectionPause, retryLater } from './retry.ts';

/** An attempt to connect that has brought nothing after this long has failed. */
const CONNECT_TIMEOUT = 10_000;

export const connectSocketIo: ConnectRealtime = ({ origin, auth, onEvent, onConnected, onRefused }) => {
	// In the order in which each attempt tries them. There are proxies that neither pass nor refuse
	// a WebSocket: after one that stayed silent polling comes first, from which the library changes
	// to a WebSocket that answers.
	const transports = ['websocket', 'polling'];
	const socket: Socket<ServerToClientEvents, ClientToServerEvents> = new Manager(origin, {
		path: CABLE_PATH,
		addTrailingSlash: false,
		transports,
		tryAllTransports: true,
		timeout: CONNECT_TIMEOUT,
		// The library's own reconnection does not try again after the server has closed the
		// connection or refused it, and cannot end a pause early.
		reconnection: false,
	}).socket('/', { auth });
	let isConnected: boolean | undefined;
	// The server's last ping, not the moment in which the loss is noticed: a device that slept
	// notices it hours later.
	let heardAt = Date.now();
	let hasPing = false;
	const noteHeard = () => (heardAt = Date.now());
	const notePing = () => {
		hasPing = true;
		noteHeard();
	};
	let isEnding = false;
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
	socket.io.on('ping', notePing);
	socket.on('connect', () => {
		hasPing = false;
		noteHeard();
		isEnding = false;
		failures = 0;
		report(true);
	});
	socket.on('disconnect', (reason) => {
		if (isEnding) heardAt = 0;
		report(false);
		if (reason === 'ping timeout' && !hasPing && transports[0] === 'websocket') transports.reverse();
		if (reason !== 'io client disconnect') retry();
	});
	socket.on('connect_error', ({ message }) => {
		report(false);
		if (message !== UNAUTHORIZED) {
			if (message === 'timeout' || transports[0] === 'polling') transports.reverse();
			return retry();
		}
		onRefused?.();
		// It waits for the whole pause: neither a returning network nor a returning visitor makes
		// the credentials valid.
		const timer = setTimeout(connect, RECONNECT_DELAY_MAX);
		stopRetry = () => clearTimeout(timer);
	});
	socket.onAny((name, data) => {
		if (name === CONNECTION_ENDING) isEnding = true;
		else onEvent({ name, data });
	});
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
		socket.io.off('ping', notePing);
		socket.disconnect();
	};
};
