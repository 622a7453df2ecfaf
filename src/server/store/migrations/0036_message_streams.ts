/** Messages that are being written piece by piece. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable('message_streams')
		.addColumn('message_id', 'bigint', (column) => column.primaryKey().references('messages.id').onDelete('cascade'))
		.addColumn('content', 'text', (column) => column.notNull())
		.addColumn('position', 'integer', (column) => column.notNull())
		.addColumn('pieces', 'integer', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('message_streams_idle').on('message_streams').column('updated_at').execute();
}
