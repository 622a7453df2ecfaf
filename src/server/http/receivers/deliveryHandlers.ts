/** Lists what has not been delivered yet. */
import type { deliveryRoutes } from '#protocol/application/deliveryRoutes.ts';
import { presentGivenUp, presentUndelivered, presentWaiting } from '../../present/delivery.ts';
import type { Services } from '../../services/services.ts';
import { notFound } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

const LISTED = 100;

export function deliveryHandlers({ store, deliveryWorker }: Services): Handlers<typeof deliveryRoutes> {
	return {
		async listWaitingDeliveries({ account }) {
			return { payload: (await store.deliveries.summarize(account.id)).map(presentWaiting) };
		},

		async listGivenUpDeliveries({ account }) {
			return { payload: (await store.deliveries.listGivenUp(LISTED, account.id)).map(presentGivenUp) };
		},

		async listDeliveriesTo({ account, params: { receiver_type, receiver_id } }) {
			if (receiver_type === 'mail') {
				if (receiver_id !== 0) throw notFound();
			} else {
				await (receiver_type === 'bot' ? store.bots : store.webhooks).require(account.id, receiver_id);
			}
			const undelivered = await store.deliveries.listOf({ receiver_type, receiver_id }, LISTED, account.id);
			return { payload: undelivered.map(presentUndelivered) };
		},

		async redeliver({ account, params }) {
			const count = await store.deliveries.redeliver(params.id, Date.now(), account.id);
			if (count === 0) throw notFound();
			deliveryWorker.wake();
		},
	};
}
