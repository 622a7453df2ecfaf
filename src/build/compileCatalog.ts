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

/** English with accents on every letter, without a file of its own: tests see with it what is not translated. */
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
	return (JSON.parse(source) as { messages: Messages }).messages;
}

function fileLocale(locale: string): string {
	return locale === PSEUDO_LOCALE ? DEFAULT_LOCALE : locale;
}
