/**
 * What an owner writes for the visitors of a website, as a file that translators know (PO): the
 * context of each text is its path.
 */
import { createItem, createPoFile, parsePo, stringifyPo } from 'pofile-ts';
import { languageTag, LOCALES, selectLocale } from '#protocol/base/locales.ts';
import { Problem } from '../../base/problem.ts';
import type { TranslatedRecord } from './translatedRecords.ts';

/** Everything that may be translated, in one language. */
export function writeTranslations(records: readonly TranslatedRecord[], locale: string): string {
	const headers = {
		Language: locale,
		'Content-Type': 'text/plain; charset=UTF-8',
		'Content-Transfer-Encoding': '8bit',
	};
	const items = records.flatMap(({ prefix, texts, translations }) =>
		texts.map(({ path, text }) => ({
			...createItem(),
			msgctxt: prefix + path,
			msgid: text,
			msgstr: [translations?.[locale]?.[path] ?? ''],
		})),
	);
	return stringifyPo({ ...createPoFile(), headers, items }, { foldLength: 0 });
}

/**
 * Takes the translations of a file, which may be older than the website: what is there for a text
 * that is gone is left out. Resolves with the language, and how many were taken. Throws
 * TRANSLATION_FILE_INVALID.
 */
export async function takeTranslationFile(
	records: readonly TranslatedRecord[],
	file: string,
	wish?: string,
): Promise<{ locale: string; count: number }> {
	const { items, headers } = parsePo(file);
	const locale = selectLocale(wish ?? headers['Language'], LOCALES);
	if (locale === undefined || items.length === 0) throw new Problem({ code: 'TRANSLATION_FILE_INVALID' });
	const given = new Map<string, string>();
	for (const { msgctxt, msgstr, flags, obsolete } of items)
		if (msgctxt && msgstr[0]?.trim() && !flags['fuzzy'] && !obsolete) given.set(msgctxt, msgstr[0]);
	let count = 0;
	for (const { prefix, texts, change } of records) {
		const found = texts.flatMap(({ path }): [string, string][] => {
			const text = given.get(prefix + path);
			return text === undefined ? [] : [[path, text]];
		});
		count += found.length;
		if (found.length > 0) await change({ [locale]: Object.fromEntries(found) });
	}
	return { locale, count };
}

/** Gives the one language what it lacks and the other has. */
export async function copyTranslations(records: readonly TranslatedRecord[], from: string, to: string): Promise<void> {
	for (const { translations, change } of records)
		if (translations?.[from]) await change({ [to]: { ...translations[from], ...translations[to] } });
}

/** How a file of a website's translations is called. */
export function nameOfFile(websiteToken: string, locale: string): string {
	return `${websiteToken}-${languageTag(locale)}.po`;
}
