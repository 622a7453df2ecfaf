/** Tells deliveries whose receiver takes nothing from those that alone it does not take. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable('deliveries')
		.addColumn('is_receiver_failing', 'boolean', (column) => column.notNull().defaultTo(sql.lit(false)))
		.execute();
}
