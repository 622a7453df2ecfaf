/** Websites' fonts and custom properties, and the versions of the tag that pages pin by hash. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema.alterTable('web_widgets').addColumn('font_origins', types.json).execute();
	await db.schema.alterTable('web_widgets').addColumn('custom_properties', 'text').execute();
	await db.schema
		.createTable('released_scripts')
		.addColumn('version', 'text', (column) => column.primaryKey())
		.addColumn('integrity', 'text', (column) => column.notNull())
		.addColumn('script', 'text', (column) => column.notNull())
		.addColumn('current_at', 'bigint', (column) => column.notNull())
		.execute();
}
