/** PostgreSQL, for installations that need more than one process or machine. */
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import {
	CompiledQuery,
	sql,
	DummyDriver,
	Kysely,
	PostgresDialect,
	Transaction,
	type DatabaseConnection,
	type Logger,
	type PostgresPool,
	type PostgresPoolClient,
} from 'kysely';
import pg from 'pg';
import { allSettled } from '../../base/allSettled.ts';
import { WriteColumns } from '../tables/columns.ts';
import type { Database } from '../tables/schema.ts';
import type { ColumnTypes } from '../migrations/columnTypes.ts';

export const postgresTypes: ColumnTypes = {
	id: 'bigserial',
	primaryKey: (column) => column.primaryKey(),
	json: 'jsonb',
	elements: (list) => `jsonb_array_elements_text(${list}) as element(value)`,
	async dropUniqueColumns(db, table, columns) {
		for (const column of columns) await db.schema.alterTable(table).dropColumn(column).execute();
	},
	member: (object, name) => `${object} ->> '${name}'`,
	async words(db, name, fill) {
		await sql`create table ${sql.table(name)} (rowid bigint primary key, words tsvector not null)`.execute(db);
		await fill();
		await sql`create index ${sql.ref(`${name}_words`)} on ${sql.table(name)} using gin (words)`.execute(db);
	},
	async onChange(db, { name, table, update }, statement) {
		await sql
			.raw(`create function ${name}() returns trigger language plpgsql as 'begin ${statement}; return null; end'`)
			.execute(db);
		await sql
			.raw(`create trigger ${name} after insert or ${update} or delete on ${table} execute function ${name}()`)
			.execute(db);
	},
	async onRow(db, { name, table, event, when }, statements) {
		const condition = when === undefined ? '' : `when (${when})`;
		await sql
			.raw(
				`create function ${name}() returns trigger language plpgsql as $$begin ${statements.join(';')}; return null; end$$`,
			)
			.execute(db);
		await sql
			.raw(`create trigger ${name} after ${event} on ${table} for each row ${condition} execute function ${name}()`)
			.execute(db);
	},
};

