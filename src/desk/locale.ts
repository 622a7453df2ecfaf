/**
 * Shows the desk in the first of the browser's languages for which there is a catalogue, or in the
 * one that `?locale=` names.
 */
import { i18n } from '@lingui/core';
import { catalogs } from 'catalogs:desk';
import { chooseLocale, languageTag, textDirection } from '#protocol/base/locales.ts';

export async function activateLocale(): Promise<void> {
	const asked = new URLSearchParams(location.search).get('locale');
	const locale = chooseLocale(Object.keys(catalogs), asked, ...navigator.languages);
	const load = catalogs[locale];
	if (!load) throw new Error(`No catalogue for ${locale}`);
	const { messages } = await load();
	i18n.loadAndActivate({ locale, locales: languageTag(locale), messages });
	document.documentElement.lang = languageTag(locale);
	document.documentElement.dir = textDirection(locale);
}
