/**
 * A database of the suite's own on the PostgreSQL of the test machine, and a Redis of its own, both
 * removed afterwards.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startOwnRedis } from '../support/ownServices.ts';
import { startServer, type ServerOptions } from '../support/server.ts';

export interface Services {
	options: ServerOptions;
	/** Runs a statement directly on the database; answers its rows. */
	query(statement: string): Promise<Record<string, unknown>[]>;
	cleanUp(): Promise<void>;
}

/**
 * Lets a server make its database once. From then on this process and its children copy it where
 * `createDatabase` is told to, as `seedDatabase` has them do with SQLite: the migrations and the
 * demo's data take longer than the rest of a start. Resolves with what removes it.
 */
export async function seedPostgres(): Promise<() => Promise<void>> {
	const { options, cleanUp } = await createDatabase();
	const server = await startServer(options);
	await server.stop();
	process.env['TEST_SEEDED_POSTGRES'] = new URL(options.databaseUrl ?? '').pathname.slice(1);
	return cleanUp;
}

/**
 * A new database on the PostgreSQL server. It is empty, unless it may have what a server has begun
 * with.
 */
export async function createDatabase({ mayBeSeeded = false } = {}): Promise<Services> {
	const server = process.env['TEST_DATABASE_URL'];
	// `npm test` does not run these suites.
	if (!server)
		throw new Error('TEST_DATABASE_URL must say where PostgreSQL is, such as postgres://127.0.0.1:5432/postgres');
	const url = new URL(server);
	const name = `live_chat_test_${randomBytes(6).toString('hex')}`;
	const seeded = mayBeSeeded ? process.env['TEST_SEEDED_POSTGRES'] : undefined;
	await execute(url, `create database ${name}${seeded ? ` template ${seeded}` : ''}`);
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
export async function createDatabaseAndRedis(how?: { mayBeSeeded: boolean }): Promise<Services> {
	const [database, redis] = [await createDatabase(how), await startOwnRedis()];
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
