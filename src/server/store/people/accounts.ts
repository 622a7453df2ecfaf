/** Accounts: the teams that share one installation. */
import type { Kysely } from 'kysely';
import type { AccountChange } from '#protocol/application/accountRoutes.ts';
import type { Account, Database } from '../tables/schema.ts';

export function createAccounts(db: Kysely<Database>) {
	return {
		find: (id: number): Promise<Account | undefined> =>
			db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst(),

		findFirst: (): Promise<Account | undefined> =>
			db.selectFrom('accounts').selectAll().orderBy('id').executeTakeFirst(),

		/** Their ids, in the order in which they were made. */
		async listIds(): Promise<number[]> {
			const rows = await db.selectFrom('accounts').select('id').orderBy('id').execute();
			return rows.map(({ id }) => id);
		},

		insert: (name: string): Promise<Account> =>
			db
				.insertInto('accounts')
				.values({ name, status: 'active', last_display_id: 0, created_at: Date.now() })
				.returningAll()
				.executeTakeFirstOrThrow(),

		/** What is undefined stays. */
		update: (id: number, { name, auto_resolve_duration }: AccountChange): Promise<Account> =>
			db
				.updateTable('accounts')
				// Without a single column there would be no statement.
				.set((column) => ({ name: name ?? column.ref('name'), auto_resolve_duration }))
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		listAutoResolving: (): Promise<Account[]> =>
			db.selectFrom('accounts').selectAll().where('auto_resolve_duration', 'is not', null).orderBy('id').execute(),

		/**
		 * Serialises changes of the account's administrators: the row stays locked until the
		 * transaction ends.
		 */
		async lock(id: number): Promise<void> {
			await db
				.updateTable('accounts')
				.set((column) => ({ name: column.ref('name') }))
				.where('id', '=', id)
				.execute();
		},

		/**
		 * The next conversation's display id. The account's row stays locked until the transaction
		 * ends.
		 */
		async takeDisplayId(id: number): Promise<number> {
			const row = await db
				.updateTable('accounts')
				.set((column) => ({ last_display_id: column('last_display_id', '+', 1) }))
				.where('id', '=', id)
				.returning('last_display_id')
				.executeTakeFirstOrThrow();
			return row.last_display_id;
		},

		/**
		 * The next campaign's display id. The account's row stays locked until the transaction
		 * ends.
		 */
		async takeCampaignDisplayId(id: number): Promise<number> {
			const row = await db
				.updateTable('accounts')
				.set((column) => ({ last_campaign_display_id: column('last_campaign_display_id', '+', 1) }))
				.where('id', '=', id)
				.returning('last_campaign_display_id')
				.executeTakeFirstOrThrow();
			return row.last_campaign_display_id;
		},
	};
}
