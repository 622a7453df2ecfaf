/** What visitors change of messages. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable('web_widgets')
		.addColumn('allow_message_changes', 'boolean', (column) => column.notNull().defaultTo(sql.lit(true)))
		.execute();
	await db.schema.alterTable('messages').addColumn('deleted_at', 'bigint').execute();
	// Unread messages are counted with each message, from indexes alone.
	await db.schema
		.createIndex('messages_deleted')
		.on('messages')
		.columns(['conversation_id', 'id', 'deleted_at'])
		.where(sql.ref('deleted_at'), 'is not', null)
		.execute();
	// What a message said before is deleted with it.
	await db.schema
		.createIndex('audit_logs_of_message')
		.on('audit_logs')
		.column('auditable_id')
		.where(sql.ref('auditable_type'), '=', sql.lit('Message'))
		.execute();
}
