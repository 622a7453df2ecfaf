/** Everything that this version's tables have beyond those of version 0.2.0. */
import { sql, type ColumnBuilderCallback, type ColumnDefinitionBuilder, type Kysely } from 'kysely';
import { foldText } from '#protocol/base/foldText.ts';
import { fill } from './0031_words.ts';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await addColumns(db, types);
	await indexMessages(db);
	await assignByTurns(db, types);
	await keepMailsToSend(db);
	await keepStreams(db);
	await keepReports(db, types);
	await keepSubscriptions(db, types);
	await keepAuditLog(db, types);
	await keepScriptsAndSetupTokens(db);
	await foldAgain(db, types);
}

const isFalse: ColumnBuilderCallback = (column) => column.notNull().defaultTo(sql.lit(false));
const isTrue: ColumnBuilderCallback = (column) => column.notNull().defaultTo(sql.lit(true));
const notNull: ColumnBuilderCallback = (column) => column.notNull();
const counted: ColumnBuilderCallback = (column) => column.notNull().defaultTo(0);
const ofConversation = (column: ColumnDefinitionBuilder) => column.references('conversations.id').onDelete('cascade');
const perConversation: ColumnBuilderCallback = (column) => ofConversation(column.primaryKey());

async function addColumns(db: Kysely<unknown>, { json }: ColumnTypes): Promise<void> {
	for (const [table, name, type, build] of [
		['inboxes', 'enable_auto_assignment', 'boolean', isFalse],
		['inboxes', 'max_assignment_limit', 'bigint'],
		['inboxes', 'page_seen_at', 'bigint'],
		['web_widgets', 'masks', json],
		['web_widgets', 'continuity_via_email', 'boolean', isTrue],
		['web_widgets', 'leave_message_enabled', 'boolean', isFalse],
		['web_widgets', 'identity_public_keys', json],
		['web_widgets', 'texts', json],
		['web_widgets', 'font_origins', json],
		['web_widgets', 'custom_properties', 'text'],
		['web_widgets', 'topics', json],
		['web_widgets', 'hide_launcher_while_away', 'boolean', isFalse],
		['web_widgets', 'captcha_provider', 'text'],
		['web_widgets', 'captcha_site_key', 'text'],
		['web_widgets', 'captcha_secret', 'text'],
		['contact_inboxes', 'proven_until', 'bigint'],
		['contact_inboxes', 'captcha_passed_at', 'bigint'],
		['contacts', 'refused_email', 'text'],
		['contacts', 'email_refusal', 'text'],
		['account_users', 'notification_settings', json],
		['csat_responses', 'inbox_id', 'bigint'],
		['deliveries', 'is_receiver_failing', 'boolean', isFalse],
		['labels', 'former_titles', json],
		['messages', 'answered_at', 'bigint'],
		['webhooks', 'paused', 'boolean', isFalse],
		['inboxes', 'translations', json],
		['campaigns', 'translations', json],
		['canned_responses', 'translations', json],
	] as const)
		await db.schema.alterTable(table).addColumn(name, type, build).execute();
	// A website that has visitors is on its pages.
	await sql`update inboxes set page_seen_at = created_at
		where exists (select 1 from contact_inboxes where contact_inboxes.inbox_id = inboxes.id)`.execute(db);
	await sql`update csat_responses set inbox_id =
		(select inbox_id from conversations where conversations.id = conversation_id)`.execute(db);
}

/**
 * What each message counts (the conversation's messages in the last minute, and the unread ones) is
 * read from the indexes alone, and not from up to two hundred rows beside them.
 */
async function indexMessages(db: Kysely<unknown>): Promise<void> {
	for (const [name, columns] of [
		['messages_conversation', ['conversation_id', 'id', 'message_type']],
		['messages_recent', ['conversation_id', 'created_at', 'message_type', 'sender_type']],
	] as const) {
		await db.schema.dropIndex(name).execute();
		await db.schema
			.createIndex(name)
			.on('messages')
			.columns([...columns])
			.execute();
	}
	await db.schema
		.createIndex('messages_answered')
		.on('messages')
		.columns(['conversation_id', 'answered_at'])
		.where(sql.ref('answered_at'), 'is not', null)
		.execute();
	await db.schema
		.createIndex('messages_asking_for_rating')
		.on('messages')
		.columns(['account_id', 'created_at'])
		.where(sql.ref('content_type'), '=', sql.lit('input_csat'))
		.execute();
}

/**
 * A trigger queues each conversation that opens without an assignee, so that a visitor's message
 * costs no statement for it.
 */
