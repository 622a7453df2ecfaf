/** PostgreSQL: when one machine is not enough. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';
import type { ColumnTypes } from './migrations/index.ts';

export const postgresTypes: ColumnTypes = {
	id: 'bigserial',
	primaryKey: (column) => column.primaryKey(),
	json: 'jsonb',
};

const CONNECTIONS = 10;

/** Counts and ids fit a double; the driver would hand them over as text. */
const types: pg.CustomTypesConfig = {
	getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

export function openPostgres(databaseUrl: string): Kysely<Database> {
	const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS, types });
	// An idle connection that the server closes is replaced by the pool; without a listener it would end the process.
	pool.on('error', () => undefined);
	return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
