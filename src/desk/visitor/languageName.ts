import { languageTag } from '#protocol/locales.ts';

/** What people call a language: `pt-BR` is "Brazilian Portuguese" in English. What is no language tag stays as it is. */
export function languageName(tag: string, locale: string): string {
	try {
		return new Intl.DisplayNames([languageTag(locale)], { type: 'language' }).of(tag) ?? tag;
	} catch {
		// A visitor's browser can claim anything.
		return tag;
	}
}
