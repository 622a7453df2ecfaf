/** Whether a text looks like an e-mail address. Only a mail that arrives proves that it is one. */
export function isEmailAddress(text: string): boolean {
	return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
}
