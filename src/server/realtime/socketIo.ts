/** Socket.IO on `/cable`. */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
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
import type { Delivery } from '../events/broadcaster.ts';
import { SUBSCRIBE_TIMEOUT, type ConnectionLimit } from './connectionLimit.ts';
import type { TeamConnection } from './endRevoked.ts';
import { createReporter, findSubscriber, type CableServices, type Subscriber } from './subscriber.ts';

interface SocketData {
	subscriber: Subscriber;
}

type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

/** As Engine.IO hands a connection over, whichever transport it has. */
interface EngineSocket {
	request: IncomingMessage;
	once(event: 'close', listener: () => void): unknown;
	close(isAbrupt: boolean): void;
}

/** Clients send nothing but handshakes and `update_presence`. */
const MESSAGE_MAX_BYTES = 10_000;

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
	/** To the connections of this process. */
	deliver(delivery: Delivery): void;
	/** Connections of this process. */
	listTeam(): TeamConnection[];
	/** What ends each of the connections that there are. */
	listEnds(): (() => void)[];
	/** Refuses new connections from now on. */
	refuse(): void;
	/** After the last of them. */
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
		report();
	});
	return {
		deliver: (delivery) => emit(io.to([...delivery.rooms]), delivery),
		listTeam: () =>
			[...io.of('/').sockets.values()].flatMap((socket) => {
				const access = socket.data.subscriber?.access;
				return access ? [{ access, end: () => void socket.disconnect(true) }] : [];
			}),
		listEnds: () => [...io.of('/').sockets.values()].map((socket) => () => void socket.disconnect(true)),
		refuse() {
			isLeaving = true;
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
