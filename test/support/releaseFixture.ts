/** Databases with data of every kind, as each release left them, in `test/fixtures`. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import pg from 'pg';
import { ROOT } from '../../src/build/root.ts';
import { fillTeam, fillVisitor, readEveryKind, type Answers } from './everyKind.ts';
import { startServer, type ServerOptions } from './server.ts';

const FIXTURES = join(ROOT, 'test/fixtures');

/** What the release answered, by the token of its visitor. */
export interface Kept {
	visitorToken: string;
	answers: Answers;
}

export function listReleases(): string[] {
	return existsSync(FIXTURES) ? readdirSync(FIXTURES) : [];
}

type Kind = 'sqlite' | 'postgres';

/** Fills the database, which is empty, and keeps it. */
export async function keepRelease(version: string, kind: Kind, options: ServerOptions): Promise<void> {
	const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'live-chat-release-'));
	const where = { dataDir, databaseUrl: options.databaseUrl };
	const server = await startServer({ ...options, dataDir, settings: { PRIVATE_WEBHOOKS: 'on' } });
	await fillTeam(where);
	const visitor = await fillVisitor(server, where);
	const kept: Kept = { visitorToken: visitor.authToken, answers: await readEveryKind(server, visitor.authToken) };
	await server.stop();

	const folder = join(FIXTURES, version);
	mkdirSync(folder, { recursive: true });
	const keep = (name: string, content: Buffer | string) => writeFileSync(join(folder, name), gzipSync(content));
	keep(`${kind}.json.gz`, JSON.stringify(kept));
	cpSync(join(dataDir, 'files'), join(folder, `${kind}-files`), { recursive: true });
	if (options.databaseUrl === undefined) {
		const copy = join(dataDir, 'copy.sqlite');
		const database = new Database(join(dataDir, 'live-chat.sqlite'));
		database.prepare('vacuum into ?').run(copy);
		database.close();
		keep('sqlite.gz', readFileSync(copy));
	} else {
		const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', options.databaseUrl]);
		keep('postgres.gz', dump);
	}
	if (options.dataDir === undefined) rmSync(dataDir, { recursive: true });
}

/**
 * Brings the release's database and files back, where there is neither; undefined where none of
 * this kind was kept.
 */
export async function restoreRelease(version: string, kind: Kind, where: ServerOptions): Promise<Kept | undefined> {
	const folder = join(FIXTURES, version);
	if (!existsSync(join(folder, `${kind}.gz`))) return undefined;
	const read = (name: string) => gunzipSync(readFileSync(join(folder, name)));
	const dataDir = where.dataDir ?? '';
	cpSync(join(folder, `${kind}-files`), join(dataDir, 'files'), { recursive: true });
	if (kind === 'sqlite') writeFileSync(join(dataDir, 'live-chat.sqlite'), read('sqlite.gz'));
	else await execute(where.databaseUrl ?? '', read('postgres.gz').toString());
	return JSON.parse(read(`${kind}.json.gz`).toString()) as Kept;
}

async function execute(databaseUrl: string, dump: string): Promise<void> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	// What begins with a backslash is for psql.
	await client.query(dump.replaceAll(/^\\.*$/gm, ''));
	await client.end();
}
