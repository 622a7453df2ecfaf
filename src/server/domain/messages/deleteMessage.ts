/** Deletes the content of a message (docs/application-api.md, Messages; docs/wire.md, Messages). */
import type { BlobRow } from '../../store/tables/blobRow.ts';
import { msg } from '../../language/msg.ts';
import { chooseLocale, translate } from '../../language/translate.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { recordChange } from '../recordChange.ts';
import type { ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { withdrawMails } from './withdrawMails.ts';

/**
 * The message stays, without its content. `files` belong to no message any more: the caller has to
 * remove them. `deletedBy` is `contact` where the visitor takes it back.
 */
export async function deleteMessage(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	message: MessageRow,
	deletedBy?: 'contact',
): Promise<{ message: MessageRow; files: BlobRow[] }> {
	await store.messageStreams.take(message.id);
	const files = await store.attachments.deleteByMessage(message.id);
	const { locale } = await store.channels.findInbox(conversation.inbox_id);
	const content_attributes = { deleted: true, ...(deletedBy && { deleted_by: deletedBy }) };
	const deleted = await store.messages.update(message.id, {
		content: translate(chooseLocale(locale), msg`This message was deleted`),
		content_type: 'text',
		content_attributes,
		answered_at: null,
		deleted_at: Date.now(),
	});
	await withdrawMails(store, conversation, message);
	// What the message said before it was edited is deleted as well.
	await store.auditLog.deleteOfMessage(message.id);
	await recordChange(store, {
		accountId: conversation.account_id,
		type: 'Message',
		id: message.id,
		before: { conversation_id: conversation.display_id },
	});
	// The event must not contain the deleted content.
	await publish.messagesUpdated(conversation, [deleted], { content_attributes: [{}, content_attributes] });
	return { message: deleted, files };
}
