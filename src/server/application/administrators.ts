import { notAuthorized } from '../http/refusal.ts';
import type { Member } from '../store/users.ts';

/** Throws the refusal that everybody else gets (application-api B). */
export function onlyAdministrators({ role }: Pick<Member, 'role'>): void {
	if (role !== 'administrator') throw notAuthorized();
}
