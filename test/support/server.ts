/**
 * Servers for tests: the real program in a process of its own, on a free port, with the demo's
 * data.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS, programFile } from './programs.ts';

export interface ServerOptions {
	/** Default: a free one. */
	port?: number;
	/** Default: a new folder, removed by `stop`. */
	dataDir?: string;
	databaseUrl?: string;
	redisUrl?: string;
	hasRateLimits?: boolean;
	/**
	 * Factor on the pauses between two runs of a job, and between two attempts at a delivery.
	 * Default 0.1.
	 */
	pace?: number;
	/** Where a stand-in for the providers of captchas listens. */
	captchaUrl?: string;
	/** Where a stand-in for DNS listens, such as `127.0.0.1:5353`. Default: nowhere. */
	dnsServer?: string;
	/** Any other settings (src/server/base/settings.ts). */
	settings?: Readonly<Record<string, string>>;
}

export interface TestServer {
	/** Such as `http://127.0.0.1:40123`. */
	origin: string;
	port: number;
	/** Id of the process that it is in. */
	pid: number;
	/** `api_access_token` of the first demo agent. */
	agentToken: string;
	dataDir: string;
	/** Ends it in order and removes the data folder, unless the test gave one. */
	stop(): Promise<void>;
}

/** A server in a process of its own, which can be disturbed. */
export interface ServerProcess extends TestServer {
	/** Ends it like a power failure, with SIGKILL; the data stays. */
	kill(): Promise<void>;
	/**
	 * Keeps it from answering without ending it, like a lost network; `resume` lets it continue.
	 */
	pause(): void;
	resume(): void;
}

export const AGENT_TOKEN = 'test-agent-token';
/** The same for every test server, so that a visitor's token stays valid over a restart. */
export const SECRET_KEY = 'a-key-for-tests-a-key-for-tests-a-key';

const DATABASE = 'live-chat.sqlite';

/**
 * Lets a server make its database in the folder once. From then on the servers that this process
 * and its children start in an empty folder begin with a copy: the migrations and the demo's data
 * take a fifth of a start's processor time.
 */
export async function seedDatabase(folder: string): Promise<void> {
	const server = await startServer({ dataDir: folder });
	await server.stop();
	process.env['TEST_SEEDED_DATABASE'] = join(folder, DATABASE);
}

/** Resolves when the server answers. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
	const { dataDir, environment } = prepareServer(options);
	// As `npm run serve` starts it.
	const child = spawn(process.execPath, [...NODE_FLAGS, programFile('test/support/serverProgram.ts')], {
		env: { ...environment, TEST_PACE: String(paceOf(options)) },
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const origin = await readOrigin(child);
	// Lets the process end after a test that forgot to stop its server, which then ends too.
	child.unref();
	child.channel?.unref();

	const end = async (signal: NodeJS.Signals): Promise<void> => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		child.ref();
		child.kill(signal);
		await once(child, 'exit');
	};
	return {
		origin,
		port: Number(new URL(origin).port),
		pid: child.pid ?? 0,
		agentToken: AGENT_TOKEN,
		dataDir,
		async stop() {
			child.kill('SIGCONT');
			await end('SIGTERM');
			if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
		},
		kill: () => end('SIGKILL'),
		pause: () => child.kill('SIGSTOP'),
		resume: () => child.kill('SIGCONT'),
	};
}

/** The environment of a server, whose data folder has the seeded database where there is one. */
export function prepareServer(options: ServerOptions): { dataDir: string; environment: NodeJS.ProcessEnv } {
	const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	const database = join(dataDir, DATABASE);
	const seeded = process.env['TEST_SEEDED_DATABASE'];
	if (seeded && !options.databaseUrl && !existsSync(database)) copyFileSync(seeded, database);
	const environment = {
		...process.env,
		PORT: String(options.port ?? 0),
		HOST: '127.0.0.1',
		DATA_DIR: dataDir,
		DATABASE_URL: options.databaseUrl ?? '',
		REDIS_URL: options.redisUrl ?? '',
		SECRET_KEY,
		AGENT_TOKEN,
		RATE_LIMITS: options.hasRateLimits ? 'on' : 'off',
		TEST_CAPTCHA_URL: options.captchaUrl,
		TEST_DNS_SERVER: options.dnsServer ?? '127.0.0.1:9',
		...options.settings,
	};
	return { dataDir, environment };
}

export function paceOf({ pace = 0.1 }: ServerOptions): number {
	return pace;
}

async function readOrigin(child: ChildProcess): Promise<string> {
	const started = once(child, 'message').then(([message]) => String(message));
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`The test server ended with ${String(code)} before it listened`);
	});
	return Promise.race([started, ended]);
}
