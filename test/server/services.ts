/** PostgreSQL and Redis of the test machine: a database of the suite's own on each, deleted afterwards. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { ServerOptions } from '../support/server.ts';

/** `npm test` does not run these suites; to run them, the environment has to name the services. */
function needed(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL'): string {
	const value = process.env[name];
	if (!value) throw new Error(`${name} must say where the service is, such as ${EXAMPLES[name]}`);
	return value;
}

const EXAMPLES = {
	TEST_DATABASE_URL: 'postgres://127.0.0.1:5432/postgres',
	TEST_REDIS_URL: 'redis://127.0.0.1:6379',
};

export interface Services {
	options: ServerOptions;
	/** Runs a statement directly on the database; answers its rows. */
	query(statement: string): Promise<Record<string, unknown>[]>;
	cleanUp(): Promise<void>;
}

/** A new database on the PostgreSQL server. */
export async function createDatabase(): Promise<Services> {
	const url = new URL(needed('TEST_DATABASE_URL'));
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

/** The same, with a numbered database of Redis that no other suite uses. */
export async function createDatabaseAndRedis(): Promise<Services> {
	const database = await createDatabase();
	const url = new URL(needed('TEST_REDIS_URL'));
	url.pathname = '/15';
	const empty = async () => {
		const redis = new Redis(url.href);
		await redis.flushdb();
		await redis.quit();
	};
	await empty();
	return {
		...database,
		options: { ...database.options, redisUrl: url.href },
		async cleanUp() {
			await empty();
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
