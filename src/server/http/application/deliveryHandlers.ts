/** Lists for administrators what has not been delivered yet. */
import type { deliveryRoutes } from '#protocol/deliveryRoutes.ts';
import { presentGivenUp, presentWaiting } from '../../present/delivery.ts';
import type { Services } from '../../services/services.ts';
import { notFound } from '../refusal.ts';
import type { Handlers } from '../registerRoutes.ts';
import { onlyAdministrators } from './administrators.ts';

const LISTED = 100;

export function deliveryHandlers({ store, deliveryWorker }: Services): Handlers<typeof deliveryRoutes> {
	return {
		async listWaitingDeliveries({ account, member }) {
			onlyAdministrators(member);
			return { payload: (await store.deliveries.summarize(account.id)).map(presentWaiting) };
		},

		async listGivenUpDeliveries({ account, member }) {
			onlyAdministrators(member);
			return { payload: (await store.deliveries.listGivenUp(LISTED, account.id)).map(presentGivenUp) };
		},

		async redeliver({ account, member, params }) {
			onlyAdministrators(member);
			const count = await store.deliveries.redeliver(params.id, Date.now(), account.id);
			if (count === 0) throw notFound();
			deliveryWorker.wake();
		},
	};
}
