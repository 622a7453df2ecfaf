import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';

/**
 * A connection of the visitor has taken the team's messages up to there. What is read already stays
 * read.
 */
export async function deliverMessages(
	store: Repositories,
	publish: EventPublisher,
	{ id }: Pick<ConversationRow, 'id'>,
	messageId: number,
): Promise<void> {
	const conversation = await store.conversations.lock(id);
	const delivered = await store.messages.markDelivered(id, messageId, Date.now());
	const messages = delivered.map(({ message }) => message);
	if (messages.length > 0) await publish.messagesUpdated(conversation, messages, { status: ['sent', 'delivered'] });
}
