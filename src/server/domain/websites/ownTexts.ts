/**
 * Texts of the chat in the words of a website's owner (docs/texts.md): which are taken, and what
 * visitors get of them.
 */
import type { InboxChange } from '#protocol/application/inboxSettings.ts';
import { OWN_TEXTS_BYTES, OWN_TEXTS_MAX } from '#protocol/base/limits.ts';
import { ENABLED_LOCALES } from '#protocol/base/locales.ts';
import type { CompiledTexts, OwnTexts } from '#protocol/entities/ownTexts.ts';
import { describeProblem, readWording } from '#wording/readWording.ts';
import { Problem } from '../../base/problem.ts';
import { type ChatText, listChatTexts } from '../../language/chatTexts.ts';

type TextsChange = NonNullable<InboxChange['texts']>;

/**
 * What is stored after the change: texts that it does not name stay, and a blank one goes. Texts
 * that visitors will not see, since no text of the chat has their id any longer, go as well.
 */
export function changeTexts(before: OwnTexts | null, change: TextsChange): OwnTexts {
	const texts = new Map(Object.entries(before ?? {}));
	for (const [locale, changed] of Object.entries(change)) {
		const ids = new Set(isEnabled(locale) ? listChatTexts(locale).map(({ id }) => id) : []);
		const all = Object.entries({ ...texts.get(locale), ...changed });
		const kept = all.flatMap(([id, text]) => (text?.trim() && ids.has(id) ? [[id, text] as const] : []));
		texts.set(locale, Object.fromEntries(kept));
	}
	return Object.fromEntries([...texts].filter(([, ofLocale]) => Object.keys(ofLocale).length > 0));
}

/** Throws TEXT_INVALID for the first text that cannot be shown. */
export function checkTexts(change: TextsChange): void {
	for (const [locale, changed] of Object.entries(change)) {
		const known = new Map(isEnabled(locale) ? listChatTexts(locale).map((text) => [text.id, text]) : []);
		for (const [id, text] of Object.entries(changed)) {
			if (!text?.trim()) continue;
			const problem = problemOf(known.get(id), text);
			if (problem !== undefined) throw new Problem({ code: 'TEXT_INVALID', locale, id, problem });
		}
	}
}

/** Throws TEXTS_TOO_LARGE. */
export function checkSize(texts: OwnTexts): void {
	const count = Object.values(texts).flatMap((ofLocale) => Object.keys(ofLocale)).length;
	if (count > OWN_TEXTS_MAX || Buffer.byteLength(JSON.stringify(texts)) > OWN_TEXTS_BYTES)
		throw new Problem({ code: 'TEXTS_TOO_LARGE', maximum: OWN_TEXTS_MAX, bytes: OWN_TEXTS_BYTES });
}

function problemOf(replaced: ChatText | undefined, text: string): string | undefined {
	if (!replaced) return 'is no text of the chat in a language that it has';
	const wording = readWording(text, [replaced.english, replaced.text]);
	return 'problem' in wording ? describeProblem(wording.problem) : undefined;
}

/** Those that the frame shows in a language; undefined for a website that has none in any. */
export function textsOfFrame(texts: OwnTexts | null, locale: string): CompiledTexts | undefined {
	return hasTexts(texts) ? compileTexts(texts, locale).ofFrame : undefined;
}

/**
 * Language → those that the page shows besides the frame; undefined for a website that has none.
 */
export function textsOfPage(texts: OwnTexts | null): Record<string, CompiledTexts> | undefined {
	if (!hasTexts(texts)) return undefined;
	const all = Object.keys(texts).map((locale) => [locale, compileTexts(texts, locale).ofPage] as const);
	const some = all.filter(([, ofPage]) => Object.keys(ofPage).length > 0);
	return some.length > 0 ? Object.fromEntries(some) : undefined;
}

function hasTexts(texts: OwnTexts | null): texts is OwnTexts {
	return texts !== null && Object.keys(texts).length > 0;
}

interface Compiled {
	/** All of them, as the frame also shows what the page does. */
	ofFrame: CompiledTexts;
	ofPage: CompiledTexts;
}

/**
 * What is stored → language → compiled. The configuration is kept in memory, so most pages find it
 * here.
 */
const compiledOf = new WeakMap<OwnTexts, Map<string, Compiled>>();

const NOTHING: Compiled = { ofFrame: {}, ofPage: {} };

/** Leaves out what a newer catalogue no longer has, or words with other placeholders. */
function compileTexts(texts: OwnTexts, locale: string): Compiled {
	// Kept for each language that exists, and not for each that a stranger names.
	if (!isEnabled(locale)) return NOTHING;
	const byLocale = compiledOf.get(texts) ?? new Map<string, Compiled>();
	compiledOf.set(texts, byLocale);
	const known = byLocale.get(locale);
	if (known) return known;
	const own = texts[locale] ?? {};
	const compiled: Compiled = { ofFrame: {}, ofPage: {} };
	for (const { id, keys, english, text, isOfPage } of listChatTexts(locale)) {
		const wording = Object.hasOwn(own, id) && readWording(own[id] ?? '', [english, text]);
		if (!wording || !('compiled' in wording)) continue;
		for (const key of keys) {
			compiled.ofFrame[key] = wording.compiled;
			if (isOfPage) compiled.ofPage[key] = wording.compiled;
		}
	}
	byLocale.set(locale, compiled);
	return compiled;
}

function isEnabled(locale: string): boolean {
	return (ENABLED_LOCALES as readonly string[]).includes(locale);
}
