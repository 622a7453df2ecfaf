/**
 * Members of the team may have a password. What a session of the desk was begun by says whether it
 * may set one.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable('passwords')
		.addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id'))
		.addColumn('hash', 'text', (column) => column.notNull())
		.addColumn('changed_at', 'bigint', (column) => column.notNull())
		.execute();
	await sql`alter table desk_sessions add column begun_by text not null default 'token'`.execute(db);
}
