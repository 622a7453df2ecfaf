/** What there is to know about phone numbers: thirty kilobytes, loaded with the first form that asks for one. */
import {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** A region such as 'DE', and what its numbers begin with: '49'. */
export const DIAL_CODES: ReadonlyMap<string, string> = new Map(
	getCountries().map((code) => [code, getCountryCallingCode(code)]),
);

export interface Phone {
	/** Such as '+4930901820'; undefined where no number can be made of what was typed. */
	number: string | undefined;
	/** The region that the number itself names, where it does. */
	country: string | undefined;
}

/** Reads what was typed, as in that country unless it begins with a plus. */
export function readPhone(text: string, country: string | undefined): Phone {
	const defaultCountry = country !== undefined && isSupportedCountry(country) ? country : undefined;
	const phone = parsePhoneNumberFromString(text, { ...(defaultCountry && { defaultCountry }), extract: false });
	return { number: phone?.number, country: text.trim().startsWith('+') ? phone?.country : undefined };
}

export function isValidPhone(number: string): boolean {
	return parsePhoneNumberFromString(number, { extract: false })?.isValid() ?? false;
}
