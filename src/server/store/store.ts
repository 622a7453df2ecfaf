/**
 * Everything that outlives the process. All other code of the server accesses the database through
 * this file only.
 */
import { mkdirSync } from 'node:fs';
import { sql, type CompiledQuery, type Kysely, type Logger } from 'kysely';
import { currentActor } from '../base/actor.ts';
import type { OnDamage } from './tables/columns.ts';
import { createGroupCommit, type RunTransaction } from './engines/groupCommit.ts';
import { migrate, type MigrateOptions } from './migrations/index.ts';
import {
	isOutdated,
	isPooled,
	openPostgres,
	postgresTypes,
	runPipelined,
	type DatabaseTimeouts,
	type PostgresOptions,
} from './engines/postgres.ts';
import { createRepositories, repositoriesIn, type Repositories } from './repositories.ts';
import type { Database } from './tables/schema.ts';
import { openSqlite, openSqliteReader, sqliteTypes } from './engines/sqlite.ts';

export type { Repositories };

export interface Store extends Repositories {
	readonly database: 'sqlite' | 'postgres';
	/**
	 * Runs `work` as one unit: when the promise resolves, all of it is stored; when it rejects,
	 * nothing is. Use the repositories that are passed in. `work` may run again when it lost a race
	 * against another transaction.
	 */
	transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
	/** Rejects while the database does not answer. */
	check(): Promise<void>;
	/**
	 * From now on another process' transaction is waited for briefly: an SQLite server does nothing
	 * else in that time. Before it serves, and in commands, a longer wait is better than an end.
	 */
	waitBriefly(): Promise<void>;
	close(): Promise<void>;
}

export interface StoreOptions extends Partial<MigrateOptions> {
	/** Folder of the SQLite file; created if it is missing. */
	dataDir: string;
	/** `postgres://…`: used instead of an SQLite file. */
	databaseUrl?: string | undefined;
	/** The number of PostgreSQL's connections. */
	connections?: number | undefined;
	/** PostgreSQL's timeouts, except for an upgrade; absent for none. */
	timeouts?: DatabaseTimeouts | undefined;
	onDamage?: OnDamage | undefined;
	/** Called with every statement and the milliseconds it took. */
	onQuery?: ((query: Pick<CompiledQuery, 'sql' | 'parameters'>, milliseconds: number) => void) | undefined;
}

/** Opens the database, and upgrades it. */
export async function openStore({
	dataDir,
	databaseUrl,
	connections,
	timeouts,
	onQuery,
	onUpgrade,
	onDamage,
	mayUpgrade = true,
}: StoreOptions): Promise<Store> {
	// It contains conversations and keys, which other users of this machine must not read.
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	const log: Logger = ({ query, queryDurationMillis }) => onQuery?.(query, queryDurationMillis);
	const db =
		databaseUrl === undefined
			? openSqlite(dataDir, log, onDamage)
			: openPostgres(databaseUrl, { connections, log, timeouts });
	try {
		await (databaseUrl === undefined
			? migrate(db, sqliteTypes, { mayUpgrade, onUpgrade })
			: migratePostgres(databaseUrl, { log, timeouts: mayUpgrade ? undefined : timeouts }, { mayUpgrade, onUpgrade }));
	} catch (error) {
		await db.destroy();
		throw error;
	}
	const reading = databaseUrl === undefined ? openSqliteReader(dataDir, log, onDamage) : db;
	const transact: RunTransaction = databaseUrl === undefined ? createGroupCommit(db) : createRetrying(db);
	return {
		...createRepositories(db, reading),
		database: databaseUrl === undefined ? 'sqlite' : 'postgres',
		transaction: (work) => {
			const actor = currentActor();
			return transact((transaction) => work(repositoriesIn(transaction, () => actor)));
		},
		check: async () => {
			await sql`select 1`.execute(db);
		},
		async waitBriefly() {
			if (databaseUrl === undefined) await sql.raw(`pragma busy_timeout = ${BUSY_TIMEOUT}`).execute(db);
		},
		async close() {
			if (reading !== db) await reading.destroy();
			await db.destroy();
		},
	};
}

/** Uses a connection of its own, since a statement that changes a large table may take long. */
async function migratePostgres(
	databaseUrl: string,
	connection: PostgresOptions,
	options: MigrateOptions,
): Promise<void> {
	const db = openPostgres(databaseUrl, { ...connection, changesTables: true });
	try {
		await migrate(db, postgresTypes, options);
	} finally {
		await db.destroy();
	}
}

/**
 * Milliseconds in which another process may end its transaction while this one does nothing else.
 */
const BUSY_TIMEOUT = 100;

const ATTEMPTS = 5;

/**
 * PostgreSQL's codes for a transaction that lost against another: a deadlock (40P01), a unique
 * value that the other has stored (23505), or a row that the other has deleted or begun to refer to
 * (23503). It starts again, and then finds what the other has done.
 */
const LOST_RACES: ReadonlySet<unknown> = new Set(['40P01', '23505', '23503']);

/**
 * Throws at once what has failed in the same way twice: one that lost a race finds the other's row
 * the second time.
 */
function createRetrying(db: Kysely<Database>): RunTransaction {
	return async (work) => {
		let before: string | undefined;
		for (let attempt = 1; ; attempt++) {
			try {
				return await runPipelined(db, work);
			} catch (error) {
				const isLostRace = error instanceof Error && 'code' in error && LOST_RACES.has(error.code);
				if (!(isLostRace || isOutdated(error) || isPooled(error)) || attempt === ATTEMPTS) throw error;
				const violated = violationOf(error);
				if (violated !== undefined && violated === before) throw error;
				before = violated;
			}
		}
	};
}

/** Which value violates which constraint; undefined for a deadlock. */
function violationOf(error: unknown): string | undefined {
	const { constraint, detail } = error as { constraint?: string; detail?: string };
	return constraint === undefined ? undefined : `${constraint}: ${detail}`;
}
