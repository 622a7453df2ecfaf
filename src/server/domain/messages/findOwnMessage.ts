/** Which messages visitors may change (docs/wire.md, Messages). */
import { MESSAGE_CHANGE_PERIOD } from '#protocol/base/limits.ts';
import { MessageType } from '#protocol/entities/entities.ts';
import { Problem } from '../../base/problem.ts';
import type { ContactInbox, ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/**
 * A message that the session itself has written: others that share its conversations may read it,
 * and no more. Throws CHANGE_TOO_LATE. The conversation has to be locked.
 */
export async function findOwnMessage(
	store: Repositories,
	session: ContactInbox,
	conversation: ConversationRow,
	id: number,
): Promise<MessageRow | undefined> {
	const message = await store.messages.findInConversation(conversation.id, id);
	if (message?.message_type !== MessageType.INCOMING || message.contact_inbox_id !== session.id) return undefined;
	if (Date.now() - message.created_at > MESSAGE_CHANGE_PERIOD) throw new Problem({ code: 'CHANGE_TOO_LATE' });
	return message;
}
