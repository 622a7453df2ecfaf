import { SLUG_MAX } from './limits.ts';

/**
 * The form of a title in an address: letters of any script, digits, and dashes between them, at
 * most `max` characters.
 */
export function slugOf(title: string, max = SLUG_MAX): string {
	return title
		.normalize('NFC')
		.toLowerCase()
		.slice(0, max)
		.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
		.replaceAll(/^-|-$/g, '');
}
