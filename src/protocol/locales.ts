/** Interface languages (specification section 1 lists 39) and the rules about them (section 5, "Locale selection"). */

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

/**
 * The locale to show for a wish such as `pt_BR`, `pt-BR` or `de-AT`: the exact locale if it is enabled, else its language
 * part if that is enabled, else `undefined`.
 */
export function selectLocale(
	wish: string | null | undefined,
	enabled: readonly string[] = ENABLED_LOCALES,
): string | undefined {
	if (!wish) return undefined;
	const exact = wish.replace('-', '_');
	const language = exact.split('_')[0] ?? '';
	return [exact, language].find((candidate) => enabled.includes(candidate));
}

/** The BCP 47 tag for `lang` attributes and Intl: `pt_BR` → `pt-BR`. */
export function languageTag(locale: string): string {
	return locale.replace('_', '-');
}

export function textDirection(locale: string): 'ltr' | 'rtl' {
	return RIGHT_TO_LEFT.has(locale.split('_')[0] ?? '') ? 'rtl' : 'ltr';
}
