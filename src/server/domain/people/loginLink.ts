/** One-time links that log an agent in (docs/application-api.md, Profile and signing in). */
import { DAY, MINUTE } from '#protocol/base/duration.ts';
import { ASKS_PASSWORD } from '#protocol/application/deskSessionRoutes.ts';
import { hashToken, randomToken } from '../../base/randomToken.ts';
import type { User } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { recordUser } from '../recordChange.ts';

/** How long a mailed link can be used. */
export const MAILED_LINK = 30 * MINUTE;

interface LinkOptions {
	/** Milliseconds for which the link is good. */
	life?: number;
	/** Whether a person who has no password yet is asked for one behind the link. */
	asksPassword?: boolean;
}

/** A link for one login. The code is in the fragment, so that no server, proxy or log gets it. */
export async function createLoginLink(
	store: Repositories,
	user: User,
	origin: string,
	{ life = DAY, asksPassword = false }: LinkOptions = {},
): Promise<string> {
	const code = randomToken();
	await store.signInTokens.insert(hashToken(code), user.id, Date.now() + life);
	await recordUser(store, user.id, { action: 'login_link' });
	const fragment = { login: code, email: user.email, ...(asksPassword && { [ASKS_PASSWORD]: '1' }) };
	return `${origin}/desk#${new URLSearchParams(fragment)}`;
}
