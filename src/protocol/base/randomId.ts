/** A new unique id. On pages without TLS there is no `crypto.randomUUID`. */
export function randomId(): string {
	return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
