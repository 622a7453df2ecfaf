/**
 * Texts of the chat in the page's words, by the tag's property `texts`: what is wrong is said in
 * the console, what the page's side shows is shown, and the frame is told all of them.
 */
import { chatTexts } from 'texts:chat';
import { OWN_TEXTS_BYTES, OWN_TEXTS_MAX } from '#protocol/base/limits.ts';
import type { CompiledText, PageTexts } from '#protocol/entities/ownTexts.ts';
import { describeProblem, readWording } from '#wording/readWording.ts';
import type { GivenTexts } from '../core/givenTexts.ts';
import type { HostApi } from '../core/hostApi.ts';
import { chooseLocale, createTexts, type Texts } from '../core/texts.ts';

interface Followed {
	texts: PageTexts;
	/** The texts of the page's side without those on top, and with them once they are. */
	below: Texts;
	shown: Texts | undefined;
}

const followed = new WeakMap<HostApi, Followed>();

/** Shows what the page has given last, from now on in every language that the chat changes to. */
export function followTexts(host: HostApi): void {
	const texts = readTexts(host.ownTexts);
	const known = followed.get(host);
	const below = known?.below ?? host.store.get().texts;
	followed.set(host, { texts, below, shown: undefined });
	if (!known) host.store.subscribe(() => putOnTop(host));
	// The subscription puts the others on top of them.
	host.channel.update({ texts: below });
	postTexts(host);
}

/** Tells the frame, if there is one that listens. */
export function postTexts(host: HostApi): void {
	const { frame, frameState } = host.store.get();
	const texts = followed.get(host)?.texts;
	if (texts && frameState === 'ready') frame?.link?.post({ event: 'set-texts', texts });
}

/** The channel's part of the state brings other texts whenever the language changes. */
function putOnTop(host: HostApi): void {
	const { texts } = host.store.get();
	const known = followed.get(host);
	if (!known || texts === known.shown) return;
	known.below = texts;
	known.shown = overlay(texts, known.texts);
	host.channel.update({ texts: known.shown });
}

function overlay(below: Texts, own: PageTexts): Texts {
	const messages = { ...own[''], ...own[below.locale] };
	const { t } = createTexts(below.locale, messages);
	return {
		locale: below.locale,
		t: (message) => (Object.hasOwn(messages, message.id) ? t(message) : below.t(message)),
	};
}

/** What can be shown of them. Warns of the others. */
function readTexts(given: GivenTexts | null | undefined): PageTexts {
	const texts: PageTexts = {};
	const entries = listEntries(given ?? {});
	if (entries.length > OWN_TEXTS_MAX || new TextEncoder().encode(JSON.stringify(given)).length > OWN_TEXTS_BYTES) {
		warn(`there may be ${OWN_TEXTS_MAX} texts, of ${OWN_TEXTS_BYTES} bytes together`);
		return texts;
	}
	for (const [locale, id, text] of entries) {
		if (text === undefined || text === null || text === '') continue;
		const read = readText(locale, id, text);
		if ('problem' in read) warn(`"${id}" ${read.problem}`);
		else for (const key of read.keys) (texts[locale] ??= {})[key] = read.compiled;
	}
	return texts;
}

/** Each text with its language, '' for every one, and its id. A page's script may give anything. */
function listEntries(given: GivenTexts): [locale: string, id: string, text: unknown][] {
	return Object.entries(given).flatMap(([name, value]) =>
		typeof value === 'object' && value !== null
			? Object.entries(value).map(([id, text]): [string, string, unknown] => [name.replace('-', '_'), id, text])
			: [['', name, value] satisfies [string, string, unknown]],
	);
}

/** The text as catalogues have it, or what is wrong with it. */
function readText(
	locale: string,
	id: string,
	text: unknown,
): { keys: readonly string[]; compiled: CompiledText } | { problem: string } {
	if (locale && chooseLocale(locale) !== locale) return { problem: `is in ${locale}, which the chat does not speak` };
	const replaced = Object.hasOwn(chatTexts, id) ? chatTexts[id] : undefined;
	if (!replaced) return { problem: 'is no text of the chat' };
	if (typeof text !== 'string') return { problem: 'is replaced by what is no text' };
	const wording = readWording(text, replaced.references);
	if ('problem' in wording) return { problem: describeProblem(wording.problem) };
	return { keys: replaced.keys, compiled: wording.compiled };
}

function warn(reason: string): void {
	console.warn(`live-chat-widget: texts: ${reason}. The chat's own text is shown.`);
}
