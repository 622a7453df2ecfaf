/** Whether a browser understands the pattern of a campaign's pages; one that it does not would never match (wire-contract 6.3). */
export function isPagePattern(pattern: string): boolean {
	try {
		return Boolean(new URLPattern(pattern));
	} catch {
		return false;
	}
}
