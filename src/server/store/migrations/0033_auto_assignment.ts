/**
 * Websites whose open conversations are assigned by the server, in turn. A trigger queues each conversation that opens without
 * an assignee, so that a visitor's message costs no statement for it.
 */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.alterTable('inboxes')
		.addColumn('enable_auto_assignment', 'boolean', (column) => column.notNull().defaultTo(sql.lit(false)))
		.execute();
	await db.schema.alterTable('inboxes').addColumn('max_assignment_limit', 'bigint').execute();
	await db.schema
		.createTable('assignment_queue')
		.addColumn('conversation_id', 'bigint', (column) =>
			column.primaryKey().references('conversations.id').onDelete('cascade'),
		)
		.addColumn('inbox_id', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex('assignment_queue_inbox')
		.on('assignment_queue')
		.columns(['inbox_id', 'conversation_id'])
		.execute();
	await db.schema
		.createTable('assignment_turns')
		.addColumn('inbox_id', 'bigint', (column) => column.primaryKey().references('inboxes.id').onDelete('cascade'))
		.addColumn('user_id', 'bigint', (column) => column.notNull())
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
