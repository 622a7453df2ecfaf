/**
 * The queue of deliveries to bots, webhooks, the mail server and push services. A delivery is
 * stored together with the change that it tells of, so that none is lost, and delivered in the
 * order of its queue, since only the oldest of each may be sent. One that is not accepted in time
 * is given up and kept for a while, in which it can be delivered again.
 *
 * A queue with waiting deliveries has a row of its own. A transaction that adds to a queue or takes
 * from it locks that row first, so that no delivery is left without it.
 */
import { sql, type Insertable, type Kysely, type SelectQueryBuilder } from 'kysely';
import { inTransaction } from '../tables/inTransaction.ts';
import type { Database, DeliveryRow, DueDelivery } from '../tables/schema.ts';

/** The id is 0 for the mail server, and that of the device's subscription for a push service. */
export type Receiver = Pick<DeliveryRow, 'receiver_type' | 'receiver_id'>;

export type NewDelivery = Pick<
	Insertable<Database['deliveries']>,
	'receiver_type' | 'receiver_id' | 'conversation_id' | 'contact_inbox_id' | 'event' | 'payload'
> & {
	/**
	 * The queue of a delivery that belongs to neither a conversation nor a visitor: deliveries of
	 * one subject arrive in order.
	 */
	subject?: string;
};

/** The deliveries that wait for one receiver. */
export interface Waiting extends Receiver {
	count: number;
	/** When the oldest was written, in milliseconds since the epoch. */
	since: number;
	/** Whether the receiver does not accept deliveries. */
	isFailing: boolean;
}

/** A delivery that has not arrived. */
export interface Undelivered extends DeliveryRow {
	/**
	 * When it is tried next, of the first in its queue; null for others, and for those that were
	 * given up.
	 */
	due_at: number | null;
}

type Queued = Pick<DeliveryRow, 'id' | 'queue'>;

/** A receiver counts as failing after this many failed attempts in a row. */
export const FAILING_AFTER = 3;

/** Days for which a delivery that was given up can be delivered again. */
export const GIVEN_UP_DAYS = 30;
/** At most this many of those are kept, the newest. */
const GIVEN_UP_MAX = 50_000;

/** Deliveries that may wait for a failing receiver; the oldest beyond it are given up. */
export const WAITING_MAX = 10_000;

