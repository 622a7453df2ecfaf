/** A queue of mails to send, so that a mail that was promised survives the process. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('mail_queue')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('conversation_id', 'bigint', (column) => column.notNull().references('conversations.id'))
		.addColumn('mail', 'text', (column) => column.notNull())
		.addColumn('attempts', 'integer', (column) => column.notNull())
		.addColumn('due_at', 'bigint', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('mail_queue_due').on('mail_queue').column('due_at').execute();
	await db.schema.createIndex('mail_queue_conversation').on('mail_queue').column('conversation_id').execute();
}
