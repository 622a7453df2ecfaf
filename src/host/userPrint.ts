/** Whether the page's user is the one that the server has accepted: then nothing is to be said. Loaded with the first call. */
import type { UserFacts } from '#protocol/hostToFrame.ts';
import { md5OfText } from '#protocol/md5.ts';
import type { Host } from './host.ts';
import { ownCookie, readCookie } from './visitorCookies.ts';
import { knownToken, USER_COOKIE } from './visitorMemory.ts';

/**
 * What tells one setting of a user from another (wire-contract 3.7). The described product leaves out everything but the first
 * four facts; where others are given, they count here too.
 */
export function fingerprint(identifier: string, user: UserFacts): string {
	const { avatar_url = '', email = '', name = '', identifier_hash = '', ...others } = user;
	const facts = { avatar_url, email, name, identifier_hash, identifier };
	const rest = Object.entries(others).filter(([, value]) => value !== undefined);
	const more = rest.length > 0 ? JSON.stringify(rest.toSorted(([one], [other]) => (one < other ? -1 : 1))) : '';
	return md5OfText(Object.entries(facts).flat().join('') + more);
}

/** The server knows this user, and knows the visitor of the next frame to be that one. */
export function isKnownUser(host: Host, print: string): boolean {
	const { kept, store } = host;
	const known = kept.print ?? readCookie(ownCookie(USER_COOKIE, store.get().settings));
	return known === print && knownToken(host) !== undefined;
}
