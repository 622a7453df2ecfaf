/**
 * Texts of owners in several languages (docs/guide/languages.md): which are taken, and what
 * visitors get of them.
 */
import type { PreChatFormOptions } from '#protocol/entities/channel.ts';
import { hasAtMost } from '#protocol/base/characters.ts';
import { TRANSLATIONS_BYTES } from '#protocol/base/limits.ts';
import { LOCALES } from '#protocol/base/locales.ts';
import {
	findTranslation,
	listTexts,
	mapTexts,
	type Translatable,
	type Translations,
	type TranslationsChange,
} from '#protocol/entities/translations.ts';
import { Problem } from '../../base/problem.ts';
import type { Channel } from '../../store/websites/channels.ts';

type Wish = string | null | undefined;

/**
 * The record's texts in the best language for who wishes for one; `own` is the language that they
 * are written in.
 */
export function translated<R extends { translations: Translations | null }>(
	kind: Translatable,
	record: R,
	own: string,
	wish: Wish,
): R {
	const { translations } = record;
	if (!hasTranslations(translations)) return record;
	return mapTexts(kind, record, (path, text) => findTranslation(translations, path, own, wish) ?? text);
}

/** The channel as it speaks to who wishes for this language. */
export function channelIn(channel: Channel, wish: Wish): Channel {
	const { inbox, widget } = channel;
	if (!hasTranslations(inbox.translations)) return channel;
	const spoken = translated('inbox', { ...widget, ...inbox }, inbox.locale, wish);
	return {
		...channel,
		inbox: only(inbox, spoken),
		widget: {
			...only(widget, spoken),
			pre_chat_form_options: withLabels(widget.pre_chat_form_options, spoken.pre_chat_form_options),
		},
	};
}

export function hasTranslations(translations: Translations | null): translations is Translations {
	return translations !== null && Object.keys(translations).length > 0;
}

/**
 * What is stored after a change, where `record` is what has the texts then: translations that it
 * does not name stay, and a blank one goes. Those of texts that are gone go as well.
 */
export function changeTranslations(
	kind: Translatable,
	record: object,
	before: Translations | null,
	change: TranslationsChange,
): Translations {
	const paths = new Set(listTexts(kind, record).map(({ path }) => path));
	const all = LOCALES.map((locale) => {
		const texts = Object.entries({ ...before?.[locale], ...change[locale] });
		return [locale, texts.flatMap(([path, text]) => (text?.trim() && paths.has(path) ? [[path, text]] : []))] as const;
	});
	const kept = all.filter(([, texts]) => texts.length > 0);
	return Object.fromEntries(kept.map(([locale, texts]) => [locale, Object.fromEntries(texts)]));
}

/**
 * Throws TRANSLATION_INVALID for the first one that cannot be shown, and TRANSLATIONS_TOO_LARGE.
 */
export function checkTranslations(
	kind: Translatable,
	record: object,
	change: TranslationsChange,
	changed: Translations,
): void {
	const texts = new Map(listTexts(kind, record).map((text) => [text.path, text]));
	for (const [locale, ofLocale] of Object.entries(change)) {
		for (const [path, text] of Object.entries(ofLocale)) {
			if (!text?.trim()) continue;
			const problem = problemOf(locale, text, texts.get(path)?.max);
			if (problem !== undefined) throw new Problem({ code: 'TRANSLATION_INVALID', locale, path, problem });
		}
	}
	if (Buffer.byteLength(JSON.stringify(changed)) > TRANSLATIONS_BYTES)
		throw new Problem({ code: 'TRANSLATIONS_TOO_LARGE', bytes: TRANSLATIONS_BYTES });
}

/** Both, for what is changed at once; undefined where the change names no translations. */
export function takeTranslations(
	kind: Translatable,
	record: object,
	before: Translations | null,
	change: TranslationsChange | undefined,
): Translations | undefined {
	if (!change) return undefined;
	const changed = changeTranslations(kind, record, before, change);
	checkTranslations(kind, record, change, changed);
	return changed;
}

function problemOf(locale: string, text: string, max: number | undefined): string | undefined {
	if (!(LOCALES as readonly string[]).includes(locale)) return 'is in no known locale';
	if (max === undefined) return 'is no text that there is';
	return hasAtMost(max, text) ? undefined : `is too long (maximum is ${max} characters)`;
}

function only<R extends object>(row: R, of: R): R {
	return Object.fromEntries(Object.keys(row).map((column) => [column, of[column as keyof R]])) as R;
}

/** What a visitor chooses is told to the team as its owner wrote it. */
function withLabels(written: PreChatFormOptions, spoken: PreChatFormOptions): PreChatFormOptions {
	return {
		...spoken,
		pre_chat_fields: spoken.pre_chat_fields.map((field, index) => {
			const values = written.pre_chat_fields[index]?.values;
			if (!values || values.every((value, at) => value === field.values?.[at])) return field;
			return { ...field, values, ...(field.values && { value_labels: field.values }) };
		}),
	};
}
