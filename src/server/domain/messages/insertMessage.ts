/** Stores a message of any sender: the steps that are the same for all. */
import type { ContentType } from '#protocol/entities/contentTypes.ts';
import type { Attributes } from '#protocol/entities/attributes.ts';
import { isStreaming, MessageType } from '#protocol/entities/entities.ts';
import { isVisible } from '#protocol/base/isVisible.ts';
import { MINUTE } from '#protocol/base/duration.ts';
import { allSettled } from '../../base/allSettled.ts';
import { Problem } from '../../base/problem.ts';
import type { NewMessageRow } from '../../store/messages/messages.ts';
import type { ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { attach, type Attachable } from './attach.ts';

/** Messages of visitors and bots that one conversation accepts per minute. */
const MESSAGES_PER_MINUTE = 200;

export interface Draft {
	content: string | null;
	contentType: ContentType;
	/** The attributes of its kind, such as the items of a form. */
	contentAttributes: Attributes;
	/** The sender's own id for it: a second message with the same one is not stored. */
	echoId: string | undefined;
	/** What another system, of which it is a copy, calls it. */
	sourceId: string | null;
	/** Id of the message that this one answers; ignored when that is not in the conversation. */
	replyTo: number | null;
	attachables: readonly Attachable[];
}

/** A draft of plain text, without the text. */
export const TEXT: Omit<Draft, 'content'> = {
	contentType: 'text',
	contentAttributes: {},
	echoId: undefined,
	sourceId: null,
	replyTo: null,
	attachables: [],
};

/**
 * Throws MESSAGE_BLANK for a draft of which a reader would see nothing. Kinds other than text have
 * items to show.
 */
export function checkVisible({ content, contentType, contentAttributes, attachables }: Draft): void {
	const isText = contentType === 'text' && !isStreaming({ content_attributes: contentAttributes });
	if (isText && attachables.length === 0 && !isVisible(content ?? '')) throw new Problem({ code: 'MESSAGE_BLANK' });
}

/**
 * The conversation has to be locked, so that ids and times ascend together. Throws
 * FILE_NOT_AVAILABLE when another message has taken a file.
 */
export async function insertMessage(
	store: Repositories,
	conversation: ConversationRow,
	draft: Draft,
	about: Pick<NewMessageRow, 'messageType' | 'isPrivate' | 'sender' | 'sessionId' | 'additionalAttributes'>,
): Promise<MessageRow> {
	// A clock that was set back, or that of another process, must not put it before what it
	// follows.
	const createdAt = Math.max(Date.now(), conversation.last_activity_at);
	const reply = await replyAttributes(store, conversation, draft.replyTo);
	const [, message] = await allSettled([
		isUnattended(about) && refuseFlood(store, conversation.id, createdAt),
		store.messages.insert({
			...about,
			conversation,
			content: draft.content,
			contentType: draft.contentType,
			contentAttributes: { ...draft.contentAttributes, ...reply },
			echoId: draft.echoId ?? null,
			sourceId: draft.sourceId,
			createdAt,
		}),
	]);
	await attach(store, message, draft.attachables);
	return message;
}

/** Whether a visitor or a bot wrote it, and no person of the team. */
function isUnattended({ messageType, sender }: Pick<NewMessageRow, 'messageType' | 'sender'>): boolean {
	return messageType === MessageType.INCOMING || sender?.type === 'AgentBot';
}

/**
 * Limits messages of visitors and bots per minute. Agents are not limited, so that they can still
 * answer a flooded conversation, or end it.
 */
async function refuseFlood(store: Repositories, conversationId: number, now: number): Promise<void> {
	const count = await store.messages.countUnattended(conversationId, now - MINUTE);
	if (count >= MESSAGES_PER_MINUTE) throw new Problem({ code: 'TOO_MANY_MESSAGES' });
}

async function replyAttributes(
	store: Repositories,
	conversation: ConversationRow,
	replyTo: number | null,
): Promise<Attributes> {
	if (replyTo === null) return {};
	const answered = Number.isSafeInteger(replyTo)
		? await store.messages.findInConversation(conversation.id, replyTo)
		: undefined;
	return { in_reply_to: answered?.id ?? null, in_reply_to_external_id: answered?.source_id ?? null };
}
