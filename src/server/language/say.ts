/** What the server itself says to visitors, out of the same catalogues as everything else. */
import { readFileSync } from 'node:fs';
import { setupI18n, type I18n } from '@lingui/core';
import { parsePoFile } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { chooseLocale as chooseFrom, ENABLED_LOCALES } from '#protocol/locales.ts';
import type { Text } from './msg.ts';
import { ROOT } from '../base/root.ts';

/** The first of `wishes` that there is a catalogue for; else English. */
export function chooseLocale(...wishes: (string | null | undefined)[]): string {
	return chooseFrom(ENABLED_LOCALES, ...wishes);
}

/** In an enabled locale. A text without a translation is in English. */
export function say(locale: string, { message, values }: Text): string {
	const speaker = (speakers[locale] ??= createSpeaker(locale));
	return speaker._(generateMessageId(message), values, { message });
}

const speakers: Record<string, I18n> = {};

/** At the first text: most servers speak one or two languages. */
function createSpeaker(locale: string): I18n {
	const file = readFileSync(`${ROOT}locales/${locale}/messages.po`, 'utf8');
	const said = parsePoFile(file).items.filter(({ references }) =>
		references.some((source) => source.startsWith('src/server/')),
	);
	const texts = said.map(({ msgid, msgctxt, msgstr: [translation] }) => [
		generateMessageId(msgid, msgctxt ?? undefined),
		translation || msgid,
	]);
	return setupI18n({ locale, messages: { [locale]: Object.fromEntries(texts) } }).setMessagesCompiler(compileMessage);
}
