import { notAuthorized } from '../refusal.ts';
import type { Member } from '../../store/users.ts';

/** Throws the refusal that everybody else gets. */
export function onlyAdministrators({ role }: Pick<Member, 'role'>): void {
	if (role !== 'administrator') throw notAuthorized();
}
