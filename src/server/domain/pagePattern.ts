/** Whether a browser understands the pattern of a campaign's pages; one that it does not would never match (docs/wire.md, Events and campaigns). */
export function isPagePattern(pattern: string): boolean {
	try {
		return Boolean(new URLPattern(pattern));
	} catch {
		return false;
	}
}
