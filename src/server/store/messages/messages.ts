/** Messages, always of one conversation, always oldest first. */
import {
	sql,
	type Expression,
	type ExpressionBuilder,
	type Insertable,
	type Kysely,
	type RawBuilder,
	type SqlBool,
	type Updateable,
} from 'kysely';
import type { ContentType } from '#protocol/entities/contentTypes.ts';
import type { Attributes } from '#protocol/entities/attributes.ts';
import { MessageType, type MessageStatus, type SenderType } from '#protocol/entities/entities.ts';
import { MESSAGE_MAX, MESSAGES_AFTER, MESSAGES_BETWEEN, MESSAGES_PER_PAGE } from '#protocol/base/limits.ts';
import { allSettled } from '../../base/allSettled.ts';
import { inTransaction } from '../tables/inTransaction.ts';
import type { ConversationRow, Database, MessageRow } from '../tables/schema.ts';
import { newestMessageId } from '../dialect/newestMessageId.ts';
import { insertWords, placeOf, replaceWords, type Sought } from '../fullText/words.ts';
import { createStatement } from '../tables/statement.ts';

/**
 * A page of messages ends early after this many bytes of JSON; it always has at least one message.
 * In a page of articles, texts beyond it are empty.
 */
export const PAGE_BYTES = 2_000_000;

/**
 * When a visitor reads many messages at once, only the newest of them, this many, are announced as
 * read one by one (docs/wire.md, Reading and typing).
 */
export const READ_ANNOUNCED = 100;

/**
 * Characters that lists and events tell of a conversation's newest message: of what people type in
 * the chat, all.
 */
const PREVIEW_MAX = MESSAGE_MAX;

export interface NewMessageRow {
	conversation: ConversationRow;
	messageType: MessageType;
	content: string | null;
	contentType: ContentType;
	contentAttributes: Attributes;
	/** Facts for the team, such as the campaign that the message is from. */
	additionalAttributes?: Attributes;
	isPrivate: boolean;
	echoId: string | null;
	/** What another system, of which it is a copy, calls it. */
	sourceId?: string | null;
	/** Null for activity messages and templates. */
	sender: { type: SenderType; id: number } | null;
	/** The visitor session that wrote it, if one did. */
	sessionId: number | null;
	createdAt: number;
}

type MessageExpressions = ExpressionBuilder<Database & { candidate: Database['messages'] }, 'candidate'>;

export interface PageQuery {
	conversationId: number;
	before?: number | undefined;
	after?: number | undefined;
	/** Leaves out private notes and activity messages. */
	isPublicOnly: boolean;
	/** Messages at most; the default is what the wire says. */
	limit?: number;
}

export interface MessagePage {
	messages: MessageRow[];
	/** The page ends before its number of messages is reached, since it would become too large. */
	isCut: boolean;
}

/** A message with a new status. */
interface Advanced {
	previous: MessageStatus;
	message: MessageRow;
}

/**
 * OUTGOING or TEMPLATE, in exactly the words of the index `messages_unread`: with others, neither
 * database uses that index.
 */
const IS_UNREAD = sql<SqlBool>`message_type in (1, 3) and status in ('sent', 'delivered') and private = false`;
const IS_SENT = sql<SqlBool>`${IS_UNREAD} and status = 'sent'`;

/** The text; of a message that is being written, what there is of it. */
const CURRENT_TEXT = sql<string | null>`coalesce(
	(select stream.content from message_streams as stream where stream.message_id = messages.id),
	messages.content
)`;

const TEXT_BYTES = sql<number>`coalesce(octet_length(content), 0) + octet_length(cast(content_attributes as text))`;

/** Whether a person or a bot wrote it: only that is searched. */
function isNotActivity({ message_type }: Pick<MessageRow, 'message_type'>): boolean {
	return message_type === MessageType.INCOMING || message_type === MessageType.OUTGOING;
}

function searchText({
	account_id,
	inbox_id,
	content,
}: Pick<MessageRow, 'account_id' | 'inbox_id' | 'content'>): Sought {
	return { text: content ?? '', places: [placeOf.account(account_id), placeOf.inbox(inbox_id)] };
}

/** How many messages, from the first on, have at most `max` bytes together; at least one. */
function countFitting(sizes: readonly { bytes: number }[], max: number): number {
	let total = 0;
	const tooMuch = sizes.findIndex(({ bytes }) => (total += bytes) > max);
	return tooMuch === -1 ? sizes.length : Math.max(1, tooMuch);
}

