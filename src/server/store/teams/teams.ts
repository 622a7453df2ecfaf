/** The teams of an account, and who is in them. */
import type { Kysely } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { Database, TeamRow } from '../tables/schema.ts';

/** What may be chosen of a team, besides its name. */
export type TeamFacts = { [C in 'description' | 'allow_auto_assign']?: TeamRow[C] | undefined };

export function createTeams(db: Kysely<Database>) {
	return {
		list: (accountId: number): Promise<TeamRow[]> =>
			db.selectFrom('teams').selectAll().where('account_id', '=', accountId).orderBy('name').execute(),

		listByIds: (ids: readonly number[]): Promise<TeamRow[]> =>
			ids.length === 0 ? Promise.resolve([]) : db.selectFrom('teams').selectAll().where('id', 'in', ids).execute(),

		find: (accountId: number, id: number): Promise<TeamRow | undefined> =>
			db.selectFrom('teams').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst(),

		/** `name` in lower case. */
		findByName: (accountId: number, name: string): Promise<TeamRow | undefined> =>
			db
				.selectFrom('teams')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('name', '=', name)
				.executeTakeFirst(),

		/** Throws NOT_FOUND. */
		require: (accountId: number, id: number): Promise<TeamRow> =>
			db
				.selectFrom('teams')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('id', '=', id)
				.executeTakeFirstOrThrow(notFound),

		insert: (accountId: number, name: string, facts: TeamFacts = {}): Promise<TeamRow> =>
			db
				.insertInto('teams')
				.values({ account_id: accountId, name, ...facts, created_at: Date.now(), updated_at: Date.now() })
				.returningAll()
				.executeTakeFirstOrThrow(),

		update: (id: number, change: TeamFacts & Pick<TeamRow, 'name'>): Promise<TeamRow> =>
			db
				.updateTable('teams')
				.set({ ...change, updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		async delete(id: number): Promise<void> {
			await db.deleteFrom('teams').where('id', '=', id).execute();
		},

		/** Ids of the people in a team, in ascending order. */
		listMemberIds: async (id: number): Promise<number[]> =>
			(
				await db.selectFrom('team_members').select('user_id').where('team_id', '=', id).orderBy('user_id').execute()
			).map(({ user_id }) => user_id),

		/** Everybody who is in any of these teams. */
		listMembers: (ids: readonly number[]): Promise<{ team_id: number; user_id: number }[]> =>
			ids.length === 0
				? Promise.resolve([])
				: db.selectFrom('team_members').selectAll().where('team_id', 'in', ids).orderBy('user_id').execute(),

		/** Nothing happens for those who are in it. */
		async addMembers(id: number, userIds: readonly number[]): Promise<void> {
			if (userIds.length === 0) return;
			await db
				.insertInto('team_members')
				.values(userIds.map((user_id) => ({ team_id: id, user_id })))
				.onConflict((conflict) => conflict.doNothing())
				.execute();
		},

		async removeMembers(id: number, userIds: readonly number[]): Promise<void> {
			if (userIds.length === 0) return;
			await db.deleteFrom('team_members').where('team_id', '=', id).where('user_id', 'in', userIds).execute();
		},

		/** Takes a person out of all teams of an account. */
		async leave(accountId: number, userId: number): Promise<void> {
			await db
				.deleteFrom('team_members')
				.where('user_id', '=', userId)
				.where('team_id', 'in', (own) => own.selectFrom('teams').select('id').where('account_id', '=', accountId))
				.execute();
		},
	};
}
