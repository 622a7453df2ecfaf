/** Website channels: an inbox with its website settings and its account. */
import { NoResultError, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { Account, AgentBot, Database, Inbox, PortalRow, WebWidget } from '../tables/schema.ts';

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

	/** Channels of the inboxes that there are, in no particular order. */
	const list = async (inboxIds: readonly number[]): Promise<Channel[]> => {
		if (inboxIds.length === 0) return [];
		const inboxes = await db.selectFrom('inboxes').selectAll().where('id', 'in', inboxIds).execute();
		const widgets = await db.selectFrom('web_widgets').selectAll().where('inbox_id', 'in', inboxIds).execute();
		const accountIds = [...new Set(inboxes.map(({ account_id }) => account_id))];
		const accounts = await db.selectFrom('accounts').selectAll().where('id', 'in', accountIds).execute();
		const botIds = inboxes.flatMap(({ agent_bot_id }) => agent_bot_id ?? []);
		const bots =
			botIds.length === 0
				? []
				: await db
						.selectFrom('agent_bots')
						.selectAll()
						.where('id', 'in', botIds)
						.where('outgoing_url', 'is not', null)
						.execute();
		const portalIds = inboxes.flatMap(({ portal_id }) => portal_id ?? []);
		const portals =
			portalIds.length === 0
				? []
				: await db
						.selectFrom('portals')
						.selectAll()
						.where('id', 'in', portalIds)
						.where('archived', '=', false)
						.execute();
		return inboxes.flatMap((inbox) => {
			const widget = widgets.find(({ inbox_id }) => inbox_id === inbox.id);
			const account = accounts.find(({ id }) => id === inbox.account_id);
			const bot = bots.find(({ id }) => id === inbox.agent_bot_id);
			const portal = portals.find(({ id }) => id === inbox.portal_id);
			return widget && account ? { inbox, widget, account, bot, portal } : [];
		});
	};

	const find = async (inboxId: number): Promise<Channel> => {
		const [channel] = await list([inboxId]);
		if (!channel) throw new NoResultError(db.selectFrom('inboxes').toOperationNode());
		return channel;
	};

	return {
		findInboxId,

		async findByWebsiteToken(websiteToken: string): Promise<Channel | undefined> {
			const inboxId = await findInboxId(websiteToken);
			return inboxId === undefined ? undefined : find(inboxId);
		},

		/** The websites that have one of these addresses. */
		listByEmails: async (emails: readonly string[]): Promise<{ inbox_id: number; email: string | null }[]> =>
			emails.length === 0
				? []
				: db.selectFrom('web_widgets').select(['inbox_id', 'email']).where('email', 'in', emails).execute(),

		find,

		list,

		findInbox: (id: number): Promise<Inbox> =>
			db.selectFrom('inboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

		/**
		 * Ids of the account's inboxes that the user may see: all for an administrator, otherwise
		 * those of which they are a member.
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
