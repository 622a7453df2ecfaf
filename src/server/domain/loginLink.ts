/** One-time links that log an agent in (docs/application-api.md, Profile and signing in). */
import { hashToken, randomToken } from '../base/randomToken.ts';
import type { User } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

/** A link is good for one login within this many milliseconds. */
const LIFETIME = 24 * 60 * 60_000;

/** The code stands in the fragment: no server, proxy or log sees it. */
export async function createLoginLink(store: Repositories, user: User, origin: string): Promise<string> {
	const code = randomToken();
	await store.signInTokens.insert(hashToken(code), user.id, Date.now() + LIFETIME);
	return `${origin}/desk#${new URLSearchParams({ login: code, email: user.email })}`;
}
