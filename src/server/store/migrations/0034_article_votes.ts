/** How many readers an article has helped, and how many it has not. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	for (const column of ['helpful', 'unhelpful'])
		await db.schema
			.alterTable('articles')
			.addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
			.execute();
}
