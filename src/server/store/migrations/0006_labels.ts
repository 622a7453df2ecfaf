/** Labels of accounts and of conversations. */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('labels')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('title', 'text', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addUniqueConstraint('labels_title', ['account_id', 'title'])
		.execute();

	await db.schema
		.alterTable('conversations')
		.addColumn('labels', types.json, (column) => column.notNull().defaultTo(sql`'[]'`))
		.execute();
}
