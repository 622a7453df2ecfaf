/** Storing a message, whoever it is from: what all of them have in common. */
import type { ContentType } from '#protocol/contentTypes.ts';
import type { Attributes } from '#protocol/attributes.ts';
import { MessageType } from '#protocol/entities.ts';
import { MINUTE } from '#protocol/duration.ts';
import { MESSAGES_PER_MINUTE } from '#protocol/limits.ts';
import { Problem } from '../base/problem.ts';
import type { NewMessageRow } from '../store/messages.ts';
import type { ConversationRow, MessageRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import { attach, type Attachable } from './attach.ts';

export interface Draft {
	content: string | null;
	contentType: ContentType;
	/** Of the kind, such as the items of a form. */
	contentAttributes: Attributes;
	/** The writer's own id for it: with the same one, nothing is stored again. */
	echoId: string | undefined;
	/** Id of the message that this one answers; it answers none when that is not in the conversation. */
	replyTo: number | null;
	attachables: readonly Attachable[];
}

/** A draft of plain text, without the text. */
export const TEXT: Omit<Draft, 'content'> = {
	contentType: 'text',
	contentAttributes: {},
	echoId: undefined,
	replyTo: null,
	attachables: [],
};

/** The conversation is locked by now, so ids and times ascend together. Throws FILE_NOT_AVAILABLE when a file is taken. */
export async function insertMessage(
	store: Repositories,
	conversation: ConversationRow,
	draft: Draft,
	about: Pick<NewMessageRow, 'messageType' | 'isPrivate' | 'sender' | 'sessionId' | 'additionalAttributes'>,
): Promise<MessageRow> {
	const createdAt = Date.now();
	if (isUnattended(about)) await refuseFlood(store, conversation.id, createdAt);
	const reply = await replyAttributes(store, conversation, draft.replyTo);
	const message = await store.messages.insert({
		...about,
		conversation,
		content: draft.content,
		contentType: draft.contentType,
		contentAttributes: { ...draft.contentAttributes, ...reply },
		echoId: draft.echoId ?? null,
		createdAt,
	});
	await attach(store, message, draft.attachables);
	return message;
}

/** Nobody of the team has written it: by a visitor or a bot. */
function isUnattended({ messageType, sender }: Pick<NewMessageRow, 'messageType' | 'sender'>): boolean {
	return messageType === MessageType.INCOMING || sender?.type === 'AgentBot';
}

/** Whoever floods a conversation keeps nobody of the team from answering it, or ending it. */
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
