/** A website's texts as a file that translators know (PO): the context of each is its path. */
import { createItem, createPoFile, parsePo, stringifyPo } from 'pofile-ts';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';
import { languageTag, LOCALES, selectLocale } from '#protocol/base/locales.ts';
import { listTexts, type Translations } from '#protocol/entities/translations.ts';
import { Problem } from '../../base/problem.ts';
import type { Channel } from '../../store/websites/channels.ts';

/** Everything that may be translated, in one language. */
export function writeTranslations({ inbox, widget }: Pick<Channel, 'inbox' | 'widget'>, locale: string): string {
	const facts = { Language: locale, 'Content-Type': 'text/plain; charset=UTF-8', 'Content-Transfer-Encoding': '8bit' };
	const items = listTexts('inbox', { ...widget, ...inbox }).map(({ path, text }) => ({
		...createItem(),
		msgctxt: path,
		msgid: text,
		msgstr: [inbox.translations?.[locale]?.[path] ?? ''],
	}));
	return stringifyPo({ ...createPoFile(), headers: facts, items }, { foldLength: 0 });
}

/**
 * What the file changes. It may be older than the website: what is there for a text that is gone is
 * left out. Throws TRANSLATION_FILE_INVALID.
 */
export function readTranslations(
	{ inbox, widget }: Pick<Channel, 'inbox' | 'widget'>,
	file: string,
	wish?: string,
): NonNullable<InboxChange['translations']> {
	const { items, headers } = parsePo(file);
	const locale = selectLocale(wish ?? headers['Language'], LOCALES);
	if (locale === undefined || items.length === 0) throw new Problem({ code: 'TRANSLATION_FILE_INVALID' });
	const paths = new Set(listTexts('inbox', { ...widget, ...inbox }).map(({ path }) => path));
	const found = items.flatMap(({ msgctxt, msgstr: [text], flags, obsolete }) =>
		text?.trim() && msgctxt && paths.has(msgctxt) && !flags['fuzzy'] && !obsolete ? [[msgctxt, text] as const] : [],
	);
	return { [locale]: Object.fromEntries(found) };
}

/** What the one language has and the other lacks. */
export function copyOf(
	translations: Translations | null,
	from: string,
	to: string,
): NonNullable<InboxChange['translations']> {
	return { [to]: { ...translations?.[from], ...translations?.[to] } };
}

/** How a file of a website's translations is called. */
export function nameOfFile(websiteToken: string, locale: string): string {
	return `${websiteToken}-${languageTag(locale)}.po`;
}