async function assignByTurns(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('assignment_queue')
		.addColumn('conversation_id', 'bigint', perConversation)
		.addColumn('inbox_id', 'bigint', notNull)
		.execute();
	await db.schema
		.createIndex('assignment_queue_inbox')
		.on('assignment_queue')
		.columns(['inbox_id', 'conversation_id'])
		.execute();
	await db.schema
		.createTable('assignment_turns')
		.addColumn('inbox_id', 'bigint', (column) => column.primaryKey().references('inboxes.id').onDelete('cascade'))
		.addColumn('user_id', 'bigint', notNull)
		.execute();
	const table = 'conversations';
	const isWaiting = "new.status = 'open' and new.assignee_id is null";
	const queue = `insert into assignment_queue (conversation_id, inbox_id)
		select new.id, new.inbox_id from inboxes where inboxes.id = new.inbox_id and enable_auto_assignment
		on conflict do nothing`;
	await types.onRow(db, { name: 'conversations_begun_unassigned', table, event: 'insert', when: isWaiting }, [queue]);
	const when = `${isWaiting} and old.status <> new.status`;
	const event = 'update of status';
	await types.onRow(db, { name: 'conversations_opened_unassigned', table, event, when }, [queue]);
}

/**
 * What visitors who have left and agents who do not look at the desk are to be mailed, and who
 * wants no answers by mail.
 */
async function keepMailsToSend(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable('answer_mails')
		.addColumn('conversation_id', 'bigint', perConversation)
		.addColumn('waiting_since', 'bigint')
		.addColumn('mailed_message_id', 'bigint', counted)
		.execute();
	await db.schema
		.createTable('agent_mails')
		.addColumn('conversation_id', 'bigint', perConversation)
		.addColumn('waiting_since', 'bigint')
		.addColumn('is_new', 'boolean', isFalse)
		.addColumn('assigned_id', 'bigint')
		.addColumn('mailed_message_id', 'bigint', counted)
		.execute();
	for (const table of ['answer_mails', 'agent_mails'])
		await db.schema.createIndex(`${table}_waiting`).on(table).column('waiting_since').execute();
	await db.schema
		.createTable('unsubscriptions')
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('address_hash', 'text', notNull)
		.addPrimaryKeyConstraint('unsubscriptions_key', ['account_id', 'address_hash'])
		.execute();
}

/**
 * Messages that are being written piece by piece; `half` is the first half of a character at the
 * end of a piece.
 */
async function keepStreams(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable('message_streams')
		.addColumn('message_id', 'bigint', (column) => column.primaryKey().references('messages.id').onDelete('cascade'))
		.addColumn('content', 'text', notNull)
		.addColumn('position', 'integer', notNull)
		.addColumn('pieces', 'integer', notNull)
		.addColumn('updated_at', 'bigint', notNull)
		.addColumn('half', 'integer', counted)
		.execute();
	await db.schema.createIndex('message_streams_idle').on('message_streams').column('updated_at').execute();
}

/**
 * What the team's reports add up. Triggers note when a conversation is answered for the first time
 * and when it is resolved, so that whichever function does it is counted, and no statement of a
 * conversation's own tells it. What was resolved before counts once, when something was last said.
 */
async function keepReports(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('reporting_events')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', notNull)
		.addColumn('inbox_id', 'bigint', notNull)
		.addColumn('conversation_id', 'bigint', (column) => ofConversation(column.notNull()))
		.addColumn('user_id', 'bigint')
		.addColumn('name', 'text', notNull)
		.addColumn('value', 'integer', notNull)
		.addColumn('created_at', 'bigint', notNull)
		.execute();
	for (const [table, name, columns] of [
		['reporting_events', 'conversation', ['conversation_id']],
		['reporting_events', 'range', ['account_id', 'name', 'created_at', 'inbox_id', 'user_id', 'value']],
		['conversations', 'reported', ['account_id', 'created_at', 'inbox_id', 'assignee_id']],
		['csat_responses', 'reported', ['account_id', 'created_at', 'id', 'inbox_id', 'assigned_agent_id', 'rating']],
	] as const)
		await db.schema
			.createIndex(`${table}_${name}`)
			.on(table)
			.columns([...columns])
			.execute();

	const isAnswered = 'first_reply_created_at is not null';
	await sql
		.raw(eventOf('conversations', 'first_response', `where ${isAnswered} and not (${IS_BEGUN_BY_TEAM})`))
		.execute(db);
	await sql.raw(eventOf('conversations', 'conversation_resolved', "where status = 'resolved'")).execute(db);
	for (const [name, kind, event, when] of [
		[
			'conversations_answered',
			'first_response',
			'update of first_reply_created_at',
			`old.first_reply_created_at is null and new.${isAnswered}`,
		],
		[
			'conversations_resolved',
			'conversation_resolved',
			'update of status',
			"old.status <> 'resolved' and new.status = 'resolved'",
		],
	] as const)
		await types.onRow(db, { name, table: 'conversations', event, when }, [eventOf('new', kind)]);
}

/** Their first message is not an answer. */
const IS_BEGUN_BY_TEAM = `campaign_id is null and coalesce((select message_type from messages where
	messages.conversation_id = conversations.id and message_type in (0, 1) and not private order by messages.id limit 1), 0) = 1`;

/** Who wrote the first answer; null where it is not known any more. */
const ANSWERER = (row: string) =>
	`(select max(sender_id) from messages where conversation_id = ${row}.id and sender_type = 'User' and created_at = ${row}.first_reply_created_at)`;

const KINDS = {
	first_response: { at: (row: string) => `${row}.first_reply_created_at`, user: ANSWERER },
	conversation_resolved: {
		at: (row: string) => (row === 'new' ? 'new.updated_at' : `${row}.last_activity_at`),
		user: (row: string) => `${row}.assignee_id`,
	},
};

