/**
 * The server as an operator starts it for the first time: without demo data, and with nobody in the
 * team.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './freePort.ts';
import { NODE_FLAGS, programFile } from './programs.ts';
import { SECRET_KEY, type ServerOptions } from './server.ts';

export interface EmptyServer {
	origin: string;
	/** What it printed for the first administrator; undefined where it printed nothing. */
	link: string | undefined;
	stop(): Promise<void>;
}

export async function startEmptyServer({
	dataDir = '',
	databaseUrl = '',
	settings = {},
}: Pick<ServerOptions, 'dataDir' | 'databaseUrl' | 'settings'>): Promise<EmptyServer> {
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const child = spawn(process.execPath, [...NODE_FLAGS, programFile('src/server/main.ts')], {
		env: {
			...process.env,
			PORT: String(port),
			HOST: '127.0.0.1',
			DATA_DIR: dataDir,
			DATABASE_URL: databaseUrl,
			REDIS_URL: '',
			PUBLIC_URL: '',
			SECRET_KEY,
			LOG_LEVEL: 'warn',
			...settings,
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
	await answering(origin, child);
	return {
		origin,
		get link() {
			return /http\S+#setup=\S+/.exec(output)?.[0];
		},
		async stop() {
			child.kill('SIGTERM');
			if (child.exitCode === null) await once(child, 'exit');
		},
	};
}

/** Resolves when the server answers, and has printed all that it prints at the start. */
async function answering(origin: string, child: { exitCode: number | null }): Promise<void> {
	for (;;) {
		if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
		const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
		if (answer?.ok) return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}
