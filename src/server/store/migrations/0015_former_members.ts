/** Members who have left stay known, so that what they wrote keeps their name. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('account_users').addColumn('removed_at', 'bigint').execute();
	await sql`create index conversations_assignee on conversations (assignee_id) where assignee_id is not null`.execute(
		db,
	);
}
