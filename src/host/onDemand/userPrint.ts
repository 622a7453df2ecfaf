/** Compares the page's user with the one that the server has accepted. Loaded with the first call. */
import type { UserFacts } from '#protocol/hostToFrame.ts';
import { md5OfText } from '#protocol/md5.ts';

/**
 * A text that differs between two calls of `setUser` with different facts (docs/wire.md, Page and frame). Chatwoot only
 * includes the first four facts; others are included here where they are given.
 */
export function fingerprint(identifier: string, user: UserFacts): string {
	const { avatar_url = '', email = '', name = '', identifier_hash = '', ...others } = user;
	const facts = { avatar_url, email, name, identifier_hash, identifier };
	const rest = Object.entries(others).filter(([, value]) => value !== undefined);
	const more = rest.length > 0 ? JSON.stringify(rest.toSorted(([one], [other]) => (one < other ? -1 : 1))) : '';
	return md5OfText(Object.entries(facts).flat().join('') + more);
}
