const PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:'];

/**
 * Control characters, white space, backslashes, and marks that change the writing direction of what
 * follows them.
 */
const DECEPTIVE = /[\p{Cc}\s\\\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/**
 * The address to put into a link, or undefined when the text is no address that a link may have.
 * The answer is the parsed address and not the text as written, so that the browser follows exactly
 * what was checked.
 *
 * Refused besides other protocols: addresses without one (they would lead to our own server), with
 * characters that browsers drop or that mislead the reader, and with credentials
 * (`https://bank.example@evil.example`).
 */
export function safeUrl(written: string): string | undefined {
	if (DECEPTIVE.test(written) || !URL.canParse(written)) return undefined;
	const { protocol, username, password, href } = new URL(written);
	return PROTOCOLS.includes(protocol) && !username && !password ? href : undefined;
}
