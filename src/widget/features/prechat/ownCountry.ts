/** Methods of `Intl.Locale` that newer browsers have and TypeScript's library lacks. */
interface Region extends Intl.Locale {
	getTimeZones?: () => string[] | undefined;
	/** In older browsers it is a property instead of a method. */
	timeZones?: string[];
}

/**
 * Guesses the visitor's country: the region whose time zone the browser has, else the region of its
 * language. The language alone is a weaker sign, since many people use English.
 * @param regions the region codes to choose from, such as 'DE'
 */
export function guessCountry(regions: Iterable<string>, timeZone: string, language: string): string | undefined {
	const known = [...regions];
	const spoken = known.find((region) => region === regionOf(language));
	// The language's region is checked first: it is usually right, and to list the time zones of
	// all regions takes long.
	const likely = spoken === undefined ? known : [spoken, ...known];
	return likely.find((region) => zonesOf(region).includes(timeZone)) ?? spoken;
}

function zonesOf(region: string): readonly string[] {
	const locale: Region = new Intl.Locale(`und-${region}`);
	return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

function regionOf(language: string): string | undefined {
	try {
		return new Intl.Locale(language).maximize().region;
	} catch {
		return undefined;
	}
}
