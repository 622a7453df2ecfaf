/**
 * Moves an installation from SQLite to PostgreSQL: everything is copied in one transaction, and
 * counted on both sides.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import { copyWords, type WordTable } from '../fullText/words.ts';
import { migrate } from '../migrations/index.ts';
import { openPostgres, postgresTypes } from '../engines/postgres.ts';
import type { Database } from '../tables/schema.ts';
import { openSqlite, sqliteTypes } from '../engines/sqlite.ts';
import { compareRows, type Contents } from './contents.ts';
import { countPostgresRows } from './postgresCopy.ts';

/** Rows that one statement inserts; PostgreSQL takes at most 65,535 values. */
const AT_ONCE = 500;

const WORD_TABLES: readonly WordTable[] = ['message_words', 'contact_words'];

/** Resolves with what was copied. No process may write to either database until then. */
export async function copyToPostgres(dataDir: string, databaseUrl: string): Promise<Contents['rows']> {
	const from = openSqlite(dataDir, () => undefined);
	const to = openPostgres(databaseUrl, { changesTables: true });
	try {
		await migrate(from, sqliteTypes, { mayUpgrade: false });
		// Nothing is changed in a database that is in use, not even its tables.
		const [table] = Object.keys(await countPostgresRows(databaseUrl));
		if (table !== undefined) throw new Error(`the PostgreSQL database is not empty: it has a table ${table}`);
		await migrate(to, postgresTypes, { mayUpgrade: true });
		return await to.transaction().execute((transaction) => copyAll(from, transaction));
	} finally {
		await from.destroy();
		await to.destroy();
	}
}

async function copyAll(from: Kysely<Database>, to: Transaction<Database>): Promise<Contents['rows']> {
	const { order, ownParents } = await orderTables(to);
	// Triggers would do once more what they have done on SQLite.
	for (const table of order) await sql`alter table ${sql.table(table)} disable trigger user`.execute(to);
	await sql`delete from configuration_version`.execute(to);
	for (const table of order) await copyTable(from, to, table, ownParents.get(table));
	for (const table of WORD_TABLES) await copyWords(from, to, table);
	await continueIds(from, to);
	for (const table of order) await sql`alter table ${sql.table(table)} enable trigger user`.execute(to);

	const [expected, actual] = [
		await countAll(from, [...order, ...WORD_TABLES]),
		await countAll(to, [...order, ...WORD_TABLES]),
	];
	const [difference] = compareRows(expected, actual);
	if (difference !== undefined) throw new Error(difference);
	return actual;
}

interface TableOrder {
	/** Every table after those that it refers to. */
	order: string[];
	/** Table → its column that refers to rows of the same table. */
	ownParents: Map<string, string>;
}

async function orderTables(to: Kysely<Database>): Promise<TableOrder> {
	const { rows: tables } = await sql<{ name: string }>`
		select tablename as name from pg_tables
		where schemaname = current_schema() and tablename not like 'kysely_%' and tablename not in (${sql.join([...WORD_TABLES])})
	`.execute(to);
	const { rows: references } = await sql<{ child: string; parent: string; column: string }>`
		select child.relname as child, parent.relname as parent, attname as column from pg_constraint
		join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
		join pg_attribute on attrelid = conrelid and attnum = conkey[1]
		where contype = 'f'
	`.execute(to);
	const order = new Set<string>();
	const add = (table: string) => {
		if (order.has(table)) return;
		for (const { child, parent } of references) if (child === table && parent !== table) add(parent);
		order.add(table);
	};
	for (const { name } of tables) add(name);
	const own = references.filter(({ child, parent }) => child === parent);
	return { order: [...order], ownParents: new Map(own.map(({ child, column }) => [child, column])) };
}

async function countAll(db: Kysely<Database>, tables: readonly string[]): Promise<Contents['rows']> {
	const counts: Contents['rows'] = {};
	for (const table of tables) {
		const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
		counts[table] = Number(rows[0]?.count);
	}
	return counts;
}

/** @param ownParent rows that refer to another row of the table come after those that do not */
async function copyTable(
	from: Kysely<Database>,
	to: Kysely<Database>,
	table: string,
	ownParent: string | undefined,
): Promise<void> {
	const parts =
		ownParent === undefined
			? [sql<boolean>`true`]
			: [sql<boolean>`${sql.ref(ownParent)} is null`, sql<boolean>`${sql.ref(ownParent)} is not null`];
	for (const part of parts) {
		for (let after = 0; ;) {
			const { rows } = await sql<Record<string, unknown> & { place: number }>`
				select rowid as place, * from ${sql.table(table)} where rowid > ${after} and ${part} order by rowid limit ${AT_ONCE}
			`.execute(from);
			const last = rows.at(-1);
			if (!last) break;
			after = last.place;
			const values = rows.map((row) =>
				Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'place')),
			);
			await (to as unknown as Kysely<Record<string, Record<string, unknown>>>)
				.insertInto(table)
				.values(values)
				.execute();
		}
	}
}

/** New rows do not get the ids of deleted ones either. */
async function continueIds(from: Kysely<Database>, to: Kysely<Database>): Promise<void> {
	const { rows } = await sql<{
		name: string;
		seq: number;
	}>`select name, seq from sqlite_sequence where seq > 0`.execute(from);
	for (const { name, seq } of rows) await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${seq})`.execute(to);
}
