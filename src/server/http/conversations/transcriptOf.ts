/** The transcript of a conversation, as the mail that its visitor receives. */
import type { Files } from '../../files/files.ts';
import type { Mail } from '../../mail/mail.ts';
import { beginTranscript, type TranscriptWriter } from '../../mail/transcriptWriter.ts';
import { loadRelations, partsOf } from '../../present/messageParts.ts';
import { presentTeamMessage } from '../../present/message.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/** Messages that are read at a time. */
const PAGE = 100;

/** Returns the content of the mail. It is made from the newest message backwards, in pages. */
export async function transcriptOf(
	store: Repositories,
	files: Files,
	{ inbox }: Channel,
	conversation: ConversationRow,
	locale: string,
): Promise<Omit<Mail, 'id' | 'to'>> {
	const { display_id: displayId } = conversation;
	const transcript = await beginTranscript({ displayId, locale, timeZone: inbox.timezone });
	try {
		await addMessages(transcript, store, files, conversation);
	} catch (error) {
		await transcript.drop();
		throw error;
	}
	return transcript.finish();
}

async function addMessages(
	transcript: TranscriptWriter,
	store: Repositories,
	files: Files,
	{ id, account_id, display_id }: ConversationRow,
): Promise<void> {
	let before: number | undefined;
	for (;;) {
		const { messages } = await store.messages.listPage({ conversationId: id, before, isPublicOnly: true, limit: PAGE });
		if (messages.length === 0) return;
		const relations = await loadRelations(store, files, account_id, messages);
		const hasRoom = await transcript.add(
			messages
				.toReversed()
				.map((message) => presentTeamMessage(message, display_id, partsOf(message, relations, undefined))),
		);
		if (!hasRoom) return;
		before = messages[0]?.id;
	}
}
