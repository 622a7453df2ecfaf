/** Conversations that the server is to assign, and whose turn it is. */
import type { Kysely } from 'kysely';
import type { Database, Inbox } from '../tables/schema.ts';

export function createAssignments(db: Kysely<Database>) {
	return {
		/** Inboxes in which conversations wait, and for which team; null for none. */
		listWaiting: (): Promise<{ inbox_id: number; team_id: number | null }[]> =>
			db
				.selectFrom('assignment_queue')
				.innerJoin('conversations', 'conversations.id', 'conversation_id')
				.select(['assignment_queue.inbox_id', 'team_id'])
				.distinct()
				.execute(),

		/** Ids of conversations that wait for the team, or for none, the oldest first. */
		list: async (inboxId: number, teamId: number | null, limit: number): Promise<number[]> =>
			(
				await db
					.selectFrom('assignment_queue')
					.innerJoin('conversations', 'conversations.id', 'conversation_id')
					.select('conversation_id')
					.where('assignment_queue.inbox_id', '=', inboxId)
					.where('team_id', 'is not distinct from', teamId)
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
