/** Conversations. */
import { sql, type Kysely, type Updateable } from 'kysely';
import type { Attributes } from '#protocol/entities/attributes.ts';
import { MessageType, type ConversationStatus } from '#protocol/entities/entities.ts';
import type { BlobRow } from '../tables/blobRow.ts';
import { deleteDeliveries } from '../receivers/deliveries.ts';
import { locking } from '../dialect/locking.ts';
import type { ContactInbox, ConversationRow, Database } from '../tables/schema.ts';
import { createStatement } from '../tables/statement.ts';
import { IS_OF_MESSAGE } from '../people/auditLog.ts';

export interface NewConversation {
	accountId: number;
	displayId: number;
	uuid: string;
	session: ContactInbox;
	status: ConversationStatus;
	additionalAttributes: Attributes;
	customAttributes: Attributes;
	labels?: readonly string[];
	teamId?: number | null;
	/** The campaign that begins it; absent where a visitor does. */
	campaignId?: number;
	createdAt: number;
}

type Change = Updateable<Database['conversations']>;

const UPDATE = createStatement((db, { id, now, ...change }: Change & { id: number; now: number }) =>
	db
		.updateTable('conversations')
		.set({ ...change, updated_at: later(now) })
		.where('id', '=', id)
		.returningAll(),
);

/** Locks the newest conversation of these sessions. */
const LOCK_NEWEST = createStatement((db, sessionIds: readonly number[]) =>
	locking(
		db,
		db
			.selectFrom('conversations')
			.selectAll()
			.where('id', '=', selectNewest(db, 1).where('newest.contact_inbox_id', 'in', Object.values(sessionIds))),
	),
);

/** The ids of the newest conversations, of those that a further condition chooses. */
function selectNewest(db: Kysely<Database>, limit: number) {
	return db.selectFrom('conversations as newest').select('newest.id').orderBy('newest.id', 'desc').limit(limit);
}

