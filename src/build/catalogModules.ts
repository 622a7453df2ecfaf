/** A catalogue as a module: a piece's texts in a locale. Loads no compiler: some callers only ask what a module's name says. */
import { DEFAULT_LOCALE, ENABLED_LOCALES } from '../protocol/locales.ts';
import { isPiece, type Piece } from './pieces.ts';
import { ROOT } from './root.ts';

/**
 * English with accents on every letter and two fifths longer, without a file of its own: tests see with it what is not
 * translated, and what has no room.
 */
export const PSEUDO_LOCALE = 'pseudo';

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

/** The locale whose file has the texts. */
export function fileLocale(locale: string): string {
	return locale === PSEUDO_LOCALE ? DEFAULT_LOCALE : locale;
}
