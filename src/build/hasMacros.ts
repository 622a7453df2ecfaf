/** Whether a source has macros of lingui's. In a file of its own, so that asking does not load Babel. */
export function hasMacros(code: string): boolean {
	return /from ['"]@lingui\/(core|react)\/macro['"]/.test(code);
}