const FIND_BY_VISITOR_ECHO = createStatement((db, { sessionId, echoId }: { sessionId: number; echoId: string }) =>
	db.selectFrom('messages').selectAll().where('contact_inbox_id', '=', sessionId).where('echo_id', '=', echoId),
);

const COUNT_UNATTENDED = createStatement((db, { conversationId, since }: { conversationId: number; since: number }) =>
	db
		.selectFrom('messages')
		.select((column) => column.fn.countAll<number>().as('count'))
		.where('conversation_id', '=', conversationId)
		.where('created_at', '>', since)
		.where((message) =>
			message.or([message('message_type', '=', MessageType.INCOMING), message('sender_type', '=', 'AgentBot')]),
		),
);

/** No more of a conversation's unread messages are counted. */
const UNREAD_MAX = 10;

/** Nor of those that a visitor has not read. */
const UNREAD_BY_VISITOR_MAX = 100;

const COUNT_UNREAD = createStatement((db, conversationIds: readonly number[]) =>
	db
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
						.where('messages.id', '>', message.fn.coalesce('conversations.agent_last_seen_message_id', message.lit(0)))
						.where('messages.id', 'not in', (deleted) =>
							deleted
								.selectFrom('messages as deleted')
								.select('deleted.id')
								.whereRef('deleted.conversation_id', '=', 'conversations.id')
								.where('deleted.deleted_at', 'is not', null),
						)
						.limit(UNREAD_MAX)
						.as('unread'),
				)
				.select((unread) => unread.fn.countAll<number>().as('count'))
				.as('unread'),
			conversation
				.selectFrom('messages')
				.select((message) => message.fn.countAll<number>().as('count'))
				.whereRef('messages.conversation_id', '=', 'conversations.id')
				.where('messages.answered_at', '>', (message) =>
					message.fn.coalesce('conversations.agent_last_seen_at', message.lit(0)),
				)
				.as('answers'),
		])
		.where('conversations.id', 'in', Object.values(conversationIds)),
);

const INSERT = createStatement((db, message: Insertable<Database['messages']>) =>
	db.insertInto('messages').values(message).returningAll(),
);

