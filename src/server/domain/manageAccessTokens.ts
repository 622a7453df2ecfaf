/** Creates and revokes the access tokens of scripts, bots and other clients (docs/application-api.md, Access tokens). */
import { ACCESS_TOKENS_MAX } from '#protocol/limits.ts';
import { Problem } from '../base/problem.ts';
import { randomToken } from '../base/randomToken.ts';
import type { TokenOwner } from '../store/accessTokens.ts';
import type { AccessToken } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

export interface AccessTokenFacts {
	name: string;
	/** Milliseconds since the epoch; null for a token that never expires. */
	expiresAt?: number | null | undefined;
}

/** The only place that has the token itself; only its hash is stored. */
export interface MadeAccessToken {
	token: string;
	row: AccessToken;
}

export async function createAccessToken(
	{ accessTokens }: Repositories,
	owner: TokenOwner,
	{ name, expiresAt = null }: AccessTokenFacts,
): Promise<MadeAccessToken> {
	if ((await accessTokens.list(owner)).length >= ACCESS_TOKENS_MAX)
		throw new Problem({ code: 'TOO_MANY', things: 'tokens', maximum: ACCESS_TOKENS_MAX });
	const token = randomToken();
	return { token, row: await accessTokens.insert(owner, { name, token, expiresAt }) };
}

export async function revokeAccessToken({ accessTokens }: Repositories, owner: TokenOwner, id: number): Promise<void> {
	if (!(await accessTokens.delete(owner, id))) throw new Problem({ code: 'NOT_FOUND' });
}
