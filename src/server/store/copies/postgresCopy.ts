/**
 * Copies of a PostgreSQL database by its own programs, which read all tables as they were at one
 * moment.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import pg from 'pg';
import type { Contents } from './contents.ts';

export async function copyPostgres(databaseUrl: string, target: string): Promise<void> {
	await run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${target}`], databaseUrl);
}

/** Brings a copy into an empty database, all of it or nothing. */
export async function restorePostgres(copy: string, databaseUrl: string): Promise<void> {
	const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
	await run('pg_restore', [...options, copy], databaseUrl);
}

/** Reads the rows of a copy without a database. Throws where the file is damaged. */
export async function readPostgresCopy(path: string): Promise<Contents> {
	const contents: Contents = { rows: {}, files: [] };
	let table: string | undefined;
	let columns: string[] = [];
	await run('pg_restore', ['--data-only', '--file=-', path], undefined, async (output) => {
		for await (const line of linesOf(output)) {
			const [, begun, list = ''] = /^COPY (?:\w+\.)?"?(\w+)"? \((.*)\) FROM stdin;$/.exec(line) ?? [];
			if (table === undefined && begun !== undefined) {
				table = begun;
				columns = list.split(', ').map((column) => column.replaceAll('"', ''));
				contents.rows[table] = 0;
			} else if (line === String.raw`\.`) {
				table = undefined;
			} else if (table !== undefined) {
				contents.rows[table] = (contents.rows[table] ?? 0) + 1;
				if (table === 'blobs') noteFile(contents, columns, line.split('\t'));
			}
		}
	});
	return contents;
}

/** Ends lines at line feeds alone: readline does so at U+2028 too, which COPY leaves as it is. */
async function* linesOf(output: Readable): AsyncGenerator<string> {
	let begun = '';
	output.setEncoding('utf8');
	for await (const text of output as AsyncIterable<string>) {
		const lines = (begun + text).split('\n');
		begun = lines.pop() ?? '';
		yield* lines;
	}
	if (begun !== '') yield begun;
}

/** None of the values that are read here has a character that COPY would escape. */
function noteFile({ files }: Contents, columns: readonly string[], values: readonly string[]): void {
	const valueOf = (column: string) => values[columns.indexOf(column)] ?? '';
	if (valueOf('stored_at') === String.raw`\N`) return;
	files.push({ key: valueOf('key'), checksum: valueOf('checksum') });
}

/** The number of rows of each table. */
export async function countPostgresRows(databaseUrl: string): Promise<Contents['rows']> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	try {
		const tables = await client.query<{ name: string }>(
			"select tablename as name from pg_tables where schemaname = 'public' order by tablename",
		);
		const rows: Contents['rows'] = {};
		for (const { name } of tables.rows) {
			const counted = await client.query<{ count: string }>(`select count(*) from "${name}"`);
			rows[name] = Number(counted.rows[0]?.count);
		}
		return rows;
	} finally {
		await client.end();
	}
}

/** @param read reads the program's output */
async function run(
	program: string,
	args: readonly string[],
	databaseUrl: string | undefined,
	read?: (output: Readable) => Promise<void>,
): Promise<void> {
	const { env, url } = hidePassword(databaseUrl);
	const child = spawn(program, [...(url === undefined ? [] : [`--dbname=${url}`]), ...args], {
		env: { ...process.env, ...env },
		stdio: ['ignore', read ? 'pipe' : 'ignore', 'pipe'],
	});
	let complaint = '';
	child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
	const closed = once(child, 'close').catch((error: Error & { code?: string }) => {
		if (error.code !== 'ENOENT') throw error;
		throw new Error(`${program} is not installed on this machine: it comes with PostgreSQL's client programs`);
	});
	const [[code]] = (await Promise.all([closed, child.stdout && read?.(child.stdout)])) as [[number | null], unknown];
	if (code !== 0) throw new Error(`${program} failed: ${complaint.trim().split('\n')[0] ?? ''}`);
}

/** Everybody on the machine sees the arguments of a program, but not its environment. */
function hidePassword(databaseUrl: string | undefined): { env: Record<string, string>; url?: string } {
	if (databaseUrl === undefined) return { env: {} };
	const url = new URL(databaseUrl);
	const env = url.password === '' ? {} : { PGPASSWORD: decodeURIComponent(url.password) };
	url.password = '';
	return { env, url: url.href };
}
