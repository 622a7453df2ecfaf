import type { AccountChange } from '#protocol/application/accountRoutes.ts';
import { Problem } from '../../base/problem.ts';
import type { Account } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { recordChange } from '../recordChange.ts';

/**
 * Changes the settings of an account, for the API and the commands alike (docs/application-api.md,
 * Account). Call it in a transaction. Throws NOT_FOUND.
 */
export async function changeAccount(store: Repositories, id: number, change: AccountChange): Promise<Account> {
	// So that the change that is recorded is the one that was made.
	await store.accounts.lock(id);
	const before = await store.accounts.find(id);
	if (!before) throw new Problem({ code: 'NOT_FOUND' });
	const after = await store.accounts.update(id, change);
	await recordChange(store, {
		accountId: id,
		type: 'Account',
		id,
		name: after.name,
		before: settingsOf(before),
		after: settingsOf(after),
	});
	return after;
}

function settingsOf({ name, auto_resolve_duration }: Account) {
	return { name, auto_resolve_duration };
}
