/** The transcript of a conversation, as the mail that its visitor receives. */
import { setImmediate } from 'node:timers/promises';
import type { Files } from '../files/files.ts';
import type { Mail } from '../mail/mail.ts';
import type { TranscriptEntry } from '#transcript/transcript.ts';
import { createTranscriptMail } from '../mail/transcriptMail.ts';
import { loadRelations, partsOf } from '../present/messageParts.ts';
import { presentTeamMessage } from '../present/message.ts';
import type { Channel } from '../store/channels.ts';
import type { ConversationRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

/** Messages that are read at a time. */
const PAGE = 100;
/** Characters of both forms of the mail together; the newest messages are in it. Mail servers take little more. */
const LENGTH_MAX = 5_000_000;

/**
 * Returns the content of the mail. It is made from the newest message backwards, in pages, and after each message the server
 * first does other work that is due: a long conversation takes seconds, for which all other visitors would have to wait.
 */
export async function transcriptOf(
	store: Repositories,
	files: Files,
	{ inbox }: Channel,
	conversation: ConversationRow,
	locale: string,
): Promise<Omit<Mail, 'id' | 'to'>> {
	const { id, account_id, display_id } = conversation;
	const transcript = createTranscriptMail({ displayId: display_id, locale, timeZone: inbox.timezone });
	const newestFirst: TranscriptEntry[] = [];
	let length = 0;
	let before: number | undefined;
	for (;;) {
		const { messages } = await store.messages.listPage({ conversationId: id, before, isPublicOnly: true, limit: PAGE });
		if (messages.length === 0) return transcript.mailOf(newestFirst.toReversed());
		const relations = await loadRelations(store, files, account_id, messages);
		for (const message of messages.toReversed()) {
			await setImmediate();
			const entry = transcript.entryOf(presentTeamMessage(message, display_id, partsOf(message, relations, undefined)));
			if (!entry) continue;
			length += entry.text.length + entry.html.text.length;
			if (length > LENGTH_MAX) return transcript.mailOf(newestFirst.toReversed(), true);
			newestFirst.push(entry);
		}
		before = messages[0]?.id;
	}
}
