/** Socket.IO on `/cable` (design section 5). */
import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import { Server, type BroadcastOperator } from 'socket.io';
import * as v from 'valibot';
import { PING_INTERVAL, PING_TIMEOUT } from '#protocol/limits.ts';
import { CABLE_PATH, CableAuth, type ClientToServerEvents, type ServerToClientEvents } from '#protocol/realtime.ts';
import { SANDBOXED_ORIGIN } from '../http/crossOrigin.ts';
import type { Delivery } from './broadcaster.ts';
import { createReporter, findSubscriber, type CableServices, type Subscriber } from './subscriber.ts';

/** Between our own processes: what connections of other protocols are to get. */
interface InterServerEvents {
	deliver: (delivery: Delivery) => void;
}

interface SocketData {
	subscriber: Subscriber;
}

type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, InterServerEvents, SocketData>;

/** Clients send nothing but handshakes and `update_presence`. */
const MESSAGE_MAX_BYTES = 10_000;

export interface SocketIo {
	broadcast(delivery: Delivery): void;
	/** Whenever another process broadcasts. */
	onForeignDelivery(hear: (delivery: Delivery) => void): void;
	close(): Promise<void>;
}

/** Every connection of this process is in it. */
const HERE = `process:${randomUUID()}`;

export function createSocketIo(http: HttpServer, services: CableServices, redis: Redis | undefined): SocketIo {
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
		...(redis ? { adapter: createAdapter(redis, { streamName: 'live-chat:events', channelPrefix: 'live-chat' }) } : {}),
	});

	io.use((socket, next) => {
		const auth = v.safeParse(CableAuth, socket.handshake.auth);
		if (!auth.success) return next(new Error('Unauthorized'));
		findSubscriber(services, auth.output).then(
			(subscriber) => {
				if (!subscriber) return next(new Error('Unauthorized'));
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
			if (!redis) return;
			// Not together with ours: the adapter delivers nothing while Redis is away.
			emit(io.to(rooms).except(HERE), delivery);
			io.serverSideEmit('deliver', delivery);
		},
		onForeignDelivery: (hear) => io.on('deliver', hear),
		async close() {
			// Not `io.close()`: that would close the HTTP server too, which is Fastify's.
			io.local.disconnectSockets(true);
			io.engine.close();
			await io.of('/').adapter.close();
		},
	};
}

/** TypeScript does not see that `data` belongs to `event`, though the union pairs them. */
function emit(to: BroadcastOperator<ServerToClientEvents, SocketData>, { event, data }: Delivery): void {
	(to.emit as (event: string, data: unknown) => boolean).call(to, event, data);
}