export function createDeliveries(db: Kysely<Database>) {
	/** The receivers with waiting deliveries, each found after the one before it. */
	async function listReceivers(): Promise<Receiver[]> {
		const { rows } = await sql<{ receiver: string }>`
			with recursive found (receiver) as (
				select min(receiver) from delivery_queues
				union all
				select (select min(receiver) from delivery_queues where receiver > found.receiver)
				from found where found.receiver is not null
			)
			select receiver from found where receiver is not null`.execute(db);
		return rows.map(({ receiver }) => {
			const [type, id] = receiver.split(' ');
			return { receiver_type: type as Receiver['receiver_type'], receiver_id: Number(id) };
		});
	}

	/** The condition for deliveries of this account; for all accounts where it is undefined. */
	const isOf = (accountId: number | undefined) =>
		accountId === undefined
			? sql<boolean>`true`
			: sql<boolean>`case receiver_type
				when 'webhook' then receiver_id in (select id from webhooks where account_id = ${accountId})
				when 'bot' then receiver_id in (select id from agent_bots where account_id = ${accountId})
				else exists (select 1 from conversations
					where conversations.id = deliveries.conversation_id and conversations.account_id = ${accountId})
				end`;

	const waitingFor = ({ receiver_type, receiver_id }: Receiver) =>
		db
			.selectFrom('deliveries')
			.where('receiver_type', '=', receiver_type)
			.where('receiver_id', '=', receiver_id)
			.where('given_up_at', 'is', null);

	const listDueOf = (receiver: Receiver, now: number, limit: number): Promise<DueDelivery[]> =>
		db
			.selectFrom('delivery_queues as queue')
			.innerJoin('deliveries as head', (join) =>
				join.on('head.id', '=', (head) =>
					head
						.selectFrom('deliveries as waiting')
						.select((waiting) => waiting.fn.min('waiting.id').as('id'))
						.whereRef('waiting.queue', '=', 'queue.queue')
						.where('waiting.given_up_at', 'is', null),
				),
			)
			.selectAll('head')
			.select('queue.due_at')
			.where('queue.receiver', '=', keyOf(receiver))
			.where('queue.due_at', '<=', now)
			.orderBy('queue.due_at')
			.orderBy('queue.queue')
			.limit(limit)
			.execute();

	/** Whether the receiver does not accept deliveries. */
	async function isFailing(receiver: Receiver): Promise<boolean> {
		const row = await waitingFor(receiver)
			.select('id')
			.where('failure', 'is not', null)
			.where('is_receiver_failing', '=', true)
			.limit(1)
			.executeTakeFirst();
		return row !== undefined;
	}

	/**
	 * Gives up the deliveries to this receiver from before `before`, and of those from that moment
	 * the ones up to this id.
	 */
	async function giveUpUntil(
		receiver: Receiver,
		{ before, id }: { before: number; id: number },
		failure: string,
		now: number,
	): Promise<void> {
		await inTransaction(db, async (transacting) => {
			const queues = transacting.updateTable('delivery_queues').where('receiver', '=', keyOf(receiver));
			await queues.set((queue) => ({ due_at: queue.ref('due_at') })).execute();
			await transacting
				.updateTable('deliveries')
				.set({ given_up_at: now, failure })
				.where('receiver_type', '=', receiver.receiver_type)
				.where('receiver_id', '=', receiver.receiver_id)
				.where('given_up_at', 'is', null)
				.where('created_at', '<=', before)
				.where((waiting) => waiting.or([waiting('created_at', '<', before), waiting('id', '<=', id)]))
				.execute();
			await deleteEmptyQueues(transacting, 'receiver', keyOf(receiver));
		});
	}

	/**
	 * Adds a delivery, due at once, behind earlier ones to the same receiver about the same
	 * conversation or visitor.
	 */
	const insert = async ({ subject, ...delivery }: NewDelivery, now = Date.now()): Promise<void> => {
		const { conversation_id, contact_inbox_id } = delivery;
		const receiver = keyOf(delivery);
		const queue = `${receiver} ${conversation_id ?? subject ?? `session ${contact_inbox_id}`}`;
		await inTransaction(db, async (transacting) => {
			await transacting
				.insertInto('delivery_queues')
				.values({ queue, receiver, due_at: now })
				.onConflict((known) => known.column('queue').doUpdateSet({ receiver }))
				.execute();
			await transacting
				.insertInto('deliveries')
				.values({ ...delivery, queue, attempts: 0, created_at: now })
				.execute();
		});
	};

	return {
		listReceivers,
		isFailing,

		/**
		 * Gives up all deliveries to this receiver from before `before`, once it is clear that it
		 * accepts none.
		 */
		giveUpBefore: (receiver: Receiver, before: number, failure: string, now: number): Promise<void> =>
			giveUpUntil(receiver, { before, id: 0 }, failure, now),

		insert,

		/** Adds a mail, as it is read when it is sent; `about` tells what it is of. */
		insertMail: (
			event: string,
			mail: object,
			about: { conversation_id: number } | { conversation_id: null; subject: string },
		): Promise<void> =>
			insert({
				receiver_type: 'mail',
				receiver_id: 0,
				contact_inbox_id: null,
				event,
				payload: JSON.stringify(mail),
				...about,
			}),

		/**
		 * The first delivery of each queue that is due, the longest due first, without receivers
		 * that have enough attempts under way; up to `limit` of each receiver.
		 */
		async listDue(now: number, busy: readonly Receiver[], limit: number): Promise<DueDelivery[]> {
			const keys = new Set(busy.map(keyOf));
			const due: DueDelivery[] = [];
			for (const receiver of await listReceivers())
				if (!keys.has(keyOf(receiver))) due.push(...(await listDueOf(receiver, now, limit)));
			return due.toSorted((one, other) => one.due_at - other.due_at);
		},

		/**
		 * Makes due what is due only after `horizon`, which is further ahead than any pause: the
		 * clock was wrong when that was written.
		 */
		async bringForward(horizon: number, now: number): Promise<void> {
			await db.updateTable('delivery_queues').set({ due_at: now }).where('due_at', '>', horizon).execute();
		},

		/** When the next one after `now` is due; undefined when none waits. */
		async nextDueAt(now: number): Promise<number | undefined> {
			const row = await db
				.selectFrom('delivery_queues')
				.select('due_at')
				.where('due_at', '>', now)
				.orderBy('due_at')
				.limit(1)
				.executeTakeFirst();
			return row?.due_at;
		},

		/**
		 * Claims a delivery for an attempt, so that no other process claims it until `until`; false
		 * when another has.
		 */
		async claim({ id, queue, due_at, attempts }: DueDelivery, until: number): Promise<boolean> {
			const { numUpdatedRows } = await db
				.updateTable('delivery_queues')
				.set({ due_at: until })
				.where('queue', '=', queue)
				.where('due_at', '=', due_at)
				.executeTakeFirst();
			if (numUpdatedRows === 0n) return false;
			// Another process may have made this attempt since the delivery was read.
			const { numUpdatedRows: counted } = await db
				.updateTable('deliveries')
				.set({ attempts: attempts + 1 })
				.where('id', '=', id)
				.where('attempts', '=', attempts)
				.where('given_up_at', 'is', null)
				.executeTakeFirst();
			return counted > 0n;
		},

		/**
		 * Records a failed attempt, why it failed, and whether the receiver takes nothing at all.
		 */
		async postpone(
			{ id, queue }: Queued,
			dueAt: number,
			{ failure, isReceiverFailing }: { failure: string; isReceiverFailing: boolean },
		): Promise<void> {
			const change = { failure, ...(isReceiverFailing && { is_receiver_failing: true }) };
			await db.updateTable('deliveries').set(change).where('id', '=', id).execute();
			await db.updateTable('delivery_queues').set({ due_at: dueAt }).where('queue', '=', queue).execute();
		},

		/**
		 * The receiver has accepted something: what it does not accept is the fault of each
		 * delivery.
		 */
		async noteAccepting({ receiver_type, receiver_id }: Receiver): Promise<void> {
			await db
				.updateTable('deliveries')
				.set({ is_receiver_failing: false })
				.where('receiver_type', '=', receiver_type)
				.where('receiver_id', '=', receiver_id)
				.where('given_up_at', 'is', null)
				.where('failure', 'is not', null)
				.where('is_receiver_failing', '=', true)
				.execute();
		},

		async giveUp({ id, queue }: Queued, failure: string, now: number): Promise<void> {
			await takeFrom(db, queue, now, async (transacting) => {
				await transacting.updateTable('deliveries').set({ given_up_at: now, failure }).where('id', '=', id).execute();
			});
		},

		/**
		 * Gives up the oldest deliveries that wait for the receiver, as far as they are more than
		 * `max`. Those that were queued again together are of one moment.
		 */
		async giveUpBeyond(receiver: Receiver, max: number, failure: string, now: number): Promise<void> {
			const newest = await waitingFor(receiver)
				.select(['created_at', 'id'])
				.orderBy('created_at', 'desc')
				.orderBy('id', 'desc')
				.limit(1)
				.offset(max)
				.executeTakeFirst();
			if (newest) await giveUpUntil(receiver, { before: newest.created_at, id: newest.id }, failure, now);
		},

		/** How many deliveries wait, by receiver: of one account, or of all. */
		async summarize(accountId?: number): Promise<Waiting[]> {
			const summaries: Waiting[] = [];
			for (const receiver of await listReceivers()) {
				const { count, since } = await waitingFor(receiver)
					.select((waiting) => [
						waiting.fn.countAll<number>().as('count'),
						waiting.fn.min<number | null>('created_at').as('since'),
					])
					.where(isOf(accountId))
					.executeTakeFirstOrThrow();
				if (since !== null) summaries.push({ ...receiver, count, since, isFailing: await isFailing(receiver) });
			}
			return summaries;
		},

		/** Given-up deliveries, the newest first, of one account or of all. */
		listGivenUp: (limit: number, accountId?: number): Promise<DeliveryRow[]> =>
			db
				.selectFrom('deliveries')
				.selectAll()
				.where('given_up_at', 'is not', null)
				.where(isOf(accountId))
				.orderBy('given_up_at', 'desc')
				.orderBy('id', 'desc')
				.limit(limit)
				.execute(),

		/** How many given-up deliveries are kept, by kind of receiver. */
		countGivenUp: (): Promise<(Pick<Receiver, 'receiver_type'> & { count: number })[]> =>
			db
				.selectFrom('deliveries')
				.select((given) => ['receiver_type', given.fn.countAll<number>().as('count')])
				.where('given_up_at', 'is not', null)
				.groupBy('receiver_type')
				.execute(),

		/**
		 * What one receiver has not accepted of one account's: the oldest that wait, and then the
		 * newest that were given up.
		 */
		async listOf(receiver: Receiver, limit: number, accountId: number): Promise<Undelivered[]> {
			const waiting = await waitingFor(receiver)
				.leftJoin('delivery_queues', 'delivery_queues.queue', 'deliveries.queue')
				.selectAll('deliveries')
				.select('delivery_queues.due_at')
				.where(isOf(accountId))
				.orderBy('deliveries.created_at')
				.orderBy('deliveries.id')
				.limit(limit)
				.execute();
			const queues = new Set<string>();
			const inTurn = waiting.map((row) => {
				const isFirst = !queues.has(row.queue);
				queues.add(row.queue);
				return { ...row, due_at: isFirst ? row.due_at : null };
			});
			const givenUp = await db
				.selectFrom('deliveries')
				.selectAll()
				.where('given_up_at', 'is not', null)
				.where('receiver_type', '=', receiver.receiver_type)
				.where('receiver_id', '=', receiver.receiver_id)
				.where(isOf(accountId))
				.orderBy('given_up_at', 'desc')
				.orderBy('id', 'desc')
				.limit(limit)
				.execute();
			return [...inTurn, ...givenUp.map((row) => ({ ...row, due_at: null }))];
		},

		/**
		 * Puts given-up deliveries back into their queue, as if they were new: one, or all; of one
		 * account, or of all. Answers how many.
		 */
		async redeliver(id: number | undefined, now: number, accountId?: number): Promise<number> {
			return inTransaction(db, async (transacting) => {
				const isWanted = sql<boolean>`${id === undefined ? sql`true` : sql`id = ${id}`} and ${isOf(accountId)}`;
				await sql`insert into delivery_queues (queue, receiver, due_at)
					select distinct queue, receiver_type || ' ' || receiver_id, cast(${now} as bigint)
					from deliveries where given_up_at is not null and ${isWanted}
					on conflict (queue) do update set receiver = excluded.receiver`.execute(transacting);
				const { numUpdatedRows } = await transacting
					.updateTable('deliveries')
					.set({ given_up_at: null, failure: null, is_receiver_failing: false, attempts: 0, created_at: now })
					.where('given_up_at', 'is not', null)
					.where(isWanted)
					.executeTakeFirst();
				return Number(numUpdatedRows);
			});
		},

		async delete({ id, queue }: Queued, now = Date.now()): Promise<void> {
			await takeFrom(db, queue, now, async (transacting) => {
				await transacting.deleteFrom('deliveries').where('id', '=', id).execute();
			});
		},

		/** Deletes those that were given up before then, and the oldest beyond `max`. */
		async deleteGivenUp(before: number, max = GIVEN_UP_MAX): Promise<void> {
			const newest = await db
				.selectFrom('deliveries')
				.select('given_up_at')
				.where('given_up_at', 'is not', null)
				.orderBy('given_up_at', 'desc')
				.limit(1)
				.offset(max)
				.executeTakeFirst();
			const until = Math.max(before, (newest?.given_up_at ?? 0) + 1);
			await db.deleteFrom('deliveries').where('given_up_at', '<', until).execute();
		},

		/** Whether it has neither arrived nor been given up, nor been withdrawn. */
		async isWaiting(id: number): Promise<boolean> {
			const row = await db
				.selectFrom('deliveries')
				.select('id')
				.where('id', '=', id)
				.where('given_up_at', 'is', null)
				.executeTakeFirst();
			return row !== undefined;
		},

		/**
		 * The conversation's deliveries of these events, waiting and given up, the oldest first.
		 */
		listOfConversation: (conversationId: number, events: readonly string[]): Promise<DeliveryRow[]> =>
			db
				.selectFrom('deliveries')
				.selectAll()
				.where('conversation_id', '=', conversationId)
				.where('event', 'in', events)
				.orderBy('id')
				.execute(),

		/**
		 * Deletes deliveries from anywhere in their queues. The first in a queue keeps its time: it
		 * may be under way.
		 */
		async withdraw(withdrawn: readonly Queued[]): Promise<void> {
			const queues = new Set(withdrawn.map(({ queue }) => queue));
			const ids = withdrawn.map(({ id }) => id);
			await inTransaction(db, async (transacting) => {
				const locked = transacting.updateTable('delivery_queues').where('queue', 'in', [...queues]);
				await locked.set((queue) => ({ due_at: queue.ref('due_at') })).execute();
				await transacting.deleteFrom('deliveries').where('id', 'in', ids).execute();
				for (const queue of queues) await deleteEmptyQueues(transacting, 'queue', queue);
			});
		},

		/** Deletes what the account's webhooks have not been told about a subject. */
		async deleteOfSubject(accountId: number, subject: string): Promise<void> {
			const queues = db
				.selectFrom('webhooks')
				.select(sql<string>`'webhook ' || id || ' ' || ${subject}`.as('queue'))
				.where('account_id', '=', accountId);
			await db.deleteFrom('delivery_queues').where('queue', 'in', queues).execute();
			await db
				.deleteFrom('deliveries')
				.where('conversation_id', 'is', null)
				.where('contact_inbox_id', 'is', null)
				.where('queue', 'in', queues)
				.execute();
		},

		/** Deletes deliveries about these visitors from before they had a conversation. */
		async deleteOfSessions(sessionIds: readonly number[]): Promise<void> {
			if (sessionIds.length > 0) await deleteDeliveries(db, 'contact_inbox_id', sessionIds);
		},
	};
}

