import type { Kysely } from 'kysely';

/** Labels of contacts: those of one contact by the key, contacts of a label by the index. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable('contact_labels')
		.addColumn('contact_id', 'bigint', (column) => column.notNull().references('contacts.id'))
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('title', 'text', (column) => column.notNull())
		.addPrimaryKeyConstraint('contact_labels_key', ['contact_id', 'title'])
		.execute();
	await db.schema
		.createIndex('contact_labels_title')
		.on('contact_labels')
		.columns(['account_id', 'title', 'contact_id'])
		.execute();
}
