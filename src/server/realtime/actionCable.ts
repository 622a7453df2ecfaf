/**
 * Chatwoot's realtime protocol on `/cable`: sub-protocol `actioncable-v1-json` (docs/wire.md,
 * Realtime).
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { WebSocketServer, type WebSocket } from 'ws';
import { PING_INTERVAL } from '#protocol/base/limits.ts';
import type { Delivery } from '../events/broadcaster.ts';
import { SUBSCRIBE_TIMEOUT } from './connectionLimit.ts';
import type { TeamConnection, VisitorConnection } from './endRevoked.ts';
import { createReceiptTracker, type ReceiptTracker } from './receiptTracker.ts';
import { createReporter, findSubscriber, type CableServices, type Subscriber } from './subscriber.ts';

export const ACTION_CABLE = 'actioncable-v1-json';

const Command = v.object({
	command: v.picklist(['subscribe', 'unsubscribe', 'message']),
	/** JSON. Answers repeat it byte by byte. */
	identifier: v.string(),
	/** JSON with the field `message`. */
	data: v.optional(v.string()),
});

/** Clients write ids as numbers or as text; a blank user id means a visitor. */
const optionalId = v.optional(
	v.pipe(
		v.nullable(v.union([v.number(), v.string()])),
		v.transform((id) => (id === null || id === '' ? undefined : Number(id))),
	),
);
const Identifier = v.object({
	channel: v.literal('RoomChannel'),
	pubsub_token: v.string(),
	account_id: optionalId,
	user_id: optionalId,
});

interface Subscription {
	subscriber: Subscriber;
	report: () => void;
	/** Of a visitor. */
	receipt: ReceiptTracker | undefined;
	/** Removes the subscription from its room. */
	leave: () => void;
}

/** Receives the events of a room. */
interface Listener {
	socket: WebSocket;
	/** The subscription's identifier, as JSON. */
	identifier: string;
	/** Of a visitor. */
	receipt: ReceiptTracker | undefined;
}

interface Connection {
	/** Identifier → subscription. */
	subscriptions: Map<string, Subscription>;
	/** Since when the connection has had no subscription, in milliseconds since the epoch. */
	strangerSince: number;
	/** False between a ping and its pong. */
	isAlive: boolean;
	/**
	 * Settles when every frame so far has been handled, one after the other in the order of
	 * arrival.
	 */
	obeyed: Promise<void>;
	/** Number of frames that are not handled yet. */
	waiting: number;
}

const FRAME_MAX_BYTES = 10_000;
/** The subscriptions of one connection: one per account of a user. */
const SUBSCRIPTIONS_MAX = 20;
/**
 * The most frames that an honest client sends at once: it subscribes to all of them, and reports
 * presence on each.
 */
const WAITING_MAX = 2 * SUBSCRIPTIONS_MAX;

/** The message that Rails sends to a connection that it refuses. */
const REVOKED = JSON.stringify({ type: 'disconnect', reason: 'unauthorized', reconnect: false });

export interface ActionCable {
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
	/** Sends an event to the connections of this process. */
	deliver(delivery: Delivery): void;
	/** The agents' connections at this process. */
	listTeam(): TeamConnection[];
	/** The visitors' connections at this process. */
	listVisitors(): VisitorConnection[];
	/** For each connection, whose it is; undefined as long as that is not known. */
	listKinds(): (Subscriber['kind'] | undefined)[];
	/** For each connection, a function that ends it. */
	listEnds(): (() => void)[];
	/** Called after the last connection has ended. */
	close(): void;
}

