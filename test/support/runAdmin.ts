import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from './programs.ts';
import { SECRET_KEY, type ServerOptions } from './server.ts';

export interface AdminOptions extends ServerOptions {
	/** What is piped into it. */
	input?: string | Uint8Array;
}

/** Runs a command of `npm run admin` to its end. */
export async function runAdmin(
	{ dataDir = '', databaseUrl = '', settings, input = '' }: AdminOptions,
	...args: string[]
) {
	const { PATH } = process.env;
	const child = spawn(process.execPath, [programFile('src/server/admin/admin.ts'), ...args], {
		env: { PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY, ...settings },
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	child.stdin.end(input);
	let text = '';
	for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (text += chunk.toString()));
	const [code] = (await once(child, 'close')) as [number | null];
	return { code, text };
}
