import { languageTag } from '#protocol/base/locales.ts';

/**
 * The name of a language: `pt-BR` is "Brazilian Portuguese" in English. An invalid tag stays as it
 * is.
 */
export function languageName(tag: string, locale: string): string {
	try {
		return new Intl.DisplayNames([languageTag(locale)], { type: 'language' }).of(tag) ?? tag;
	} catch {
		// The tag comes from the visitor's browser, which can send anything.
		return tag;
	}
}
