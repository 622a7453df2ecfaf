/**
 * One-time links by which a person proves that a new address is theirs (docs/application-api.md,
 * Profile and signing in).
 */
import { hashToken, randomToken } from '../../base/randomToken.ts';
import type { User } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { changeAddress } from './agents.ts';
import { MAILED_LINK } from './loginLink.ts';

/**
 * A link for one change to `email`. The code is in the fragment, so that no server, proxy or log
 * gets it.
 */
export async function createAddressLink(
	{ signInTokens }: Repositories,
	userId: number,
	email: string,
	origin: string,
): Promise<string> {
	const code = randomToken();
	await signInTokens.insert(hashOf(code, email), userId, Date.now() + MAILED_LINK);
	return `${origin}/desk#${new URLSearchParams({ address: code, email })}`;
}

/**
 * Makes the address that of the person. Resolves with false where the link is spent, expired or
 * another person's, and throws AGENT_EMAIL_TAKEN where another user has got the address since the
 * link was mailed.
 */
export async function confirmAddress(store: Repositories, user: User, email: string, code: string): Promise<boolean> {
	await store.users.lock(user.id);
	if (!(await store.signInTokens.spend(hashOf(code, email), user.id))) return false;
	await changeAddress(store, user.id, email.toLowerCase());
	return true;
}

/**
 * What is stored of the link, beside the hashes of login links. It belongs to one address, and is
 * the hash of no text: readers of the mail, perhaps strangers, cannot sign in with the link.
 */
function hashOf(code: string, email: string): string {
	return `address ${hashToken(`${code} ${email.toLowerCase()}`)}`;
}
