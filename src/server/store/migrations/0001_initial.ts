/**
 * The first tables. All references have foreign keys, and rules of the kind "at most one" have
 * unique indexes.
 */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	const emptyObject = sql`'{}'`;

	await db.schema
		.createTable('accounts')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('status', 'text', (column) => column.notNull())
		.addColumn('last_display_id', 'bigint', (column) => column.notNull().defaultTo(0))
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();

	await db.schema
		.createTable('users')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('display_name', 'text')
		.addColumn('email', 'text', (column) => column.notNull().unique())
		.addColumn('avatar_url', 'text', (column) => column.notNull())
		.addColumn('access_token', 'text', (column) => column.notNull().unique())
		.addColumn('pubsub_token', 'text', (column) => column.notNull().unique())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();

	await db.schema
		.createTable('account_users')
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
		.addColumn('role', 'text', (column) => column.notNull())
		.addColumn('availability', 'text', (column) => column.notNull())
		.addColumn('auto_offline', 'boolean', (column) => column.notNull())
		.addPrimaryKeyConstraint('account_users_pk', ['account_id', 'user_id'])
		.execute();

	await db.schema
		.createTable('inboxes')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('avatar_url', 'text', (column) => column.notNull())
		.addColumn('locale', 'text', (column) => column.notNull())
		.addColumn('timezone', 'text', (column) => column.notNull())
		.addColumn('working_hours_enabled', 'boolean', (column) => column.notNull())
		.addColumn('working_hours', types.json, (column) => column.notNull())
		.addColumn('out_of_office_message', 'text')
		.addColumn('csat_survey_enabled', 'boolean', (column) => column.notNull())
		.addColumn('allow_messages_after_resolved', 'boolean', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();

	await db.schema
		.createTable('web_widgets')
		.addColumn('inbox_id', 'bigint', (column) => column.primaryKey().references('inboxes.id'))
		.addColumn('website_token', 'text', (column) => column.notNull().unique())
		.addColumn('hmac_token', 'text', (column) => column.notNull())
		.addColumn('hmac_mandatory', 'boolean', (column) => column.notNull())
		.addColumn('widget_color', 'text', (column) => column.notNull())
		.addColumn('welcome_title', 'text', (column) => column.notNull())
		.addColumn('welcome_tagline', 'text', (column) => column.notNull())
		.addColumn('launcher_title', 'text')
		.addColumn('reply_time', 'text', (column) => column.notNull())
		.addColumn('features', types.json, (column) => column.notNull())
		.addColumn('pre_chat_form_enabled', 'boolean', (column) => column.notNull())
		.addColumn('pre_chat_form_options', types.json, (column) => column.notNull())
		.addColumn('disable_branding', 'boolean', (column) => column.notNull())
		.addColumn('allowed_domains', types.json, (column) => column.notNull())
		.execute();

	await db.schema
		.createTable('inbox_members')
		.addColumn('inbox_id', 'bigint', (column) => column.notNull().references('inboxes.id'))
		.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
		.addPrimaryKeyConstraint('inbox_members_pk', ['inbox_id', 'user_id'])
		.execute();

	await db.schema
		.createTable('contacts')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('email', 'text')
		.addColumn('phone_number', 'text')
		.addColumn('identifier', 'text')
		.addColumn('avatar_url', 'text', (column) => column.notNull())
		.addColumn('blocked', 'boolean', (column) => column.notNull())
		.addColumn('additional_attributes', types.json, (column) => column.notNull().defaultTo(emptyObject))
		.addColumn('custom_attributes', types.json, (column) => column.notNull().defaultTo(emptyObject))
		.addColumn('last_activity_at', 'bigint')
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.addUniqueConstraint('contacts_identifier', ['account_id', 'identifier'])
		.execute();
	await db.schema.createIndex('contacts_email').on('contacts').columns(['account_id', 'email']).execute();
	await db.schema.createIndex('contacts_phone_number').on('contacts').columns(['account_id', 'phone_number']).execute();

	await db.schema
		.createTable('contact_inboxes')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('contact_id', 'bigint', (column) => column.notNull().references('contacts.id'))
		.addColumn('inbox_id', 'bigint', (column) => column.notNull().references('inboxes.id'))
		.addColumn('source_id', 'text', (column) => column.notNull())
		.addColumn('pubsub_token', 'text', (column) => column.notNull().unique())
		.addColumn('hmac_verified', 'boolean', (column) => column.notNull())
		.addColumn('last_used_at', 'bigint', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addUniqueConstraint('contact_inboxes_source', ['inbox_id', 'source_id'])
		.execute();
	await db.schema.createIndex('contact_inboxes_contact').on('contact_inboxes').column('contact_id').execute();

	await db.schema
		.createTable('conversations')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('inbox_id', 'bigint', (column) => column.notNull().references('inboxes.id'))
		.addColumn('contact_id', 'bigint', (column) => column.notNull().references('contacts.id'))
		.addColumn('contact_inbox_id', 'bigint', (column) => column.notNull().references('contact_inboxes.id'))
		.addColumn('display_id', 'bigint', (column) => column.notNull())
		.addColumn('uuid', 'text', (column) => column.notNull().unique())
		.addColumn('status', 'text', (column) => column.notNull())
		.addColumn('assignee_id', 'bigint', (column) => column.references('users.id'))
		.addColumn('priority', 'text')
		.addColumn('snoozed_until', 'bigint')
		.addColumn('waiting_since', 'bigint')
		.addColumn('first_reply_created_at', 'bigint')
		.addColumn('agent_last_seen_at', 'bigint')
		.addColumn('assignee_last_seen_at', 'bigint')
		.addColumn('contact_last_seen_at', 'bigint')
		.addColumn('last_activity_at', 'bigint', (column) => column.notNull())
		.addColumn('additional_attributes', types.json, (column) => column.notNull().defaultTo(emptyObject))
		.addColumn('custom_attributes', types.json, (column) => column.notNull().defaultTo(emptyObject))
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.addUniqueConstraint('conversations_display_id', ['account_id', 'display_id'])
		.execute();
	await db.schema
		.createIndex('conversations_activity')
		.on('conversations')
		.columns(['account_id', 'status', 'last_activity_at'])
		.execute();
	await db.schema
		.createIndex('conversations_updated')
		.on('conversations')
		.columns(['account_id', 'updated_at'])
		.execute();
	await db.schema.createIndex('conversations_contact').on('conversations').column('contact_id').execute();
	await db.schema.createIndex('conversations_session').on('conversations').column('contact_inbox_id').execute();

	await db.schema
		.createTable('messages')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('inbox_id', 'bigint', (column) => column.notNull().references('inboxes.id'))
		.addColumn('conversation_id', 'bigint', (column) => column.notNull().references('conversations.id'))
		.addColumn('message_type', 'integer', (column) => column.notNull())
		.addColumn('content', 'text')
		.addColumn('content_type', 'text', (column) => column.notNull())
		.addColumn('content_attributes', types.json, (column) => column.notNull().defaultTo(emptyObject))
		.addColumn('additional_attributes', types.json, (column) => column.notNull().defaultTo(emptyObject))
		.addColumn('private', 'boolean', (column) => column.notNull())
		.addColumn('status', 'text', (column) => column.notNull())
		.addColumn('source_id', 'text')
		.addColumn('echo_id', 'text')
		.addColumn('contact_inbox_id', 'bigint', (column) => column.references('contact_inboxes.id'))
		.addColumn('sender_type', 'text')
		.addColumn('sender_id', 'bigint')
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('messages_conversation').on('messages').columns(['conversation_id', 'id']).execute();
	await db.schema.createIndex('messages_recent').on('messages').columns(['conversation_id', 'created_at']).execute();
	// One message per visitor session and echo id, and one per agent, conversation and echo id.
	await db.schema
		.createIndex('messages_visitor_echo')
		.on('messages')
		.columns(['contact_inbox_id', 'echo_id'])
		.unique()
		.where(sql.ref('echo_id'), 'is not', null)
		.execute();
	await db.schema
		.createIndex('messages_agent_echo')
		.on('messages')
		.columns(['sender_id', 'conversation_id', 'echo_id'])
		.unique()
		.where(sql.ref('sender_type'), '=', sql.lit('User'))
		.execute();

	await db.schema
		.createTable('sign_in_tokens')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
		.addColumn('expires_at', 'bigint', (column) => column.notNull())
		.execute();
}
