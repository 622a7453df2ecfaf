import { languageTag } from '#protocol/base/locales.ts';

/** In the language itself, as its speakers look for it. */
export function nameOfLanguage(locale: string): string {
	const tag = languageTag(locale);
	return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}
