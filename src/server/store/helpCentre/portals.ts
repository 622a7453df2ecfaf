/** Help centres, and the channels that offer them. */
import type { Insertable, Kysely, Updateable } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { Database, PortalRow } from '../tables/schema.ts';

export function createPortals(db: Kysely<Database>) {
	return {
		findBySlug: (slug: string): Promise<PortalRow | undefined> =>
			db.selectFrom('portals').selectAll().where('slug', '=', slug).executeTakeFirst(),

		/** Throws NOT_FOUND. */
		require: (accountId: number, slug: string): Promise<PortalRow> =>
			db
				.selectFrom('portals')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('slug', '=', slug)
				.executeTakeFirstOrThrow(notFound),

		list: (accountId: number): Promise<PortalRow[]> =>
			db.selectFrom('portals').selectAll().where('account_id', '=', accountId).orderBy('id').execute(),

		/**
		 * For each channel that offers the portal, the sites that may frame its widget; an empty
		 * list allows all.
		 */
		listAllowedDomains: async (id: number): Promise<string[][]> =>
			(
				await db
					.selectFrom('inboxes')
					.innerJoin('web_widgets', 'web_widgets.inbox_id', 'inboxes.id')
					.select('allowed_domains')
					.where('portal_id', '=', id)
					.execute()
			).map((channel) => channel.allowed_domains),

		/** Of the website whose chat is on the portal's pages: the first that offers the portal. */
		findWebsiteToken: async (id: number): Promise<string | undefined> =>
			(
				await db
					.selectFrom('inboxes')
					.innerJoin('web_widgets', 'web_widgets.inbox_id', 'inboxes.id')
					.select('website_token')
					.where('portal_id', '=', id)
					.where('removed_at', 'is', null)
					.orderBy('inboxes.id')
					.executeTakeFirst()
			)?.website_token,

		insert: (
			portal: Omit<Insertable<Database['portals']>, 'archived' | 'created_at' | 'updated_at'>,
		): Promise<PortalRow> =>
			db
				.insertInto('portals')
				.values({ ...portal, archived: false, created_at: Date.now(), updated_at: Date.now() })
				.returningAll()
				.executeTakeFirstOrThrow(),

		update: (id: number, change: Updateable<Database['portals']>): Promise<PortalRow> =>
			db
				.updateTable('portals')
				.set({ ...change, updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),
	};
}
