/** Websites whose visitors choose what they write about. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema.alterTable('web_widgets').addColumn('topics', types.json).execute();
}
