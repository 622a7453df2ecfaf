/**
 * The agents that an administrator may manage: those who are in no account but the administrator's.
 * Tokens and sessions are valid in every account of their agent.
 */
import { notAuthorized } from '../routing/httpError.ts';
import type { Repositories } from '../../store/store.ts';

/**
 * Resolves with the agent's id. Throws 404 where the agent is not in the account, and 401 where
 * they are in another one, too.
 */
export async function findOwnAgent({ users }: Repositories, accountId: number, userId: number): Promise<number> {
	await users.requireMember(accountId, userId);
	if ((await users.listAccounts(userId)).length > 1) throw notAuthorized();
	return userId;
}

/**
 * The same for what signs the agent in, in its transaction: until that ends, they cannot join
 * another account.
 */
export async function lockOwnAgent(store: Repositories, accountId: number, userId: number): Promise<number> {
	await store.users.lock(userId);
	return findOwnAgent(store, accountId, userId);
}
