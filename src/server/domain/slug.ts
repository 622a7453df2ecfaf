import { SLUG_MAX } from '#protocol/limits.ts';

/** What stands for a title in an address: letters of any script, digits, and dashes between them; cut off after `max` characters. */
export function slugOf(title: string, max = SLUG_MAX): string {
	return title
		.normalize('NFC')
		.toLowerCase()
		.slice(0, max)
		.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
		.replaceAll(/^-|-$/g, '');
}
