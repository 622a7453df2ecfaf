/** Socket.IO on `/cable`. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Server, type BroadcastOperator } from 'socket.io';
import * as v from 'valibot';
import { WebSocketServer, type ServerOptions } from 'ws';
import { PING_INTERVAL, PING_TIMEOUT } from '#protocol/limits.ts';
import {
	CABLE_PATH,
	CableAuth,
	type ClientToServerEvents,
	type ServerToClientEvents,
	UNAUTHORIZED,
} from '#protocol/realtime.ts';
import { SANDBOXED_ORIGIN } from '../base/origins.ts';
import type { RedisConnections } from '../base/redis.ts';
import type { Delivery } from '../events/broadcaster.ts';
import { createBacklog } from './backlog.ts';
import { SUBSCRIBE_TIMEOUT, type ConnectionLimit } from './connectionLimit.ts';
import type { TeamConnection } from './endRevoked.ts';
import { createReporter, findSubscriber, type CableServices, type Subscriber } from './subscriber.ts';

/** Between our own processes: what connections of other protocols are to get. */
interface InterServerEvents {
	deliver: (delivery: Delivery) => void;
}

interface SocketData {
	subscriber: Subscriber;
}

type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, InterServerEvents, SocketData>;

/** As Engine.IO hands a connection over, whichever transport it has. */
interface EngineSocket {
	request: IncomingMessage;
	once(event: 'close', listener: () => void): unknown;
	close(isAbrupt: boolean): void;
}

/** Clients send nothing but handshakes and `update_presence`. */
const MESSAGE_MAX_BYTES = 10_000;

/** Events that wait in Redis for a process that is slow to read them. */
const EVENTS_MAX = 1_000;

/**
 * Milliseconds for the other end to agree that a connection ends. One that is gone never does, and holds its socket meanwhile. The
 * option is apart because `@types/ws` does not know it.
 */
const PATIENCE = { closeTimeout: 2_000 };

/** The server of WebSockets as Engine.IO makes it, which has no option for how long it waits. */
class ImpatientServer extends WebSocketServer {
	constructor(options: ServerOptions) {
		super({ ...options, ...PATIENCE });
	}
}

export interface SocketIo {
	broadcast(delivery: Delivery): void;
	/** Whenever another process broadcasts. */
	onForeignDelivery(hear: (delivery: Delivery) => void): void;
	/** Connections of this process. */
	listTeam(): TeamConnection[];
	/** Refuses new connections from now on. Answers a function for each connection, which ends it. */
	leave(): (() => void)[];
	/** After the last of them. */
	close(): Promise<void>;
}

/** Every connection of this process is in it. */
const HERE = `process:${randomUUID()}`;

export function createSocketIo(
	http: HttpServer,
	services: CableServices & { connectionLimit: ConnectionLimit },
	redis: RedisConnections | undefined,
): SocketIo {
	const { connectionLimit } = services;
	let isLeaving = false;
	const mayAdd = redis && createBacklog(redis.events, EVENTS_MAX);
	const io: SocketServer = new Server(http, {
		path: CABLE_PATH,
		// With the slash only `/cable/` would be answered; without it both are.
		addTrailingSlash: false,
		// Upgrades of other protocols on this path are not Socket.IO's to refuse.
		destroyUpgrade: false,
		serveClient: false,
		// The frame's own page needs no permission, unless a sandbox took its origin away.
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
		...(redis
			? {
					adapter: createAdapter(redis.events, {
						maxLen: EVENTS_MAX,
						streamName: `${redis.prefix}:events`,
						channelPrefix: redis.prefix,
					}),
				}
			: {}),
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
		void socket.join([subscriber.room, HERE]);
		const report = createReporter(services, subscriber, (event) => socket.emit('presence.update', event));
		socket.on('update_presence', report);
		report();
	});
	return {
		broadcast(delivery) {
			const rooms = [...delivery.rooms];
			emit(io.local.to(rooms), delivery);
			if (!redis || !mayAdd?.()) return;
			// Not together with ours: the adapter delivers nothing while Redis is away.
			emit(io.to(rooms).except(HERE), delivery);
			io.serverSideEmit('deliver', delivery);
		},
		onForeignDelivery: (hear) => io.on('deliver', hear),
		listTeam: () =>
			[...io.of('/').sockets.values()].flatMap((socket) => {
				const access = socket.data.subscriber?.access;
				return access ? [{ access, end: () => void socket.disconnect(true) }] : [];
			}),
		leave() {
			isLeaving = true;
			return [...io.of('/').sockets.values()].map((socket) => () => socket.disconnect(true));
		},
		async close() {
			// Not `io.close()`: that would close the HTTP server too, which is Fastify's.
			io.engine.close();
			await io.of('/').adapter.close();
		},
	};
}

/** TypeScript does not see that `data` belongs to `event`, though the union pairs them. */
function emit(to: BroadcastOperator<ServerToClientEvents, SocketData>, { event, data }: Delivery): void {
	(to.emit as (event: string, data: unknown) => boolean).call(to, event, data);
}
