// chunk: elsewhere
/**
 * The members that are neither null nor undefined: other programs send null for what they do not
 * know, and our schemas want it absent.
 */
export function withoutNothing(members: object): Record<string, unknown> {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
}
