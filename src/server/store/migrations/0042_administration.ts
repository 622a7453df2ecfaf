/** Who has changed what in an account, and webhooks that are paused. */
import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('audit_logs')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('action', 'text', (column) => column.notNull())
		.addColumn('auditable_type', 'text', (column) => column.notNull())
		.addColumn('auditable_id', 'bigint')
		.addColumn('auditable_name', 'text', (column) => column.notNull())
		.addColumn('audited_changes', types.json, (column) => column.notNull())
		.addColumn('user_type', 'text', (column) => column.notNull())
		.addColumn('user_id', 'bigint')
		.addColumn('username', 'text', (column) => column.notNull())
		.addColumn('remote_address', 'text')
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('audit_logs_page').on('audit_logs').columns(['account_id', 'id']).execute();
	await db.schema
		.createIndex('audit_logs_of_type')
		.on('audit_logs')
		.columns(['account_id', 'auditable_type', 'id'])
		.execute();
	await db.schema.createIndex('audit_logs_by_user').on('audit_logs').columns(['account_id', 'user_id', 'id']).execute();
	await db.schema.createIndex('audit_logs_age').on('audit_logs').column('created_at').execute();
	await db.schema
		.alterTable('webhooks')
		.addColumn('paused', 'boolean', (column) => column.notNull().defaultTo(sql.lit(false)))
		.execute();
}
