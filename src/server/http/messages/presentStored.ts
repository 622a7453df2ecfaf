import { presentTeamMessage } from '../../present/message.ts';
import { loadRelations, partsOf } from '../../present/messageParts.ts';
import type { Services } from '../../services/services.ts';
import type { ConversationRow, MessageRow } from '../../store/tables/schema.ts';

/** A message that has just been stored or changed, as the team sees it. */
export async function presentStored(
	{ store, files, presence }: Services,
	conversation: ConversationRow,
	message: MessageRow,
) {
	const relations = await loadRelations(store, files, conversation.account_id, [message]);
	const now = await presence.list(conversation.account_id);
	return presentTeamMessage(message, conversation.display_id, partsOf(message, relations, now));
}
