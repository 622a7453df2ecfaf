/** The first half of a character, at the end of a piece of a message that is being written. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable('message_streams')
		.addColumn('half', 'integer', (column) => column.notNull().defaultTo(0))
		.execute();
}
