/** The texts of the chat, as the form for a website's own ones needs them. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { ChatText } from '#protocol/inboxRoutes.ts';
import type { InboxChange } from '#protocol/inboxSettings.ts';
import type { Locale } from '#protocol/locales.ts';
import type { OwnTexts } from '#protocol/ownTexts.ts';
import { account, call } from '../../session/api.ts';

/** Loads them by their ids. */
export const loadChatTexts = atom(null, async (get, _set, locale: Locale): Promise<readonly ChatText[]> => {
	const { payload } = await call(get, applicationRoutes.listTexts, { params: account(get), query: { locale } });
	return payload;
});

/** Name of a field (`nameOf`) → text; '' where the catalogue's is shown. */
export type TextValues = Readonly<Record<string, string>>;

export function nameOf(locale: string, id: string): string {
	return `${locale}/${id}`;
}

/** The language of a field. */
export function localeOf(name: string): string {
	return name.slice(0, name.indexOf('/'));
}

/** The text that a field is for. */
export function idOf(name: string): string {
	return name.slice(name.indexOf('/') + 1);
}

export function valuesOf(texts: OwnTexts): TextValues {
	return Object.fromEntries(
		Object.entries(texts).flatMap(([locale, own]) =>
			Object.entries(own).map(([id, text]) => [nameOf(locale, id), text] as const),
		),
	);
}

/** The fields that say something else than the server has. */
export function changedNames(values: TextValues, texts: OwnTexts): string[] {
	const stored = valuesOf(texts);
	return Object.keys(values).filter((name) => values[name]?.trim() !== (stored[name] ?? ''));
}

export function changeOf(values: TextValues, names: readonly string[]): NonNullable<InboxChange['texts']> {
	const change: Record<string, Record<string, string | null>> = {};
	for (const name of names) (change[localeOf(name)] ??= {})[idOf(name)] = values[name]?.trim() || null;
	return change;
}

/** Characters of a draft that fit into the preview's address. */
const DRAFT_MAX = 6_000;

/** What is changed in a language, as far as it fits. */
export function draftOf(
	values: TextValues,
	names: readonly string[],
	locale: string,
): NonNullable<InboxChange['texts']> {
	let room = DRAFT_MAX;
	const fitting = names.filter(
		(name) => localeOf(name) === locale && (room -= name.length + (values[name]?.length ?? 0)) > 0,
	);
	return { [locale]: {}, ...changeOf(values, fitting) };
}