/** Counts and ids fit into a double; the driver would return them as text. */
const types: pg.CustomTypesConfig = {
	getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** Milliseconds after which a database that hangs is given up. */
export interface DatabaseTimeouts {
	/** To connect, or to get a connection of the pool. */
	connect: number;
	statement: number;
	/** For a transaction in which no statement runs. */
	idle: number;
}

export interface PostgresOptions {
	/** How many connections there are at most. */
	connections?: number | undefined;
	log?: Logger;
	/** Without it, statements may take any time, as migrations do. */
	timeouts?: DatabaseTimeouts | undefined;
	/** For migrations: a prepared statement fails once its table has other columns. */
	changesTables?: boolean;
}

export function openPostgres(
	databaseUrl: string,
	{ connections = 10, log, timeouts, changesTables = false }: PostgresOptions = {},
): Kysely<Database> {
	const pool = new pg.Pool({
		connectionString: databaseUrl,
		max: connections,
		types,
		keepAlive: true,
		pipeline: true,
		...(timeouts && {
			connectionTimeoutMillis: timeouts.connect,
			// For a server that does not even report that a statement took too long.
			query_timeout: timeouts.statement + ANSWER_TIME,
			// Poolers refuse these among the parameters with which a connection begins. Where it
			// fails, so do the statements after it.
			onConnect: (client) =>
				void client
					.query(
						`set statement_timeout = ${timeouts.statement}; set idle_in_transaction_session_timeout = ${timeouts.idle}`,
					)
					.catch(() => undefined),
		}),
	});
	// The pool replaces an idle connection that the server closes; without a listener, the error
	// would end the process.
	pool.on('error', () => undefined);
	return new Kysely<Database>({
		dialect: new PostgresDialect({ pool: createPool(pool, changesTables ? undefined : createNames()) }),
		plugins: [new WriteColumns()],
		...(log && { log }),
	});
}

/** Milliseconds for the error of a timed-out statement to arrive. */
const ANSWER_TIME = 500;

/**
 * The number of statements that stay prepared. There are a few hundred; those with lists exist once
 * per length.
 */
const PREPARED_MAX = 1_000;

interface StatementNames {
	/** Undefined where there are too many. */
	of(statement: string): string | undefined;
	/** Gives other names from now on, under which each connection prepares its statements again. */
	renew(): void;
	/** Gives no names from now on. */
	end(): void;
}

/**
 * The names of prepared statements, which the database parses and plans once for each connection.
 * They follow from the statement: some poolers lead several programs over one connection, which
 * would run another's statement of the same name.
 */
function createNames(): StatementNames {
	const names = new Map<string, string>();
	let generation = 0;
	let max = PREPARED_MAX;
	return {
		of(statement) {
			if (!names.has(statement) && names.size < max)
				names.set(statement, `${createHash('sha256').update(statement).digest('base64url')}_${generation}`);
			return names.get(statement);
		},
		renew() {
			names.clear();
			generation += 1;
		},
		end() {
			names.clear();
			max = 0;
		},
	};
}

/**
 * Without names nothing stays prepared. Connections that no longer answer or are lost are not used
 * again.
 */
function createPool(pool: pg.Pool, names?: StatementNames): PostgresPool {
	return {
		options: pool.options,
		end: () => pool.end(),
		async connect() {
			const client = await pool.connect();
			let connectionError: Error | undefined;
			// The pool only listens to idle connections. An error without a listener would end the
			// process, for instance between two statements of a transaction when the server stops.
			const onConnectionError = (error: Error) => (connectionError ??= error);
			client.on('error', onConnectionError);
			const query = async (text: string, values: readonly unknown[]) => {
				// Such as the rollback, which would wait just as long.
				if (connectionError) throw connectionError;
				sendTogether(client.connection.stream);
				const name = names?.of(text);
				try {
					return await client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
				} catch (error) {
					if (error instanceof Error && (error.message === READ_TIMEOUT || text === ROLLBACK.sql))
						connectionError = error;
					if (isPooled(error)) names?.end();
					else if (isOutdated(error)) names?.renew();
					else throw error;
					// A transaction is over, and has to begin again.
					if (client.getTransactionStatus() !== 'I') throw error;
					return client.query(text, [...values]);
				}
			};
			// Kysely could also read by a cursor, which we never do.
			return {
				query: query as unknown as PostgresPoolClient['query'],
				release() {
					client.off('error', onConnectionError);
					client.release(connectionError);
				},
			};
		},
	};
}

/**
 * Writes what is sent in this turn of the event loop at once: each write costs as much as a
 * statement.
 */
function sendTogether(stream: Duplex): void {
	stream.cork();
	process.nextTick(() => stream.uncork());
}

const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/** What a transaction is made of besides its executor, and does not use. */
const UNUSED = ((dialect) => ({ config: { dialect }, dialect, driver: new DummyDriver() }))(
	new PostgresDialect({ pool: () => Promise.reject(new Error('A transaction has its connection')) }),
);

/**
 * Runs `work` in a transaction. Unlike Kysely's own, it sends a statement without waiting for the
 * answers to those before: `begin` goes with the first ones, and so do others that `work` does not
 * wait for one by one (`allSettled`). The database runs them in order.
 */
export function runPipelined<T>(
	db: Kysely<Database>,
	work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
	const executor = db.getExecutor();
	return executor.provideConnection(async (connection) => {
		let isOver = false;
		const provideConnection = <R>(use: (connection: DatabaseConnection) => Promise<R>): Promise<R> =>
			isOver ? Promise.reject(new Error('The transaction is over')) : use(connection);
		const transaction = new Transaction<Database>({
			...UNUSED,
			executor: executor.withConnectionProvider({ provideConnection }),
		});
		const begun = connection.executeQuery(BEGIN);
		try {
			const [result] = await allSettled([work(transaction), begun]);
			isOver = true;
			const { rows } = await connection.executeQuery<{ command: string }>(COMMIT);
			// That is how PostgreSQL commits a transaction in which a statement failed.
			if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction was rolled back');
			return result;
		} catch (error) {
			isOver = true;
			await connection.executeQuery(ROLLBACK).catch(() => undefined);
			throw error;
		}
	});
}

const READ_TIMEOUT = 'Query read timeout';

/**
 * Whether the database's connection changes from one transaction to the next, and with it the
 * statements that are prepared: one is there already, or is not there. PgBouncer keeps them
 * together from 1.21 on.
 */
export function isPooled(error: unknown): boolean {
	return error instanceof Error && 'code' in error && (error.code === '42P05' || error.code === '26000');
}

/**
 * Whether a newer program has changed a table's columns since a connection prepared the statement.
 */
export function isOutdated(error: unknown): boolean {
	return error instanceof Error && error.message === 'cached plan must not change result type';
}

/**
 * Error codes of the network, and of PostgreSQL: no connection left, a statement took too long, or
 * the server is stopping or starting.
 */
const AWAY_CODES: ReadonlySet<unknown> = new Set(
	'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN 53300 57014 57P01 57P02 57P03 25P03'.split(
		' ',
	),
);

/** The driver's own errors have no code. */
const AWAY_MESSAGES =
	/^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/;

/** Whether the database did not answer, so that the same may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	return ('code' in error && AWAY_CODES.has(error.code)) || AWAY_MESSAGES.test(error.message);
}
