/** By what the page's user is compared with the one that the server has accepted. Loaded with the first call. */
import type { UserFacts } from '#protocol/hostToFrame.ts';
import { md5OfText } from '#protocol/md5.ts';

/**
 * What tells one setting of a user from another (docs/wire.md, Page and frame). Chatwoot leaves out everything but the first
 * four facts; where others are given, they count here too.
 */
export function fingerprint(identifier: string, user: UserFacts): string {
	const { avatar_url = '', email = '', name = '', identifier_hash = '', ...others } = user;
	const facts = { avatar_url, email, name, identifier_hash, identifier };
	const rest = Object.entries(others).filter(([, value]) => value !== undefined);
	const more = rest.length > 0 ? JSON.stringify(rest.toSorted(([one], [other]) => (one < other ? -1 : 1))) : '';
	return md5OfText(Object.entries(facts).flat().join('') + more);
}
