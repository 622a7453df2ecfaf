import { createHash } from 'node:crypto';

/** A strong entity tag of a text (RFC 9110, section 8.8.3). */
export function tagOf(text: string): string {
	return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}
