/** One piece's texts in one locale, out of `locales/<locale>/messages.po`: nobody downloads the texts of another piece. */
import type { Messages } from '@lingui/core';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { DEFAULT_LOCALE, ENABLED_LOCALES } from '../protocol/locales.ts';
import { ROOT } from './root.ts';

/** A piece and the folders whose texts it shows. */
const PIECES = {
	host: ['elements/', 'src/host/'],
	widget: ['src/widget/'],
	desk: ['src/desk/', 'src/widget/ui/'],
	survey: ['src/survey/', 'src/widget/ui/'],
} as const;

export type Piece = keyof typeof PIECES;

/**
 * English with accents on every letter and two fifths longer, without a file of its own: tests see with it what is not
 * translated, and what has no room.
 */
export const PSEUDO_LOCALE = 'pseudo';

export function isPiece(name: string): name is Piece {
	return Object.hasOwn(PIECES, name);
}

/** The locales that a build offers; tests have the pseudo-locale beside them. */
export function catalogLocales(withPseudo: boolean): string[] {
	return withPseudo ? [...ENABLED_LOCALES, PSEUDO_LOCALE] : [...ENABLED_LOCALES];
}

export function catalogFile(locale: string): string {
	return `${ROOT}/locales/${fileLocale(locale)}/messages.po`;
}

/** Where the virtual modules say that a catalogue lies; the pseudo-locale's path leads to no file. */
export function catalogModule(piece: Piece, locale: string): string {
	return `${ROOT}/locales/${locale}/messages.po?${piece}`;
}

/** What `catalogModule` wrote, read back, or undefined for any other path. */
export function parseCatalogModule(path: string): { piece: Piece; locale: string } | undefined {
	const [, locale = '', piece = ''] = /\/locales\/(\w+)\/messages\.po\?(\w+)$/.exec(path) ?? [];
	return isPiece(piece) ? { piece, locale } : undefined;
}

/** The compiled texts by id. A text without a translation is in English. Throws on a message that is not valid ICU. */
export async function compileCatalog(piece: Piece, locale: string): Promise<Messages> {
	const [catalog] = await getCatalogs(getConfig({ cwd: ROOT }));
	const entries = (await catalog?.read(fileLocale(locale))) ?? {};
	const texts: Record<string, string> = {};
	for (const [id, { message, translation, origin = [], obsolete }] of Object.entries(entries)) {
		const isShownHere = origin.some(([file]) => PIECES[piece].some((folder) => file.startsWith(folder)));
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

/** Characters of its words. A placeholder has none; of a plural, its last wording counts. */
function lengthOf(message: unknown): number {
	if (typeof message === 'string') return message.length;
	if (!Array.isArray(message)) return 0;
	return message.reduce<number>((sum, token) => {
		if (!Array.isArray(token)) return sum + lengthOf(token);
		const wordings: unknown[] = Object.values((token[2] ?? {}) as object);
		return sum + lengthOf(wordings.at(-1));
	}, 0);
}

function fileLocale(locale: string): string {
	return locale === PSEUDO_LOCALE ? DEFAULT_LOCALE : locale;
}
