/**
 * The texts that visitors see in the chat, each of which a website's owner may reword
 * (docs/texts.md).
 */
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { FRAME_FOLDERS, PAGE_FOLDERS } from './chatFolders.ts';
import { readCatalog } from './readCatalog.ts';

export interface ChatText {
	/**
	 * What owners call it: its English text, with the meaning in brackets where the catalogue tells
	 * several apart.
	 */
	id: string;
	/** Its keys in the compiled catalogues. */
	keys: string[];
	english: string;
	/** In the language that was asked for. */
	text: string;
	/** Whether it is shown by the page, outside of the frame. */
	isOfPage: boolean;
}

/** Those of an enabled locale, in the order of their ids. */
export function listChatTexts(locale: string): readonly ChatText[] {
	return (listed[locale] ??= readChatTexts(locale));
}

const listed: Record<string, readonly ChatText[]> = {};

/** lingui's comment on a text that is its own key. */
const IS_KEY = 'js-lingui-explicit-id';

function readChatTexts(locale: string): ChatText[] {
	const texts = new Map<string, ChatText>();
	for (const { msgid, msgctxt, msgstr, references, extractedComments, obsolete } of readCatalog(locale)) {
		const isIn = (folders: readonly string[]) =>
			references.some((source) => folders.some((folder) => source.startsWith(`${folder}/`)));
		const isOfPage = isIn(PAGE_FOLDERS);
		if (obsolete || !(isOfPage || isIn(FRAME_FOLDERS))) continue;
		const id = msgctxt ? `${msgid} (${msgctxt})` : msgid;
		const key = extractedComments.includes(IS_KEY) ? msgid : generateMessageId(msgid, msgctxt ?? undefined);
		const text = texts.get(id) ?? { id, keys: [], english: msgid, text: msgstr[0] || msgid, isOfPage };
		texts.set(id, { ...text, keys: [...text.keys, key], isOfPage: isOfPage || text.isOfPage });
	}
	return [...texts.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
