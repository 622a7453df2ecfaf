/** Socket.IO on `/cable`. */
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type BroadcastOperator, type Socket } from 'socket.io';
import * as v from 'valibot';
import { WebSocketServer, type ServerOptions } from 'ws';
import { PING_INTERVAL, PING_TIMEOUT } from '#protocol/base/limits.ts';
import {
	CABLE_PATH,
	CableAuth,
	CONNECTION_ENDING,
	type ClientToServerEvents,
	type ServerToClientEvents,
	UNAUTHORIZED,
} from '#protocol/entities/realtime.ts';
import { SANDBOXED_ORIGIN } from '../base/origins.ts';
import type { Delivery } from '../events/broadcaster.ts';
import { SUBSCRIBE_TIMEOUT, type ConnectionLimit } from './connectionLimit.ts';
import type { TeamConnection, VisitorConnection } from './endRevoked.ts';
import { createReceiptTracker, type ReceiptTracker } from './receiptTracker.ts';
import { createReporter, findSubscriber, type CableServices, type Subscriber } from './subscriber.ts';

interface SocketData {
	subscriber: Subscriber;
	/** Of a visitor's connection. */
	receipt?: ReceiptTracker;
}

type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

/** A connection as Engine.IO passes it, over any transport. */
interface EngineSocket {
	request: IncomingMessage;
	once(event: 'close', listener: () => void): unknown;
	close(isAbrupt: boolean): void;
}

/** Clients only send handshakes and `update_presence`. */
const MESSAGE_MAX_BYTES = 10_000;

/**
 * Milliseconds in which the other end has to agree to close a connection. A client that is gone
 * never does, and its socket stays open until then. The option has a constant of its own because
 * `@types/ws` does not know it.
 */
const PATIENCE = { closeTimeout: 2_000 };

/**
 * The WebSocket server that Engine.IO creates, with a timeout for closing, for which Engine.IO has
 * no option.
 */
class ImpatientServer extends WebSocketServer {
	constructor(options: ServerOptions) {
		super({ ...options, ...PATIENCE });
	}
}

export interface SocketIo {
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
	/** Refuses new connections from now on. */
	refuse(): void;
	/** Called after the last connection has ended. */
	close(): Promise<void>;
}

export function createSocketIo(
	http: HttpServer,
	services: CableServices & { connectionLimit: ConnectionLimit },
): SocketIo {
	const { connectionLimit } = services;
	let isLeaving = false;
	const io: SocketServer = new Server(http, {
		path: CABLE_PATH,
		// With a trailing slash only `/cable/` would be answered; without it both are.
		addTrailingSlash: false,
		// Socket.IO must not refuse upgrades of other protocols on this path.
		destroyUpgrade: false,
		serveClient: false,
		// The frame's own page needs no CORS, unless a sandbox has taken its origin away.
		cors: { origin: SANDBOXED_ORIGIN },
		pingInterval: PING_INTERVAL,
		pingTimeout: PING_TIMEOUT,
		maxHttpBufferSize: MESSAGE_MAX_BYTES,
		connectTimeout: SUBSCRIBE_TIMEOUT,
		wsEngine: ImpatientServer,
		allowRequest(request, decide) {
			if (isLeaving) return decide('leaving', false);
			void connectionLimit.mayBegin(request).then((mayBegin) => decide(mayBegin ? null : 'too many', mayBegin));
		},
	});

	// `allowRequest` is only called for the first request of a connection.
	io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
		if (!new URLSearchParams(request.url?.split('?')[1]).has('sid')) return next();
		void connectionLimit.mayPoll(request).then((mayPoll) => {
			if (mayPoll) return next();
			response.writeHead(429, { 'Content-Type': 'text/plain; charset=utf-8' });
			response.end('Retry later\n');
		});
	});

	io.engine.on('connection', (connection: EngineSocket) => {
		const leave = connectionLimit.enter(connection.request);
		if (leave) connection.once('close', leave);
		else connection.close(true);
	});

	io.use((socket, next) => {
		const auth = v.safeParse(CableAuth, socket.handshake.auth);
		if (!auth.success) return next(new Error(UNAUTHORIZED));
		findSubscriber(services, auth.output, socket.handshake.headers).then(
			(subscriber) => {
				if (!subscriber) return next(new Error(UNAUTHORIZED));
				socket.data.subscriber = subscriber;
				next();
			},
			() => next(new Error('Unavailable')),
		);
	});

	io.on('connection', (socket) => {
		const { subscriber } = socket.data;
		void socket.join(subscriber.room);
		const report = createReporter(services, subscriber, (event) => socket.emit('presence.update', event));
		socket.on('update_presence', report);
		if (subscriber.kind === 'contacts') {
			const receipt = createReceiptTracker(subscriber.accountId, services.onDelivered);
			socket.data.receipt = receipt;
			socket.conn.on('packetCreate', ({ type }) => void (type === 'ping' && receipt.notePing()));
			socket.conn.on('heartbeat', receipt.notePong);
		}
		report();
	});
	return {
		deliver(delivery) {
			emit(io.to([...delivery.rooms]), delivery);
			const { sockets, adapter } = io.of('/');
			for (const room of delivery.rooms)
				for (const id of adapter.rooms.get(room) ?? []) sockets.get(id)?.data.receipt?.noteSent(delivery);
		},

		listTeam: () =>
			[...io.of('/').sockets.values()].flatMap((socket) => {
				const access = socket.data.subscriber?.access;
				return access ? [{ access, end: () => end(socket) }] : [];
			}),
		listVisitors: () =>
			[...io.of('/').sockets.values()].flatMap((socket) => {
				const session = socket.data.subscriber?.session;
				return session ? [{ session, end: () => end(socket) }] : [];
			}),
		listKinds: () => [...io.of('/').sockets.values()].map((socket) => socket.data.subscriber?.kind),
		listEnds: () => [...io.of('/').sockets.values()].map((socket) => () => end(socket)),
		refuse() {
			isLeaving = true;
		},
		async close() {
			// `io.close()` would also close the HTTP server, which is Fastify's.
			io.engine.close();
			await io.of('/').adapter.close();
		},
	};
}

/**
 * Ends the connection below the socket. After `socket.disconnect()` a client of the library as it
 * is would never come back, also where it may.
 */
function end(socket: Socket<ClientToServerEvents, ServerToClientEvents>): void {
	socket.emit(CONNECTION_ENDING);
	socket.conn.close();
}

/** TypeScript does not know that `data` belongs to `event`, though the union pairs them. */
function emit(to: BroadcastOperator<ServerToClientEvents, SocketData>, { event, data }: Delivery): void {
	(to.emit as (event: string, data: unknown) => boolean).call(to, event, data);
}