export function createConversations(db: Kysely<Database>) {
	const withoutBot = (since: number, until: number) =>
		db
			.selectFrom('conversations')
			.selectAll()
			.where('status', '=', 'pending')
			.where('last_activity_at', '>=', since)
			.where((conversation) =>
				conversation.exists(
					conversation
						.selectFrom('messages as question')
						.select('question.id')
						.whereRef('question.conversation_id', '=', 'conversations.id')
						.where('question.message_type', '=', MessageType.INCOMING)
						.where('question.created_at', '>=', since)
						.where('question.created_at', '<=', until)
						.where((question) =>
							question.not(
								question.exists(
									question
										.selectFrom('messages as answer')
										.select('answer.id')
										.whereRef('answer.conversation_id', '=', 'question.conversation_id')
										.whereRef('answer.id', '>', 'question.id')
										.where('answer.message_type', '=', MessageType.OUTGOING),
								),
							),
						),
				),
			);

	return {
		find: (id: number): Promise<ConversationRow> =>
			db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

		listByIds: (ids: readonly number[]): Promise<ConversationRow[]> => listConversationsByIds(db, ids),

		findByDisplayId: (accountId: number, displayId: number): Promise<ConversationRow | undefined> =>
			db
				.selectFrom('conversations')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('display_id', '=', displayId)
				.executeTakeFirst(),

		listByDisplayIds: (accountId: number, displayIds: readonly number[]): Promise<ConversationRow[]> =>
			displayIds.length === 0
				? Promise.resolve([])
				: db
						.selectFrom('conversations')
						.selectAll()
						.where('account_id', '=', accountId)
						.where('display_id', 'in', displayIds)
						.execute(),

		findByUuid: (uuid: string): Promise<ConversationRow | undefined> =>
			db.selectFrom('conversations').selectAll().where('uuid', '=', uuid).executeTakeFirst(),

		/** The newest conversation of any of these sessions. */
		findNewest: (sessionIds: readonly number[]): Promise<ConversationRow | undefined> =>
			db
				.selectFrom('conversations')
				.selectAll()
				.where('contact_inbox_id', 'in', sessionIds)
				.orderBy('id', 'desc')
				.limit(1)
				.executeTakeFirst(),

		/**
		 * Conversations of any of these sessions, newest first; with a display id, those before it.
		 */
		listOfSessions(
			sessionIds: readonly number[],
			{ before, isOpen, limit }: { before: number | undefined; isOpen: boolean; limit: number },
		): Promise<ConversationRow[]> {
			let query = db.selectFrom('conversations').selectAll().where('contact_inbox_id', 'in', sessionIds);
			if (before !== undefined) query = query.where('display_id', '<', before);
			if (isOpen) query = query.where('status', '!=', 'resolved');
			return query.orderBy('display_id', 'desc').limit(limit).execute();
		},

		/** The newest of these sessions. */
		async listIdsOfSessions(sessionIds: readonly number[], limit: number): Promise<number[]> {
			if (sessionIds.length === 0) return [];
			const rows = await db
				.selectFrom('conversations')
				.select('id')
				.where('contact_inbox_id', 'in', sessionIds)
				.orderBy('id', 'desc')
				.limit(limit)
				.execute();
			return rows.map(({ id }) => id);
		},

		/**
		 * A contact's conversations of any status, in these inboxes or in all: those with the last
		 * activity.
		 */
		listOfContact(
			contactId: number,
			inboxIds: readonly number[] | undefined,
			limit: number,
		): Promise<ConversationRow[]> {
			if (inboxIds?.length === 0) return Promise.resolve([]);
			let query = db.selectFrom('conversations').selectAll().where('contact_id', '=', contactId);
			if (inboxIds) query = query.where('inbox_id', 'in', inboxIds);
			return query.orderBy('last_activity_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
		},

		/** Snoozed conversations that are due at `now`, the longest due first. */
		listSnoozedUntil: (now: number, limit: number): Promise<ConversationRow[]> =>
			db
				.selectFrom('conversations')
				.selectAll()
				.where('status', '=', 'snoozed')
				.where('snoozed_until', '<=', now)
				.orderBy('snoozed_until')
				.limit(limit)
				.execute(),

		/**
		 * Conversations in which a bot should have answered what the visitor wrote between `since`
		 * and `until`, both included, and neither a bot nor an agent has.
		 */
		listWithoutBot: (since: number, until: number, limit: number): Promise<ConversationRow[]> =>
			withoutBot(since, until).orderBy('last_activity_at').limit(limit).execute(),

		/** Whether it is one of them. */
		isWithoutBot: async (id: number, since: number, until: number): Promise<boolean> =>
			(await withoutBot(since, until).where('id', '=', id).executeTakeFirst()) !== undefined,

		/** Open conversations without a message since then, the longest idle first. */
		listIdle: (accountId: number, since: number, limit: number): Promise<ConversationRow[]> =>
			db
				.selectFrom('conversations')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('status', '=', 'open')
				.where('last_activity_at', '<', since)
				.orderBy('last_activity_at')
				.limit(limit)
				.execute(),

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
					campaign_id: conversation.campaignId ?? null,
					team_id: conversation.teamId ?? null,
					// After a campaign's message the visitor does not wait for an answer.
					waiting_since: conversation.campaignId === undefined ? conversation.createdAt : null,
					last_activity_at: conversation.createdAt,
					additional_attributes: conversation.additionalAttributes,
					custom_attributes: conversation.customAttributes,
					labels: conversation.labels,
					created_at: conversation.createdAt,
					updated_at: conversation.createdAt,
				})
				.returningAll()
				.executeTakeFirstOrThrow(),

		/** The newest conversation of any of these sessions, locked as by `lock`. */
		lockNewest: (sessionIds: readonly number[]): Promise<ConversationRow | undefined> =>
			LOCK_NEWEST.executeTakeFirst(db, sessionIds),

		/**
		 * Serialises writers of one conversation: the row stays locked until the transaction ends.
		 */
		lock: (id: number): Promise<ConversationRow> =>
			locking(db, db.selectFrom('conversations').selectAll().where('id', '=', id)).executeTakeFirstOrThrow(),

		/**
		 * Marks the contact's newest conversations as changed, since agents see the contact with
		 * them.
		 */
		touchOfContact: (contactId: number, limit: number): Promise<ConversationRow[]> =>
			db
				.updateTable('conversations')
				.set({ updated_at: later(Date.now()) })
				.where('id', 'in', selectNewest(db, limit).where('newest.contact_id', '=', contactId))
				.returningAll()
				.execute(),

		/** Conversations whose assignee has left the team, in no order. */
		listOfFormerAgents: (limit: number): Promise<ConversationRow[]> =>
			db
				.selectFrom('account_users')
				// SQLite joins in this order then: few people have left, and the index finds what
				// each has.
				.crossJoin('conversations')
				.selectAll('conversations')
				.where('account_users.removed_at', 'is not', null)
				.whereRef('conversations.assignee_id', '=', 'account_users.user_id')
				.whereRef('conversations.account_id', '=', 'account_users.account_id')
				.limit(limit)
				.execute(),

		/** Conversations that have the label. */
		listLabelled: (accountId: number, title: string, limit: number): Promise<ConversationRow[]> =>
			db
				.selectFrom('conversations')
				.selectAll()
				.where('id', 'in', (labelled) =>
					labelled
						.selectFrom('conversation_labels')
						.select('conversation_id')
						.where('conversation_labels.account_id', '=', accountId)
						.where('title', '=', title)
						.limit(limit),
				)
				.execute(),

		/** Writes a change, with a new `updated_at` so that others learn of it. */
		update: (id: number, change: Change): Promise<ConversationRow> =>
			UPDATE.executeTakeFirstOrThrow(db, { ...change, id, now: Date.now() }),

		/**
		 * Deletes conversations with everything in them. Their files belong to no message then: the
		 * caller has to remove them.
		 */
		async deleteOfSessions(sessionIds: readonly number[]): Promise<{ displayIds: number[]; files: BlobRow[] }> {
			if (sessionIds.length === 0) return { displayIds: [], files: [] };
			const ids = db.selectFrom('conversations').select('id').where('contact_inbox_id', 'in', sessionIds);
			const messageIds = db.selectFrom('messages').select('id').where('conversation_id', 'in', ids);
			const blobIds = db.selectFrom('attachments').select('blob_id').where('message_id', 'in', messageIds);
			// The clean-up finds them should the removal be interrupted.
			await db.updateTable('blobs').set({ claimed_at: null }).where('id', 'in', blobIds).execute();
			const files = await db.selectFrom('blobs').selectAll().where('id', 'in', blobIds).execute();
			await db.deleteFrom('attachments').where('message_id', 'in', messageIds).execute();
			await db.deleteFrom('csat_responses').where('conversation_id', 'in', ids).execute();
			await deleteDeliveries(db, 'conversation_id', ids);
			await db.deleteFrom('audit_logs').where(IS_OF_MESSAGE).where('auditable_id', 'in', messageIds).execute();
			await db.deleteFrom('messages').where('conversation_id', 'in', ids).execute();
			const deleted = await db
				.deleteFrom('conversations')
				.where('contact_inbox_id', 'in', sessionIds)
				.returning('display_id')
				.execute();
			return { displayIds: deleted.map((conversation) => conversation.display_id), files };
		},

		/** Writes who has read how far, which does not count as a change for `updated_at`. */
		updateSeen: (
			id: number,
			change: Pick<
				Change,
				| 'agent_last_seen_at'
				| 'agent_last_seen_message_id'
				| 'assignee_last_seen_at'
				| 'contact_last_seen_at'
				| 'contact_last_seen_message_id'
			>,
		): Promise<ConversationRow> =>
			db.updateTable('conversations').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
	};
}

export async function listConversationsByIds(db: Kysely<Database>, ids: readonly number[]): Promise<ConversationRow[]> {
	return ids.length === 0 ? [] : db.selectFrom('conversations').selectAll().where('id', 'in', ids).execute();
}

/**
 * Clients keep the newer of two states, also where the clock of the machine that wrote the older
 * one is ahead.
 */
function later(now: number) {
	return sql<number>`case when updated_at < ${now} then ${now} else updated_at + 1 end`;
}
