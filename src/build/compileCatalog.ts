/** One piece's texts in one locale, out of `locales/<locale>/messages.po`. */
import { statSync } from 'node:fs';
import type { Messages } from '@lingui/core';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { catalogFile, fileLocale, PSEUDO_LOCALE } from './catalogModules.ts';
import { type Piece, piecesShowing } from './pieces.ts';
import { ROOT } from './root.ts';

/**
 * Message id → compiled text. A text without a translation is in English. Throws on a message that
 * is not valid ICU.
 */
export async function compileCatalog(piece: Piece, locale: string): Promise<Messages> {
	const texts: Record<string, string> = {};
	for (const { id, text, pieces } of await readTexts(fileLocale(locale))) if (pieces.has(piece)) texts[id] = text;
	const { source, errors } = createCompiledCatalog(locale, texts, { namespace: 'json', pseudoLocale: PSEUDO_LOCALE });
	if (errors[0])
		throw new Error(`locales/${locale}: "${errors[0].source}" is not a valid message`, { cause: errors[0].error });
	const { messages } = JSON.parse(source) as { messages: Messages };
	return locale === PSEUDO_LOCALE ? lengthen(messages) : messages;
}

interface Text {
	id: string;
	text: string;
	/** Those that show it. */
	pieces: ReadonlySet<Piece>;
}

/**
 * Locale → the texts of its file, and when the file had last changed: every piece asks for each,
 * and parsing takes long.
 */
const read = new Map<string, { changedAt: number; texts: Promise<Text[]> }>();

function readTexts(locale: string): Promise<Text[]> {
	const changedAt = statSync(catalogFile(locale)).mtimeMs;
	const known = read.get(locale);
	if (known?.changedAt === changedAt) return known.texts;
	const texts = parseTexts(locale);
	read.set(locale, { changedAt, texts });
	return texts;
}

async function parseTexts(locale: string): Promise<Text[]> {
	const [catalog] = await getCatalogs(getConfig({ cwd: ROOT }));
	const entries = Object.entries((await catalog?.read(locale)) ?? {});
	return entries
		.filter(([, { obsolete }]) => !obsolete)
		.map(([id, { message, translation, origin = [] }]) => ({
			id,
			text: translation || message || id,
			pieces: new Set(origin.flatMap(([file]) => piecesShowing(file))),
		}));
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

/**
 * Counts the characters of a message's words. A placeholder counts as none; of a plural, the last
 * wording counts.
 */
function lengthOf(message: unknown): number {
	if (typeof message === 'string') return message.length;
	if (!Array.isArray(message)) return 0;
	return message.reduce<number>((sum, token) => {
		if (!Array.isArray(token)) return sum + lengthOf(token);
		const wordings: unknown[] = Object.values((token[2] ?? {}) as object);
		return sum + lengthOf(wordings.at(-1));
	}, 0);
}
