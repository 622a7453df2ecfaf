/** Locks without writing: a new version of a row costs both databases more than reading it. */
import type { QueryExecutorProvider, SelectQueryBuilder } from 'kysely';
import { isPostgres } from './isPostgres.ts';

/**
 * The rows stay locked until the transaction ends: others who lock or change them wait. On SQLite,
 * a transaction has locked everything since it began.
 */
export function locking<DB, Tables extends keyof DB, Row>(
	db: QueryExecutorProvider,
	query: SelectQueryBuilder<DB, Tables, Row>,
): SelectQueryBuilder<DB, Tables, Row> {
	return isPostgres(db) ? query.forNoKeyUpdate() : query;
}
