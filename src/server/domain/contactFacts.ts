/** The forms in which facts about a contact are stored. */
import { hasAtMost } from '#protocol/characters.ts';

/** Characters of an identifier, and of an e-mail address. */
export const FACT_MAX = 255;

export function blankToNull(value: string | null | undefined): string | null {
	const trimmed = value?.trim();
	return trimmed ? trimmed : null;
}

/** The address in lower case; null when it is blank or no address. */
export function validEmail(value: string | null | undefined): string | null {
	const email = blankToNull(value)?.toLowerCase() ?? null;
	return email !== null && hasAtMost(FACT_MAX, email) && /^[^@\s]+@[^@\s]+$/.test(email) ? email : null;
}

/** The number if it is `+`, a first digit from 1, then 1 to 14 digits; null otherwise. */
export function validPhone(value: string | null | undefined): string | null {
	const phone = blankToNull(value);
	return phone !== null && /^\+[1-9]\d{1,14}$/.test(phone) ? phone : null;
}
