/**
 * Every minute, brings back the notifications that agents had snoozed until then. Several processes
 * do not do it twice, since each wakes only what still is due.
 */
import type { FastifyInstance } from 'fastify';
import { MINUTE } from '#protocol/base/duration.ts';
import { commit, scopeOfNotifications, type Services } from '../services/services.ts';
import { repeat } from './repeat.ts';

/** Per run; the next run continues. */
const AT_ONCE = 100;

export function wakeDueNotifications(app: FastifyInstance, services: Services): void {
	repeat(app, MINUTE, 'snoozed notifications not woken', async () => {
		const now = Date.now();
		for (const due of await services.store.notifications.listDue(now, AT_ONCE)) {
			await commit(services, scopeOfNotifications(due), async ({ notifications }, publish) => {
				const woken = await notifications.wake(due.id, now);
				if (woken) await publish.notificationsUpdated([woken]);
			});
		}
	});
}
