/**
 * A Redis and a PostgreSQL of the test's own, as child processes on free ports, which the test can
 * freeze and restart.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { freePort } from './freePort.ts';
import { until } from './until.ts';

export interface OwnService {
	url: string;
	/** Stops all of its processes: connections stay open, and nothing is answered. */
	freeze(): void;
	thaw(): void;
	/** Ends it like a power failure. */
	kill(): Promise<void>;
	/** Starts it again, on the same port; resolves when it answers. */
	start(): Promise<void>;
	/** Ends it for good. */
	stop(): Promise<void>;
}

/** Stores nothing on the disk: a restart empties it. */
export async function startOwnRedis(): Promise<OwnService> {
	const port = await freePort();
	const url = `redis://127.0.0.1:${port}`;
	const command = `redis-server --bind 127.0.0.1 --port ${port} --appendonly no --dir ${tmpdir()} --save`.split(' ');
	return startService(
		url,
		() => spawn(command[0] ?? '', [...command.slice(1), ''], { stdio: 'ignore' }),
		async () => {
			const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
			redis.on('error', () => undefined);
			await redis.connect();
			await redis.quit();
		},
	);
}

export function startOwnPostgres(): Promise<OwnService> {
	return startPostgres((run, data) => run('initdb', ['-D', data, ...INIT]));
}

const INIT = '-A trust -U test -E UTF8 --locale=C -N'.split(' ');

/**
 * A replica of `primary`, which acknowledges nothing from then on that the replica does not have.
 * `select pg_promote()` makes a primary of it.
 */
export async function startOwnReplica(primary: OwnService): Promise<OwnService> {
	const { port } = new URL(primary.url);
	const source = `-h 127.0.0.1 -p ${port} -U test`.split(' ');
	const replica = await startPostgres((run, data) =>
		run('pg_basebackup', [...source, '-D', data, '-R', '-X', 'stream', '-c', 'fast']),
	);
	await query(primary.url, "alter system set synchronous_standby_names = '*'");
	await query(primary.url, 'select pg_reload_conf()');
	return replica;
}

/** Runs one statement. */
export async function query(url: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	client.on('error', () => undefined);
	await client.connect();
	await client.query(statement);
	await client.end();
}

type Run = (program: string, args: readonly string[]) => void;

/** @param prepare makes the empty folder `data` a database's, with PostgreSQL's programs */
async function startPostgres(prepare: (run: Run, data: string) => void): Promise<OwnService> {
	const versions = '/usr/lib/postgresql';
	const [newest = ''] = readdirSync(versions).toSorted((one, other) => Number(other) - Number(one));
	const bin = join(versions, newest, 'bin');
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-postgres-'));
	const data = join(folder, 'data');
	mkdirSync(data, { mode: 0o700 });
	const owner = findOwner();
	if (owner) for (const path of [folder, data]) chownSync(path, owner.uid, owner.gid);
	const options = { ...owner, cwd: folder, stdio: 'ignore' } as const;
	prepare((program, args) => execFileSync(join(bin, program), args, options), data);
	const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
	const url = `postgres://test@127.0.0.1:${port}/postgres`;
	const parameters = settings.flatMap((setting) => ['-c', setting]);
	return startDatabase(url, folder, () => spawn(join(bin, 'postgres'), ['-D', data, ...parameters], options));
}

/**
 * PgBouncer, which leads each transaction over any of a few connections to the database of the
 * address.
 */
export async function startOwnPooler(databaseUrl: string, connections: number): Promise<OwnService> {
	const { hostname, port: databasePort, username, pathname } = new URL(databaseUrl);
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-pooler-'));
	const file = join(folder, 'pgbouncer.ini');
	writeFileSync(
		file,
		`[databases]
* = host=${hostname} port=${databasePort || 5432} user=${username || userInfo().username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`,
	);
	const owner = findOwner();
	if (owner) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid);
	const url = `postgres://any@127.0.0.1:${port}${pathname}`;
	return startDatabase(url, folder, () => spawn('pgbouncer', [file], { ...owner, cwd: folder, stdio: 'ignore' }));
}

/** What answers PostgreSQL's clients at the address, and leaves nothing in its folder. */
async function startDatabase(url: string, folder: string, run: () => ChildProcess): Promise<OwnService> {
	const service = await startService(url, run, () => query(url, 'select 1'));
	return {
		...service,
		async stop() {
			await service.stop();
			rmSync(folder, { recursive: true });
		},
	};
}

/** A user to run PostgreSQL as, which refuses to run as root. */
function findOwner(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (option: string) => Number(execFileSync('id', [option, 'postgres']).toString());
	return { uid: id('-u'), gid: id('-g') };
}

async function startService(url: string, run: () => ChildProcess, ask: () => Promise<void>): Promise<OwnService> {
	let main: ChildProcess;
	const start = async () => {
		main = run();
		// Lets the process end after a test that failed before it stopped the service.
		main.unref();
		await until(`${url} answers`, () =>
			ask()
				.then(() => true)
				.catch(() => false),
		);
	};
	/** PostgreSQL's workers are processes as well, each in a group of its own. */
	const signalAll = (signal: NodeJS.Signals) => {
		if (!main.kill(signal)) return;
		for (const pid of childrenOf(main.pid ?? 0)) signalWorker(pid, signal);
	};
	const end = async (signal: NodeJS.Signals) => {
		if (main.exitCode !== null || main.signalCode !== null) return;
		signalAll('SIGCONT');
		main.ref();
		main.kill(signal);
		await once(main, 'exit');
	};
	await start();
	return {
		url,
		start,
		freeze: () => signalAll('SIGSTOP'),
		thaw: () => signalAll('SIGCONT'),
		// After SIGKILL, PostgreSQL's workers would survive it, and keep the next one from
		// starting.
		kill: () => end('SIGQUIT'),
		stop: () => end('SIGQUIT'),
	};
}

function childrenOf(pid: number): number[] {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
	return children === '' ? [] : children.split(' ').map(Number);
}

/** A worker may have ended since its process was listed. */
function signalWorker(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
