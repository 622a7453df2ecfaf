/** Who follows a conversation, and who was named in its notes. */
import type { Kysely } from 'kysely';
import type { Database } from '../tables/schema.ts';

export function createParticipants(db: Kysely<Database>) {
	const newestOf = (table: 'participants' | 'mentions', accountId: number, userId: number, limit: number) =>
		db
			.selectFrom(table)
			.innerJoin('conversations', 'conversations.id', 'conversation_id')
			.select('conversation_id')
			.where('user_id', '=', userId)
			.where('account_id', '=', accountId)
			.limit(limit);

	return {
		/** Ids of those who follow it, in ascending order. */
		list: async (conversationId: number): Promise<number[]> =>
			(
				await db
					.selectFrom('participants')
					.select('user_id')
					.where('conversation_id', '=', conversationId)
					.orderBy('user_id')
					.execute()
			).map(({ user_id }) => user_id),

		/** Nothing happens for those who follow it. */
		async add(conversationId: number, userIds: readonly number[]): Promise<void> {
			if (userIds.length === 0) return;
			await db
				.insertInto('participants')
				.values(userIds.map((user_id) => ({ conversation_id: conversationId, user_id })))
				.onConflict((conflict) => conflict.doNothing())
				.execute();
			await db
				.updateTable('conversations')
				.set({ followed: true })
				.where('id', '=', conversationId)
				.where('followed', '=', false)
				.execute();
		},

		async remove(conversationId: number, userIds: readonly number[]): Promise<void> {
			if (userIds.length === 0) return;
			await db
				.deleteFrom('participants')
				.where('conversation_id', '=', conversationId)
				.where('user_id', 'in', userIds)
				.execute();
		},

		/** They were named in a note; it counts once for each, with the last time. */
		async mention(conversationId: number, userIds: readonly number[], at: number): Promise<void> {
			if (userIds.length === 0) return;
			await db
				.insertInto('mentions')
				.values(userIds.map((user_id) => ({ conversation_id: conversationId, user_id, mentioned_at: at })))
				.onConflict((known) => known.columns(['conversation_id', 'user_id']).doUpdateSet({ mentioned_at: at }))
				.execute();
		},

		/** Ids of the conversations that a person follows: the newest. */
		listFollowed: async (accountId: number, userId: number, limit: number): Promise<number[]> =>
			(await newestOf('participants', accountId, userId, limit).orderBy('conversation_id', 'desc').execute()).map(
				({ conversation_id }) => conversation_id,
			),

		/** Ids of those in which the person was named: the last named first. */
		listMentioning: async (accountId: number, userId: number, limit: number): Promise<number[]> =>
			(await newestOf('mentions', accountId, userId, limit).orderBy('mentioned_at', 'desc').execute()).map(
				({ conversation_id }) => conversation_id,
			),
	};
}
