import { PostgresAdapter, type QueryExecutorProvider } from 'kysely';

/**
 * Whether statements of this connection go to PostgreSQL, where it and SQLite have no words in
 * common; otherwise they go to SQLite.
 */
export function isPostgres(db: QueryExecutorProvider): boolean {
	return db.getExecutor().adapter instanceof PostgresAdapter;
}
