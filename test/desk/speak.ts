import { i18n } from '@lingui/core';
import type { catalogs as someCatalogs } from 'catalogs:desk';
import { languageTag, textDirection } from '#protocol/locales.ts';

/** Has a page that shows `i18n`'s texts speak another language from now on, the pseudo-locale too. */
export async function speak(catalogs: typeof someCatalogs, locale: string): Promise<void> {
	const load = catalogs[locale];
	if (!load) throw new Error(`No catalogue for ${locale}`);
	const { messages } = await load();
	document.documentElement.dir = textDirection(locale);
	i18n.loadAndActivate({ locale, locales: languageTag(locale), messages });
}
