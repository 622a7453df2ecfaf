/**
 * Texts that an owner writes for visitors, in other languages than the one they are written in
 * (docs/guide/languages.md). Such a text is named by its path within what has it; a star in a path
 * stands for a topic's id, a field's name, or one of a field's options.
 */
import * as v from 'valibot';
import { CANNED_RESPONSE_MAX, CONTENT_MAX } from '../base/limits.ts';
import { selectLocale } from '../base/locales.ts';
import { orNone } from '../base/numeric.ts';

/**
 * Characters of a message that a website's owner writes once for all visitors, as Chatwoot has it.
 */
const MESSAGE_MAX = 10_000;
/** Characters of a text of one line. */
const LINE_MAX = 255;

/** Every text that has translations: what has it → its path → how many characters it may have. */
export const translatable = {
	inbox: {
		name: LINE_MAX,
		launcher_title: LINE_MAX,
		welcome_title: LINE_MAX,
		welcome_tagline: LINE_MAX,
		greeting_message: MESSAGE_MAX,
		out_of_office_message: MESSAGE_MAX,
		'topics.*.name': LINE_MAX,
		'topics.*.greeting': MESSAGE_MAX,
		'pre_chat_form_options.pre_chat_message': MESSAGE_MAX,
		'pre_chat_form_options.pre_chat_fields.*.label': LINE_MAX,
		'pre_chat_form_options.pre_chat_fields.*.placeholder': LINE_MAX,
		'pre_chat_form_options.pre_chat_fields.*.values.*': LINE_MAX,
		'pre_chat_form_options.pre_chat_fields.*.regex_cue': LINE_MAX,
	},
	campaign: { message: CONTENT_MAX },
	canned_response: { content: CANNED_RESPONSE_MAX },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

export type Translatable = keyof typeof translatable;
export type TextPattern<K extends Translatable = Translatable> = K extends K ? keyof (typeof translatable)[K] : never;

/** Language → path → text. */
export const Translations = v.record(v.string(), v.record(v.string(), v.string()));
export type Translations = v.InferOutput<typeof Translations>;

/**
 * What is not named stays; a blank or null text goes, and the text that it translates is shown
 * again.
 */
export const TranslationsChange = v.record(v.string(), v.record(v.string(), orNone(v.string())));
export type TranslationsChange = v.InferOutput<typeof TranslationsChange>;

/** A text as it is written, which may have translations. */
export interface OwnersText<K extends Translatable = Translatable> {
	path: string;
	pattern: TextPattern<K>;
	text: string;
	/** Characters of a translation. */
	max: number;
}

/** The texts that a record has, in the order of the table. */
export function listTexts<K extends Translatable>(kind: K, record: object): OwnersText<K>[] {
	const texts: OwnersText<K>[] = [];
	for (const [pattern, max] of entriesOf(kind))
		mapAt(record, pattern.split('.'), [], (path, text) => {
			texts.push({ path, pattern: pattern as TextPattern<K>, text, max });
			return text;
		});
	return texts;
}

/** The record with other texts in place of its own. */
export function mapTexts<R extends object>(
	kind: Translatable,
	record: R,
	change: (path: string, text: string) => string,
): R {
	return entriesOf(kind).reduce((mapped, [pattern]) => mapAt(mapped, pattern.split('.'), [], change) as R, record);
}

/**
 * The translation of a text for a reader who wishes for a language, by the rule for the chat's own
 * language; undefined where the text is best shown as it is written, which counts as `own`.
 */
export function findTranslation(
	translations: Translations,
	path: string,
	own: string,
	wish: string | null | undefined,
): string | undefined {
	const offered = Object.keys(translations).filter((locale) => translations[locale]?.[path]);
	const locale = selectLocale(wish, [own, ...offered]) ?? own;
	// A form may have blank ones.
	return translations[locale]?.[path] || undefined;
}

function entriesOf(kind: Translatable): [pattern: string, max: number][] {
	return Object.entries(translatable[kind]);
}

function mapAt(
	value: unknown,
	[step, ...rest]: readonly string[],
	path: readonly string[],
	change: (path: string, text: string) => string,
): unknown {
	if (step === undefined) return typeof value === 'string' && value.trim() ? change(path.join('.'), value) : value;
	if (step === '*') {
		if (!Array.isArray(value)) return value;
		return value.map((item: unknown) => mapAt(item, rest, [...path, keyOf(item)], change));
	}
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
	const at: unknown = value[step as keyof typeof value];
	const mapped = mapAt(at, rest, [...path, step], change);
	return mapped === at ? value : { ...value, [step]: mapped };
}

/**
 * An option of a field is its own name, so that it keeps its translations where it gets another
 * place.
 */
function keyOf(item: unknown): string {
	if (typeof item !== 'object' || item === null) return String(item);
	const { id, name } = item as { id?: unknown; name?: unknown };
	return String(id ?? name);
}
