/** Saves the conversation that the visitor reads as a file on their device. */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import { isFromVisitor, type Sender } from '#protocol/entities/entities.ts';
import { type Block, literal } from '#markdown/blocks.ts';
import { isWorthParsing } from '#markdown/isWorthParsing.ts';
import { createTranscript } from '#transcript/transcript.ts';
import { loadChunk } from '#client/chunk.ts';
import { isAborted } from '#client/rest.ts';
import { showAlert } from '../alerts/alerts.ts';
import { channelAtom } from '../channel/channel.ts';
import { threadOfAtom } from '../messages/messages.ts';
import { readConversationAtom, readFrom } from '../messages/reading.ts';
import { isForVisitor } from '../messages/visitorThread.ts';

/** Ending of the file's name → its type. */
const TYPES = { txt: 'text/plain', html: 'text/html' } as const;

/**
 * Makes the file here, from the messages that are loaded; the server is asked for older ones only.
 * Never rejects: a banner shows a failure. @param nameOf the name that is shown beside a message of
 * the team
 */
export const downloadTranscript = atom(
	null,
	async (get, set, format: keyof typeof TYPES, nameOf: (sender: Sender | undefined) => string) => {
		try {
			const parse = format === 'html' ? await loadParser() : (text: string) => [literal(text)];
			const { websiteName } = get(channelAtom);
			const transcript = createTranscript({
				locale: i18n.locale,
				title: i18n._(msg`Conversation with ${websiteName}`),
				nameOf: (message) => (isFromVisitor(message) ? i18n._(msg`You`) : nameOf(message.sender)),
				formatTime: (seconds) => i18n.date(new Date(seconds * 1000), { dateStyle: 'medium', timeStyle: 'short' }),
				fileLabel: i18n._(msg`File Attachment`),
				locationLabel: i18n._(msg`Location`),
				parse,
			});
			const messages = await set(readWholeConversation);
			const entries = messages.flatMap((message) => transcript.entryOf(message) ?? []);
			const day = new Date().toISOString().slice(0, 10);
			const { text, html } = transcript.join(entries);
			save(`${toFileName(websiteName)}${day}.${format}`, format === 'html' ? html : text, TYPES[format]);
		} catch (error) {
			if (isAborted(error)) return;
			console.debug('live-chat-widget: the conversation was not downloaded', error);
			set(showAlert, i18n._(msg`There was an error, please try again`));
		}
	},
);

/**
 * All messages of the conversation that is read, oldest first. Those that are not loaded are read
 * for this once: the list stays as it is. Rejects with a RequestError.
 */
const readWholeConversation = atom(null, async (get, set) => {
	const conversation = get(readConversationAtom);
	const { hasOlder, oldestId } = get(threadOfAtom)(conversation);
	const older = hasOlder ? await set(readFrom, 1, oldestId) : [];
	const { messages } = get(threadOfAtom)(conversation);
	return [...older.filter(isForVisitor), ...messages.filter(({ id }) => id >= oldestId)];
});

async function loadParser(): Promise<(text: string, verbatim?: unknown) => Block[]> {
	const { parseMarkdown } = await loadChunk(() => import('#markdown/parseMarkdown.ts'));
	// Most messages have no markup and need no parser.
	return (text, verbatim) => (isWorthParsing(text) ? parseMarkdown(text, verbatim) : [literal(text)]);
}

/** "Halden Stoneware" → "Halden-Stoneware-"; '' where no letter is left. */
function toFileName(name: string): string {
	return name
		.split(/[^\p{L}\p{N}\p{M}]+/u)
		.filter(Boolean)
		.map((word) => `${word}-`)
		.join('');
}

/** The address of the file that was saved last: browsers read it some time after the click. */
let saved = '';

function save(name: string, content: string, type: string) {
	URL.revokeObjectURL(saved);
	saved = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
	const link = document.createElement('a');
	link.href = saved;
	link.download = name;
	link.click();
}
