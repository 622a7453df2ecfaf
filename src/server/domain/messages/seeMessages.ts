/**
 * Records how far the visitor and the team have read a conversation (docs/wire.md, Reading and
 * typing).
 */
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import type { EventPublisher } from '../eventPublisher.ts';

/**
 * What a visitor's client sends: the id of the newest message that it shows or, like Chatwoot's
 * clients, a time in seconds.
 */
export interface SeenClaim {
	messageId: number | undefined;
	time: number | undefined;
}

/**
 * Marks the team's messages up to there as read. A message that was read never becomes unread
 * again.
 */
export async function seeAsVisitor(
	store: Repositories,
	publish: EventPublisher,
	{ id }: ConversationRow,
	claim: SeenClaim,
): Promise<void> {
	const now = Date.now();
	const before = await store.conversations.lock(id);
	const seen = await whatIsSeen(store, id, claim, now);
	if (!seen) return;
	const conversation = await store.conversations.updateSeen(id, {
		contact_last_seen_at: Math.max(seen.at, before.contact_last_seen_at ?? 0),
		contact_last_seen_message_id: Math.max(seen.messageId, before.contact_last_seen_message_id ?? 0),
	});
	const read = await store.messages.markRead(id, seen.messageId, now);
	for (const [previous, changed] of Map.groupBy(read, (one) => one.previous)) {
		const messages = changed.map(({ message }) => message);
		await publish.messagesUpdated(conversation, messages, { status: [previous, 'read'] });
	}
	await publish.conversation('conversation.read', conversation);
}

/**
 * The visitor's messages up to there are read. Only the newest of them is published: what stands
 * beside it is all that the visitor sees of it.
 *
 * @param seenId id of the newest message that the member sees; undefined means all of them
 */
export async function seeAsTeam(
	store: Repositories,
	publish: EventPublisher,
	member: Member,
	{ id }: ConversationRow,
	seenId: number | undefined,
): Promise<ConversationRow> {
	const conversation = await store.conversations.lock(id);
	const now = Date.now();
	const afterId = conversation.agent_last_seen_message_id ?? 0;
	const messageId =
		seenId === undefined
			? await store.messages.findNewestIdAt(id, now)
			: (await store.messages.findInConversation(id, seenId))?.id;
	const isAssignee = conversation.assignee_id === member.user_id;
	const changed = await store.conversations.updateSeen(id, {
		agent_last_seen_at: now,
		agent_last_seen_message_id: Math.max(messageId ?? 0, afterId),
		...(isAssignee ? { assignee_last_seen_at: now } : {}),
	});
	const read = await store.messages.markReadByTeam(id, { afterId, seenId: messageId ?? 0 }, now);
	if (read) await publish.messagesUpdated(changed, [read.message], { status: [read.previous, 'read'] });
	await publish.notificationsUpdated(await store.notifications.readOf(id, member.user_id, messageId));
	return changed;
}

/** Makes the visitor's newest message unread for the team again. */
export async function unseeAsTeam(store: Repositories, { id }: Pick<ConversationRow, 'id'>): Promise<ConversationRow> {
	await store.conversations.lock(id);
	const message = await store.messages.findNewestIncoming(id);
	const before = message ? message.created_at - 1_000 : null;
	return store.conversations.updateSeen(id, {
		agent_last_seen_at: before,
		assignee_last_seen_at: before,
		agent_last_seen_message_id: message ? message.id - 1 : null,
	});
}

interface Seen {
	/** Id of the newest message that was seen, or 0. */
	messageId: number;
	/** When, in milliseconds since the epoch. */
	at: number;
}

/**
 * By the message that the claim names, else by its time. Undefined for a message of another
 * conversation.
 */
async function whatIsSeen(
	store: Repositories,
	conversationId: number,
	{ messageId, time }: SeenClaim,
	now: number,
): Promise<Seen | undefined> {
	if (messageId !== undefined) {
		const message = await store.messages.findInConversation(conversationId, messageId);
		return message && { messageId: message.id, at: message.created_at };
	}
	const at = await whenSeen(store, conversationId, time, now);
	return { messageId: (await store.messages.findNewestIdAt(conversationId, at)) ?? 0, at };
}

/**
 * The time up to which messages count as seen, in milliseconds since the epoch. The request may
 * arrive late, and messages that the team wrote since have not been seen; so the second that the
 * request names counts, if a message was written in it. Otherwise the time of the request counts,
 * since visitors' clocks may show anything.
 */
async function whenSeen(
	{ messages }: Repositories,
	conversationId: number,
	named: number | undefined,
	now: number,
): Promise<number> {
	const second = Math.max(0, Math.floor(named ?? 0)) * 1_000;
	const end = second + 999;
	return end < now && (await messages.isWrittenBetween(conversationId, second, end)) ? end : now;
}
