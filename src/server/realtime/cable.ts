/** `/cable`: two protocols on one path, with one broadcaster for both. */
import type { Server as HttpServer } from 'node:http';
import { CABLE_PATH } from '#protocol/entities/realtime.ts';
import { ACTION_CABLE, createActionCable } from './actionCable.ts';
import type { ConnectionLimit } from './connectionLimit.ts';
import type { RedisConnections } from '../base/redis.ts';
import type { Broadcaster, Delivery } from '../events/broadcaster.ts';
import { endRevoked } from './endRevoked.ts';
import { openEventStream } from './eventStream.ts';
import { drainConnections } from './drainConnections.ts';
import { createSocketIo } from './socketIo.ts';
import type { CableServices, Subscriber } from './subscriber.ts';

export interface Cable extends Broadcaster {
	/** The connections of this process. */
	countConnections(): ConnectionCount[];
	/** Refuses new connections from now on, and ends the existing ones in slices. */
	close(): Promise<void>;
}

/** What connections need besides. */
interface Gate {
	connectionLimit: ConnectionLimit;
}

/** `redis` is absent where there is only this process. */
export async function openCable(
	http: HttpServer,
	services: CableServices & Gate,
	redis: RedisConnections | undefined,
): Promise<Cable> {
	const { connectionLimit } = services;
	const socketIo = createSocketIo(http, services);
	const actionCable = createActionCable(services);
	const stopEnding = endRevoked(
		services,
		() => [...socketIo.listTeam(), ...actionCable.listTeam()],
		() => [...socketIo.listVisitors(), ...actionCable.listVisitors()],
	);
	let isClosing = false;

	// Socket.IO has added its own listener for upgrades; ours decides which of the two protocols a
	// request is for.
	const socketIoUpgrade = http.listeners('upgrade').at(-1) as ((...upgrade: UpgradeArguments) => void) | undefined;
	if (!socketIoUpgrade) throw new Error('Socket.IO listens for upgrades');
	http.removeListener('upgrade', socketIoUpgrade);
	http.on('upgrade', (...upgrade: UpgradeArguments) => {
		const [request, socket] = upgrade;
		// Without a listener, a connection that is reset while the limits are looked up would end
		// the process.
		socket.on('error', () => socket.destroy());
		const path = (request.url ?? '').split('?')[0]?.replace(/\/$/, '');
		const protocols = request.headers['sec-websocket-protocol']?.split(/,\s*/) ?? [];
		if (path !== CABLE_PATH) socket.destroy();
		// The proxy then sends a client that reconnects to another process.
		else if (isClosing) socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
		else if (protocols.includes(ACTION_CABLE)) void upgradeActionCable(...upgrade);
		else socketIoUpgrade.apply(http, upgrade);
	});

	const upgradeActionCable = async (...upgrade: UpgradeArguments): Promise<void> => {
		const [request, socket] = upgrade;
		const mayBegin = await connectionLimit.mayBegin(request);
		if (socket.destroyed) return;
		const leave = mayBegin ? connectionLimit.enter(request) : undefined;
		if (!leave) return void socket.end('HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\n');
		socket.once('close', leave);
		actionCable.upgrade(...upgrade);
	};

	const deliver = (delivery: Delivery): void => {
		socketIo.deliver(delivery);
		actionCable.deliver(delivery);
	};
	/** Every client comes back and reads what it missed. */
	const endAll = () => drainConnections([...actionCable.listEnds(), ...socketIo.listEnds()], (end) => end());
	const others = redis && (await openEventStream({ redis }, { onDelivery: deliver, onGap: () => void endAll() }));

	return {
		broadcast(deliveries) {
			deliveries.forEach(deliver);
			others?.publish(deliveries);
		},
		countConnections: () => [
			...countSides('socket.io', socketIo.listKinds()),
			...countSides('actioncable', actionCable.listKinds()),
		],
		async close() {
			isClosing = true;
			stopEnding();
			socketIo.refuse();
			await endAll();
			others?.close();
			actionCable.close();
			await socketIo.close();
		},
	};
}

/** `side`: who is connected; `none` as long as that is not known. */
export interface ConnectionCount {
	protocol: 'socket.io' | 'actioncable';
	side: 'agent' | 'visitor' | 'none';
	count: number;
}

function countSides(
	protocol: ConnectionCount['protocol'],
	kinds: readonly (Subscriber['kind'] | undefined)[],
): ConnectionCount[] {
	const count = (wanted: Subscriber['kind'] | undefined) => kinds.filter((kind) => kind === wanted).length;
	return [
		{ protocol, side: 'agent', count: count('users') },
		{ protocol, side: 'visitor', count: count('contacts') },
		{ protocol, side: 'none', count: count(undefined) },
	];
}

type UpgradeArguments = Parameters<ReturnType<typeof createActionCable>['upgrade']>;
