/** The rules for phone numbers: 30 kB, loaded with the first form that asks for one. */
import {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { plainDigits } from '#protocol/base/plainDigits.ts';

/** Region code such as 'DE' → its dial code: '49'. */
export const DIAL_CODES: ReadonlyMap<string, string> = new Map(
	getCountries().map((code) => [code, getCountryCallingCode(code)]),
);

export interface Phone {
	/** The complete number, such as '+4930901820'; undefined where the text is no number. */
	number: string | undefined;
	/** The region that the number's own dial code names, if it has one. */
	country: string | undefined;
}

/** Parses a typed number by the rules of `country`, unless it begins with a plus. */
export function readPhone(typed: string, country: string | undefined): Phone {
	const text = plainDigits(typed);
	const defaultCountry = country !== undefined && isSupportedCountry(country) ? country : undefined;
	const phone = parsePhoneNumberFromString(text, { ...(defaultCountry && { defaultCountry }), extract: false });
	return { number: phone?.number, country: text.trim().startsWith('+') ? phone?.country : undefined };
}

export function isValidPhone(number: string): boolean {
	return parsePhoneNumberFromString(number, { extract: false })?.isValid() ?? false;
}
