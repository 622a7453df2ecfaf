import { ENABLED_LOCALES } from '../protocol/base/locales.ts';
import { listChatTexts } from '../server/language/chatTexts.ts';
import { readWording } from '../wording/readWording.ts';

/**
 * The source of the virtual module `texts:chat`: id → its keys in the catalogues, and the texts
 * whose placeholders a text in its place may have: the English one, and others where languages ask
 * for other placeholders.
 */
export function chatTextsModule(): string {
	const texts: Record<string, { keys: string[]; references: string[] }> = {};
	for (const locale of ENABLED_LOCALES) {
		for (const { id, keys, english, text } of listChatTexts(locale)) {
			const { references } = (texts[id] ??= { keys, references: [english] });
			if ('problem' in readWording(text, references)) references.push(text);
		}
	}
	return `export const chatTexts = JSON.parse(${JSON.stringify(JSON.stringify(texts))});`;
}
