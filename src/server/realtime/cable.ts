/** `/cable`: two protocols on one path, one broadcaster in front of them. */
import type { Server as HttpServer } from 'node:http';
import type { Redis } from 'ioredis';
import { CABLE_PATH } from '#protocol/realtime.ts';
import { ACTION_CABLE, createActionCable } from './actionCable.ts';
import type { Broadcaster } from './broadcaster.ts';
import { createSocketIo } from './socketIo.ts';
import type { CableServices } from './subscriber.ts';

export interface Cable extends Broadcaster {
	close(): Promise<void>;
}

export function openCable(http: HttpServer, services: CableServices, redis: Redis | undefined): Cable {
	const socketIo = createSocketIo(http, services, redis);
	const actionCable = createActionCable(services);

	// Socket.IO has put its own listener for upgrades there; ours decides which protocol is meant.
	const socketIoUpgrade = http.listeners('upgrade').at(-1) as ((...upgrade: UpgradeArguments) => void) | undefined;
	if (!socketIoUpgrade) throw new Error('Socket.IO listens for upgrades');
	http.removeListener('upgrade', socketIoUpgrade);
	http.on('upgrade', (...upgrade: UpgradeArguments) => {
		const [request, socket] = upgrade;
		const path = (request.url ?? '').split('?')[0]?.replace(/\/$/, '');
		const protocols = request.headers['sec-websocket-protocol']?.split(/,\s*/) ?? [];
		if (path !== CABLE_PATH) socket.destroy();
		else if (protocols.includes(ACTION_CABLE)) actionCable.upgrade(...upgrade);
		else socketIoUpgrade.apply(http, upgrade);
	});

	socketIo.onForeignDelivery((delivery) => actionCable.deliver(delivery));

	return {
		broadcast(deliveries) {
			for (const delivery of deliveries) {
				socketIo.broadcast(delivery);
				actionCable.deliver(delivery);
			}
		},
		async close() {
			actionCable.close();
			await socketIo.close();
		},
	};
}

type UpgradeArguments = Parameters<ReturnType<typeof createActionCable>['upgrade']>;
