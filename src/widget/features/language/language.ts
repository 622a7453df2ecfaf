/** The interface language. */
import { i18n, type Messages } from '@lingui/core';
import { type Atom, atom } from 'jotai/vanilla';
import { catalogs } from 'catalogs:widget';
import { chooseLocale, languageTag, textDirection } from '#protocol/base/locales.ts';
import { loadChunk } from '#client/chunk.ts';
import { channelAtom, setPage, widgetPageAtom } from '../channel/channel.ts';

/**
 * Set once the first code has loaded whose texts are not loaded with the chat (`loadWithTexts.ts`).
 */
export const laterTexts: { load?: (locale: string) => Promise<Messages | undefined> } = {};

const requestedAtom = atom<string>();
const shownAtom = atom<string>();

/**
 * The locale that the page wants; the channel's language is used where that locale is not enabled.
 */
export const requestLocale = atom(null, (_get, set, locale: string) => set(requestedAtom, locale));

/** The locale to show. REST calls carry it. */
export const localeAtom = atom((get) => {
	const channel = get(channelAtom);
	const enabled = channel.enabledLanguages.filter((code) => code in catalogs);
	return chooseLocale(enabled, get(requestedAtom), channel.locale);
});

/** The locale of the texts on the screen; undefined until the first catalogue has loaded. */
export const shownLocaleAtom: Atom<string | undefined> = shownAtom;

/** Loads the texts of the current locale and shows them. Rejects with a ChunkLoadError. */
export const showLocale = atom(null, async (get, set) => {
	const locale = get(localeAtom);
	const load = catalogs[locale];
	if (!load || locale === get(shownAtom)) return;
	const { messages } = await loadChunk(load);
	const later = laterTexts.load && (await laterTexts.load(locale));
	const page = get(widgetPageAtom);
	const own =
		(page.texts ?? page.channel.isTranslated) &&
		(await loadChunk(() => import('./ownTexts.ts')).then(
			(texts) => texts.loadOwnersTexts(page, locale),
			console.debug,
		));
	if (locale !== get(localeAtom)) return;
	if (own) set(setPage, own);
	i18n.loadAndActivate({ locale, locales: languageTag(locale), messages: { ...messages, ...later } });
	document.documentElement.lang = languageTag(locale);
	document.documentElement.dir = textDirection(locale);
	set(shownAtom, locale);
});
