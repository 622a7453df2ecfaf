/** What administrators may do for others. */
import { notAuthorized, notFound } from '../refusal.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/users.ts';

/** Throws the refusal that everybody else gets. */
export function onlyAdministrators({ role }: Pick<Member, 'role'>): void {
	if (role !== 'administrator') throw notAuthorized();
}

/**
 * The id of an agent of the administrator's account alone. Tokens and sessions count in every account of their agent, so no account's
 * administrator manages people who are also members of other accounts.
 */
export async function findOwnAgent({ users }: Repositories, member: Member, userId: number): Promise<number> {
	onlyAdministrators(member);
	if (!(await users.findMember(member.account_id, userId))) throw notFound();
	if ((await users.listAccounts(userId)).length > 1) throw notAuthorized();
	return userId;
}
