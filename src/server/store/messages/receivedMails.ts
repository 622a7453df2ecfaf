/**
 * Mails that visitors have sent: as they came, until the server has posted what they say, and then
 * without their text, so that none is posted twice.
 */
import type { Kysely } from 'kysely';
import { locking } from '../dialect/locking.ts';
import type { Database, ReceivedMailRow } from '../tables/schema.ts';

/** For whom it is: the conversation whose mail it answers, or a website and by whom. */
export type Addressed =
	| { conversation_id: number }
	| {
			inbox_id: number;
			/** Absent: any sender. */
			sender_hash?: string;
	  };

export function createReceivedMails(db: Kysely<Database>) {
	return {
		/** Resolves with whether it is new. */
		async add(mail: Addressed & { key: string; mail: string }, now: number): Promise<boolean> {
			const { numInsertedOrUpdatedRows } = await db
				.insertInto('received_mails')
				.values({ conversation_id: null, inbox_id: null, sender_hash: null, ...mail, received_at: now, due_at: now })
				.onConflict((known) => known.doNothing())
				.executeTakeFirst();
			return (numInsertedOrUpdatedRows ?? 0n) > 0n;
		},

		/**
		 * Those whose turn has come, the first received first. While one waits for another attempt,
		 * so do those that came after it in its conversation.
		 */
		listDue: async (now: number, limit: number): Promise<Omit<ReceivedMailRow, 'mail'>[]> =>
			db
				.selectFrom('received_mails')
				.select(['id', 'conversation_id', 'inbox_id', 'sender_hash', 'key', 'received_at', 'due_at', 'attempts'])
				.where('mail', 'is not', null)
				.where('due_at', '<=', now)
				.where(({ not, exists, selectFrom }) =>
					not(
						exists(
							selectFrom('received_mails as earlier')
								.select('earlier.id')
								.whereRef('earlier.conversation_id', '=', 'received_mails.conversation_id')
								.whereRef('earlier.id', '<', 'received_mails.id')
								.where('earlier.mail', 'is not', null)
								.where('earlier.due_at', '>', now),
						),
					),
				)
				.orderBy('id')
				.limit(limit)
				.execute(),

		/** In base64; null where it is posted already, or gone. */
		readMail: async (id: number): Promise<string | null> =>
			(await db.selectFrom('received_mails').select('mail').where('id', '=', id).executeTakeFirst())?.mail ?? null,

		/** Other processes wait with it until the transaction ends. */
		async lock(id: number): Promise<void> {
			await locking(db, db.selectFrom('received_mails').select('id').where('id', '=', id)).execute();
		},

		/** Its text is not needed any more. Resolves with whether it was until now. */
		async settle(id: number): Promise<boolean> {
			const settled = await db
				.updateTable('received_mails')
				.set({ mail: null })
				.where('id', '=', id)
				.where('mail', 'is not', null)
				.returning('id')
				.executeTakeFirst();
			return settled !== undefined;
		},

		async postpone(id: number, until: number): Promise<void> {
			await db
				.updateTable('received_mails')
				.set(({ eb }) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
				.where('id', '=', id)
				.execute();
		},

		/** How many have come since then (milliseconds since the epoch). */
		async countSince(addressed: Addressed, since: number): Promise<number> {
			const { count } = await db
				.selectFrom('received_mails')
				.select((eb) => eb.fn.countAll().as('count'))
				.where((eb) => eb.and(addressed))
				.where('received_at', '>=', since)
				.executeTakeFirstOrThrow();
			return Number(count);
		},

		/** Of those that are posted. */
		async deleteBefore(time: number): Promise<void> {
			await db.deleteFrom('received_mails').where('mail', 'is', null).where('received_at', '<', time).execute();
		},
	};
}
