/**
 * Listeners on `/cable`, over both protocols and with the clients of others, so that one suite
 * tests all.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createConsumer } from '@rails/actioncable';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { ROOT } from '../../../src/build/root.ts';
import { CABLE_PATH, type CableAuth, type ServerEventData, type ServerEventName } from '#protocol/entities/realtime.ts';

export interface Listener {
	/** Everything received so far. */
	readonly received: readonly { event: string; data: unknown }[];
	/**
	 * The next event of this name that satisfies the condition, also one that has arrived before;
	 * each is returned once.
	 */
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

const addressOf = (origin: string) => new URL(CABLE_PATH, origin.replace('http', 'ws')).href;
const identifierOf = (auth: CableAuth) => JSON.stringify({ channel: 'RoomChannel', ...auth });

/**
 * One subscription of ActionCable: collects its events, and settles `listener` once the server
 * confirms or rejects it.
 */
function createSubscription(identifier: string, connection: Pick<Listener, 'updatePresence' | 'close'>) {
	const inbox = createInbox();
	const { promise: listener, resolve, reject } = Promise.withResolvers<Listener>();
	return {
		listener,
		fail: reject,
		receive({ type, identifier: named, message }: Frame) {
			if (type === 'reject_subscription') {
				connection.close();
				reject(new Error('Unauthorized'));
			}
			if (named !== identifier) return;
			if (message) inbox.push(message.event, message.data);
			if (type === 'confirm_subscription') resolve({ received: inbox.received, next: inbox.next, ...connection });
		},
	};
}

export const connectActionCable: Connect = async (origin, auth, onEnd = () => {}) => {
	const identifier = identifierOf(auth);
	const socket = new WebSocket(addressOf(origin), ['actioncable-v1-json', 'actioncable-unsupported']);
	const send = (frame: object) => socket.send(JSON.stringify({ identifier, ...frame }));
	const subscription = createSubscription(identifier, {
		updatePresence: () => send({ command: 'message', data: JSON.stringify({ action: 'update_presence' }) }),
		close: () => socket.close(),
	});
	socket.on('error', subscription.fail);
	socket.on('message', (data: Buffer) => {
		const frame = JSON.parse(data.toString()) as Frame;
		if (frame.type === 'welcome') send({ command: 'subscribe' });
		subscription.receive(frame);
	});
	const listener = await subscription.listener;
	socket.on('close', onEnd);
	return listener;
};

/**
 * The client of Ruby on Rails, which Chatwoot's own pages use. It awaits a page, whose visibility
 * it watches.
 */
export const connectRails: Connect = (origin, auth, onEnd = () => {}) => {
	const page = new EventTarget();
	globalThis.addEventListener ??= page.addEventListener.bind(page);
	globalThis.removeEventListener ??= page.removeEventListener.bind(page);
	const inbox = createInbox();
	const consumer = createConsumer(addressOf(origin));
	return new Promise((resolve, reject) => {
		const subscription = consumer.subscriptions.create(
			{ channel: 'RoomChannel', ...auth },
			{
				received: ({ event, data }: { event: string; data: unknown }) => inbox.push(event, data),
				disconnected: onEnd,
				rejected() {
					consumer.disconnect();
					reject(new Error('Unauthorized'));
				},
				connected: () =>
					resolve({
						received: inbox.received,
						next: inbox.next,
						updatePresence: () => subscription.perform('update_presence'),
						close: () => consumer.disconnect(),
					}),
			},
		);
	});
};

/** A client in Ruby, from Debian's packages `ruby-actioncable` and `ruby-websocket-driver`. */
export const connectRuby: Connect = async (origin, auth, onEnd = () => {}) => {
	const identifier = identifierOf(auth);
	const ruby = spawn('ruby', [`${ROOT}/test/server/realtime/cableClient.rb`, addressOf(origin), identifier], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const subscription = createSubscription(identifier, {
		updatePresence: () => ruby.stdin.write('update_presence\n'),
		close: () => ruby.stdin.end(),
	});
	ruby.once('error', subscription.fail);
	createInterface(ruby.stdout).on('line', (line) => subscription.receive(JSON.parse(line) as Frame));
	const listener = await subscription.listener;
	ruby.once('exit', onEnd);
	return listener;
};
