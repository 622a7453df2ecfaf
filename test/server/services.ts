/** A database of the suite's own on the PostgreSQL of the test machine, and a Redis of its own, both removed afterwards. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startOwnRedis } from '../support/ownServices.ts';
import type { ServerOptions } from '../support/server.ts';

export interface Services {
	options: ServerOptions;
	/** Runs a statement directly on the database; answers its rows. */
	query(statement: string): Promise<Record<string, unknown>[]>;
	cleanUp(): Promise<void>;
}

/** A new database on the PostgreSQL server. */
export async function createDatabase(): Promise<Services> {
	const server = process.env['TEST_DATABASE_URL'];
	// `npm test` does not run these suites.
	if (!server)
		throw new Error('TEST_DATABASE_URL must say where PostgreSQL is, such as postgres://127.0.0.1:5432/postgres');
	const url = new URL(server);
	const name = `live_chat_test_${randomBytes(6).toString('hex')}`;
	await execute(url, `create database ${name}`);
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	const own = new URL(url);
	own.pathname = `/${name}`;
	return {
		options: { databaseUrl: own.href, dataDir },
		query: (statement) => execute(own, statement),
		async cleanUp() {
			await execute(url, `drop database ${name} with (force)`);
			rmSync(dataDir, { recursive: true });
		},
	};
}

/** The same, with a Redis: a number within another's would not keep its channels apart. */
export async function createDatabaseAndRedis(): Promise<Services> {
	const [database, redis] = [await createDatabase(), await startOwnRedis()];
	return {
		...database,
		options: { ...database.options, redisUrl: redis.url },
		async cleanUp() {
			await redis.stop();
			await database.cleanUp();
		},
	};
}

async function execute(url: URL, statement: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: url.href });
	await client.connect();
	try {
		return (await client.query<Record<string, unknown>>(statement)).rows;
	} finally {
		await client.end();
	}
}
