/** Website channels: an inbox with its website settings and its account. */
import type { Insertable, Kysely, Updateable } from 'kysely';
import type { Account, AgentBot, Database, Inbox, PortalRow, WebWidget } from './schema.ts';

export interface Channel {
	inbox: Inbox;
	widget: WebWidget;
	account: Account;
	/** The bot that answers first, if there is one that gets events. */
	bot: AgentBot | undefined;
	/** The channel's help centre, unless it is archived. */
	portal: PortalRow | undefined;
}

export function createChannels(db: Kysely<Database>) {
	const ofAccount = (accountId: number) =>
		db
			.selectFrom('inboxes')
			.select('inboxes.id')
			.where('inboxes.account_id', '=', accountId)
			.where('removed_at', 'is', null);

	const findInboxId = async (websiteToken: string): Promise<number | undefined> => {
		const widget = await db
			.selectFrom('web_widgets')
			.innerJoin('inboxes', 'inboxes.id', 'web_widgets.inbox_id')
			.select('inbox_id')
			.where('website_token', '=', websiteToken)
			.where('removed_at', 'is', null)
			.executeTakeFirst();
		return widget?.inbox_id;
	};

	const find = async (inboxId: number): Promise<Channel> => {
		const widget = await db
			.selectFrom('web_widgets')
			.selectAll()
			.where('inbox_id', '=', inboxId)
			.executeTakeFirstOrThrow();
		const inbox = await db.selectFrom('inboxes').selectAll().where('id', '=', inboxId).executeTakeFirstOrThrow();
		const account = await db
			.selectFrom('accounts')
			.selectAll()
			.where('id', '=', inbox.account_id)
			.executeTakeFirstOrThrow();
		const bot =
			inbox.agent_bot_id === null
				? undefined
				: await db
						.selectFrom('agent_bots')
						.selectAll()
						.where('id', '=', inbox.agent_bot_id)
						.where('outgoing_url', 'is not', null)
						.executeTakeFirst();
		const portal =
			inbox.portal_id === null
				? undefined
				: await db
						.selectFrom('portals')
						.selectAll()
						.where('id', '=', inbox.portal_id)
						.where('archived', '=', false)
						.executeTakeFirst();
		return { inbox, widget, account, bot, portal };
	};

	return {
		findInboxId,

		async findByWebsiteToken(websiteToken: string): Promise<Channel | undefined> {
			const inboxId = await findInboxId(websiteToken);
			return inboxId === undefined ? undefined : find(inboxId);
		},

		find,

		findInbox: (id: number): Promise<Inbox> =>
			db.selectFrom('inboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

		/**
		 * Ids of the account's inboxes that the user may see: all for an administrator, otherwise those of which they are a
		 * member.
		 */
		async listVisibleInboxIds(accountId: number, member: { user_id: number; role: string }): Promise<number[]> {
			let inboxes = ofAccount(accountId);
			if (member.role !== 'administrator') {
				inboxes = inboxes
					.innerJoin('inbox_members', 'inbox_members.inbox_id', 'inboxes.id')
					.where('inbox_members.user_id', '=', member.user_id);
			}
			return (await inboxes.execute()).map((inbox) => inbox.id);
		},

		listIds: async (accountId: number): Promise<number[]> =>
			(await ofAccount(accountId).execute()).map((inbox) => inbox.id),

		/** Those that are deleted, while what was said in them still goes. */
		listRemoved: (): Promise<Pick<Inbox, 'id' | 'account_id'>[]> =>
			db.selectFrom('inboxes').select(['id', 'account_id']).where('removed_at', 'is not', null).execute(),

		/** Its campaigns and sessions have to be deleted before. */
		async delete(inboxId: number): Promise<void> {
			for (const table of ['inbox_members', 'web_widgets'] as const)
				await db.deleteFrom(table).where('inbox_id', '=', inboxId).execute();
			await db.deleteFrom('inboxes').where('id', '=', inboxId).execute();
		},

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

		async update(
			inboxId: number,
			change: { inbox?: Updateable<Database['inboxes']>; widget?: Updateable<Database['web_widgets']> },
		): Promise<void> {
			if (hasColumns(change.inbox)) {
				await db.updateTable('inboxes').set(change.inbox).where('id', '=', inboxId).execute();
			}
			if (hasColumns(change.widget)) {
				await db.updateTable('web_widgets').set(change.widget).where('inbox_id', '=', inboxId).execute();
			}
		},

		async removeMember(inboxIds: readonly number[], userId: number): Promise<void> {
			if (inboxIds.length === 0) return;
			await db.deleteFrom('inbox_members').where('inbox_id', 'in', inboxIds).where('user_id', '=', userId).execute();
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

/** An update without columns would be an invalid statement; undefined ones stay unchanged. */
function hasColumns<T extends object>(change: T | undefined): change is T {
	return change !== undefined && Object.values(change).some((value) => value !== undefined);
}
