/** A new unique id. `crypto.randomUUID` is missing on plain http. */
export function randomId(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
