/** Makes the transcript of a conversation. */
import { isWorthParsing } from '#markdown/isWorthParsing.ts';
import { literal, type Block } from '#markdown/blocks.ts';
import { parseMarkdown } from '#markdown/parseMarkdown.ts';
import type { Files } from '../../files/files.ts';
import type { Mail } from '../../mail/mail.ts';
import { transcriptMail } from '../../mail/transcriptMail.ts';
import { loadSurroundings, partsOf } from '../../present/messageParts.ts';
import { presentTeamMessage } from '../../present/message.ts';
import type { Channel } from '../../store/channels.ts';
import type { ConversationRow } from '../../store/schema.ts';
import type { Repositories } from '../../store/store.ts';

/** What the mail says. */
export async function transcriptOf(
	store: Repositories,
	files: Files,
	{ inbox }: Channel,
	conversation: ConversationRow,
	locale: string,
): Promise<Omit<Mail, 'id' | 'to'>> {
	const messages = await store.messages.listPublic(conversation.id);
	const surroundings = await loadSurroundings(store, files, conversation.account_id, messages);
	return transcriptMail({
		displayId: conversation.display_id,
		locale,
		timeZone: inbox.timezone,
		messages: messages.map((message) =>
			presentTeamMessage(message, conversation.display_id, partsOf(message, surroundings, undefined)),
		),
		parse,
	});
}

/** Most messages have no markup, so they skip the parser. */
function parse(text: string): Block[] {
	return isWorthParsing(text) ? parseMarkdown(text) : [literal(text)];
}
