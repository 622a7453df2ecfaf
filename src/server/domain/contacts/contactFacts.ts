/** The forms in which facts about a contact are stored. */
import { hasAtMost } from '#protocol/base/characters.ts';
import { plainDigits } from '#protocol/base/plainDigits.ts';
import { CONTACT_EMAIL, CONTACT_PHONE } from '#protocol/entities/contactForms.ts';

/** Characters of an identifier, and of an e-mail address. */
export const FACT_MAX = 255;

export function blankToNull(value: string | null | undefined): string | null {
	const trimmed = value?.trim();
	return trimmed ? trimmed : null;
}

/** The address in lower case; null when it is blank or no address. */
export function validEmail(value: string | null | undefined): string | null {
	const email = blankToNull(value)?.toLowerCase() ?? null;
	return email !== null && hasAtMost(FACT_MAX, email) && CONTACT_EMAIL.test(email) ? email : null;
}

/**
 * Between the digits of a number that has its country's; "(0)" is for who calls within the country.
 */
const BETWEEN_DIGITS = /\(0\)|[\s()./‐‑–-]/g;

/**
 * The number in the form of E.164, without the signs between its digits; null where it has no such
 * form.
 */
export function validPhone(value: string | null | undefined): string | null {
	const phone = blankToNull(plainDigits(value ?? '').replaceAll(BETWEEN_DIGITS, ''));
	return phone !== null && CONTACT_PHONE.test(phone) ? phone : null;
}
