/** The countries whose dial codes can be chosen, named in the interface language. */
export interface Country {
	/** Region code such as 'DE'. */
	code: string;
	/** Dial code such as '49'. */
	dialCode: string;
	name: string;
}

/** Sorted by name, as the language sorts. @param language a BCP 47 tag */
export function nameCountries(dialCodes: ReadonlyMap<string, string>, language: string): Country[] {
	const names = new Intl.DisplayNames(language, { type: 'region' });
	const countries = [...dialCodes].map(([code, dialCode]) => ({ code, dialCode, name: names.of(code) ?? code }));
	const { compare } = new Intl.Collator(language);
	return countries.toSorted((one, other) => compare(one.name, other.name));
}

/**
 * Finds countries by a part of the name, with or without accents, by the beginning of the dial
 * code, or by the region code.
 */
export function findCountries(countries: readonly Country[], search: string): readonly Country[] {
	const wanted = fold(search.trim());
	const digits = wanted.replace(/^\+/, '');
	return countries.filter(
		({ code, dialCode, name }) =>
			fold(name).includes(wanted) || dialCode.startsWith(digits) || code.toLowerCase() === wanted,
	);
}

/** The flag's emoji, which consists of two letters that fonts draw as one flag. */
export function flagOf(code: string): string {
	const offset = 0x1_f1e6 - 'A'.charCodeAt(0);
	return String.fromCodePoint(...Array.from(code, (letter) => letter.charCodeAt(0) + offset));
}

function fold(text: string): string {
	return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
