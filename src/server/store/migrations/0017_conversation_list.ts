/**
 * The team's list from indexes that are in its order, whatever it is filtered by, and its counts
 * from rows that triggers write: counting the conversations themselves takes longer with every one
 * that was ever resolved.
 */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

const COUNTED = ['account_id', 'inbox_id', 'status', 'assignee_id'];

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createIndex('conversations_of_inbox')
		.on('conversations')
		.columns(['inbox_id', 'status', 'last_activity_at', 'id'])
		.execute();
	await db.schema
		.createIndex('conversations_of_assignee')
		.on('conversations')
		.columns(['assignee_id', 'account_id', 'status', 'last_activity_at', 'id'])
		.where(sql.ref('assignee_id'), 'is not', null)
		.execute();
	await db.schema
		.createIndex('conversations_unassigned')
		.on('conversations')
		.columns(['account_id', 'status', 'last_activity_at', 'id'])
		.where(sql.ref('assignee_id'), 'is', null)
		.execute();
	await db.schema.dropIndex('conversations_assignee').execute();
	await db.schema.dropIndex('conversations_count').execute();

	await db.schema
		.createTable('conversation_counts')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull())
		.addColumn('inbox_id', 'bigint', (column) => column.notNull())
		.addColumn('status', 'text', (column) => column.notNull())
		.addColumn('assignee_id', 'bigint')
		.addColumn('change', 'integer', (column) => column.notNull())
		.execute();
	await db.schema
		.createIndex('conversation_counts_filter')
		.on('conversation_counts')
		.columns(['account_id', 'status', 'inbox_id', 'assignee_id', 'change'])
		.execute();
	await sql
		.raw(
			`insert into conversation_counts (${COUNTED.join()}, change) select ${COUNTED.join()}, count(*) from conversations group by ${COUNTED.join()}`,
		)
		.execute(db);

	const table = 'conversations';
	const [comes, goes] = [countOf('new', 1), countOf('old', -1)];
	await types.onRow(db, { name: 'conversations_come', table, event: 'insert' }, [comes]);
	await types.onRow(db, { name: 'conversations_go', table, event: 'delete' }, [goes]);
	const moved = COUNTED.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
	const event = `update of ${COUNTED.join()}`;
	await types.onRow(db, { name: 'conversations_move', table, event, when: moved }, [goes, comes]);
}

function countOf(row: 'new' | 'old', change: number): string {
	const values = COUNTED.map((column) => `${row}.${column}`);
	return `insert into conversation_counts (${COUNTED.join()}, change) values (${values.join()}, ${change})`;
}
