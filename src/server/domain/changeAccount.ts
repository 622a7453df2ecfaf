import type { AccountChange } from '#protocol/accountRoutes.ts';
import type { Account } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import { recordChange } from './recordChange.ts';

/** Changes the settings of an account, for the API and the commands alike (docs/application-api.md, Account). */
export async function changeAccount(store: Repositories, before: Account, change: AccountChange): Promise<Account> {
	const after = await store.accounts.update(before.id, change);
	await recordChange(store, {
		accountId: before.id,
		type: 'Account',
		id: before.id,
		name: after.name,
		before: settingsOf(before),
		after: settingsOf(after),
	});
	return after;
}

function settingsOf({ name, auto_resolve_duration }: Account) {
	return { name, auto_resolve_duration };
}
