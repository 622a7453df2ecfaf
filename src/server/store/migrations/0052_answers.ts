/** When the visitor has last answered a message that asks: an answer is news for the team, like a message. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('messages').addColumn('answered_at', 'bigint').execute();
	await db.schema
		.createIndex('messages_answered')
		.on('messages')
		.columns(['conversation_id', 'answered_at'])
		.where(sql.ref('answered_at'), 'is not', null)
		.execute();
}
