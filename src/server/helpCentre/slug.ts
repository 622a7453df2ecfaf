/** What stands for a title in an address: letters of any script, digits, and dashes between them. */
export function slugOf(title: string): string {
	return title
		.normalize('NFC')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
		.replaceAll(/^-|-$/g, '');
}
