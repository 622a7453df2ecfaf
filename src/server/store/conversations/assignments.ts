/** Conversations that the server is to assign, and whose turn it is. */
import type { Kysely } from 'kysely';
import type { Database, Inbox } from '../tables/schema.ts';

export function createAssignments(db: Kysely<Database>) {
	return {
		/** Inboxes in which conversations wait. */
		listInboxIds: async (): Promise<number[]> =>
			(await db.selectFrom('assignment_queue').select('inbox_id').distinct().execute()).map(({ inbox_id }) => inbox_id),

		/** Ids of conversations that wait, the oldest first. */
		list: async (inboxId: number, limit: number): Promise<number[]> =>
			(
				await db
					.selectFrom('assignment_queue')
					.select('conversation_id')
					.where('inbox_id', '=', inboxId)
					.orderBy('conversation_id')
					.limit(limit)
					.execute()
			).map(({ conversation_id }) => conversation_id),

		/** The conversation does not wait any more. */
		async remove(conversationId: number): Promise<void> {
			await db.deleteFrom('assignment_queue').where('conversation_id', '=', conversationId).execute();
		},

		/**
		 * Who had the last turn, or 0. Others who ask for the same inbox wait until the transaction
		 * ends.
		 */
		lockTurn: async (inboxId: number): Promise<number> =>
			(
				await db
					.insertInto('assignment_turns')
					.values({ inbox_id: inboxId, user_id: 0 })
					.onConflict((known) => known.column('inbox_id').doUpdateSet({ inbox_id: inboxId }))
					.returning('user_id')
					.executeTakeFirstOrThrow()
			).user_id,

		async setTurn(inboxId: number, userId: number): Promise<void> {
			await db.updateTable('assignment_turns').set({ user_id: userId }).where('inbox_id', '=', inboxId).execute();
		},

		/** User id → how many open conversations of the inbox are theirs; absent for none. */
		async countOpen({ id, account_id }: Pick<Inbox, 'id' | 'account_id'>): Promise<Map<number, number>> {
			const rows = await db
				.selectFrom('conversation_counts')
				.select((counts) => ['assignee_id', counts.fn.sum<number>('change').as('count')])
				.where('account_id', '=', account_id)
				.where('label', 'is', null)
				.where('status', '=', 'open')
				.where('inbox_id', '=', id)
				.where('assignee_id', 'is not', null)
				.groupBy('assignee_id')
				.execute();
			return new Map(rows.map(({ assignee_id, count }) => [assignee_id ?? 0, count]));
		},
	};
}
