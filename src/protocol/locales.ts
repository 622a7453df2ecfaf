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

/** Locales whose catalogue is complete. The build fails when one of them misses a translation. */
export const ENABLED_LOCALES: readonly Locale[] = LOCALES;

export const DEFAULT_LOCALE: Locale = 'en';

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he']);

/** Scripts, and languages that are written as another one: the locale that their readers read. */
const LOCALE_OF: Record<string, string | undefined> = { Hans: 'zh_CN', Hant: 'zh_TW', nb: 'no', nn: 'no' };

/** The first of `wishes` for which a locale is enabled; else English. */
export function chooseLocale(enabled: readonly string[], ...wishes: (string | null | undefined)[]): string {
	return wishes.map((wish) => selectLocale(wish, enabled)).find((locale) => locale !== undefined) ?? DEFAULT_LOCALE;
}

/**
 * The locale to show for a wish such as `pt_BR`, `pt-BR` or `de-AT`: the exact locale if it is enabled, else its language
 * part, else what its language is written like; `undefined` if none of them is enabled.
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

/** By the language's present code and the script that is usual where it is spoken; none for what is no language tag. */
function likelyLocales(locale: string): string[] {
	try {
		const { language, script = '' } = new Intl.Locale(locale.replaceAll('_', '-')).maximize();
		return [LOCALE_OF[script] ?? LOCALE_OF[language] ?? language];
	} catch {
		return [];
	}
}

/**
 * The BCP 47 tag for `lang` attributes and Intl: `pt_BR` → `pt-BR`. To Intl a bare `pt` is Brazil's Portuguese; here it is
 * Portugal's.
 */
export function languageTag(locale: string): string {
	return locale === 'pt' ? 'pt-PT' : locale.replace('_', '-');
}

export function textDirection(locale: string): 'ltr' | 'rtl' {
	return RIGHT_TO_LEFT.has(locale.split('_')[0] ?? '') ? 'rtl' : 'ltr';
}
