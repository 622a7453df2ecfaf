/** Websites that show no launcher while their team is away. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable('web_widgets')
		.addColumn('hide_launcher_while_away', 'boolean', (column) => column.notNull().defaultTo(sql.lit(false)))
		.execute();
}
