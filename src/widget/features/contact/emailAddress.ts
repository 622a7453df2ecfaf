/** Whether it looks like an address that mail can reach; only mail that arrives proves that it does. */
export function isEmailAddress(text: string): boolean {
	return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
}
