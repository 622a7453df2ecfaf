/** Which custom attributes a team records. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('attribute_definitions')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('attribute_model', 'text', (column) => column.notNull())
		.addColumn('attribute_key', 'text', (column) => column.notNull())
		.addColumn('attribute_display_name', 'text', (column) => column.notNull())
		.addColumn('attribute_display_type', 'text', (column) => column.notNull())
		.addColumn('attribute_description', 'text')
		.addColumn('attribute_values', types.json, (column) => column.notNull())
		.addColumn('regex_pattern', 'text')
		.addColumn('regex_cue', 'text')
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.addUniqueConstraint('attribute_definitions_key', ['account_id', 'attribute_key', 'attribute_model'])
		.execute();
}
