/**
 * A catalogue as a module: the texts of one piece in one locale. This file loads no compiler,
 * because some callers only parse a module's name.
 */
import { DEFAULT_LOCALE, ENABLED_LOCALES } from '../protocol/base/locales.ts';
import { isPiece, type Piece } from './pieces.ts';
import { ROOT } from './root.ts';

/**
 * English with accents on every letter and two fifths longer. Tests use it to find texts that are
 * not translated, and boxes that are too small for long texts. It has no catalogue file.
 */
export const PSEUDO_LOCALE = 'pseudo';

/** The locales that a build contains; a test build adds the pseudo-locale. */
export function catalogLocales(withPseudo: boolean): string[] {
	return withPseudo ? [...ENABLED_LOCALES, PSEUDO_LOCALE] : [...ENABLED_LOCALES];
}

export function catalogFile(locale: string): string {
	return `${ROOT}/locales/${fileLocale(locale)}/messages.po`;
}

/**
 * The name of a catalogue's module. It holds no path: with one, the size of the list of catalogues,
 * and by it what Rollup merges into one chunk, would depend on the folder of the build.
 */
export function catalogModule(piece: Piece, locale: string): string {
	return `catalogs:${piece}/${locale}`;
}

/** The inverse of `catalogModule`; undefined for any other name. */
export function parseCatalogModule(name: string): { piece: Piece; locale: string } | undefined {
	const [, piece = '', locale = ''] = /^catalogs:(\w+)\/(\w+)$/.exec(name) ?? [];
	return isPiece(piece) ? { piece, locale } : undefined;
}

/** The locale whose file has the texts: English for the pseudo-locale. */
export function fileLocale(locale: string): string {
	return locale === PSEUDO_LOCALE ? DEFAULT_LOCALE : locale;
}
