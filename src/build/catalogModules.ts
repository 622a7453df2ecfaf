/**
 * A catalogue as a module: the texts of one piece in one locale. This file loads no compiler, because some callers only parse
 * a module's name.
 */
import { DEFAULT_LOCALE, ENABLED_LOCALES } from '../protocol/locales.ts';
import { isPiece, type Piece } from './pieces.ts';
import { ROOT } from './root.ts';

/**
 * English with accents on every letter and two fifths longer. Tests use it to find texts that are not translated, and boxes
 * that are too small for long texts. It has no catalogue file.
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
 * The path of a catalogue as the virtual modules import it, from the project's root: with the whole path, the size of a module,
 * and by it what Rollup merges, would depend on the folder of the build. For the pseudo-locale no such file exists.
 */
export function catalogModule(piece: Piece, locale: string): string {
	return `/locales/${locale}/messages.po?${piece}`;
}

/** The inverse of `catalogModule`; undefined for any other path. */
export function parseCatalogModule(path: string): { piece: Piece; locale: string } | undefined {
	const [, locale = '', piece = ''] = /\/locales\/(\w+)\/messages\.po\?(\w+)$/.exec(path) ?? [];
	return isPiece(piece) ? { piece, locale } : undefined;
}

/** The locale whose file has the texts: English for the pseudo-locale. */
export function fileLocale(locale: string): string {
	return locale === PSEUDO_LOCALE ? DEFAULT_LOCALE : locale;
}
