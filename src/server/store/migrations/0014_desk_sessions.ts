/** The desk's sessions, one per browser: the cookie's token is stored as a hash. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('desk_sessions')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
		.addColumn('token_hash', 'text', (column) => column.notNull().unique())
		.addColumn('device', 'text', (column) => column.notNull())
		.addColumn('last_used_at', 'bigint', (column) => column.notNull())
		.addColumn('expires_at', 'bigint', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('desk_sessions_user').on('desk_sessions').column('user_id').execute();
}