/** Deletes deliveries together with their queues. */
export async function deleteDeliveries(
	db: Kysely<Database>,
	column: 'conversation_id' | 'contact_inbox_id',
	ids: readonly number[] | SelectQueryBuilder<Database, 'conversations', { id: number }>,
): Promise<void> {
	const queues = db.selectFrom('deliveries').select('queue').where(column, 'in', ids);
	await db.deleteFrom('delivery_queues').where('queue', 'in', queues).execute();
	await db.deleteFrom('deliveries').where(column, 'in', ids).execute();
}

/** Takes the oldest delivery from its queue; the next one is due at once. */
async function takeFrom(
	db: Kysely<Database>,
	queue: string,
	now: number,
	take: (transacting: Kysely<Database>) => Promise<void>,
): Promise<void> {
	await inTransaction(db, async (transacting) => {
		await transacting.updateTable('delivery_queues').set({ due_at: now }).where('queue', '=', queue).execute();
		await take(transacting);
		await deleteEmptyQueues(transacting, 'queue', queue);
	});
}

/**
 * Deletes empty queues. They have to be locked: PostgreSQL does not see rows that were added while
 * it waited for a lock.
 */
async function deleteEmptyQueues(db: Kysely<Database>, column: 'queue' | 'receiver', value: string): Promise<void> {
	await db
		.deleteFrom('delivery_queues')
		.where(column, '=', value)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('deliveries')
						.select('deliveries.id')
						.whereRef('deliveries.queue', '=', 'delivery_queues.queue')
						.where('deliveries.given_up_at', 'is', null),
				),
			),
		)
		.execute();
}

export function keyOf({ receiver_type, receiver_id }: Receiver): string {
	return `${receiver_type} ${receiver_id}`;
}
