/** Translates the server's own texts for visitors, from the same catalogues as all others. */
import { setupI18n, type I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { formatList } from '#protocol/base/formatList.ts';
import { chooseLocale as chooseFrom, ENABLED_LOCALES } from '#protocol/base/locales.ts';
import type { Text } from './msg.ts';
import { readCatalog } from './readCatalog.ts';

/** The first of `wishes` for which there is a catalogue; else English. */
export function chooseLocale(...wishes: (string | null | undefined)[]): string {
	return chooseFrom(ENABLED_LOCALES, ...wishes);
}

/** The text in an enabled locale; in English if its translation is missing. */
export function translate(locale: string, { message, values }: Text): string {
	const i18n = (i18nOf[locale] ??= createI18n(locale));
	const written = Object.entries(values).map(([name, value]) => [
		name,
		typeof value === 'object' ? formatList(value, locale) : value,
	]);
	return i18n._(generateMessageId(message), Object.fromEntries(written), { message });
}

const i18nOf: Record<string, I18n> = {};

/** Created with the first text in a language, since most servers need one or two languages. */
function createI18n(locale: string): I18n {
	const translations = readCatalog(locale).filter(({ references }) =>
		references.some((source) => source.startsWith('src/server/')),
	);
	const texts = translations.map(({ msgid, msgctxt, msgstr: [translation] }) => [
		generateMessageId(msgid, msgctxt ?? undefined),
		translation || msgid,
	]);
	return setupI18n({ locale, messages: { [locale]: Object.fromEntries(texts) } }).setMessagesCompiler(compileMessage);
}
