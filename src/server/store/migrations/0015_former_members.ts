/** Members who have left stay in the table, so that their messages keep their name. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('account_users').addColumn('removed_at', 'bigint').execute();
	await sql`create index conversations_assignee on conversations (assignee_id) where assignee_id is not null`.execute(
		db,
	);
}
