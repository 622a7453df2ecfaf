/**
 * Mail that continues a chat: what a visitor who has left is to be mailed, which address takes no mail, and which websites mail
 * answers, or let visitors leave a message outside of their hours.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable('answer_mails')
		.addColumn('conversation_id', 'bigint', (column) =>
			column.primaryKey().references('conversations.id').onDelete('cascade'),
		)
		.addColumn('waiting_since', 'bigint')
		.addColumn('mailed_message_id', 'bigint', (column) => column.notNull().defaultTo(0))
		.execute();
	await db.schema.createIndex('answer_mails_waiting').on('answer_mails').column('waiting_since').execute();
	await db.schema.alterTable('contacts').addColumn('refused_email', 'text').execute();
	await db.schema.alterTable('contacts').addColumn('email_refusal', 'text').execute();
	await db.schema
		.alterTable('web_widgets')
		.addColumn('continuity_via_email', 'boolean', (column) => column.notNull().defaultTo(sql.lit(true)))
		.execute();
	await db.schema
		.alterTable('web_widgets')
		.addColumn('leave_message_enabled', 'boolean', (column) => column.notNull().defaultTo(sql.lit(false)))
		.execute();
}
