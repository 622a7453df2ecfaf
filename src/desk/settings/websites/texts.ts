/** The texts of the chat, as the form for a website's own ones needs them. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { ChatText } from '#protocol/application/inboxRoutes.ts';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';
import type { Locale } from '#protocol/base/locales.ts';
import { account, call } from '../../session/api.ts';
import { changeOf, localeOf, type TextValues } from '../parts/textValues.ts';

/** Loads them by their ids. */
export const loadChatTexts = atom(null, async (get, _set, locale: Locale): Promise<readonly ChatText[]> => {
	const { payload } = await call(get, applicationRoutes.listTexts, { params: account(get), query: { locale } });
	return payload;
});

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
