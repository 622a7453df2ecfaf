import type { TeamMessageBody } from '#protocol/application/teamMessageBody.ts';
import { callAttributes, callWords } from '../../domain/conversations/callMeeting.ts';
import type { Draft } from '../../domain/messages/insertMessage.ts';
import { senderOf, type Writer } from '../../domain/messages/writer.ts';
import type { Services } from '../../services/services.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import { authorOf } from './authorOf.ts';
import { readDraft } from './readDraft.ts';

/**
 * Who a message is from, and what it says. A call is started here, before the transaction, because
 * that requests another server.
 */
export async function checkTeamMessage(
	{ store, files, calls }: Services,
	caller: Writer,
	conversation: ConversationRow,
	body: TeamMessageBody,
): Promise<{ author: Writer; draft: Draft }> {
	const author = await authorOf(store, caller, body);
	const echoId = body.echo_id ?? undefined;
	const isStored = async () =>
		echoId !== undefined &&
		(await store.messages.findByTeamEcho(senderOf(author), conversation.id, echoId)) !== undefined;
	const draft = await readDraft(files, body, isStored);
	if (draft.contentType !== 'integrations' || (await isStored())) return { author, draft };
	const content = draft.content ?? callWords(conversation, await store.channels.findInbox(conversation.inbox_id));
	const contentAttributes = callAttributes(await calls.begin(`#${conversation.display_id}`));
	return { author, draft: { ...draft, content, contentAttributes } };
}
