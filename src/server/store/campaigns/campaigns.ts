/** Campaigns: messages that a website's widget shows by itself. */
import type { Insertable, Kysely, Updateable } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { CampaignRow, Database } from '../tables/schema.ts';

type NewCampaign = Omit<Insertable<Database['campaigns']>, 'created_at' | 'updated_at'>;

export function createCampaigns(db: Kysely<Database>) {
	const enabledOf = (inboxId: number) =>
		db.selectFrom('campaigns').where('inbox_id', '=', inboxId).where('enabled', '=', true);

	return {
		findByDisplayId: (accountId: number, displayId: number): Promise<CampaignRow | undefined> =>
			db
				.selectFrom('campaigns')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('display_id', '=', displayId)
				.executeTakeFirst(),

		/** Throws NOT_FOUND. */
		require: (accountId: number, displayId: number): Promise<CampaignRow> =>
			db
				.selectFrom('campaigns')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('display_id', '=', displayId)
				.executeTakeFirstOrThrow(notFound),

		listByIds: (ids: readonly number[]): Promise<CampaignRow[]> =>
			ids.length === 0 ? Promise.resolve([]) : db.selectFrom('campaigns').selectAll().where('id', 'in', ids).execute(),

		list: (accountId: number): Promise<CampaignRow[]> =>
			db.selectFrom('campaigns').selectAll().where('account_id', '=', accountId).orderBy('id').execute(),

		listEnabled: (inboxId: number): Promise<CampaignRow[]> => enabledOf(inboxId).selectAll().orderBy('id').execute(),

		hasEnabled: async (inboxId: number): Promise<boolean> =>
			(await enabledOf(inboxId).select('id').limit(1).executeTakeFirst()) !== undefined,

		insert(campaign: NewCampaign): Promise<CampaignRow> {
			const now = Date.now();
			return db
				.insertInto('campaigns')
				.values({ ...campaign, created_at: now, updated_at: now })
				.returningAll()
				.executeTakeFirstOrThrow();
		},

		update: (id: number, change: Updateable<Database['campaigns']>): Promise<CampaignRow> =>
			db
				.updateTable('campaigns')
				.set({ ...change, updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		/** The conversations that it began stay, without a campaign. */
		async delete(id: number): Promise<void> {
			await db.deleteFrom('campaigns').where('id', '=', id).execute();
		},
	};
}
