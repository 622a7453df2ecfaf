/**
 * The headers by which Chatwoot's clients go on after signing in (docs/application-api.md,
 * Authentication).
 */
import type { FastifyRequest } from 'fastify';
import type { AccessToken, User } from '../../store/tables/schema.ts';
import type { Store } from '../../store/store.ts';

export function signedInHeaders(user: User, token: string, row: AccessToken): Record<string, string> {
	return {
		'access-token': token,
		'token-type': 'Bearer',
		client: String(row.id),
		expiry: String(Math.floor((row.expires_at ?? 0) / 1000)),
		uid: user.email,
	};
}

/** The token that they name, where `client` and `uid` agree with it. */
export async function findBySignedInHeaders(
	{ accessTokens, users }: Store,
	{ headers }: FastifyRequest,
): Promise<{ token: string; row: AccessToken } | undefined> {
	const { 'access-token': token, client, uid } = headers;
	if (typeof token !== 'string' || typeof client !== 'string' || typeof uid !== 'string') return undefined;
	const row = await accessTokens.findByToken(token);
	if (!row || row.user_id === null || String(row.id) !== client) return undefined;
	const user = await users.find(row.user_id);
	return user?.email === uid.toLowerCase() ? { token, row } : undefined;
}
