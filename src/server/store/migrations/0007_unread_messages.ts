/**
 * An index that finds the few messages that a visitor has not read, without a scan of a long
 * conversation.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create index messages_unread on messages (conversation_id, id)
		where message_type in (1, 3) and status in ('sent', 'delivered') and private = false
	`.execute(db);
}
