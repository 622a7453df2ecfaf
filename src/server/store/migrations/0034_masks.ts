/** Websites whose visitors' messages are masked before they are sent. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema.alterTable('web_widgets').addColumn('masks', types.json).execute();
}
