/**
 * A version number that increases with every change of the configuration (channels, members,
 * receivers) by any program: while it stays the same, a process may use what it has read.
 */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

/** Accounts also count their conversations, which is no change of the configuration. */
const OF_ACCOUNTS = 'update of name, status, auto_resolve_duration';
const TABLES = ['account_users', 'agent_bots', 'inbox_members', 'inboxes', 'portals', 'web_widgets', 'webhooks'];

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('configuration_version')
		.addColumn('version', 'bigint', (column) => column.notNull())
		.execute();
	await (db as Kysely<{ configuration_version: { version: number } }>)
		.insertInto('configuration_version')
		.values({ version: 1 })
		.execute();
	const change = 'update configuration_version set version = version + 1';
	await types.onChange(db, { table: 'accounts', update: OF_ACCOUNTS, name: 'accounts_configured' }, change);
	for (const table of TABLES)
		await types.onChange(db, { table, update: 'update', name: `${table}_configured` }, change);
}
