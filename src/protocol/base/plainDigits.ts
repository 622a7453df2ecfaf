/**
 * Programs put invisible marks around numbers that are copied, and keyboards write digits of other
 * scripts.
 */

/**
 * The text without invisible marks, with ASCII digits and signs in place of full-width ones and of
 * those of other scripts.
 */
export function plainDigits(text: string): string {
	return text
		.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
		.normalize('NFKC')
		.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** The ten digits of each script follow each other. */
function valueOf(digit: string): number {
	const code = digit.codePointAt(0) ?? 0;
	let value = 0;
	while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
	return value;
}
