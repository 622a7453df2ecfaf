/** Conversations. */
import type { Kysely, Updateable } from 'kysely';
import type { Attributes, ConversationStatus } from '#protocol/entities.ts';
import { CONVERSATIONS_PER_PAGE } from '#protocol/limits.ts';
import type { ContactInbox, ConversationRow, Database } from './schema.ts';

export interface NewConversation {
	accountId: number;
	displayId: number;
	uuid: string;
	session: ContactInbox;
	status: ConversationStatus;
	additionalAttributes: Attributes;
	customAttributes: Attributes;
	createdAt: number;
}

export interface ConversationFilter {
	accountId: number;
	inboxIds: readonly number[];
	status: ConversationStatus | 'all';
	assigneeType: 'me' | 'unassigned' | 'assigned' | 'all';
	userId: number;
	/** Milliseconds since the epoch: only those changed since, without paging. */
	updatedSince?: number | undefined;
}

export function createConversations(db: Kysely<Database>) {
	/** Everything that the filter says but the assignee. */
	const matching = (filter: ConversationFilter) => {
		let query = db
			.selectFrom('conversations')
			.where('account_id', '=', filter.accountId)
			.where('inbox_id', 'in', filter.inboxIds);
		if (filter.status !== 'all') query = query.where('status', '=', filter.status);
		if (filter.updatedSince !== undefined) query = query.where('updated_at', '>=', filter.updatedSince);
		return query;
	};

	return {
		find: (id: number): Promise<ConversationRow> =>
			db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

		findByDisplayId: (accountId: number, displayId: number): Promise<ConversationRow | undefined> =>
			db
				.selectFrom('conversations')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('display_id', '=', displayId)
				.executeTakeFirst(),

		findByUuid: (uuid: string): Promise<ConversationRow | undefined> =>
			db.selectFrom('conversations').selectAll().where('uuid', '=', uuid).executeTakeFirst(),

		/** The newest conversation of any of these sessions. */
		findNewest: (sessionIds: readonly number[]): Promise<ConversationRow | undefined> =>
			db
				.selectFrom('conversations')
				.selectAll()
				.where('contact_inbox_id', 'in', sessionIds)
				.orderBy('id', 'desc')
				.executeTakeFirst(),

		/** One page, last activity first; `page` counts from 1. */
		async listPage(filter: ConversationFilter, page: number): Promise<ConversationRow[]> {
			if (filter.inboxIds.length === 0) return [];
			let query = matching(filter).selectAll();
			if (filter.assigneeType === 'me') query = query.where('assignee_id', '=', filter.userId);
			if (filter.assigneeType === 'assigned') query = query.where('assignee_id', 'is not', null);
			if (filter.assigneeType === 'unassigned') query = query.where('assignee_id', 'is', null);
			query = query.orderBy('last_activity_at', 'desc').orderBy('id', 'desc');
			if (filter.updatedSince !== undefined) return query.execute();
			return query
				.limit(CONVERSATIONS_PER_PAGE)
				.offset((Math.max(page, 1) - 1) * CONVERSATIONS_PER_PAGE)
				.execute();
		},

		/** How many there are whatever the assignee: feeds the desk's tabs. */
		async count(filter: ConversationFilter): Promise<{ mine: number; assigned: number; all: number }> {
			if (filter.inboxIds.length === 0) return { mine: 0, assigned: 0, all: 0 };
			const row = await matching(filter)
				.select((column) => [
					column.fn.countAll<number>().as('all'),
					column.fn.count<number>('assignee_id').as('assigned'),
					column.fn.countAll<number>().filterWhere('assignee_id', '=', filter.userId).as('mine'),
				])
				.executeTakeFirstOrThrow();
			return row;
		},

		insert: (conversation: NewConversation): Promise<ConversationRow> =>
			db
				.insertInto('conversations')
				.values({
					account_id: conversation.accountId,
					inbox_id: conversation.session.inbox_id,
					contact_id: conversation.session.contact_id,
					contact_inbox_id: conversation.session.id,
					display_id: conversation.displayId,
					uuid: conversation.uuid,
					status: conversation.status,
					waiting_since: conversation.createdAt,
					last_activity_at: conversation.createdAt,
					additional_attributes: JSON.stringify(conversation.additionalAttributes),
					custom_attributes: JSON.stringify(conversation.customAttributes),
					created_at: conversation.createdAt,
					updated_at: conversation.createdAt,
				})
				.returningAll()
				.executeTakeFirstOrThrow(),

		/** Makes writers of one conversation wait for each other: the row stays locked until the transaction ends. */
		lock: (id: number): Promise<ConversationRow> =>
			db
				.updateTable('conversations')
				.set((column) => ({ updated_at: column.ref('updated_at') }))
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		/** Writes a change that others should learn of. */
		update: (id: number, change: Updateable<Database['conversations']>): Promise<ConversationRow> =>
			db
				.updateTable('conversations')
				.set({ ...change, updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		/** Writes who has read how far: no change in the sense of `updated_at`. */
		updateSeen: (
			id: number,
			change: Pick<
				Updateable<Database['conversations']>,
				'agent_last_seen_at' | 'assignee_last_seen_at' | 'contact_last_seen_at'
			>,
		): Promise<ConversationRow> =>
			db.updateTable('conversations').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
	};
}
