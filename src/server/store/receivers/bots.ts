/** Bots, and the inboxes in which they answer first. */
import type { Kysely, Updateable } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { AgentBot, Database } from '../tables/schema.ts';

export function createBots(db: Kysely<Database>) {
	return {
		find: (id: number): Promise<AgentBot | undefined> =>
			db.selectFrom('agent_bots').selectAll().where('id', '=', id).executeTakeFirst(),

		/** Throws NOT_FOUND. */
		require: (accountId: number, id: number): Promise<AgentBot> =>
			db
				.selectFrom('agent_bots')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('id', '=', id)
				.executeTakeFirstOrThrow(notFound),

		findByName: (accountId: number, name: string): Promise<AgentBot | undefined> =>
			db
				.selectFrom('agent_bots')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('name', '=', name)
				.orderBy('id')
				.executeTakeFirst(),

		listByIds: (ids: readonly number[]): Promise<AgentBot[]> =>
			ids.length === 0 ? Promise.resolve([]) : db.selectFrom('agent_bots').selectAll().where('id', 'in', ids).execute(),

		listInboxIds: async (botId: number): Promise<number[]> =>
			(await db.selectFrom('inboxes').select('id').where('agent_bot_id', '=', botId).execute()).map(({ id }) => id),

		list: (accountId: number): Promise<AgentBot[]> =>
			db.selectFrom('agent_bots').selectAll().where('account_id', '=', accountId).orderBy('id').execute(),

		update: (id: number, change: Updateable<Database['agent_bots']>): Promise<AgentBot> =>
			db.updateTable('agent_bots').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

		/** Deliveries that wait for it are dropped when their turn comes. */
		async delete(id: number): Promise<void> {
			await db.deleteFrom('agent_bots').where('id', '=', id).execute();
		},

		insert: (bot: {
			accountId: number;
			name: string;
			secret: string;
			outgoingUrl?: string | undefined;
			avatarUrl?: string | undefined;
		}): Promise<AgentBot> =>
			db
				.insertInto('agent_bots')
				.values({
					account_id: bot.accountId,
					name: bot.name,
					avatar_url: bot.avatarUrl ?? '',
					secret: bot.secret,
					outgoing_url: bot.outgoingUrl ?? null,
					created_at: Date.now(),
				})
				.returningAll()
				.executeTakeFirstOrThrow(),
	};
}
