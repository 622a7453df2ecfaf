/** Changes the text of a visitor's message (docs/wire.md, Messages). */
import { isVisible } from '#protocol/base/isVisible.ts';
import { Problem } from '../../base/problem.ts';
import type { ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { recordChange } from '../recordChange.ts';
import { withdrawMails } from './withdrawMails.ts';

/**
 * The audit log keeps what the message said before. Throws MESSAGE_BLANK. The conversation has to
 * be locked.
 */
export async function editMessage(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	message: MessageRow,
	content: string,
): Promise<MessageRow> {
	if (!isVisible(content)) throw new Problem({ code: 'MESSAGE_BLANK' });
	if (content === message.content) return message;
	const content_attributes = { ...message.content_attributes, edited_at: Math.floor(Date.now() / 1000) };
	const edited = await store.messages.update(message.id, { content, content_attributes });
	// They have the former text: new ones are written.
	await withdrawMails(store, conversation, message);
	await recordChange(store, {
		accountId: conversation.account_id,
		type: 'Message',
		id: message.id,
		before: { content: message.content },
		after: { content },
	});
	await publish.messagesUpdated(conversation, [edited], {
		content_attributes: [message.content_attributes, content_attributes],
	});
	return edited;
}
