import { i18n, type Messages } from '@lingui/core';
import type { catalogs as someCatalogs } from 'catalogs:desk';
import { languageTag, textDirection } from '#protocol/base/locales.ts';

/**
 * Switches a page that shows `i18n`'s texts to another language, also to the pseudo-locale.
 * @param pieces the catalogues of every piece of the program that the page shows: the texts of
 * others stay as they are
 */
export async function activateLocale(pieces: readonly (typeof someCatalogs)[], locale: string): Promise<void> {
	const load = async (catalogs: typeof someCatalogs) => {
		const piece = catalogs[locale];
		if (!piece) throw new Error(`No catalogue for ${locale}`);
		return (await piece()).messages;
	};
	const messages = Object.assign({}, ...(await Promise.all(pieces.map(load)))) as Messages;
	document.documentElement.dir = textDirection(locale);
	i18n.loadAndActivate({ locale, locales: languageTag(locale), messages });
}
