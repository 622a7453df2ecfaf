/** Taking back what a message said (application-api B2). */
import type { BlobRow } from '../files/blobs.ts';
import type { Announcer } from '../realtime/announcer.ts';
import type { ConversationRow, MessageRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

/** The message stays in its place and says nothing. `files` are nobody's now: the caller removes them. */
export async function deleteMessage(
	store: Repositories,
	announce: Announcer,
	conversation: ConversationRow,
	message: MessageRow,
): Promise<{ message: MessageRow; files: BlobRow[] }> {
	const files = await store.attachments.deleteByMessage(message.id);
	const content_attributes = { deleted: true };
	const deleted = await store.messages.update(message.id, {
		content: 'This message was deleted',
		content_type: 'text',
		content_attributes: JSON.stringify(content_attributes),
	});
	// Not the old content: it must not travel once more.
	await announce.messagesUpdated(conversation, [deleted], { content_attributes: [{}, content_attributes] });
	return { message: deleted, files };
}
