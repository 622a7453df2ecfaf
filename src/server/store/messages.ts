/** Messages, always of one conversation, always oldest first. */
import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool, type Updateable } from 'kysely';
import type { ContentType } from '#protocol/contentTypes.ts';
import type { Attributes } from '#protocol/attributes.ts';
import { MessageType, type MessageStatus, type SenderType } from '#protocol/entities.ts';
import { MESSAGES_AFTER, MESSAGES_BETWEEN, MESSAGES_PER_PAGE, READ_ANNOUNCED } from '#protocol/limits.ts';
import type { ConversationRow, Database, MessageRow } from './schema.ts';

export interface NewMessageRow {
	conversation: ConversationRow;
	messageType: MessageType;
	content: string | null;
	contentType: ContentType;
	contentAttributes: Attributes;
	/** Facts for the team, such as the campaign that says it. */
	additionalAttributes?: Attributes;
	isPrivate: boolean;
	echoId: string | null;
	/** Null for activity messages and templates. */
	sender: { type: SenderType; id: number } | null;
	/** The session that wrote it, when a visitor did. */
	sessionId: number | null;
	createdAt: number;
}

type MessageExpressions = ExpressionBuilder<Database & { candidate: Database['messages'] }, 'candidate'>;

export interface MessagePage {
	conversationId: number;
	before?: number | undefined;
	after?: number | undefined;
	/** Leaves out private notes and activity messages. */
	isPublicOnly: boolean;
}

/** OUTGOING or TEMPLATE. Word for word as the index `messages_unread` has it: no database uses that for anything else. */
const IS_UNREAD = sql<SqlBool>`message_type in (1, 3) and status in ('sent', 'delivered') and private = false`;

