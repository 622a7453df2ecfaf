/**
 * What the team's reports add up. Triggers note when a conversation is answered for the first time and when it is resolved, so
 * that whichever function does it is counted, and no statement of a conversation's own tells it. What was resolved before counts
 * once, when something was last said.
 */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

const COLUMNS = 'account_id, inbox_id, conversation_id, user_id, name, value, created_at';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('reporting_events')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull())
		.addColumn('inbox_id', 'bigint', (column) => column.notNull())
		.addColumn('conversation_id', 'bigint', (column) =>
			column.notNull().references('conversations.id').onDelete('cascade'),
		)
		.addColumn('user_id', 'bigint')
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('value', 'integer', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex('reporting_events_conversation')
		.on('reporting_events')
		.column('conversation_id')
		.execute();
	await db.schema
		.createIndex('reporting_events_range')
		.on('reporting_events')
		.columns(['account_id', 'name', 'created_at', 'inbox_id', 'user_id', 'value'])
		.execute();
	await db.schema
		.createIndex('conversations_reported')
		.on('conversations')
		.columns(['account_id', 'created_at', 'inbox_id', 'assignee_id'])
		.execute();

	await db.schema.alterTable('csat_responses').addColumn('inbox_id', 'bigint').execute();
	await sql
		.raw(
			'update csat_responses set inbox_id = (select inbox_id from conversations where conversations.id = conversation_id)',
		)
		.execute(db);
	await db.schema
		.createIndex('csat_responses_reported')
		.on('csat_responses')
		.columns(['account_id', 'created_at', 'id', 'inbox_id', 'assigned_agent_id', 'rating'])
		.execute();
	await db.schema
		.createIndex('messages_asking_for_rating')
		.on('messages')
		.columns(['account_id', 'created_at'])
		.where(sql.ref('content_type'), '=', sql.lit('input_csat'))
		.execute();

	const isAnswered = 'first_reply_created_at is not null';
	await sql.raw(eventOf('conversations', 'first_response', `where ${isAnswered}`)).execute(db);
	await sql.raw(eventOf('conversations', 'conversation_resolved', "where status = 'resolved'")).execute(db);
	const table = 'conversations';
	await types.onRow(
		db,
		{
			name: 'conversations_answered',
			table,
			event: 'update of first_reply_created_at',
			when: `old.first_reply_created_at is null and new.${isAnswered}`,
		},
		[eventOf('new', 'first_response')],
	);
	await types.onRow(
		db,
		{
			name: 'conversations_resolved',
			table,
			event: 'update of status',
			when: "old.status <> 'resolved' and new.status = 'resolved'",
		},
		[eventOf('new', 'conversation_resolved')],
	);
}

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

/** The statement that notes what happened to `row`: `new` in a trigger, or every row of the table. */
function eventOf(row: 'new' | 'conversations', name: keyof typeof KINDS, where?: string): string {
	const { at, user } = KINDS[name];
	const from = where === undefined ? '' : `from ${row} ${where}`;
	return `insert into reporting_events (${COLUMNS}) select ${row}.account_id, ${row}.inbox_id, ${row}.id, ${user(row)}, '${name}', (${at(row)} - ${row}.created_at) / 1000, ${at(row)} ${from}`;
}
