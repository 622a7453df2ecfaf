/** Texts of the chat in the words of a website's owner. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema.alterTable('web_widgets').addColumn('texts', types.json).execute();
}
