/**
 * What bots, webhooks and the mail server are still to be told. Stored together with what it tells of, so that nothing of it is
 * lost; told in the order of its queue, since only the oldest of each may go. What nobody takes in time is given up and kept for
 * a while: until then it can be delivered again.
 */
import type { Insertable, Kysely } from 'kysely';
import type { Database, DeliveryRow } from './schema.ts';

export type Receiver = Pick<DeliveryRow, 'receiver_type' | 'receiver_id'>;

export type NewDelivery = Pick<
	Insertable<Database['deliveries']>,
	'receiver_type' | 'receiver_id' | 'conversation_id' | 'contact_inbox_id' | 'event' | 'payload'
>;

/** So many attempts in a row that failed make a receiver a failing one. */
export const FAILING_AFTER = 3;

/** Days for which what no receiver took can be delivered again. */
export const GIVEN_UP_DAYS = 30;

export function createDeliveries(db: Kysely<Database>) {
	/** The oldest of each queue. */
	const heads = () =>
		db
			.selectFrom('deliveries as head')
			.where('head.given_up_at', 'is', null)
			.where((delivery) =>
				delivery.not(
					delivery.exists(
						delivery
							.selectFrom('deliveries as earlier')
							.select('earlier.id')
							.where('earlier.given_up_at', 'is', null)
							.whereRef('earlier.queue', '=', 'head.queue')
							.whereRef('earlier.id', '<', 'head.id'),
					),
				),
			);

	return {
		/** Due at once, behind what the same receiver is still to be told of the same conversation or visitor. */
		async insert(delivery: NewDelivery, now = Date.now()): Promise<void> {
			const { receiver_type, receiver_id, conversation_id, contact_inbox_id } = delivery;
			const queue = `${receiver_type} ${receiver_id} ${conversation_id ?? `session ${contact_inbox_id}`}`;
			await db
				.insertInto('deliveries')
				.values({ ...delivery, queue, attempts: 0, due_at: now, created_at: now })
				.execute();
		},

		/** Those whose turn it is, the longest due first, but for receivers that have enough to do. */
		async listDue(now: number, busy: readonly Receiver[], limit: number): Promise<DeliveryRow[]> {
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

		/** When the next one after `now` may go; undefined when none waits for its time. */
		async nextDueAt(now: number): Promise<number | undefined> {
			const row = await heads()
				.select('head.due_at')
				.where('head.due_at', '>', now)
				.orderBy('head.due_at')
				.orderBy('head.id')
				.limit(1)
				.executeTakeFirst();
			return row?.due_at;
		},

		/** Takes one for an attempt, so that nobody else does until `until`; false when somebody has. */
		async claim({ id, due_at, attempts }: DeliveryRow, until: number): Promise<boolean> {
			const { numUpdatedRows } = await db
				.updateTable('deliveries')
				.set({ due_at: until, attempts: attempts + 1 })
				.where('id', '=', id)
				.where('due_at', '=', due_at)
				.where('attempts', '=', attempts)
				.executeTakeFirst();
			return numUpdatedRows > 0n;
		},

		/** After an attempt that failed, and why. */
		async postpone(id: number, dueAt: number, failure: string): Promise<void> {
			await db.updateTable('deliveries').set({ due_at: dueAt, failure }).where('id', '=', id).execute();
		},

		async giveUp(id: number, failure: string, now: number): Promise<void> {
			await db.updateTable('deliveries').set({ given_up_at: now, failure }).where('id', '=', id).execute();
		},

		/** All that this receiver should have been told before `before`, once it is clear that it takes nothing. */
		async giveUpBefore(
			{ receiver_type, receiver_id }: Receiver,
			before: number,
			failure: string,
			now: number,
		): Promise<void> {
			await db
				.updateTable('deliveries')
				.set({ given_up_at: now, failure })
				.where('receiver_type', '=', receiver_type)
				.where('receiver_id', '=', receiver_id)
				.where('given_up_at', 'is', null)
				.where('created_at', '<', before)
				.execute();
		},

		/** Whether it does not take what it is to be told. */
		async isFailing({ receiver_type, receiver_id }: Receiver): Promise<boolean> {
			const row = await db
				.selectFrom('deliveries')
				.select('id')
				.where('receiver_type', '=', receiver_type)
				.where('receiver_id', '=', receiver_id)
				.where('given_up_at', 'is', null)
				.where('failure', 'is not', null)
				.where('attempts', '>=', FAILING_AFTER)
				.limit(1)
				.executeTakeFirst();
			return row !== undefined;
		},

		/** The newest first. */
		listGivenUp: (limit: number): Promise<DeliveryRow[]> =>
			db
				.selectFrom('deliveries')
				.selectAll()
				.where('given_up_at', 'is not', null)
				.orderBy('given_up_at', 'desc')
				.orderBy('id', 'desc')
				.limit(limit)
				.execute(),

		/** Brings what was given up back into its queue, as if it were new: one, or all. Answers how many these were. */
		async redeliver(id: number | undefined, now: number): Promise<number> {
			let givenUp = db
				.updateTable('deliveries')
				.set({ given_up_at: null, failure: null, attempts: 0, due_at: now, created_at: now })
				.where('given_up_at', 'is not', null);
			if (id !== undefined) givenUp = givenUp.where('id', '=', id);
			return Number((await givenUp.executeTakeFirst()).numUpdatedRows);
		},

		async delete(id: number): Promise<void> {
			await db.deleteFrom('deliveries').where('id', '=', id).execute();
		},

		/** What was given up before then. */
		async deleteGivenUp(before: number): Promise<void> {
			await db.deleteFrom('deliveries').where('given_up_at', '<', before).execute();
		},

		/** What is to be told of these visitors, from before they had a conversation. */
		async deleteOfSessions(sessionIds: readonly number[]): Promise<void> {
			await db.deleteFrom('deliveries').where('contact_inbox_id', 'in', sessionIds).execute();
		},
	};
}
