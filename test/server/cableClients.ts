/** A listener on `/cable`, over either protocol, so that one suite tests both. */
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { CABLE_PATH, type CableAuth, type ServerEventData, type ServerEventName } from '#protocol/realtime.ts';

export interface Listener {
	/** Everything received so far. */
	readonly received: readonly { event: string; data: unknown }[];
	/** The next event of this name that satisfies the condition, also one that has arrived before; each is returned once. */
	next<E extends ServerEventName>(
		event: E,
		isWanted?: (data: ServerEventData<E>) => boolean,
	): Promise<ServerEventData<E>>;
	updatePresence(): void;
	close(): void;
}

/** Rejects when the server refuses. `onEnd` is called when the connection ends. */
export type Connect = (origin: string, auth: CableAuth, onEnd?: () => void) => Promise<Listener>;

/** Collects events, and resolves the promises that wait for one. */
function createInbox() {
	const received: { event: string; data: unknown; isTaken: boolean }[] = [];
	const waiting = new Set<() => void>();
	return {
		received,
		push(event: string, data: unknown) {
			received.push({ event, data, isTaken: false });
			for (const wake of waiting) wake();
		},
		next<E extends ServerEventName>(event: E, isWanted: (data: ServerEventData<E>) => boolean = () => true) {
			return new Promise<ServerEventData<E>>((resolve) => {
				const look = () => {
					const found = received.find(
						(candidate) =>
							!candidate.isTaken && candidate.event === event && isWanted(candidate.data as ServerEventData<E>),
					);
					if (!found) return;
					found.isTaken = true;
					waiting.delete(look);
					resolve(found.data as ServerEventData<E>);
				};
				waiting.add(look);
				look();
			});
		},
	};
}

export const connectSocketIo: Connect = (origin, auth, onEnd = () => {}) => {
	const inbox = createInbox();
	const socket = io(origin, { path: CABLE_PATH, auth, transports: ['websocket'], forceNew: true, reconnection: false });
	socket.onAny((event: string, data: unknown) => inbox.push(event, data));
	return new Promise((resolve, reject) => {
		socket.on('connect_error', (error) => {
			socket.close();
			reject(error);
		});
		socket.on('connect', () => {
			socket.on('disconnect', onEnd);
			resolve({
				received: inbox.received,
				next: inbox.next,
				updatePresence: () => socket.emit('update_presence'),
				close: () => socket.close(),
			});
		});
	});
};

interface Frame {
	type?: string;
	identifier?: string;
	message?: { event: string; data: unknown };
}

export const connectActionCable: Connect = (origin, auth, onEnd = () => {}) => {
	const inbox = createInbox();
	const identifier = JSON.stringify({ channel: 'RoomChannel', ...auth });
	const socket = new WebSocket(new URL(CABLE_PATH, origin.replace('http', 'ws')), [
		'actioncable-v1-json',
		'actioncable-unsupported',
	]);
	const send = (frame: object) => socket.send(JSON.stringify({ identifier, ...frame }));
	return new Promise((resolve, reject) => {
		socket.on('error', reject);
		socket.on('message', (data: Buffer) => {
			const frame = JSON.parse(data.toString()) as Frame;
			if (frame.type === 'welcome') send({ command: 'subscribe' });
			if (frame.type === 'reject_subscription') {
				socket.close();
				reject(new Error('Unauthorized'));
			}
			if (frame.message && frame.identifier === identifier) inbox.push(frame.message.event, frame.message.data);
			if (frame.type !== 'confirm_subscription' || frame.identifier !== identifier) return;
			socket.on('close', onEnd);
			resolve({
				received: inbox.received,
				next: inbox.next,
				updatePresence: () => send({ command: 'message', data: JSON.stringify({ action: 'update_presence' }) }),
				close: () => socket.close(),
			});
		});
	});
};
