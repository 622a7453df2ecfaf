/**
 * What a label looks like; and which conversations have it, from triggers, so that these are found
 * and counted without a look at all others. A conversation counts once without a label, and once
 * for each of its labels.
 */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

const COUNTED = ['account_id', 'inbox_id', 'status', 'assignee_id'];

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema.alterTable('labels').addColumn('description', 'text').execute();
	await db.schema
		.alterTable('labels')
		.addColumn('color', 'text', (column) => column.notNull().defaultTo('#1f93ff'))
		.execute();
	await db.schema
		.alterTable('labels')
		.addColumn('show_on_sidebar', 'boolean', (column) => column.notNull().defaultTo(true))
		.execute();

	await db.schema
		.createTable('conversation_labels')
		.addColumn('conversation_id', 'bigint', (column) => column.notNull())
		.addColumn('account_id', 'bigint', (column) => column.notNull())
		.addColumn('title', 'text', (column) => column.notNull())
		.addPrimaryKeyConstraint('conversation_labels_key', ['conversation_id', 'title'])
		.execute();
	await db.schema
		.createIndex('conversation_labels_title')
		.on('conversation_labels')
		.columns(['account_id', 'title', 'conversation_id'])
		.execute();

	await db.schema.alterTable('conversation_counts').addColumn('label', 'text').execute();
	await db.schema.dropIndex('conversation_counts_filter').execute();
	await db.schema
		.createIndex('conversation_counts_filter')
		.on('conversation_counts')
		.columns(['account_id', 'label', 'status', 'inbox_id', 'assignee_id', 'change'])
		.execute();

	const ofAll = types.elements('conversations.labels');
	await sql
		.raw(
			`insert into conversation_labels (conversation_id, account_id, title) select conversations.id, account_id, value from conversations, ${ofAll}`,
		)
		.execute(db);
	await sql
		.raw(
			`insert into conversation_counts (${COUNTED.join()}, label, change) select ${COUNTED.join()}, value, count(*) from conversations, ${ofAll} group by ${COUNTED.join()}, value`,
		)
		.execute(db);

	const come = [
		countOf(types, 'new', 1),
		`insert into conversation_labels (conversation_id, account_id, title) select new.id, new.account_id, value from ${types.elements('new.labels')}`,
	];
	const go = [countOf(types, 'old', -1), 'delete from conversation_labels where conversation_id = old.id'];
	const table = 'conversations';
	const [has, had] = ["new.labels <> '[]'", "old.labels <> '[]'"];
	await types.onRow(db, { name: 'conversations_labelled', table, event: 'insert', when: has }, come);
	await types.onRow(db, { name: 'conversations_unlabelled', table, event: 'delete', when: had }, go);
	const columns = [...COUNTED, 'labels'];
	const changed = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
	const when = `(${has} or ${had}) and (${changed})`;
	const event = `update of ${columns.join()}`;
	await types.onRow(db, { name: 'conversations_relabelled', table, event, when }, [...go, ...come]);
}

function countOf(types: ColumnTypes, row: 'new' | 'old', change: number): string {
	const values = COUNTED.map((column) => `${row}.${column}`);
	return `insert into conversation_counts (${COUNTED.join()}, label, change) select ${values.join()}, value, ${change} from ${types.elements(`${row}.labels`)}`;
}
