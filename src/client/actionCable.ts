/** Realtime over ActionCable, for servers of Chatwoot (docs/wire.md, Realtime). */
import { PRESENCE_INTERVAL } from '#protocol/base/limits.ts';
import { CABLE_PATH } from '#protocol/entities/realtime.ts';
import type { ConnectRealtime, ServerEvent } from './realtime.ts';
import { connectionPause, retryLater } from './retry.ts';

/** The server pings every 3 s. A connection without a ping for longer than this is stale. */
const STALE_AFTER = 6_000;
/**
 * Bounds of the interval between checks for staleness, which grows with the logarithm of the
 * attempts.
 */
const POLL_MIN = 3_000;
const POLL_MAX = 30_000;
const POLL_FACTOR = 5_000;

/** Milliseconds to the next check for staleness after that many attempts to connect. */
export function pollInterval(attempts: number): number {
	return Math.min(POLL_MAX, Math.max(POLL_MIN, POLL_FACTOR * Math.log(attempts + 1)));
}

interface Frame {
	type?: 'welcome' | 'ping' | 'disconnect' | 'confirm_subscription' | 'reject_subscription';
	reconnect?: boolean;
	message?: { event: string; data: unknown };
}

export const connectActionCable: ConnectRealtime = ({ origin, auth, onEvent, onConnected }) => {
	const url = origin.replace(/^http/, 'ws') + CABLE_PATH;
	// Servers compare this string byte by byte, and take a subscription without `user_id` for a
	// visitor's.
	const identifier = JSON.stringify({ channel: 'RoomChannel', ...auth });
	let socket: WebSocket | undefined;
	let isConnected: boolean | undefined;
	let attempts = 0;
	let lastPing = 0;
	let pollTimer: ReturnType<typeof setTimeout> | undefined;
	let stopOpening: (() => void) | undefined;

	function open() {
		lastPing = Date.now();
		const opened = new WebSocket(url, ['actioncable-v1-json', 'actioncable-unsupported']);
		socket = opened;
		opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
			if (socket === opened) receive(JSON.parse(data) as Frame);
		});
		opened.addEventListener('close', () => {
			if (socket !== opened) return;
			report(false);
			// The random pause keeps all clients that one server has lost from returning at the
			// same moment.
			openLater(Math.random() * pollInterval(attempts));
			attempts += 1;
		});
	}

	function openLater(pause: number) {
		stopOpening?.();
		stopOpening = retryLater(pause, open);
	}

	function receive(frame: Frame) {
		if (frame.type === 'ping') lastPing = Date.now();
		else if (frame.type === 'welcome') {
			lastPing = Date.now();
			attempts = 0;
			command('subscribe');
		} else if (frame.type === 'confirm_subscription') report(true);
		else if (frame.type === 'disconnect') {
			if (frame.reconnect === false) close();
			else reopen();
		} else if (frame.message) onEvent({ name: frame.message.event, data: frame.message.data } as ServerEvent);
	}

	function command(name: 'subscribe' | 'message', data?: object) {
		if (socket?.readyState !== WebSocket.OPEN) return;
		socket.send(JSON.stringify({ command: name, identifier, ...(data && { data: JSON.stringify(data) }) }));
	}

	function report(state: boolean) {
		if (state === isConnected) return;
		isConnected = state;
		onConnected(state);
	}

	function drop() {
		const dropped = socket;
		socket = undefined;
		dropped?.close();
		report(false);
	}

	function reopen() {
		drop();
		openLater(connectionPause(0));
	}

	function poll() {
		pollTimer = setTimeout(() => {
			// Without a socket, the next attempt to connect is already scheduled.
			if (socket && socket.readyState <= WebSocket.OPEN && Date.now() - lastPing > STALE_AFTER) {
				attempts += 1;
				reopen();
			}
			poll();
		}, pollInterval(attempts));
	}

	function close() {
		clearTimeout(pollTimer);
		stopOpening?.();
		clearInterval(presence);
		drop();
	}

	const presence = setInterval(() => command('message', { action: 'update_presence' }), PRESENCE_INTERVAL);
	open();
	poll();
	return () => {
		onConnected = () => {};
		close();
	};
};
