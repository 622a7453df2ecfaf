/** Addresses to which an account has its events posted. */
import type { Kysely, Updateable } from 'kysely';
import type { WebhookEvent } from '#protocol/entities/webhookEvents.ts';
import { notFound } from '../../base/problem.ts';
import type { Database, WebhookRow } from '../tables/schema.ts';

export function createWebhooks(db: Kysely<Database>) {
	return {
		find: (id: number): Promise<WebhookRow | undefined> =>
			db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst(),

		/** Throws NOT_FOUND. */
		require: (accountId: number, id: number): Promise<WebhookRow> =>
			db
				.selectFrom('webhooks')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('id', '=', id)
				.executeTakeFirstOrThrow(notFound),

		list: (accountId: number): Promise<WebhookRow[]> =>
			db.selectFrom('webhooks').selectAll().where('account_id', '=', accountId).orderBy('id').execute(),

		insert: (webhook: {
			accountId: number;
			url: string;
			subscriptions: readonly WebhookEvent[];
			paused?: boolean;
			secret: string;
		}): Promise<WebhookRow> =>
			db
				.insertInto('webhooks')
				.values({
					account_id: webhook.accountId,
					url: webhook.url,
					subscriptions: webhook.subscriptions,
					secret: webhook.secret,
					paused: webhook.paused ?? false,
					created_at: Date.now(),
				})
				.returningAll()
				.executeTakeFirstOrThrow(),

		update: (
			id: number,
			change: Pick<Updateable<Database['webhooks']>, 'url' | 'subscriptions' | 'paused' | 'secret'>,
		): Promise<WebhookRow> =>
			db.updateTable('webhooks').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

		/** Deliveries that wait for it are dropped when their turn comes. */
		async delete(id: number): Promise<void> {
			await db.deleteFrom('webhooks').where('id', '=', id).execute();
		},
	};
}
