import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { isPostgres } from './isPostgres.ts';

/** The id of the message that this transaction has stored last. */
export function newestMessageId(db: QueryExecutorProvider): RawBuilder<number> {
	return isPostgres(db) ? sql`currval(pg_get_serial_sequence('messages', 'id'))` : sql`last_insert_rowid()`;
}
