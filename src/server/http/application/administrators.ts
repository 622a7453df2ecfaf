/** Permissions of administrators. */
import { notAuthorized, notFound } from '../httpError.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/users.ts';

/** Throws the refusal that other members get. */
export function onlyAdministrators({ role }: Pick<Member, 'role'>): void {
	if (role !== 'administrator') throw notAuthorized();
}

/**
 * The id of an agent who is in no account but the administrator's. Tokens and sessions are valid in every account of their
 * agent, so the administrator of one account must not manage people who are in others as well.
 */
export async function findOwnAgent({ users }: Repositories, member: Member, userId: number): Promise<number> {
	onlyAdministrators(member);
	if (!(await users.findMember(member.account_id, userId))) throw notFound();
	if ((await users.listAccounts(userId)).length > 1) throw notAuthorized();
	return userId;
}

/** The same for what signs the agent in, in its transaction: until that ends, they cannot join another account. */
export async function lockOwnAgent(store: Repositories, member: Member, userId: number): Promise<number> {
	await store.users.lock(userId);
	return findOwnAgent(store, member, userId);
}
