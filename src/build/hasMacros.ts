/**
 * Whether a source uses lingui's macros. It has a file of its own, so that callers do not load
 * Babel for the question.
 */
export function hasMacros(code: string): boolean {
	return /from ['"]@lingui\/(core|react)\/macro['"]/.test(code);
}
