/** Texts of websites, campaigns and canned responses in further languages. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	for (const table of ['inboxes', 'campaigns', 'canned_responses'])
		await db.schema.alterTable(table).addColumn('translations', types.json).execute();
}
