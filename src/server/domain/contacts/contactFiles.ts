/** That contacts were taken out of the account, or into it, as files. */
import type { Repositories } from '../../store/store.ts';
import { recordChange } from '../recordChange.ts';

/** `contactId`: absent for all. */
export function noteExport(store: Repositories, accountId: number, contactId?: number): Promise<void> {
	return recordChange(store, { accountId, action: 'export', type: 'Contact', id: contactId ?? null });
}

export function noteImport(store: Repositories, accountId: number, lines: number): Promise<void> {
	return recordChange(store, { accountId, action: 'import', type: 'Contact', after: { lines } });
}
