/** The access token that a client gets by signing in. */
import { DAY } from '#protocol/duration.ts';
import { randomToken } from '../base/randomToken.ts';
import type { Repositories } from '../store/store.ts';

/** How long a client stays signed in. */
const SIGNED_IN = 60 * DAY;
/** Of one person; the one that was signed in first makes room. */
const CLIENTS_MAX = 25;
const NAME = 'Signed in';

/** A token for the client that signs in, which ends by itself. */
export async function createSignInToken({ accessTokens }: Repositories, userId: number): Promise<string> {
	const owner = { user_id: userId };
	const clients = (await accessTokens.list(owner)).filter(({ name }) => name === NAME);
	for (const { id } of clients.slice(0, Math.max(0, clients.length - CLIENTS_MAX + 1)))
		await accessTokens.delete(owner, id);
	const token = randomToken();
	await accessTokens.insert(owner, { name: NAME, token, expiresAt: Date.now() + SIGNED_IN });
	return token;
}
