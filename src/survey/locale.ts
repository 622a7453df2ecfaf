/** Shows the page in the channel's language. */
import { i18n } from '@lingui/core';
import { catalogs } from 'catalogs:survey';
import { chooseLocale, languageTag, textDirection } from '#protocol/base/locales.ts';
import { loadChunk } from '#client/chunk.ts';

/** Shows the language that `wish` names, or else English. Rejects with a ChunkLoadError. */
export async function showLocale(wish: string | undefined): Promise<void> {
	const locale = chooseLocale(Object.keys(catalogs), wish);
	const load = catalogs[locale];
	if (!load) throw new Error(`No catalogue for ${locale}`);
	const { messages } = await loadChunk(load);
	i18n.loadAndActivate({ locale, locales: languageTag(locale), messages });
	document.documentElement.lang = languageTag(locale);
	document.documentElement.dir = textDirection(locale);
}
