/** The link by which the first administrator sets the server up, and when a page of each website showed its chat first. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable('setup_tokens')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('expires_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.alterTable('inboxes').addColumn('page_seen_at', 'bigint').execute();
	// A website that has visitors is on its pages.
	await sql`update inboxes set page_seen_at = created_at
		where exists (select 1 from contact_inboxes where contact_inboxes.inbox_id = inboxes.id)`.execute(db);
}
