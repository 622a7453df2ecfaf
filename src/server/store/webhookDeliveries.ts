/**
 * What bots and webhooks are still to be told. Stored together with what it tells of, so that nothing of it is lost; told in the
 * order of one conversation, since only the oldest of each queue may go.
 */
import type { Insertable, Kysely, Updateable } from 'kysely';
import type { Database, WebhookDelivery } from './schema.ts';

export type Receiver = Pick<WebhookDelivery, 'receiver_type' | 'receiver_id'>;

export function createWebhookDeliveries(db: Kysely<Database>) {
	/** The oldest of each queue. */
	const heads = () =>
		db
			.selectFrom('webhook_deliveries as head')
			.where((delivery) =>
				delivery.not(
					delivery.exists(
						delivery
							.selectFrom('webhook_deliveries as earlier')
							.select('earlier.id')
							.whereRef('earlier.queue', '=', 'head.queue')
							.whereRef('earlier.id', '<', 'head.id'),
					),
				),
			);

	return {
		async insert(delivery: Insertable<Database['webhook_deliveries']>): Promise<void> {
			await db.insertInto('webhook_deliveries').values(delivery).execute();
		},

		/** Those whose turn it is, the longest due first, but for receivers that have enough to do. */
		async listDue(now: number, busy: readonly Receiver[], limit: number): Promise<WebhookDelivery[]> {
			let due = heads().selectAll('head').where('head.due_at', '<=', now);
			for (const { receiver_type, receiver_id } of busy) {
				due = due.where((delivery) =>
					delivery.or([
						delivery('head.receiver_type', '!=', receiver_type),
						delivery('head.receiver_id', '!=', receiver_id),
					]),
				);
			}
			return due.orderBy('head.due_at').orderBy('head.id').limit(limit).execute();
		},

		/** When the next one may go; undefined when nothing waits. */
		async nextDueAt(): Promise<number | undefined> {
			const row = await heads()
				.select((delivery) => delivery.fn.min<number | null>('head.due_at').as('due_at'))
				.executeTakeFirst();
			return row?.due_at ?? undefined;
		},

		/** Takes one for an attempt, so that nobody else does until `until`; false when somebody has. */
		async claim({ id, due_at, attempts }: WebhookDelivery, until: number): Promise<boolean> {
			const { numUpdatedRows } = await db
				.updateTable('webhook_deliveries')
				.set({ due_at: until, attempts: attempts + 1 })
				.where('id', '=', id)
				.where('due_at', '=', due_at)
				.where('attempts', '=', attempts)
				.executeTakeFirst();
			return numUpdatedRows > 0n;
		},

		async update(id: number, change: Updateable<Database['webhook_deliveries']>): Promise<void> {
			await db.updateTable('webhook_deliveries').set(change).where('id', '=', id).execute();
		},

		async delete(id: number): Promise<void> {
			await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
		},

		/** What is to be told of these visitors, from before they had a conversation. */
		async deleteOfSessions(sessionIds: readonly number[]): Promise<void> {
			await db.deleteFrom('webhook_deliveries').where('contact_inbox_id', 'in', sessionIds).execute();
		},
	};
}
