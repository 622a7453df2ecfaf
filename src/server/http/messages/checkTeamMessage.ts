import type { TeamMessageBody } from '#protocol/application/teamMessageBody.ts';
import { callAttributes, callWords } from '../../domain/conversations/callMeeting.ts';
import type { Letter } from '../../domain/conversations/postMessage.ts';
import type { Draft } from '../../domain/messages/insertMessage.ts';
import { addressReply } from '../../services/mailReply.ts';
import { Problem } from '../../base/problem.ts';
import { senderOf, type Writer } from '../../domain/messages/writer.ts';
import type { Services } from '../../services/services.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import { authorOf } from './authorOf.ts';
import { readDraft } from './readDraft.ts';

/**
 * Who a message is from, what it says, and how it is mailed. A call is started here, before the
 * transaction, because that requests another server.
 */
export async function checkTeamMessage(
	services: Services,
	caller: Writer,
	conversation: ConversationRow,
	body: TeamMessageBody,
): Promise<{ author: Writer; draft: Draft; letter: Letter | undefined }> {
	const { store, files, calls } = services;
	const author = await authorOf(store, caller, body);
	const echoId = body.echo_id ?? undefined;
	const isStored = async () =>
		echoId !== undefined &&
		(await store.messages.findByTeamEcho(senderOf(author), conversation.id, echoId)) !== undefined;
	const draft = await readDraft(files, body, isStored);
	const letter = body.private ? undefined : await addressReply(services, conversation, body.cc_emails ?? undefined);
	// Of other kinds a mail would say nothing.
	if (letter && draft.contentType !== 'text')
		throw new Problem({ code: 'CONTENT_TYPE_UNKNOWN', contentType: draft.contentType });
	if (draft.contentType !== 'integrations' || (await isStored())) return { author, draft, letter };
	const content = draft.content ?? callWords(conversation, await store.channels.findInbox(conversation.inbox_id));
	const contentAttributes = callAttributes(await calls.begin(`#${conversation.display_id}`));
	return { author, draft: { ...draft, content, contentAttributes }, letter };
}