/**
 * The statement that notes what happened to `row`: `new` in a trigger, or every row of the table.
 */
function eventOf(row: 'new' | 'conversations', name: keyof typeof KINDS, where?: string): string {
	const { at, user } = KINDS[name];
	const from = where === undefined ? '' : `from ${row} ${where}`;
	return `insert into reporting_events (account_id, inbox_id, conversation_id, user_id, name, value, created_at)
		select ${row}.account_id, ${row}.inbox_id, ${row}.id, ${user(row)}, '${name}', (${at(row)} - ${row}.created_at) / 1000, ${at(row)} ${from}`;
}

/** The devices that get push notifications, and the key that these know the server by. */
async function keepSubscriptions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('push_keys')
		.addColumn('id', 'integer', (column) => column.primaryKey())
		.addColumn('public_key', 'text', notNull)
		.addColumn('private_key', 'text', notNull)
		.execute();
	await db.schema
		.createTable('push_subscriptions')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
		.addColumn('desk_session_id', 'bigint', (column) => column.references('desk_sessions.id').onDelete('cascade'))
		.addColumn('access_token_id', 'bigint', (column) => column.references('access_tokens.id').onDelete('cascade'))
		.addColumn('endpoint', 'text', (column) => column.notNull().unique())
		.addColumn('p256dh', 'text', notNull)
		.addColumn('auth', 'text', notNull)
		.addColumn('device', 'text', notNull)
		.addColumn('created_at', 'bigint', notNull)
		.execute();
	for (const column of ['user_id', 'desk_session_id', 'access_token_id'])
		await db.schema.createIndex(`push_subscriptions_${column}`).on('push_subscriptions').column(column).execute();
	await types.onChange(
		db,
		{ table: 'push_subscriptions', update: 'update', name: 'push_subscriptions_configured' },
		'update configuration_version set version = version + 1',
	);
}

/** Who has changed what in an account. */
async function keepAuditLog(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('audit_logs')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('action', 'text', notNull)
		.addColumn('auditable_type', 'text', notNull)
		.addColumn('auditable_id', 'bigint')
		.addColumn('auditable_name', 'text', notNull)
		.addColumn('audited_changes', types.json, notNull)
		.addColumn('user_type', 'text', notNull)
		.addColumn('user_id', 'bigint')
		.addColumn('username', 'text', notNull)
		.addColumn('remote_address', 'text')
		.addColumn('created_at', 'bigint', notNull)
		.execute();
	for (const [name, columns] of [
		['audit_logs_page', ['account_id', 'id']],
		['audit_logs_of_type', ['account_id', 'auditable_type', 'id']],
		['audit_logs_by_user', ['account_id', 'user_id', 'id']],
		['audit_logs_age', ['created_at']],
	] as const)
		await db.schema
			.createIndex(name)
			.on('audit_logs')
			.columns([...columns])
			.execute();
}

/**
 * The versions of the tag that pages pin by hash, and the link by which the first administrator
 * sets the server up.
 */
async function keepScriptsAndSetupTokens(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable('released_scripts')
		.addColumn('version', 'text', (column) => column.primaryKey())
		.addColumn('integrity', 'text', notNull)
		.addColumn('script', 'text', notNull)
		.addColumn('current_at', 'bigint', notNull)
		.execute();
	await db.schema
		.createTable('setup_tokens')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('expires_at', 'bigint', notNull)
		.execute();
}

/** Articles that are read at a time. */
const AT_ONCE = 100;

interface Article {
	id: number;
	title: string;
	description: string;
	content: string;
}

/**
 * Folds texts again: letters that do not decompose are found by those that people type, numbers by
 * any way to write them.
 */
async function foldAgain(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	const company = types.member('additional_attributes', 'company_name');
	for (const [words, query] of [
		[
			'message_words',
			`select id, content as text, 'a' || account_id || ' i' || inbox_id as places
			from messages where message_type in (0, 1) and content is not null`,
		],
		[
			'contact_words',
			// A line each, so that no number goes on with the next fact.
			`select id, name || '\n' || coalesce(email, '') || '\n' || coalesce(phone_number, '') || '\n' ||
			coalesce(identifier, '') || '\n' || coalesce(${company}, '') as text, 'a' || account_id || case
				when email is not null or phone_number is not null or identifier is not null then ' k' || account_id
				else '' end as places
			from contacts where true`,
		],
	] as const) {
		await sql`delete from ${sql.table(words)}`.execute(db);
		await fill(db, words, query);
	}
	for (let after = 0; ;) {
		const { rows } = await sql<Article>`
			select id, title, description, content from articles where id > ${after} order by id limit ${AT_ONCE}
		`.execute(db);
		for (const { id, title, description, content } of rows) {
			const text = foldText(`${title}\n${description}\n${content}`);
			await sql`update articles set search_title = ${foldText(title)}, search_text = ${text} where id = ${id}`.execute(
				db,
			);
		}
		const last = rows.at(-1);
		if (!last) return;
		after = last.id;
	}
}
