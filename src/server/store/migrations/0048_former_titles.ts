/** What labels were called, until all conversations that have them know the new title. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema.alterTable('labels').addColumn('former_titles', types.json).execute();
}
