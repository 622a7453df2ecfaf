import { describeError } from './base/describeError.ts';
import { SettingError, type Settings } from './base/settings.ts';
import { claimDatabase, type ClaimOptions } from './store/engines/postgresServing.ts';
import { claimServing } from './store/engines/serving.ts';
import { openStore, type Store, type StoreOptions } from './store/store.ts';

/** Throws a SettingError with one line for the operator when the database cannot be opened. */
export function openDatabase(
	{ DATA_DIR, DATABASE_URL, DATABASE_CONNECTIONS }: Settings,
	options: Pick<StoreOptions, 'timeouts' | 'mayUpgrade' | 'onQuery' | 'onUpgrade' | 'onDamage'>,
): Promise<Store> {
	return openStore({
		dataDir: DATA_DIR,
		databaseUrl: DATABASE_URL,
		connections: DATABASE_CONNECTIONS,
		...options,
	}).catch(explain);
}

/**
 * Claims the database for this server, before it is opened: that makes it or brings it up to date,
 * and another program may be using it. Resolves with what gives the claim up; with undefined where
 * another process serves the same folder.
 */
export async function claim(
	{ DATA_DIR, DATABASE_URL, DATABASE_CONNECT_TIMEOUT, REDIS_URL }: Settings,
	options: Pick<ClaimOptions, 'secretKeys' | 'onTrouble'>,
): Promise<(() => void | Promise<void>) | undefined> {
	if (DATABASE_URL === undefined) return claimServing(DATA_DIR);
	return claimDatabase({
		databaseUrl: DATABASE_URL,
		connectTimeout: DATABASE_CONNECT_TIMEOUT,
		hasRedis: REDIS_URL !== undefined,
		...options,
	}).catch(explain);
}

function explain(error: unknown): never {
	if (error instanceof SettingError) throw error;
	throw new SettingError(`The database cannot be opened: ${describeError(error)}`);
}
