/**
 * Access tokens of agents and bots get a table of their own, which stores hashes only. Existing
 * tokens stay valid under the name `default`. Requests to a bot are signed with a separate secret
 * from now on; for existing bots it is the token that they know already.
 */
import { sql, type Kysely } from 'kysely';
import { hashToken, realtimeToken } from '../../base/randomToken.ts';
import type { ColumnTypes } from './columnTypes.ts';

type Owner = {
	id: number;
	access_token: string;
	created_at: number;
};

type Tables = {
	users: Owner;
	agent_bots: Owner;
	access_tokens: {
		user_id?: number;
		agent_bot_id?: number;
		name: string;
		token_hash: string;
		realtime_hash: string;
		last_four: string;
		created_at: number;
	};
};

export async function up(untyped: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	const db = untyped.withTables<Tables>();
	await db.schema
		.createTable('access_tokens')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('user_id', 'bigint', (column) => column.references('users.id'))
		.addColumn('agent_bot_id', 'bigint', (column) => column.references('agent_bots.id'))
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('token_hash', 'text', (column) => column.notNull().unique())
		.addColumn('realtime_hash', 'text', (column) => column.notNull().unique())
		.addColumn('last_four', 'text', (column) => column.notNull())
		.addColumn('last_used_at', 'bigint')
		.addColumn('expires_at', 'bigint')
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('access_tokens_user').on('access_tokens').column('user_id').execute();
	await db.schema.createIndex('access_tokens_bot').on('access_tokens').column('agent_bot_id').execute();
	await takeAlong(db, 'users', 'user_id');
	await takeAlong(db, 'agent_bots', 'agent_bot_id');

	await sql`alter table agent_bots add column secret text not null default ''`.execute(db);
	await sql`update agent_bots set secret = access_token`.execute(db);
	await types.dropUniqueColumns(untyped, 'agent_bots', ['access_token']);
	await types.dropUniqueColumns(untyped, 'users', ['access_token', 'pubsub_token']);
}

async function takeAlong(
	db: Kysely<Tables>,
	table: 'users' | 'agent_bots',
	owner: 'user_id' | 'agent_bot_id',
): Promise<void> {
	for (const { id, access_token, created_at } of await db
		.selectFrom(table)
		.select(['id', 'access_token', 'created_at'])
		.orderBy('id')
		.execute()) {
		await db
			.insertInto('access_tokens')
			.values({
				[owner]: id,
				name: 'default',
				token_hash: hashToken(access_token),
				realtime_hash: hashToken(realtimeToken(access_token)),
				last_four: access_token.slice(-4),
				created_at,
			})
			.execute();
	}
}
