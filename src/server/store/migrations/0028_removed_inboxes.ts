/** When an inbox was deleted, while what was said in it still goes. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('inboxes').addColumn('removed_at', 'bigint').execute();
}
