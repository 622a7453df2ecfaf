/**
 * What each message counts (the conversation's messages in the last minute, and the unread ones) is read from the indexes alone, and
 * not from up to two hundred rows beside them.
 */
import type { Kysely } from 'kysely';

const INDEXES = {
	messages_conversation: ['conversation_id', 'id', 'message_type'],
	messages_recent: ['conversation_id', 'created_at', 'message_type', 'sender_type'],
};

export async function up(db: Kysely<unknown>): Promise<void> {
	for (const [name, columns] of Object.entries(INDEXES)) {
		await db.schema.dropIndex(name).execute();
		await db.schema.createIndex(name).on('messages').columns(columns).execute();
	}
}
