/** Makes a harmless single line of a name or title that a stranger typed. */

/**
 * Control characters, line separators, and characters that change the writing direction around
 * them.
 */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Replaces each of them in `text` by a visible substitute, so that nothing disappears. The result
 * is well-formed Unicode.
 */
export function withoutControls(text: string, substitute: string): string {
	return text.toWellFormed().replaceAll(CONTROLS, substitute);
}
