import { MessageType } from '#protocol/entities/entities.ts';
import type { Reaction } from '#protocol/entities/reactions.ts';
import type { ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';

/** Whether the visitor may react: to what a person or a bot of the team has said to them. */
export function canHaveReaction({ message_type, private: isPrivate, content_attributes }: MessageRow): boolean {
	return message_type === MessageType.OUTGOING && !isPrivate && content_attributes['deleted'] !== true;
}

/**
 * Stores the visitor's reaction in place of an earlier one; null takes it back. The conversation
 * has to be locked.
 */
export async function setReaction(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	message: MessageRow,
	reaction: Reaction | null,
): Promise<MessageRow> {
	const { reaction: before = null, ...others } = message.content_attributes;
	if (reaction === before) return message;
	const content_attributes = reaction === null ? others : { ...others, reaction };
	const updated = await store.messages.update(message.id, { content_attributes });
	// Changes of the attributes are told where the visitor has answered a question.
	await publish.messagesUpdated(conversation, [updated], {});
	return updated;
}
