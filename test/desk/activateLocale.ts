import { i18n } from '@lingui/core';
import type { catalogs as someCatalogs } from 'catalogs:desk';
import { languageTag, textDirection } from '#protocol/locales.ts';

/** Switches a page that shows `i18n`'s texts to another language, also to the pseudo-locale. */
export async function activateLocale(catalogs: typeof someCatalogs, locale: string): Promise<void> {
	const load = catalogs[locale];
	if (!load) throw new Error(`No catalogue for ${locale}`);
	const { messages } = await load();
	document.documentElement.dir = textDirection(locale);
	i18n.loadAndActivate({ locale, locales: languageTag(locale), messages });
}
