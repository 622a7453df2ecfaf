/** The messages of which a mail tells: as many of the newest as have room in it. */
import { beginningOf } from '#protocol/base/characters.ts';
import type { TranscriptEntry } from '#transcript/transcript.ts';
import { createTranscriptMail } from '../mail/transcriptMail.ts';
import { presentTeamMessage } from '../present/message.ts';
import { loadRelations, partsOf } from '../present/messageParts.ts';
import type { Channel } from '../store/websites/channels.ts';
import type { ConversationRow, MessageRow } from '../store/tables/schema.ts';
import type { Services } from './services.ts';

/** Messages in one mail: the newest. The link leads to the others. */
export const MESSAGES_MAX = 20;

/**
 * Characters of their texts together: mail programs cut off what is long, and it is drawn between
 * what others ask for.
 */
const TEXT_MAX = 20_000;

interface Mailed {
	channel: Channel;
	conversation: ConversationRow;
	/** The oldest first. */
	messages: readonly MessageRow[];
	locale: string;
}

export async function drawMessages(
	{ store, files }: Pick<Services, 'store' | 'files'>,
	{ channel, conversation, messages, locale }: Mailed,
): Promise<TranscriptEntry[]> {
	const { account_id, display_id } = conversation;
	const shown = newestThatFit(messages);
	const surroundings = await loadRelations(store, files, account_id, shown);
	const { entryOf } = createTranscriptMail({ displayId: display_id, locale, timeZone: channel.inbox.timezone });
	return shown.flatMap(
		(message) => entryOf(presentTeamMessage(message, display_id, partsOf(message, surroundings, undefined))) ?? [],
	);
}

/** The newest of them that have room in one mail. A text that has none by itself is cut off. */
function newestThatFit(messages: readonly MessageRow[]): MessageRow[] {
	let room = TEXT_MAX;
	const tooMuch = messages.findLastIndex(({ content }) => (room -= content?.length ?? 0) < 0);
	if (tooMuch < messages.length - 1) return messages.slice(tooMuch + 1);
	return messages.slice(-1).map((message) => ({
		...message,
		content: `${beginningOf(message.content ?? '', TEXT_MAX)}…`,
	}));
}
