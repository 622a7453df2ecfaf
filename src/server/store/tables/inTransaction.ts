import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Runs in the transaction that has begun, or in a new one. */
export function inTransaction<T>(
	db: Kysely<Database>,
	work: (transacting: Kysely<Database>) => Promise<T>,
): Promise<T> {
	return db.isTransaction ? work(db) : db.transaction().execute(work);
}
