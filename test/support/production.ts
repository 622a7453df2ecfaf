/**
 * The product as on a production machine: a copy of the built tree with the packages of `npm ci
 * --omit=dev`.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { ensureBuilt } from '../../src/build/ensureBuilt.ts';
import { ROOT } from '../../src/build/root.ts';

const LEFT_OUT = ['node_modules', '.git', 'data', 'test'];

export class Production {
	readonly folder = mkdtempSync(join(tmpdir(), 'live-chat-production-'));
	/** Hides the packages for development. */
	readonly #environment = {
		HOME: process.env['HOME'],
		PATH: (process.env['PATH'] ?? '')
			.split(delimiter)
			.filter((folder) => !folder.includes('node_modules'))
			.join(delimiter),
		DATA_DIR: join(this.folder, 'data'),
		PORT: '0',
	};
	#server: ChildProcess | undefined;

	constructor() {
		ensureBuilt();
		cpSync(ROOT, this.folder, { recursive: true, filter: (file) => !LEFT_OUT.includes(relative(ROOT, file)) });
		this.run('npm', 'ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error');
	}

	/** Answers the command's output. */
	run(command: string, ...args: string[]): string {
		return execFileSync(command, args, { cwd: this.folder, env: this.#environment, encoding: 'utf8', stdio: 'pipe' });
	}

	has(packageName: string): boolean {
		return existsSync(join(this.folder, 'node_modules', packageName));
	}

	/** Resolves with the address that the server prints. */
	async serve(): Promise<string> {
		const child = spawn('npm', ['run', 'serve'], { cwd: this.folder, env: this.#environment, detached: true });
		this.#server = child;
		let said = '';
		return new Promise((resolve, reject) => {
			const listen = (chunk: Buffer) => {
				said += chunk.toString();
				const [address] = /http:\/\/[\w.:]+/.exec(said) ?? [];
				if (address) resolve(address);
			};
			child.stdout.on('data', listen);
			child.stderr.on('data', listen);
			child.once('exit', () => reject(new Error(`The server ended: ${said}`)));
		});
	}

	remove(): void {
		// npm starts the server as its child; both are in one process group.
		if (this.#server?.pid && this.#server.exitCode === null) process.kill(-this.#server.pid, 'SIGKILL');
		rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
	}
}
