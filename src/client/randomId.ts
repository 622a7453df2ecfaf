/** A new unique id. On pages without TLS there is no `crypto.randomUUID`. */
export function randomId(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
