/**
 * The last message of a conversation that visitor and team have seen, since several messages may
 * have the same time.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('conversations').addColumn('contact_last_seen_message_id', 'bigint').execute();
	await db.schema.alterTable('conversations').addColumn('agent_last_seen_message_id', 'bigint').execute();
	await sql`
		update conversations set
			contact_last_seen_message_id = (
				select max(id) from messages where conversation_id = conversations.id and created_at <= contact_last_seen_at
			),
			agent_last_seen_message_id = (
				select max(id) from messages where conversation_id = conversations.id and created_at <= agent_last_seen_at
			)
	`.execute(db);
}
