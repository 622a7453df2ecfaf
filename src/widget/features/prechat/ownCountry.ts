/** The methods of `Intl.Locale` that newer browsers have and TypeScript's library has not yet. */
interface Region extends Intl.Locale {
	getTimeZones?: () => string[] | undefined;
	/** What it was before it became a method. */
	timeZones?: string[];
}

/**
 * Where the visitor probably is: the region whose time zone the browser has, else that of its language; a language's region
 * alone says less, since many people use English.
 * @param regions to choose from, such as 'DE'
 */
export function guessCountry(regions: Iterable<string>, timeZone: string, language: string): string | undefined {
	const known = [...regions];
	const spoken = known.find((region) => region === regionOf(language));
	// First, because it mostly is, and to ask for the zones of all regions takes a while.
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
