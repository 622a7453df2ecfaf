/** SQLite in DATA_DIR, the default database. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
	CompiledQuery,
	Kysely,
	SqliteAdapter,
	SqliteDialect,
	SqliteDriver,
	sql,
	type DatabaseConnection,
	type Driver,
	type Logger,
	type SqliteDatabase,
	type SqliteDialectConfig,
	type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { Checkpoints } from './checkpoints.ts';
import { ReadColumns, toSqlite, WriteColumns, type OnDamage } from '../tables/columns.ts';
import type { ColumnTypes } from '../migrations/columnTypes.ts';
import type { Database as Tables } from '../tables/schema.ts';
import { ReadingDriver } from './sqliteReader.ts';

export const sqliteTypes: ColumnTypes = {
	// Keeps ids of deleted rows from being used again, like PostgreSQL's sequences.
	id: 'integer',
	primaryKey: (column) => column.primaryKey().autoIncrement(),
	json: 'text',
	elements: (list) => `json_each(${list})`,
	dropUniqueColumns,
	member: (object, name) => `json_extract(${object}, '$.${name}')`,
	async words(db, name, fill) {
		const table = sql.table(name);
		await sql`create virtual table ${table} using fts5 (places, words, columnsize = 0, tokenize = 'unicode61 remove_diacritics 0')`.execute(
			db,
		);
		// Otherwise the words of what is deleted would stay in the file until segments are merged.
		await sql`insert into ${table} (${table}, rank) values ('secure-delete', 1)`.execute(db);
		await fill();
	},
	async onChange(db, { name, table, update }, statement) {
		for (const [suffix, event] of Object.entries({ came: 'insert', changed: update, went: 'delete' })) {
			await sql.raw(`create trigger ${name}_${suffix} after ${event} on ${table} begin ${statement}; end`).execute(db);
		}
	},
	async onRow(db, { name, table, event, when }, statements) {
		const condition = when === undefined ? '' : `when ${when}`;
		await sql
			.raw(`create trigger ${name} after ${event} on ${table} ${condition} begin ${statements.join(';')}; end`)
			.execute(db);
	},
};

/**
 * SQLite cannot drop a column that is part of a unique constraint, so the table is created again
 * without it.
 */
async function dropUniqueColumns(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
	const name = sql.table(table);
	const copy = sql.table(`${table}_copy`);
	const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${table}`.execute(db);
	const made = columns.reduce(
		(text, column) => text.replace(`, "${column}" text not null unique`, ''),
		rows[0]?.sql ?? '',
	);
	const infos = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
	const kept = sql.join(infos.rows.filter((info) => !columns.includes(info.name)).map((info) => sql.ref(info.name)));
	// Foreign keys to the table are checked at the end of the transaction, when its rows are back.
	await sql`pragma defer_foreign_keys = on`.execute(db);
	await sql`create table ${copy} as select ${kept} from ${name}`.execute(db);
	await sql`drop table ${name}`.execute(db);
	await sql.raw(made).execute(db);
	await sql`insert into ${name} (${kept}) select ${kept} from ${copy}`.execute(db);
	await sql`drop table ${copy}`.execute(db);
}

export function sqlitePath(dataDir: string): string {
	return join(dataDir, 'live-chat.sqlite');
}

export function openSqlite(dataDir: string, log: Logger, onDamage: OnDamage = () => {}): Kysely<Tables> {
	const path = sqlitePath(dataDir);
	// Whatever the folder and the process let others do: it has what visitors write. SQLite gives
	// its other files the same rights.
	closeSync(openSync(path, 'a', 0o600));
	const file = new Database(path);
	file.pragma('journal_mode = WAL');
	// It has to come after WAL: that pragma lowers `synchronous` to NORMAL, with which a power
	// failure can lose acknowledged messages.
	file.pragma('synchronous = FULL');
	file.pragma('busy_timeout = 5000');
	file.pragma('foreign_keys = ON');
	return new Kysely<Tables>({
		dialect: new ImmediateDialect({ database: bindable(file) }, new Checkpoints(path, file)),
		plugins: [new WriteColumns(), new ReadColumns(onDamage)],
		log,
	});
}

/** For queries that may take long. The database has to be opened before. */
export function openSqliteReader(dataDir: string, log: Logger, onDamage: OnDamage = () => {}): Kysely<Tables> {
	return new Kysely<Tables>({
		dialect: new ReadingDialect(sqlitePath(dataDir)),
		plugins: [new WriteColumns(), new ReadColumns(onDamage)],
		log,
	});
}

/**
 * The number of statements that stay prepared. There are a few hundred; those with lists exist once
 * per length.
 */
const PREPARED_MAX = 1_000;
const CHANGES_TABLES = /^\s*(create|alter|drop|pragma)\b/i;

/**
 * The database file, which also accepts booleans. Preparing a statement takes as long as running
 * it, so each is prepared once.
 */
function bindable(file: Database.Database): SqliteDatabase {
	const prepared = new LRUCache<string, SqliteStatement>({ max: PREPARED_MAX });
	const prepare = (query: string): SqliteStatement => {
		const statement = file.prepare(query);
		const translate = (values: readonly unknown[]) => values.map(toSqlite);
		return {
			reader: statement.reader,
			all: (values) => statement.all(translate(values)),
			run: (values) => statement.run(translate(values)),
			iterate: (values) => statement.iterate(translate(values)),
		};
	};
	return {
		close: () => file.close(),
		prepare: (query) => {
			// A prepared statement keeps the columns that the table had when it was prepared.
			if (CHANGES_TABLES.test(query)) prepared.clear();
			const known = prepared.get(query);
			if (known) return known;
			const statement = prepare(query);
			prepared.set(query, statement);
			return statement;
		},
	};
}

class ReadingDialect extends SqliteDialect {
	readonly #path: string;

	constructor(path: string) {
		super({ database: () => Promise.reject(new Error('Another driver opens it')) });
		this.#path = path;
	}

	override createDriver(): Driver {
		return new ReadingDriver(this.#path);
	}
}

class ImmediateDialect extends SqliteDialect {
	readonly #config: SqliteDialectConfig;
	readonly #checkpoints: Checkpoints;

	constructor(config: SqliteDialectConfig, checkpoints: Checkpoints) {
		super(config);
		this.#config = config;
		this.#checkpoints = checkpoints;
	}

	override createDriver(): SqliteDriver {
		return new ImmediateDriver(this.#config, this.#checkpoints);
	}

	override createAdapter(): SqliteAdapter {
		return new TransactionalAdapter();
	}
}

/**
 * SQLite can roll back what a migration has done to tables. In one transaction, a migration that is
 * killed leaves nothing behind; a second process cannot begin its own until it ends, and then finds
 * it done.
 */
class TransactionalAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

class ImmediateDriver extends SqliteDriver {
	readonly #checkpoints: Checkpoints;

	constructor(config: SqliteDialectConfig, checkpoints: Checkpoints) {
		super(config);
		this.#checkpoints = checkpoints;
	}

	/**
	 * A transaction that reads first and writes later would fail if another process wrote in
	 * between.
	 */
	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'));
	}

	/**
	 * Fails where SQLite has ended the transaction by itself, as when the disk is full. The caller
	 * needs that first error.
	 */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		await super.rollbackTransaction(connection).catch(() => undefined);
	}

	override async commitTransaction(connection: DatabaseConnection): Promise<void> {
		await super.commitTransaction(connection);
		this.#checkpoints.plan();
	}

	override async destroy(): Promise<void> {
		await this.#checkpoints.end();
		await super.destroy();
	}
}
