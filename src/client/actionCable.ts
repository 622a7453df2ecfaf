/** Realtime over ActionCable, for servers of the described product (wire-contract 2.1, 2.2 and 2.6). */
import { PRESENCE_INTERVAL, RECONNECT_DELAY } from '#protocol/limits.ts';
import { CABLE_PATH } from '#protocol/realtime.ts';
import type { ConnectRealtime, ServerEvent } from './realtime.ts';

/** No ping for longer than this: the connection is stale. The server pings every 3 s. */
const STALE_AFTER = 6_000;
/** The check for staleness, between these bounds, growing with the logarithm of the attempts. */
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
	// Servers compare this string byte for byte, and take a subscription without `user_id` for a visitor's.
	const identifier = JSON.stringify({ channel: 'RoomChannel', ...auth });
	let socket: WebSocket | undefined;
	let isConnected = false;
	let attempts = 0;
	let lastPing = 0;
	let pollTimer: ReturnType<typeof setTimeout> | undefined;
	let reopenTimer: ReturnType<typeof setTimeout> | undefined;

	function open() {
		lastPing = Date.now();
		const opened = new WebSocket(url, ['actioncable-v1-json', 'actioncable-unsupported']);
		socket = opened;
		opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
			if (socket === opened) receive(JSON.parse(data) as Frame);
		});
		opened.addEventListener('close', () => {
			if (socket === opened) report(false);
		});
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
		clearTimeout(reopenTimer);
		reopenTimer = setTimeout(open, RECONNECT_DELAY);
	}

	function poll() {
		pollTimer = setTimeout(() => {
			if (Date.now() - lastPing > STALE_AFTER || socket?.readyState === WebSocket.CLOSED) {
				attempts += 1;
				reopen();
			}
			poll();
		}, pollInterval(attempts));
	}

	function close() {
		clearTimeout(pollTimer);
		clearTimeout(reopenTimer);
		clearInterval(presence);
		removeEventListener('online', hurry);
		drop();
	}

	/** The network is back: no reason to sit out the rest of a pause. */
	function hurry() {
		if (isConnected || socket?.readyState === WebSocket.CONNECTING) return;
		clearTimeout(reopenTimer);
		drop();
		open();
	}

	const presence = setInterval(() => command('message', { action: 'update_presence' }), PRESENCE_INTERVAL);
	addEventListener('online', hurry);
	open();
	poll();
	return () => {
		onConnected = () => {};
		close();
	};
};
