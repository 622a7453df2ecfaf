/**
 * Deletes every hour the files that no message took, deliveries that were given up long ago, and
 * old entries of the audit log and of agents' notifications, and what is known of mails that were
 * posted long ago.
 */
import type { FastifyInstance } from 'fastify';
import { DAY, HOUR } from '#protocol/base/duration.ts';
import type { Services } from '../services/services.ts';
import { GIVEN_UP_DAYS, WAITING_MAX } from '../store/receivers/deliveries.ts';
import { repeat } from './repeat.ts';

/** For which a mail that arrives once more is recognised. */
const RECEIVED_DAYS = 90;
/** How long agents find in their lists what they were told of, and how much of it. */
const NOTIFICATION_DAYS = 30;
const NOTIFICATIONS_MAX = 500;

export function cleanUp(app: FastifyInstance, { files, store }: Services, auditLogDays: number): void {
	repeat(app, HOUR, 'not cleaned up', async () => {
		const now = Date.now();
		for (const receiver of await store.deliveries.listReceivers())
			if (await store.deliveries.isFailing(receiver))
				await store.deliveries.giveUpBeyond(receiver, WAITING_MAX, 'too many were waiting', now);
		await store.deliveries.deleteGivenUp(now - GIVEN_UP_DAYS * DAY);
		await store.auditLog.deleteBefore(now - auditLogDays * DAY);
		await store.notifications.deleteBefore(now - NOTIFICATION_DAYS * DAY);
		await store.notifications.deleteBeyond(NOTIFICATIONS_MAX);
		await store.receivedMails.deleteBefore(now - RECEIVED_DAYS * DAY);
		// It comes last, since it fails while a storage is away.
		await files.cleanUp();
	});
}
