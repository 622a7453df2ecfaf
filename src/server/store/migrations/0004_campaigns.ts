/** Campaigns, and which one a conversation came from. */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('campaigns')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('inbox_id', 'bigint', (column) => column.notNull().references('inboxes.id'))
		.addColumn('display_id', 'bigint', (column) => column.notNull())
		.addColumn('title', 'text', (column) => column.notNull())
		.addColumn('message', 'text', (column) => column.notNull())
		.addColumn('sender_id', 'bigint', (column) => column.references('users.id'))
		.addColumn('enabled', 'boolean', (column) => column.notNull())
		.addColumn('trigger_url', 'text', (column) => column.notNull())
		.addColumn('trigger_seconds', 'bigint', (column) => column.notNull())
		.addColumn('trigger_only_during_business_hours', 'boolean', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.addUniqueConstraint('campaigns_display_id', ['account_id', 'display_id'])
		.execute();
	await db.schema.createIndex('campaigns_inbox').on('campaigns').columns(['inbox_id', 'enabled']).execute();

	await db.schema
		.alterTable('accounts')
		.addColumn('last_campaign_display_id', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0)))
		.execute();
	await db.schema
		.alterTable('conversations')
		.addColumn('campaign_id', 'bigint', (column) => column.references('campaigns.id').onDelete('set null'))
		.execute();
	// Deleting a campaign looks for its conversations.
	await db.schema.createIndex('conversations_campaign').on('conversations').column('campaign_id').execute();
}
