/**
 * Greetings, languages, automatic resolving, and receivers of events: bots with an address,
 * webhooks, and their deliveries.
 */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.alterTable('inboxes')
		.addColumn('greeting_enabled', 'boolean', (column) => column.notNull().defaultTo(sql.lit(false)))
		.execute();
	await db.schema.alterTable('inboxes').addColumn('greeting_message', 'text').execute();
	await db.schema.alterTable('accounts').addColumn('auto_resolve_duration', 'bigint').execute();
	await db.schema.alterTable('conversations').addColumn('locale', 'text').execute();
	await db.schema
		.createIndex('conversations_status')
		.on('conversations')
		.columns(['status', 'last_activity_at'])
		.execute();

	await db.schema.alterTable('agent_bots').addColumn('outgoing_url', 'text').execute();
	await db.schema
		.createTable('webhooks')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('url', 'text', (column) => column.notNull())
		.addColumn('subscriptions', types.json, (column) => column.notNull())
		.addColumn('secret', 'text', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('webhooks_account').on('webhooks').columns(['account_id', 'url']).unique().execute();

	await db.schema
		.createTable('webhook_deliveries')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('receiver_type', 'text', (column) => column.notNull())
		.addColumn('receiver_id', 'bigint', (column) => column.notNull())
		.addColumn('queue', 'text', (column) => column.notNull())
		.addColumn('conversation_id', 'bigint', (column) => column.references('conversations.id'))
		.addColumn('event', 'text', (column) => column.notNull())
		.addColumn('payload', 'text', (column) => column.notNull())
		.addColumn('attempts', 'integer', (column) => column.notNull())
		.addColumn('due_at', 'bigint', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('webhook_deliveries_queue').on('webhook_deliveries').columns(['queue', 'id']).execute();
	await db.schema.createIndex('webhook_deliveries_due').on('webhook_deliveries').column('due_at').execute();
}