export function createMessages(db: Kysely<Database>) {
	const ofConversation = (conversationId: number) =>
		db
			.selectFrom('messages')
			.selectAll('messages')
			// Of two columns of one name both databases answer the last.
			.select(CURRENT_TEXT.as('content'))
			.where('conversation_id', '=', conversationId);

	/**
	 * The newest message of each conversation that satisfies `where`. The search begins at the end,
	 * so it is fast in a long conversation. Its text is cut to that of a preview.
	 */
	const listNewest = (
		conversationIds: readonly number[],
		where: (message: MessageExpressions) => Expression<SqlBool>,
		by: 'id' | 'answered_at' = 'id',
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
								.orderBy(`candidate.${by}`, 'desc')
								.limit(1),
						),
					)
					.selectAll('messages')
					.select(sql<string | null>`substr(${CURRENT_TEXT}, 1, ${PREVIEW_MAX})`.as('content'))
					.where('conversations.id', 'in', conversationIds)
					.execute();

	/** The newest up to that one, the newest first. */
	const listBehind = (
		conversationId: number,
		untilId: number,
		isBehind: RawBuilder<SqlBool>,
		limit: number,
	): Promise<MessageRow[]> =>
		ofConversation(conversationId)
			.where(isBehind)
			.where('id', '<=', untilId)
			.orderBy('id', 'desc')
			.limit(limit)
			.execute();

	/** Gives the team's messages up to that one the status, where they are not as far yet. */
	const advance = async (
		conversationId: number,
		untilId: number,
		status: 'delivered' | 'read',
		now: number,
	): Promise<Advanced[]> => {
		const isBehind = status === 'read' ? IS_UNREAD : IS_SENT;
		const behind = await listBehind(conversationId, untilId, isBehind, READ_ANNOUNCED);
		if (behind.length === 0) return [];
		await db
			.updateTable('messages')
			.set({ status, updated_at: now })
			.where('conversation_id', '=', conversationId)
			.where(isBehind)
			.where('id', '<=', untilId)
			.execute();
		return behind.toReversed().map((message) => ({
			previous: message.status,
			message: { ...message, status, updated_at: now },
		}));
	};

	return {
		findInConversation: (conversationId: number, id: number): Promise<MessageRow | undefined> =>
			ofConversation(conversationId).where('id', '=', id).executeTakeFirst(),

		/**
		 * Id of the newest message written until then (milliseconds since the epoch); null for
		 * none.
		 */
		findNewestIdAt: async (conversationId: number, at: number): Promise<number | null> =>
			(
				await db
					.selectFrom('messages')
					.select('id')
					.where('conversation_id', '=', conversationId)
					.where('created_at', '<=', at)
					.orderBy('created_at', 'desc')
					.orderBy('id', 'desc')
					.limit(1)
					.executeTakeFirst()
			)?.id ?? null,

		findInAccount: (accountId: number, id: number): Promise<MessageRow | undefined> =>
			db.selectFrom('messages').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst(),

		/**
		 * Whether a message was written between these moments (milliseconds since the epoch, both
		 * included).
		 */
		isWrittenBetween: async (conversationId: number, from: number, to: number): Promise<boolean> =>
			(await db
				.selectFrom('messages')
				.select('id')
				.where('conversation_id', '=', conversationId)
				.where('created_at', '>=', from)
				.where('created_at', '<=', to)
				.limit(1)
				.executeTakeFirst()) !== undefined,

		/** The newest message of this kind. */
		findByContentType: (conversationId: number, contentType: ContentType): Promise<MessageRow | undefined> =>
			ofConversation(conversationId)
				.where('content_type', '=', contentType)
				.orderBy('id', 'desc')
				.limit(1)
				.executeTakeFirst(),

		/**
		 * The newest messages of this type, after the message `afterId`, that the visitor has not
		 * read; the oldest first, and no private notes.
		 */
		listUnread: async (
			conversationId: number,
			{ type, afterId, limit }: { type: MessageType; afterId: number; limit: number },
		): Promise<MessageRow[]> =>
			(
				await ofConversation(conversationId)
					.where(IS_UNREAD)
					.where('message_type', '=', type)
					.where('id', '>', afterId)
					.orderBy('id', 'desc')
					.limit(limit)
					.execute()
			).toReversed(),

		/**
		 * Whether there is a message of this type that is not older than `since` (milliseconds
		 * since the epoch).
		 */
		hasOfType: async (conversationId: number, type: MessageType, since = 0): Promise<boolean> =>
			(await db
				.selectFrom('messages')
				.select('id')
				.where('conversation_id', '=', conversationId)
				.where('message_type', '=', type)
				.where('created_at', '>=', since)
				.limit(1)
				.executeTakeFirst()) !== undefined,

		/** Whether the first message that both see is the team's. */
		isBegunByTeam: async (conversationId: number): Promise<boolean> =>
			(
				await ofConversation(conversationId)
					.where('message_type', 'in', [MessageType.INCOMING, MessageType.OUTGOING])
					.where('private', '=', false)
					.orderBy('id')
					.limit(1)
					.executeTakeFirst()
			)?.message_type === MessageType.OUTGOING,

		/** The newest messages of the visitor after this one, up to `limit`, the oldest first. */
		listIncoming: async (
			conversationId: number,
			{ afterId, limit }: { afterId: number; limit: number },
		): Promise<MessageRow[]> =>
			(
				await ofConversation(conversationId)
					.where('message_type', '=', MessageType.INCOMING)
					.where('id', '>', afterId)
					.orderBy('id', 'desc')
					.limit(limit)
					.execute()
			).toReversed(),

		/**
		 * The conversations of the inbox that began by mail and have a message of one of these
		 * `source_id`, in ascending order.
		 */
		async listMailConversationIds(inboxId: number, sourceIds: readonly string[]): Promise<number[]> {
			if (sourceIds.length === 0) return [];
			const rows = await db
				.selectFrom('messages')
				.innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
				.innerJoin('contact_inboxes', 'contact_inboxes.id', 'conversations.contact_inbox_id')
				.select('conversations.id')
				.where('messages.source_id', 'in', sourceIds)
				.where('messages.inbox_id', '=', inboxId)
				.where('contact_inboxes.mail_address', 'is not', null)
				.execute();
			return [...new Set(rows.map(({ id }) => id))].toSorted((one, other) => one - other);
		},

		/** The newest message that the visitor has written. */
		findNewestIncoming: (
			conversationId: number,
		): Promise<Pick<MessageRow, 'id' | 'created_at' | 'source_id'> | undefined> =>
			db
				.selectFrom('messages')
				.select(['id', 'created_at', 'source_id'])
				.where('conversation_id', '=', conversationId)
				.where('message_type', '=', MessageType.INCOMING)
				.orderBy('created_at', 'desc')
				.orderBy('id', 'desc')
				.limit(1)
				.executeTakeFirst(),

		findByVisitorEcho: (sessionId: number, echoId: string): Promise<MessageRow | undefined> =>
			FIND_BY_VISITOR_ECHO.executeTakeFirst(db, { sessionId, echoId }),

		/** A message of an agent or a bot by its echo id. */
		findByTeamEcho: (
			sender: NonNullable<NewMessageRow['sender']>,
			conversationId: number,
			echoId: string,
		): Promise<MessageRow | undefined> =>
			ofConversation(conversationId)
				// As in the indexes' own conditions: SQLite takes a partial index only where it
				// sees the value.
				.where('sender_type', '=', sql.lit(sender.type))
				.where('sender_id', '=', sender.id)
				.where('echo_id', '=', echoId)
				.executeTakeFirst(),

		/**
		 * The newest 20; 20 before an id; 100 after one; or up to 1000 from `after` (included) to
		 * `before`. The size of the texts decides whether the page is cut.
		 */
		async listPage({ conversationId, before, after, isPublicOnly, limit }: PageQuery): Promise<MessagePage> {
			const isFromEnd = after === undefined;
			let asked = ofConversation(conversationId);
			if (isPublicOnly) asked = asked.where('private', '=', false).where('message_type', '!=', MessageType.ACTIVITY);
			if (before !== undefined) asked = asked.where('id', '<', before);
			if (after !== undefined) asked = asked.where('id', before === undefined ? '>' : '>=', after);
			const between = before === undefined ? MESSAGES_AFTER : MESSAGES_BETWEEN;
			// Sizes are read first, so that texts that do not fit into the page are never loaded.
			const sizes = await asked
				.clearSelect()
				.select(['id', TEXT_BYTES.as('bytes')])
				.orderBy('id', isFromEnd ? 'desc' : 'asc')
				.limit(limit ?? (isFromEnd ? MESSAGES_PER_PAGE : between))
				.execute();
			const count = countFitting(sizes, PAGE_BYTES);
			const [first, last] = [sizes[0]?.id, sizes[count - 1]?.id];
			if (first === undefined || last === undefined) return { messages: [], isCut: false };
			const messages = await asked
				.where('id', '>=', Math.min(first, last))
				.where('id', '<=', Math.max(first, last))
				.orderBy('id')
				.execute();
			return { messages, isCut: count < sizes.length };
		},

		/** The newest message of each conversation, of any kind. */
		listNewest: (conversationIds: readonly number[]): Promise<MessageRow[]> =>
			listNewest(conversationIds, (message) => message.lit(true)),

		/** The newest message of each conversation that is no activity; private notes count. */
		listNewestNonActivity: (conversationIds: readonly number[]): Promise<MessageRow[]> =>
			listNewest(conversationIds, (message) => message('candidate.message_type', '!=', MessageType.ACTIVITY)),

		/**
		 * What was last said in each conversation: the newest message of a person or bot, private
		 * notes included, or the question that the visitor has answered since. @param newestSpoken
		 * the newest ones that are no activity
		 */
		async listLastSaid(newestSpoken: readonly MessageRow[]): Promise<MessageRow[]> {
			const idsOf = (messages: readonly MessageRow[]) => messages.map(({ conversation_id }) => conversation_id);
			const isTemplate = ({ message_type }: MessageRow) => message_type === MessageType.TEMPLATE;
			const [before, answered] = await allSettled([
				listNewest(idsOf(newestSpoken.filter(isTemplate)), (message) =>
					message('candidate.message_type', 'in', [MessageType.INCOMING, MessageType.OUTGOING]),
				),
				listNewest(idsOf(newestSpoken), (message) => message('candidate.answered_at', 'is not', null), 'answered_at'),
			]);
			const said = new Map(
				[...newestSpoken.filter((message) => !isTemplate(message)), ...before].map((message) => [
					message.conversation_id,
					message,
				]),
			);
			for (const message of answered) {
				const known = said.get(message.conversation_id);
				if (!known || known.created_at <= (message.answered_at ?? 0)) said.set(message.conversation_id, message);
			}
			return [...said.values()];
		},

		/** The newest message of each conversation that the visitor sees. */
		listNewestPublic: (conversationIds: readonly number[]): Promise<MessageRow[]> =>
			listNewest(conversationIds, (message) =>
				message.and([
					message('candidate.message_type', '!=', MessageType.ACTIVITY),
					message('candidate.private', '=', false),
				]),
			),

		/**
		 * Conversation id → number of the visitor's messages and answers that the team has not
		 * seen, counted up to ten.
		 */
		async countUnread(conversationIds: readonly number[]): Promise<Map<number, number>> {
			if (conversationIds.length === 0) return new Map();
			const rows = await COUNT_UNREAD.execute(db, conversationIds);
			return new Map(rows.map((row) => [row.id, Math.min((row.unread ?? 0) + (row.answers ?? 0), UNREAD_MAX)]));
		},

		/**
		 * Conversation id → number of the team's messages that the visitor has not read, counted up
		 * to a hundred.
		 */
		async countUnreadByVisitor(conversationIds: readonly number[]): Promise<Map<number, number>> {
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
								.where(IS_UNREAD)
								.where('messages.message_type', '=', MessageType.OUTGOING)
								.where('messages.deleted_at', 'is', null)
								.limit(UNREAD_BY_VISITOR_MAX)
								.as('unread'),
						)
						.select((unread) => unread.fn.countAll<number>().as('count'))
						.as('unread'),
				])
				.where('conversations.id', 'in', conversationIds)
				.execute();
			return new Map(rows.map(({ id, unread }) => [id, unread ?? 0]));
		},

		/** Counts messages of visitors and bots. */
		countUnattended: async (conversationId: number, since: number): Promise<number> =>
			(await COUNT_UNATTENDED.executeTakeFirstOrThrow(db, { conversationId, since })).count,

		/**
		 * The conversation has to be locked before: ids must become visible in ascending order,
		 * since clients catch up by "after the last id".
		 */
		async insert(message: NewMessageRow): Promise<MessageRow> {
			const row = {
				account_id: message.conversation.account_id,
				inbox_id: message.conversation.inbox_id,
				conversation_id: message.conversation.id,
				message_type: message.messageType,
				content: message.content,
				content_type: message.contentType,
				content_attributes: message.contentAttributes,
				additional_attributes: message.additionalAttributes ?? {},
				private: message.isPrivate,
				status: 'sent',
				source_id: message.sourceId ?? null,
				echo_id: message.echoId,
				contact_inbox_id: message.sessionId,
				sender_type: message.sender?.type ?? null,
				sender_id: message.sender?.id ?? null,
				created_at: message.createdAt,
				updated_at: message.createdAt,
			} satisfies Insertable<Database['messages']>;
			const [stored] = await inTransaction(db, (transacting) =>
				allSettled([
					INSERT.executeTakeFirstOrThrow(transacting, row),
					isNotActivity(row) &&
						row.content &&
						insertWords(transacting, 'message_words', newestMessageId(transacting), searchText(row)),
				]),
			);
			return stored;
		},

		async update(id: number, change: Updateable<Database['messages']>): Promise<MessageRow> {
			const stored = await db
				.updateTable('messages')
				.set({ ...change, updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow();
			if ('content' in change && isNotActivity(stored)) await replaceWords(db, 'message_words', id, searchText(stored));
			return stored;
		},

		/**
		 * Marks the team's messages up to the message `seenId` as read by the visitor, however many
		 * there are. Answers the newest READ_ANNOUNCED of those that changed, with their old
		 * status. The conversation has to be locked before.
		 */
		markRead: (conversationId: number, seenId: number, now: number): Promise<Advanced[]> =>
			advance(conversationId, seenId, 'read', now),

		/** Whether `markDelivered` would mark any. */
		isUndelivered: async (conversationId: number, takenId: number): Promise<boolean> =>
			(await listBehind(conversationId, takenId, IS_SENT, 1)).length > 0,

		/** Marks those that are only sent as delivered to the visitor; otherwise the same. */
		markDelivered: (conversationId: number, takenId: number, now: number): Promise<Advanced[]> =>
			advance(conversationId, takenId, 'delivered', now),

		/**
		 * Marks the visitor's messages after the message `afterId`, up to the message `seenId`, as
		 * read by the team. Answers the newest of those that changed, with its old status. The
		 * conversation has to be locked before.
		 */
		async markReadByTeam(
			conversationId: number,
			{ afterId, seenId }: { afterId: number; seenId: number },
			now: number,
		): Promise<{ previous: MessageStatus; message: MessageRow } | undefined> {
			const newest = await ofConversation(conversationId)
				.where('message_type', '=', MessageType.INCOMING)
				.where('status', '!=', 'read')
				.where('id', '>', afterId)
				.where('id', '<=', seenId)
				.orderBy('id', 'desc')
				.limit(1)
				.executeTakeFirst();
			if (!newest) return undefined;
			await db
				.updateTable('messages')
				.set({ status: 'read', updated_at: now })
				.where('conversation_id', '=', conversationId)
				.where('message_type', '=', MessageType.INCOMING)
				.where('status', '!=', 'read')
				.where('id', '>', afterId)
				.where('id', '<=', newest.id)
				.execute();
			return { previous: newest.status, message: { ...newest, status: 'read', updated_at: now } };
		},
	};
}