export function createMessages(db: Kysely<Database>) {
	const ofConversation = (conversationId: number) =>
		db.selectFrom('messages').selectAll().where('conversation_id', '=', conversationId);

	/** The newest message of each conversation that satisfies `where`: found from the end, however long the conversation is. */
	const listNewest = (
		conversationIds: readonly number[],
		where: (message: MessageExpressions) => Expression<SqlBool>,
	): Promise<MessageRow[]> =>
		conversationIds.length === 0
			? Promise.resolve([])
			: db
					.selectFrom('conversations')
					.innerJoin('messages', (join) =>
						join.on('messages.id', '=', (message) =>
							message
								.selectFrom('messages as candidate')
								.select('candidate.id')
								.whereRef('candidate.conversation_id', '=', 'conversations.id')
								.where(where)
								.orderBy('candidate.id', 'desc')
								.limit(1),
						),
					)
					.selectAll('messages')
					.where('conversations.id', 'in', conversationIds)
					.execute();

	return {
		findInConversation: (conversationId: number, id: number): Promise<MessageRow | undefined> =>
			ofConversation(conversationId).where('id', '=', id).executeTakeFirst(),

		findInAccount: (accountId: number, id: number): Promise<MessageRow | undefined> =>
			db.selectFrom('messages').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst(),

		/** Whether a message was written then (milliseconds since the epoch, both included); the newest are looked at first. */
		isWrittenBetween: async (conversationId: number, from: number, to: number): Promise<boolean> =>
			(await ofConversation(conversationId)
				.where('created_at', '>=', from)
				.where('created_at', '<=', to)
				.orderBy('id', 'desc')
				.executeTakeFirst()) !== undefined,

		/** The newest message of this kind. */
		findByContentType: (conversationId: number, contentType: ContentType): Promise<MessageRow | undefined> =>
			ofConversation(conversationId).where('content_type', '=', contentType).orderBy('id', 'desc').executeTakeFirst(),

		/** Whether there is a message of this type, not older than `since` (milliseconds since the epoch). */
		hasOfType: async (conversationId: number, type: MessageType, since = 0): Promise<boolean> =>
			(await db
				.selectFrom('messages')
				.select('id')
				.where('conversation_id', '=', conversationId)
				.where('message_type', '=', type)
				.where('created_at', '>=', since)
				.limit(1)
				.executeTakeFirst()) !== undefined,

		findByVisitorEcho: (sessionId: number, echoId: string): Promise<MessageRow | undefined> =>
			db
				.selectFrom('messages')
				.selectAll()
				.where('contact_inbox_id', '=', sessionId)
				.where('echo_id', '=', echoId)
				.executeTakeFirst(),

		/** Of an agent or a bot. */
		findByTeamEcho: (
			sender: NonNullable<NewMessageRow['sender']>,
			conversationId: number,
			echoId: string,
		): Promise<MessageRow | undefined> =>
			ofConversation(conversationId)
				.where('sender_type', '=', sender.type)
				.where('sender_id', '=', sender.id)
				.where('echo_id', '=', echoId)
				.executeTakeFirst(),

		/** Wire-contract 1.10: newest 20; 20 before an id; 100 after one; up to 1000 from `after` (included) to `before`. */
		async listPage({ conversationId, before, after, isPublicOnly }: MessagePage): Promise<MessageRow[]> {
			let page = ofConversation(conversationId);
			if (isPublicOnly) page = page.where('private', '=', false).where('message_type', '!=', MessageType.ACTIVITY);
			if (after !== undefined && before !== undefined) {
				return page.where('id', '>=', after).where('id', '<', before).orderBy('id').limit(MESSAGES_BETWEEN).execute();
			}
			if (after !== undefined) return page.where('id', '>', after).orderBy('id').limit(MESSAGES_AFTER).execute();
			if (before !== undefined) page = page.where('id', '<', before);
			return (await page.orderBy('id', 'desc').limit(MESSAGES_PER_PAGE).execute()).toReversed();
		},

		/** Everything that the visitor sees. */
		listPublic: (conversationId: number): Promise<MessageRow[]> =>
			ofConversation(conversationId)
				.where('private', '=', false)
				.where('message_type', '!=', MessageType.ACTIVITY)
				.orderBy('id')
				.execute(),

		/** The newest message of each conversation, of any kind. */
		listNewest: (conversationIds: readonly number[]): Promise<MessageRow[]> =>
			listNewest(conversationIds, (message) => message.lit(true)),

		/** The newest message of each conversation that is no activity; private notes count. */
		listNewestSpoken: (conversationIds: readonly number[]): Promise<MessageRow[]> =>
			listNewest(conversationIds, (message) => message('candidate.message_type', '!=', MessageType.ACTIVITY)),

		/** The newest message of each conversation that the visitor sees. */
		listNewestPublic: (conversationIds: readonly number[]): Promise<MessageRow[]> =>
			listNewest(conversationIds, (message) =>
				message.and([
					message('candidate.message_type', '!=', MessageType.ACTIVITY),
					message('candidate.private', '=', false),
				]),
			),

		/** Conversation id → messages of the visitor that the team has not seen, counted up to `max`. */
		async countUnread(conversationIds: readonly number[], max: number): Promise<Map<number, number>> {
			if (conversationIds.length === 0) return new Map();
			const rows = await db
				.selectFrom('conversations')
				.select((conversation) => [
					'conversations.id',
					conversation
						.selectFrom((message) =>
							message
								.selectFrom('messages')
								.select('messages.id')
								.whereRef('messages.conversation_id', '=', 'conversations.id')
								.where('messages.message_type', '=', MessageType.INCOMING)
								.where(
									'messages.created_at',
									'>',
									message.fn.coalesce('conversations.agent_last_seen_at', message.lit(0)),
								)
								.limit(max)
								.as('unread'),
						)
						.select((unread) => unread.fn.countAll<number>().as('count'))
						.as('unread'),
				])
				.where('conversations.id', 'in', conversationIds)
				.execute();
			return new Map(rows.map((row) => [row.id, row.unread ?? 0]));
		},

		async countSince(conversationId: number, since: number): Promise<number> {
			const row = await db
				.selectFrom('messages')
				.select((column) => column.fn.countAll<number>().as('count'))
				.where('conversation_id', '=', conversationId)
				.where('created_at', '>', since)
				.executeTakeFirstOrThrow();
			return row.count;
		},

		/** Lock the conversation first: ids must become visible in ascending order, clients catch up by "after the last id". */
		insert: (message: NewMessageRow): Promise<MessageRow> =>
			db
				.insertInto('messages')
				.values({
					account_id: message.conversation.account_id,
					inbox_id: message.conversation.inbox_id,
					conversation_id: message.conversation.id,
					message_type: message.messageType,
					content: message.content,
					content_type: message.contentType,
					content_attributes: JSON.stringify(message.contentAttributes),
					additional_attributes: JSON.stringify(message.additionalAttributes ?? {}),
					private: message.isPrivate,
					status: 'sent',
					source_id: null,
					echo_id: message.echoId,
					contact_inbox_id: message.sessionId,
					sender_type: message.sender?.type ?? null,
					sender_id: message.sender?.id ?? null,
					created_at: message.createdAt,
					updated_at: message.createdAt,
				})
				.returningAll()
				.executeTakeFirstOrThrow(),

		update: (id: number, change: Updateable<Database['messages']>): Promise<MessageRow> =>
			db
				.updateTable('messages')
				.set({ ...change, updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		/**
		 * Marks the team's messages up to `seen` (milliseconds since the epoch) as read by the visitor, however many there are.
		 * Answers the newest READ_ANNOUNCED of those that changed, with their old status. Lock the conversation first.
		 */
		async markRead(
			conversationId: number,
			seen: number,
			now: number,
		): Promise<{ previous: MessageStatus; message: MessageRow }[]> {
			const unread = await ofConversation(conversationId)
				.where(IS_UNREAD)
				.where('created_at', '<=', seen)
				.orderBy('id', 'desc')
				.limit(READ_ANNOUNCED)
				.execute();
			if (unread.length === 0) return [];
			await db
				.updateTable('messages')
				.set({ status: 'read', updated_at: now })
				.where('conversation_id', '=', conversationId)
				.where(IS_UNREAD)
				.where('created_at', '<=', seen)
				.execute();
			return unread.toReversed().map((message) => ({
				previous: message.status,
				message: { ...message, status: 'read', updated_at: now },
			}));
		},
	};
}
