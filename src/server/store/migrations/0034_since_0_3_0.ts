/** What has been added since 0.3.0. */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	// How many readers an article has helped, and how many it has not.
	for (const column of ['helpful', 'unhelpful'])
		await db.schema
			.alterTable('articles')
			.addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
			.execute();

	for (const [column, value] of [
		['allow_message_changes', true],
		['offer_articles', true],
		['articles_only', false],
		['email_code_enabled', true],
	] as const)
		await db.schema
			.alterTable('web_widgets')
			.addColumn(column, 'boolean', (definition) => definition.notNull().defaultTo(sql.lit(value)))
			.execute();

	await db.schema.alterTable('web_widgets').addColumn('allow_multiple_conversations', 'boolean').execute();

	await db.schema
		.alterTable('web_widgets')
		.addColumn('launcher_size', 'text', (definition) => definition.notNull().defaultTo('medium'))
		.execute();

	// Pictures that are uploaded for articles.
	await db.schema
		.alterTable('blobs')
		.addColumn('article_account_id', 'bigint', (definition) => definition.references('accounts.id'))
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

	// Visitors' answers to mails, and mails to the address of a website.
	await db.schema
		.createTable('received_mails')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('conversation_id', 'bigint', (column) => column.references('conversations.id').onDelete('cascade'))
		.addColumn('inbox_id', 'bigint', (column) => column.references('inboxes.id').onDelete('cascade'))
		.addColumn('sender_hash', 'text')
		.addColumn('key', 'text', (column) => column.notNull())
		.addColumn('mail', 'text')
		.addColumn('received_at', 'bigint', (column) => column.notNull())
		.addColumn('due_at', 'bigint', (column) => column.notNull())
		.addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
		.addUniqueConstraint('received_mails_key', ['conversation_id', 'key'])
		.addUniqueConstraint('received_mails_inbox_key', ['inbox_id', 'key'])
		.execute();
	await db.schema
		.createIndex('received_mails_sender')
		.on('received_mails')
		.columns(['inbox_id', 'received_at', 'sender_hash'])
		.where(sql.ref('inbox_id'), 'is not', null)
		.execute();
	await db.schema
		.createIndex('received_mails_due')
		.on('received_mails')
		.columns(['due_at', 'id'])
		.where(sql.ref('mail'), 'is not', null)
		.execute();

	// Which mailbox a session's conversations belong to, and codes that prove one.
	await db.schema.alterTable('contact_inboxes').addColumn('mailbox', 'text').execute();
	await db.schema.alterTable('contact_inboxes').addColumn('mailbox_proven_at', 'bigint').execute();
	await db.schema
		.createIndex('contact_inboxes_mailbox')
		.on('contact_inboxes')
		.columns(['inbox_id', 'mailbox'])
		.where(sql.ref('mailbox'), 'is not', null)
		.execute();
	await db.schema
		.createTable('email_codes')
		.addColumn('contact_inbox_id', 'bigint', (column) =>
			column.primaryKey().references('contact_inboxes.id').onDelete('cascade'),
		)
		.addColumn('email', 'text', (column) => column.notNull())
		.addColumn('code_hash', 'text', (column) => column.notNull())
		.addColumn('tries', 'integer', (column) => column.notNull())
		.addColumn('expires_at', 'bigint', (column) => column.notNull())
		.execute();

	// Filters that agents keep by name.
	await db.schema
		.createTable('custom_filters')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('filter_type', 'text', (column) => column.notNull())
		.addColumn('query', types.json, (column) => column.notNull())
		.addColumn('shared', 'boolean', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex('custom_filters_account')
		.on('custom_filters')
		.columns(['account_id', 'user_id'])
		.execute();
	await addTeams(db, types);
	await addContactNotes(db, types);
	await addFollowers(db, types);
	await addNotifications(db, types);
	await keepMailSettings(db, types);
	await takeMailsOfWebsites(db);
}

/** Addresses of websites, and the sessions of who writes to them. */
async function takeMailsOfWebsites(db: Kysely<unknown>): Promise<void> {
	for (const column of ['email', 'email_signature'])
		await db.schema.alterTable('web_widgets').addColumn(column, 'text').execute();
	await db.schema.createIndex('web_widgets_email').unique().on('web_widgets').column('email').execute();
	await db.schema.alterTable('contact_inboxes').addColumn('mail_address', 'text').execute();
	// Mails name those that they answer.
	await db.schema
		.createIndex('messages_source')
		.on('messages')
		.column('source_id')
		.where(sql.ref('source_id'), 'is not', null)
		.execute();
}