export function createActionCable(services: CableServices): ActionCable {
	const connections = new Map<WebSocket, Connection>();
	/**
	 * Subscriptions by room, so that an event finds its recipients among any number of connections.
	 */
	const rooms = new Map<string, Set<Listener>>();

	const enter = (room: string, listener: Listener): (() => void) => {
		const listeners = rooms.get(room) ?? new Set();
		rooms.set(room, listeners.add(listener));
		return () => {
			listeners.delete(listener);
			if (listeners.size === 0) rooms.delete(room);
		};
	};
	const server = new WebSocketServer({
		noServer: true,
		maxPayload: FRAME_MAX_BYTES,
		handleProtocols: (offered) => offered.has(ACTION_CABLE) && ACTION_CABLE,
	});

	/**
	 * The protocol's own ping tells the client that the server is alive; WebSocket's ping tells the
	 * server that the client is.
	 */
	const beat = setInterval(() => {
		for (const [socket, connection] of connections) {
			const isStranger =
				connection.subscriptions.size === 0 && Date.now() - connection.strangerSince >= SUBSCRIBE_TIMEOUT;
			if (!connection.isAlive || isStranger) {
				socket.terminate();
				continue;
			}
			connection.isAlive = false;
			for (const { receipt } of connection.subscriptions.values()) receipt?.notePing();
			socket.ping();
			send(socket, { type: 'ping', message: Math.floor(Date.now() / 1000) });
		}
	}, PING_INTERVAL);

	server.on('connection', (socket) => {
		const connection: Connection = {
			subscriptions: new Map(),
			strangerSince: Date.now(),
			isAlive: true,
			obeyed: Promise.resolve(),
			waiting: 0,
		};
		connections.set(socket, connection);
		socket.on('pong', () => {
			connection.isAlive = true;
			for (const { receipt } of connection.subscriptions.values()) receipt?.notePong();
		});
		socket.on('close', () => {
			connections.delete(socket);
			for (const { leave } of connection.subscriptions.values()) leave();
		});
		// A frame that is too large or malformed ends the connection; the event `close` follows.
		socket.on('error', () => socket.terminate());
		socket.on('message', (frame: Buffer) => {
			const command = v.safeParse(Command, parseJson(frame.toString()));
			if (!command.success) return;
			if (connection.waiting === WAITING_MAX) return socket.terminate();
			connection.waiting++;
			connection.obeyed = connection.obeyed
				// If the connection is gone, its owner need not be looked up.
				.then(() => (connections.has(socket) ? execute(socket, connection, command.output) : undefined))
				.finally(() => connection.waiting--);
		});
		send(socket, { type: 'welcome' });
	});

	const execute = async (
		socket: WebSocket,
		connection: Connection,
		command: v.InferOutput<typeof Command>,
	): Promise<void> => {
		const { identifier } = command;
		const { subscriptions } = connection;
		if (command.command === 'unsubscribe') {
			subscriptions.get(identifier)?.leave();
			if (subscriptions.delete(identifier) && subscriptions.size === 0) connection.strangerSince = Date.now();
		} else if (command.command === 'message') {
			const data = v.safeParse(v.object({ action: v.literal('update_presence') }), parseJson(command.data ?? ''));
			if (data.success) subscriptions.get(identifier)?.report();
		} else if (!subscriptions.has(identifier) && subscriptions.size < SUBSCRIPTIONS_MAX) {
			const subscriber = await identify(services, identifier);
			if (!subscriber) return send(socket, { identifier, type: 'reject_subscription' });
			const report = createReporter(services, subscriber, (data) => push(socket, identifier, 'presence.update', data));
			// The connection may have ended while the subscriber was looked up.
			if (!connections.has(socket)) return;
			const receipt =
				subscriber.kind === 'contacts' ? createReceiptTracker(subscriber.accountId, services.onDelivered) : undefined;
			const leave = enter(subscriber.room, { socket, identifier: JSON.stringify(identifier), receipt });
			subscriptions.set(identifier, { subscriber, report, receipt, leave });
			send(socket, { identifier, type: 'confirm_subscription' });
			report();
		}
	};

	return {
		upgrade(request, socket, head) {
			server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request));
		},

		deliver(delivery) {
			const { event, data, rooms: to } = delivery;
			// The frames for several listeners differ only by their identifier.
			let message: string | undefined;
			for (const room of to) {
				for (const { socket, identifier, receipt } of rooms.get(room) ?? []) {
					receipt?.noteSent(delivery);
					message ??= JSON.stringify({ event, data });
					socket.send(`{"identifier":${identifier},"message":${message}}`);
				}
			}
		},

		listTeam: () =>
			[...connections].flatMap(([socket, { subscriptions }]) => {
				const end = () => socket.send(REVOKED, () => socket.terminate());
				return [...subscriptions.values()].flatMap(({ subscriber: { access } }) => (access ? [{ access, end }] : []));
			}),

		listVisitors: () =>
			[...connections].flatMap(([socket, { subscriptions }]) => {
				const end = () => socket.send(REVOKED, () => socket.terminate());
				return [...subscriptions.values()].flatMap(({ subscriber: { session } }) =>
					session ? [{ session, end }] : [],
				);
			}),

		listKinds: () => [...connections.values()].map(({ subscriptions: [first] }) => first?.[1].subscriber.kind),

		listEnds() {
			const goodbye = JSON.stringify({ type: 'disconnect', reason: 'server_restart', reconnect: true });
			// `terminate` instead of `close`, which would wait for the other end's agreement.
			return [...connections.keys()].map((socket) => () => socket.send(goodbye, () => socket.terminate()));
		},

		close() {
			clearInterval(beat);
			server.close();
		},
	};
}

async function identify(services: CableServices, identifier: string): Promise<Subscriber | undefined> {
	const parsed = v.safeParse(Identifier, parseJson(identifier));
	if (!parsed.success) return undefined;
	const { pubsub_token, account_id, user_id } = parsed.output;
	try {
		return await findSubscriber(services, {
			pubsub_token,
			...(account_id === undefined ? {} : { account_id }),
			...(user_id === undefined ? {} : { user_id }),
		});
	} catch {
		// The database does not answer: the subscription is rejected, so that the client may try
		// again.
		return undefined;
	}
}

function push(socket: WebSocket, identifier: string, event: string, data: unknown): void {
	send(socket, { identifier, message: { event, data } });
}

function send(socket: WebSocket, frame: object): void {
	socket.send(JSON.stringify(frame));
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
