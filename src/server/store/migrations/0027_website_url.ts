/** Where a website is, as its owner says. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable('web_widgets')
		.addColumn('website_url', 'text', (column) => column.notNull().defaultTo(''))
		.execute();
}
