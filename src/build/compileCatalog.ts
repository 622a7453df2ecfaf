/** One piece's texts in one locale, out of `locales/<locale>/messages.po`. */
import type { Messages } from '@lingui/core';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { fileLocale, PSEUDO_LOCALE } from './catalogModules.ts';
import { type Piece, piecesShowing } from './pieces.ts';
import { ROOT } from './root.ts';

/** Message id → compiled text. A text without a translation is in English. Throws on a message that is not valid ICU. */
export async function compileCatalog(piece: Piece, locale: string): Promise<Messages> {
	const [catalog] = await getCatalogs(getConfig({ cwd: ROOT }));
	const entries = (await catalog?.read(fileLocale(locale))) ?? {};
	const texts: Record<string, string> = {};
	for (const [id, { message, translation, origin = [], obsolete }] of Object.entries(entries)) {
		const isShownHere = origin.some(([file]) => piecesShowing(file).includes(piece));
		if (isShownHere && !obsolete) texts[id] = translation || message || id;
	}
	const { source, errors } = createCompiledCatalog(locale, texts, { namespace: 'json', pseudoLocale: PSEUDO_LOCALE });
	if (errors[0])
		throw new Error(`locales/${locale}: "${errors[0].source}" is not a valid message`, { cause: errors[0].error });
	const { messages } = JSON.parse(source) as { messages: Messages };
	return locale === PSEUDO_LOCALE ? lengthen(messages) : messages;
}

const FILLER = ' őñē ţŵō ţĥŕēē ƒōũŕ ƒĩvē śĩx śēvēń';

function lengthen(messages: Messages): Messages {
	const longer = Object.entries(messages).map(([id, message]) => {
		const wanted = Math.ceil(lengthOf(message) * 0.4);
		const filler = FILLER.repeat(Math.ceil(wanted / FILLER.length)).slice(0, wanted);
		return [id, [message, filler].flat()];
	});
	return Object.fromEntries(longer) as Messages;
}

/** Counts the characters of a message's words. A placeholder counts as none; of a plural, the last wording counts. */
function lengthOf(message: unknown): number {
	if (typeof message === 'string') return message.length;
	if (!Array.isArray(message)) return 0;
	return message.reduce<number>((sum, token) => {
		if (!Array.isArray(token)) return sum + lengthOf(token);
		const wordings: unknown[] = Object.values((token[2] ?? {}) as object);
		return sum + lengthOf(wordings.at(-1));
	}, 0);
}
