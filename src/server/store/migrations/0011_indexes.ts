/**
 * Indexes for statements that scanned whole tables: merging and deleting contacts, the team's list
 * of all conversations, and deliveries about a visitor who has no conversation yet.
 */
import { sql, type Kysely } from 'kysely';

interface Deliveries {
	webhook_deliveries: { id: number; queue: string; contact_inbox_id: number | null };
}

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index messages_contact on messages (sender_id) where sender_type = 'Contact'`.execute(db);
	await db.schema.createIndex('messages_session').on('messages').column('contact_inbox_id').execute();
	await db.schema.createIndex('csat_responses_conversation').on('csat_responses').column('conversation_id').execute();
	await db.schema.createIndex('attachments_blob').on('attachments').column('blob_id').execute();
	await db.schema
		.createIndex('conversations_all')
		.on('conversations')
		.columns(['account_id', 'last_activity_at', 'id'])
		.execute();
	await db.schema
		.createIndex('conversations_snoozed')
		.on('conversations')
		.columns(['status', 'snoozed_until'])
		.execute();
	await db.schema
		.createIndex('conversations_count')
		.on('conversations')
		.columns(['account_id', 'status', 'inbox_id', 'assignee_id'])
		.execute();
	await db.schema
		.createIndex('webhook_deliveries_conversation')
		.on('webhook_deliveries')
		.column('conversation_id')
		.execute();
	await db.schema.alterTable('webhook_deliveries').addColumn('contact_inbox_id', 'bigint').execute();
	await db.schema
		.createIndex('webhook_deliveries_session')
		.on('webhook_deliveries')
		.column('contact_inbox_id')
		.execute();
	await nameSessions(db);
}

/** Waiting deliveries have their session in the name of their queue, such as `bot 3 session 17`. */
async function nameSessions(db: Kysely<Deliveries>): Promise<void> {
	const waiting = await db
		.selectFrom('webhook_deliveries')
		.select(['id', 'queue'])
		.where('queue', 'like', '% session %')
		.execute();
	for (const { id, queue } of waiting) {
		const session = Number(queue.split(' ').at(-1));
		await db.updateTable('webhook_deliveries').set({ contact_inbox_id: session }).where('id', '=', id).execute();
	}
}
