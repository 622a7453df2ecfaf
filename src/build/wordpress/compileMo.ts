import { mo } from 'gettext-parser';
import { headersOf, readTexts } from './pluginTexts.ts';

/** The translations as WordPress reads them. Where there is none it shows the English text. */
export function compileMo(locale: string): Buffer {
	const translations: Record<string, Record<string, { msgid: string; msgctxt: string; msgstr: string[] }>> = {};
	for (const { text, context, translation } of readTexts(locale))
		(translations[context] ??= {})[text] = { msgid: text, msgctxt: context, msgstr: [translation] };
	return mo.compile({ charset: 'utf-8', headers: headersOf(locale), translations });
}
