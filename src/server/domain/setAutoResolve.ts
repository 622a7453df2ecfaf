import type { Repositories } from '../store/store.ts';
import { recordChange } from './recordChange.ts';

/** `days` without a message after which an open conversation is resolved; null for never. */
export async function setAutoResolve(store: Repositories, accountId: number, days: number | null): Promise<void> {
	const before = await store.accounts.find(accountId);
	await store.accounts.setAutoResolve(accountId, days);
	await recordChange(store, {
		accountId,
		type: 'Account',
		id: accountId,
		name: before?.name ?? '',
		before: { auto_resolve_duration: before?.auto_resolve_duration ?? null },
		after: { auto_resolve_duration: days },
	});
}
