/**
 * Creates and revokes the access tokens of scripts, bots and other clients
 * (docs/application-api.md, Access tokens).
 */
import { Problem } from '../../base/problem.ts';
import { randomToken } from '../../base/randomToken.ts';
import type { TokenOwner } from '../../store/people/accessTokens.ts';
import type { AccessToken } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { recordChange } from '../recordChange.ts';

/** Access tokens that one agent or bot may have. */
export const ACCESS_TOKENS_MAX = 50;

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

/** Throws TOO_MANY, and ALREADY_EXPIRED for a time that has come. */
export async function createAccessToken(
	store: Repositories,
	owner: TokenOwner,
	{ name, expiresAt = null }: AccessTokenFacts,
): Promise<MadeAccessToken> {
	const { accessTokens } = store;
	if (expiresAt !== null && expiresAt <= Date.now()) throw new Problem({ code: 'ALREADY_EXPIRED' });
	if ((await accessTokens.list(owner)).length >= ACCESS_TOKENS_MAX)
		throw new Problem({ code: 'TOO_MANY', things: 'tokens', maximum: ACCESS_TOKENS_MAX });
	const token = randomToken();
	const row = await accessTokens.insert(owner, { name, token, expiresAt });
	await recordToken(store, owner, { after: row });
	return { token, row };
}

export async function revokeAccessToken(store: Repositories, owner: TokenOwner, id: number): Promise<void> {
	const row = (await store.accessTokens.list(owner)).find((token) => token.id === id);
	if (!row || !(await store.accessTokens.delete(owner, id))) throw new Problem({ code: 'NOT_FOUND' });
	await recordToken(store, owner, { before: row });
}

/** A person's token is one of all their accounts. */
async function recordToken(
	store: Repositories,
	owner: TokenOwner,
	change: { before: AccessToken } | { after: AccessToken },
): Promise<void> {
	const { id, name } = 'after' in change ? change.after : change.before;
	for (const accountId of await accountsOf(store, owner))
		await recordChange(store, { accountId, type: 'AccessToken', id, name, ...change });
}

async function accountsOf({ bots, users }: Repositories, owner: TokenOwner): Promise<number[]> {
	if ('user_id' in owner) return (await users.listAccounts(owner.user_id)).map(({ id }) => id);
	const bot = await bots.find(owner.agent_bot_id);
	return bot ? [bot.account_id] : [];
}
