/** Files and other attachments, bots, ratings, and the settings that go with them. */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('blobs')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('key', 'text', (column) => column.notNull().unique())
		.addColumn('filename', 'text', (column) => column.notNull())
		.addColumn('content_type', 'text', (column) => column.notNull())
		.addColumn('byte_size', 'bigint', (column) => column.notNull())
		.addColumn('checksum', 'text', (column) => column.notNull())
		.addColumn('width', 'bigint')
		.addColumn('height', 'bigint')
		.addColumn('stored_at', 'bigint')
		.addColumn('claimed_at', 'bigint')
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('blobs_unclaimed').on('blobs').columns(['claimed_at', 'created_at']).execute();

	await db.schema
		.createTable('attachments')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('message_id', 'bigint', (column) => column.notNull().references('messages.id'))
		.addColumn('file_type', 'text', (column) => column.notNull())
		.addColumn('blob_id', 'bigint', (column) => column.unique().references('blobs.id'))
		.addColumn('coordinates_lat', 'double precision')
		.addColumn('coordinates_long', 'double precision')
		.addColumn('fallback_title', 'text')
		.addColumn('external_url', 'text')
		.execute();
	await db.schema.createIndex('attachments_message').on('attachments').column('message_id').execute();

	await db.schema
		.createTable('agent_bots')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('avatar_url', 'text', (column) => column.notNull())
		.addColumn('access_token', 'text', (column) => column.notNull().unique())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex('messages_bot_echo')
		.on('messages')
		.columns(['sender_id', 'conversation_id', 'echo_id'])
		.unique()
		.where(sql.ref('sender_type'), '=', sql.lit('AgentBot'))
		.execute();

	await db.schema
		.createTable('csat_responses')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('conversation_id', 'bigint', (column) => column.notNull().references('conversations.id'))
		.addColumn('message_id', 'bigint', (column) => column.notNull().unique().references('messages.id'))
		.addColumn('contact_id', 'bigint', (column) => column.notNull().references('contacts.id'))
		.addColumn('assigned_agent_id', 'bigint', (column) => column.references('users.id'))
		.addColumn('rating', 'integer', (column) => column.notNull())
		.addColumn('feedback_message', 'text')
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('csat_responses_contact').on('csat_responses').column('contact_id').execute();

	await db.schema
		.alterTable('inboxes')
		.addColumn('email_collect_enabled', 'boolean', (column) => column.notNull().defaultTo(sql.lit(false)))
		.execute();
	await db.schema
		.alterTable('inboxes')
		.addColumn('agent_bot_id', 'bigint', (column) => column.references('agent_bots.id'))
		.execute();
	await db.schema.alterTable('web_widgets').addColumn('allowed_file_types', types.json).execute();
	await db.schema.alterTable('web_widgets').addColumn('file_size_max', 'bigint').execute();
}
