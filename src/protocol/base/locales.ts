/** The 39 interface languages, and the rules about them. */

export const LOCALES = [
	'ar',
	'ca',
	'cs',
	'da',
	'de',
	'el',
	'en',
	'es',
	'fa',
	'fi',
	'fr',
	'he',
	'hi',
	'hu',
	'id',
	'is',
	'it',
	'ja',
	'ko',
	'lt',
	'lv',
	'ml',
	'nl',
	'no',
	'pl',
	'pt_BR',
	'pt',
	'ro',
	'ru',
	'sk',
	'sr',
	'sv',
	'ta',
	'th',
	'tr',
	'uk',
	'vi',
	'zh_CN',
	'zh_TW',
] as const;

export type Locale = (typeof LOCALES)[number];

/**
 * Locales that the widget offers. The build fails when the catalogue of one of them lacks a
 * translation.
 */
export const ENABLED_LOCALES: readonly Locale[] = LOCALES;

export const DEFAULT_LOCALE: Locale = 'en';

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he']);

/** Scripts and languages whose readers get a locale of another name. */
const LOCALE_OF: Record<string, string | undefined> = { Hans: 'zh_CN', Hant: 'zh_TW', nb: 'no', nn: 'no' };

/** The first of `wishes` for which a locale is enabled; else English. */
export function chooseLocale(enabled: readonly string[], ...wishes: (string | null | undefined)[]): string {
	return wishes.map((wish) => selectLocale(wish, enabled)).find((locale) => locale !== undefined) ?? DEFAULT_LOCALE;
}

/**
 * The locale to show for a wish such as `pt_BR`, `pt-BR` or `de-AT`: the exact locale if it is
 * enabled, else its language, else the locale whose writing is the most likely; `undefined` if none
 * of them is enabled.
 */
export function selectLocale(wish: string | null | undefined, enabled: readonly string[]): string | undefined {
	if (!wish) return undefined;
	const exact = wish.replace('-', '_');
	const language = exact.split('_')[0] ?? '';
	return [exact, language].find(isEnabled) ?? likelyLocales(exact).find(isEnabled);

	function isEnabled(candidate: string): boolean {
		return enabled.includes(candidate);
	}
}

/**
 * Candidates by the language's current code and by the script in which it is most likely written;
 * none for an invalid language tag.
 */
function likelyLocales(locale: string): string[] {
	try {
		const { language, script = '' } = new Intl.Locale(locale.replaceAll('_', '-')).maximize();
		return [LOCALE_OF[script] ?? LOCALE_OF[language] ?? language];
	} catch {
		return [];
	}
}

/**
 * The BCP 47 tag for `lang` attributes and Intl: `pt_BR` → `pt-BR`. To Intl a bare `pt` is Brazil's
 * Portuguese; here it is Portugal's.
 */
export function languageTag(locale: string): string {
	return locale === 'pt' ? 'pt-PT' : locale.replace('_', '-');
}

export function textDirection(locale: string): 'ltr' | 'rtl' {
	return RIGHT_TO_LEFT.has(locale.split('_')[0] ?? '') ? 'rtl' : 'ltr';
}