/** What the team notes about contacts. */
async function addContactNotes(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('contact_notes')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('contact_id', 'bigint', (column) => column.notNull().references('contacts.id').onDelete('cascade'))
		.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
		.addColumn('content', 'text', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('contact_notes_contact').on('contact_notes').columns(['contact_id', 'id']).execute();
}

/** Groups of an account's people. */
async function addTeams(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('teams')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('description', 'text')
		.addColumn('allow_auto_assign', 'boolean', (column) => column.notNull().defaultTo(true))
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.addUniqueConstraint('teams_name', ['account_id', 'name'])
		.execute();
	await db.schema
		.createTable('team_members')
		.addColumn('team_id', 'bigint', (column) => column.notNull().references('teams.id').onDelete('cascade'))
		.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
		.addPrimaryKeyConstraint('team_members_key', ['team_id', 'user_id'])
		.execute();
	await db.schema.createIndex('team_members_user').on('team_members').column('user_id').execute();

	await db.schema
		.alterTable('conversations')
		.addColumn('team_id', 'bigint', (column) => column.references('teams.id').onDelete('set null'))
		.execute();
	for (const [name, columns] of [
		['conversations_of_team', ['team_id', 'status', 'last_activity_at', 'id']],
		['conversations_of_team_counted', ['team_id', 'status', 'inbox_id', 'assignee_id']],
	] as const)
		await db.schema
			.createIndex(name)
			.on('conversations')
			.columns([...columns])
			.where(sql.ref('team_id'), 'is not', null)
			.execute();
	const isWaiting = "new.status = 'open' and new.assignee_id is null and new.team_id is not null";
	const queue = `insert into assignment_queue (conversation_id, inbox_id)
		select new.id, new.inbox_id from teams where teams.id = new.team_id and allow_auto_assign
		on conflict do nothing`;
	const table = 'conversations';
	await types.onRow(db, { name: 'conversations_begun_in_team', table, event: 'insert', when: isWaiting }, [queue]);
	const event = 'update of status, team_id';
	const when = `${isWaiting} and (old.status <> new.status or old.team_id is distinct from new.team_id)`;
	await types.onRow(db, { name: 'conversations_opened_in_team', table, event, when }, [queue]);
}

/** Who follows conversations, and whom their notes name. */
async function addFollowers(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	for (const table of ['participants', 'mentions'])
		await db.schema
			.createTable(table)
			.addColumn('conversation_id', 'bigint', (column) =>
				column.notNull().references('conversations.id').onDelete('cascade'),
			)
			.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
			.addPrimaryKeyConstraint(`${table}_key`, ['conversation_id', 'user_id'])
			.execute();
	await db.schema
		.alterTable('mentions')
		.addColumn('mentioned_at', 'bigint', (column) => column.notNull())
		.execute();
	// Most conversations that visitors write in have no followers, which needs no statement.
	await db.schema
		.alterTable('conversations')
		.addColumn('followed', 'boolean', (column) => column.notNull().defaultTo(sql.lit(false)))
		.execute();
	await db.schema.createIndex('participants_user').on('participants').columns(['user_id', 'conversation_id']).execute();
	await db.schema.createIndex('mentions_user').on('mentions').columns(['user_id', 'mentioned_at']).execute();
	await db.schema.alterTable('agent_mails').addColumn('mentioned_ids', types.json).execute();
}

/** What each agent has been told of: the newest of each conversation. */
async function addNotifications(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('notifications')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
		.addColumn('conversation_id', 'bigint', (column) =>
			column.notNull().references('conversations.id').onDelete('cascade'),
		)
		.addColumn('notification_type', 'text', (column) => column.notNull())
		.addColumn('message_id', 'bigint')
		.addColumn('read_at', 'bigint')
		.addColumn('snoozed_until', 'bigint')
		.addColumn('last_snoozed_at', 'bigint')
		.addColumn('last_activity_at', 'bigint', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.addUniqueConstraint('notifications_key', ['conversation_id', 'user_id'])
		.execute();
	for (const [name, columns] of [
		['notifications_user', ['user_id', 'last_activity_at', 'id']],
		['notifications_age', ['last_activity_at']],
	] as const)
		await db.schema
			.createIndex(name)
			.on('notifications')
			.columns([...columns])
			.execute();
	await db.schema
		.createIndex('notifications_snoozed')
		.on('notifications')
		.column('snoozed_until')
		.where(sql.ref('snoozed_until'), 'is not', null)
		.execute();
}

/** How the installation sends and fetches mail, as administrators have set it up. One row. */
async function keepMailSettings(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	let table = db.schema
		.createTable('mail_settings')
		.addColumn('id', 'integer', (column) => column.primaryKey())
		.addColumn('sender', 'text')
		.addColumn('reply_to', 'text')
		.addColumn('imap_folder', 'text')
		.addColumn('dkim_selector', 'text')
		.addColumn('dkim_key', 'text');
	for (const server of ['smtp', 'imap'])
		table = table
			.addColumn(`${server}_host`, 'text')
			.addColumn(`${server}_port`, 'integer')
			.addColumn(`${server}_security`, 'text')
			.addColumn(`${server}_user`, 'text')
			.addColumn(`${server}_password`, 'text');
	await table.execute();
	await types.onChange(
		db,
		{ table: 'mail_settings', update: 'update', name: 'mail_settings_configured' },
		'update configuration_version set version = version + 1',
	);
}
