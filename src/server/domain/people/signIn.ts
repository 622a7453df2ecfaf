/**
 * What a person gets by signing in: a client's access token, a session of the desk, or a link that
 * can still be used.
 */
import { SIGNED_IN } from '#protocol/application/accessTokenRoutes.ts';
import { DAY } from '#protocol/base/duration.ts';
import { Problem } from '../../base/problem.ts';
import { randomToken } from '../../base/randomToken.ts';
import type { Credential } from '../../store/people/credentials.ts';
import type { AccessToken } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/** Milliseconds for which a client stays signed in. */
const SIGNED_IN_FOR = 60 * DAY;
/** Clients of one person that may be signed in; beyond it the oldest one is signed out. */
const CLIENTS_MAX = 25;

/** A token for the client that signs in. It expires by itself. */
export async function createSignInToken(
	{ accessTokens }: Repositories,
	userId: number,
): Promise<{ token: string; row: AccessToken }> {
	const owner = { user_id: userId };
	const clients = (await accessTokens.list(owner)).filter(({ name }) => name === SIGNED_IN);
	for (const { id } of clients.slice(0, Math.max(0, clients.length - CLIENTS_MAX + 1)))
		await accessTokens.delete(owner, id);
	const token = randomToken();
	return {
		token,
		row: await accessTokens.insert(owner, { name: SIGNED_IN, token, expiresAt: Date.now() + SIGNED_IN_FOR }),
	};
}

/**
 * Ends all that signs the person in: access tokens, sessions of the desk, login links and the
 * password.
 */
export async function endAccess(store: Repositories, userId: number): Promise<void> {
	await store.users.lock(userId);
	await store.accessTokens.deleteAll({ user_id: userId });
	await store.deskSessions.deleteAll(userId);
	await store.signInTokens.deleteAll(userId);
	await store.passwords.delete(userId);
}

/**
 * For what signs the person in after the request that makes it: throws ACCESS_ENDED where the
 * credential of the request has been ended since the guard read it, and keeps it until the
 * transaction ends.
 */
export async function holdAccess(store: Repositories, userId: number, { kind, id }: Credential): Promise<void> {
	await store.users.lock(userId);
	const held =
		kind === 'session'
			? await store.deskSessions.find(userId, id)
			: (await store.accessTokens.list({ user_id: userId })).find((token) => token.id === id);
	if (!held) throw new Problem({ code: 'ACCESS_ENDED' });
}

/**
 * Signs a person out everywhere except at `except`. `isTokenKept`: access tokens that they have
 * created for scripts stay valid.
 */
export async function endSignIns(
	store: Repositories,
	userId: number,
	{ except, isTokenKept }: { except?: Credential | undefined; isTokenKept: boolean },
): Promise<void> {
	const owner = { user_id: userId };
	await store.deskSessions.deleteAll(userId, except?.kind === 'session' ? except.id : undefined);
	for (const { id, name } of await store.accessTokens.list(owner)) {
		if ((name === SIGNED_IN || !isTokenKept) && !(except?.kind === 'token' && except.id === id))
			await store.accessTokens.delete(owner, id);
	}
	await store.signInTokens.deleteAll(userId);
}
