/**
 * What visitors who have left are to be mailed: one row for each conversation of which something
 * is, or was.
 */
import { sql, type Kysely } from 'kysely';
import type { AnswerMailRow, Database } from '../tables/schema.ts';

export function createAnswerMails(db: Kysely<Database>) {
	const update = (conversationId: number) =>
		db.updateTable('answer_mails').where('conversation_id', '=', conversationId);

	return {
		/**
		 * Something was written that the visitor may not read here. The time stays of what waits
		 * already.
		 */
		async expect(conversationId: number, at: number): Promise<void> {
			await db
				.insertInto('answer_mails')
				.values({ conversation_id: conversationId, waiting_since: at })
				.onConflict((known) =>
					known
						.column('conversation_id')
						.doUpdateSet({ waiting_since: sql`coalesce(answer_mails.waiting_since, excluded.waiting_since)` }),
				)
				.execute();
		},

		/** Those that have waited since then or longer, the longest first. */
		listWaiting: (since: number, limit: number): Promise<AnswerMailRow[]> =>
			db
				.selectFrom('answer_mails')
				.selectAll()
				.where('waiting_since', '<=', since)
				.orderBy('waiting_since')
				.limit(limit)
				.execute(),

		find: (conversationId: number): Promise<AnswerMailRow | undefined> =>
			db.selectFrom('answer_mails').selectAll().where('conversation_id', '=', conversationId).executeTakeFirst(),

		/** It waits from then on (milliseconds since the epoch), which may be later than now. */
		async postpone(conversationId: number, at: number): Promise<void> {
			await update(conversationId).set({ waiting_since: at }).execute();
		},

		/**
		 * Nothing waits any more. `mailedId`: id of the newest message that was mailed, if one was.
		 */
		async settle(conversationId: number, mailedId?: number): Promise<void> {
			await update(conversationId)
				.set({ waiting_since: null, ...(mailedId !== undefined && { mailed_message_id: mailedId }) })
				.execute();
		},

		/**
		 * Keeps mails that are being drawn from being queued: who draws them looks whether the time
		 * is still the same.
		 */
		async outdate(conversationId: number): Promise<void> {
			await update(conversationId)
				.set({ waiting_since: sql`waiting_since + 1` })
				.where('waiting_since', 'is not', null)
				.execute();
		},

		/** Mails were withdrawn: what follows this message has not been mailed. */
		async setBack(conversationId: number, mailedId: number): Promise<void> {
			await update(conversationId).set({ mailed_message_id: mailedId }).execute();
		},
	};
}
