import { describeError } from './base/describeError.ts';
import { SettingError, type Settings } from './base/settings.ts';
import { openStore, type Store, type StoreOptions } from './store/store.ts';

/** Throws a SettingError with one line for the operator when the database cannot be opened. */
export function openDatabase(
	{ DATA_DIR, DATABASE_URL }: Settings,
	options: Pick<StoreOptions, 'timeouts' | 'mayUpgrade' | 'onQuery'>,
): Promise<Store> {
	return openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, ...options }).catch((error: unknown) => {
		throw new SettingError(`The database cannot be opened: ${describeError(error)}`);
	});
}
