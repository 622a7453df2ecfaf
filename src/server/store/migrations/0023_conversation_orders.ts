/**
 * Indexes for the orders of the team's list: by age, by priority, and by how long the visitor has
 * waited.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	for (const [name, columns] of Object.entries({
		conversations_by_age: ['id'],
		conversations_by_priority: ['priority', 'last_activity_at', 'id'],
		conversations_by_waiting: ['waiting_since', 'id'],
	})) {
		await db.schema
			.createIndex(name)
			.on('conversations')
			.columns(['account_id', 'status', ...columns])
			.execute();
	}
}
