/** What the server itself says to visitors, out of the same catalogues as everything else. */
import { readFileSync } from 'node:fs';
import { setupI18n, type I18n } from '@lingui/core';
import { parsePoFile } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { DEFAULT_LOCALE, selectLocale } from '#protocol/locales.ts';
import type { Text } from './msg.ts';

/** The first of `wishes` that there is a catalogue for (specification section 5, "Locale selection"); else English. */
export function chooseLocale(...wishes: (string | null | undefined)[]): string {
	return wishes.map((wish) => selectLocale(wish)).find((locale) => locale !== undefined) ?? DEFAULT_LOCALE;
}

/** In an enabled locale. A text without a translation is in English. */
export function say(locale: string, { message, values }: Text): string {
	const speaker = (speakers[locale] ??= createSpeaker(locale));
	return speaker._(generateMessageId(message), values, { message });
}

const speakers: Record<string, I18n> = {};

/** At the first text: most servers speak one or two languages. */
function createSpeaker(locale: string): I18n {
	const file = readFileSync(new URL(`../../../locales/${locale}/messages.po`, import.meta.url), 'utf8');
	const said = parsePoFile(file).items.filter(({ references }) =>
		references.some((source) => source.startsWith('src/server/')),
	);
	const texts = said.map(({ msgid, msgctxt, msgstr: [translation] }) => [
		generateMessageId(msgid, msgctxt ?? undefined),
		translation || msgid,
	]);
	return setupI18n({ locale, messages: { [locale]: Object.fromEntries(texts) } }).setMessagesCompiler(compileMessage);
}
