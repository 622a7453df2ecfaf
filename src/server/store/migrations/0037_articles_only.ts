/** Chats that begin with articles. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable('web_widgets')
		.addColumn('articles_only', 'boolean', (column) => column.notNull().defaultTo(sql.lit(false)))
		.execute();
}
