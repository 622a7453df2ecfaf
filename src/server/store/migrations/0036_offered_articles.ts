/** Articles that are offered before the first message. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable('web_widgets')
		.addColumn('offer_articles', 'boolean', (column) => column.notNull().defaultTo(sql.lit(true)))
		.execute();
}
