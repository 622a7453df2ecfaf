/**
 * What agents are told of while they do not look at the desk: what each has chosen, the devices that get push notifications,
 * the key that these know the server by, and what is to be mailed.
 */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema.alterTable('account_users').addColumn('notification_settings', types.json).execute();
	await db.schema
		.createTable('push_keys')
		.addColumn('id', 'integer', (column) => column.primaryKey())
		.addColumn('public_key', 'text', (column) => column.notNull())
		.addColumn('private_key', 'text', (column) => column.notNull())
		.execute();
	await db.schema
		.createTable('push_subscriptions')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
		.addColumn('desk_session_id', 'bigint', (column) => column.references('desk_sessions.id').onDelete('cascade'))
		.addColumn('access_token_id', 'bigint', (column) => column.references('access_tokens.id').onDelete('cascade'))
		.addColumn('endpoint', 'text', (column) => column.notNull().unique())
		.addColumn('p256dh', 'text', (column) => column.notNull())
		.addColumn('auth', 'text', (column) => column.notNull())
		.addColumn('device', 'text', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	for (const column of ['user_id', 'desk_session_id', 'access_token_id'])
		await db.schema.createIndex(`push_subscriptions_${column}`).on('push_subscriptions').column(column).execute();
	await types.onChange(
		db,
		{ table: 'push_subscriptions', update: 'update', name: 'push_subscriptions_configured' },
		'update configuration_version set version = version + 1',
	);
	await db.schema
		.createTable('agent_mails')
		.addColumn('conversation_id', 'bigint', (column) =>
			column.primaryKey().references('conversations.id').onDelete('cascade'),
		)
		.addColumn('waiting_since', 'bigint')
		.addColumn('is_new', 'boolean', (column) => column.notNull().defaultTo(sql.lit(false)))
		.addColumn('assigned_id', 'bigint')
		.addColumn('mailed_message_id', 'bigint', (column) => column.notNull().defaultTo(0))
		.execute();
	await db.schema.createIndex('agent_mails_waiting').on('agent_mails').column('waiting_since').execute();
}
