/** Website channels: an inbox, what makes it a website's, and its account. */
import type { Insertable, Kysely } from 'kysely';
import type { Account, Database, Inbox, WebWidget } from './schema.ts';

export interface Channel {
	inbox: Inbox;
	widget: WebWidget;
	account: Account;
}

export function createChannels(db: Kysely<Database>) {
	return {
		async findByWebsiteToken(websiteToken: string): Promise<Channel | undefined> {
			const widget = await db
				.selectFrom('web_widgets')
				.selectAll()
				.where('website_token', '=', websiteToken)
				.executeTakeFirst();
			if (!widget) return undefined;
			const inbox = await db
				.selectFrom('inboxes')
				.selectAll()
				.where('id', '=', widget.inbox_id)
				.executeTakeFirstOrThrow();
			const account = await db
				.selectFrom('accounts')
				.selectAll()
				.where('id', '=', inbox.account_id)
				.executeTakeFirstOrThrow();
			return { inbox, widget, account };
		},

		/** Ids of the account's inboxes that the user sees: all for an administrator, else those he is a member of. */
		async listVisibleInboxIds(accountId: number, member: { user_id: number; role: string }): Promise<number[]> {
			let inboxes = db.selectFrom('inboxes').select('inboxes.id').where('inboxes.account_id', '=', accountId);
			if (member.role !== 'administrator') {
				inboxes = inboxes
					.innerJoin('inbox_members', 'inbox_members.inbox_id', 'inboxes.id')
					.where('inbox_members.user_id', '=', member.user_id);
			}
			return (await inboxes.execute()).map((inbox) => inbox.id);
		},

		listIds: async (accountId: number): Promise<number[]> =>
			(await db.selectFrom('inboxes').select('id').where('account_id', '=', accountId).execute()).map(
				(inbox) => inbox.id,
			),

		async insert(
			inbox: Insertable<Database['inboxes']>,
			widget: Omit<Insertable<Database['web_widgets']>, 'inbox_id'>,
		): Promise<Inbox> {
			const stored = await db.insertInto('inboxes').values(inbox).returningAll().executeTakeFirstOrThrow();
			await db
				.insertInto('web_widgets')
				.values({ ...widget, inbox_id: stored.id })
				.execute();
			return stored;
		},

		async addMember(inboxId: number, userId: number): Promise<void> {
			await db
				.insertInto('inbox_members')
				.values({ inbox_id: inboxId, user_id: userId })
				.onConflict((conflict) => conflict.doNothing())
				.execute();
		},
	};
}
