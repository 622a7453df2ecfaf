import { languageTag } from './locales.ts';

/**
 * Names one after the other, as a language lists them; `locale` is one of ours, such as `pt_BR`.
 */
export function formatList(names: readonly string[], locale: string): string {
	return new Intl.ListFormat(languageTag(locale)).format(names);
}
