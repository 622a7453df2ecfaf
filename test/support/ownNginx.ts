/**
 * Debian's nginx with a configuration of `deploy/`, of which only addresses and paths are others.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../src/build/root.ts';
import { isAnswered, until } from './until.ts';

export interface OwnNginx {
	stop(): Promise<void>;
}

/**
 * @param file within `deploy`
 * @param changes text of the file → what the test has instead
 * @param health an address that is answered once it runs
 */
export async function startOwnNginx(
	file: string,
	changes: Readonly<Record<string, string>>,
	health: string,
): Promise<OwnNginx> {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-nginx-'));
	let site = readFileSync(join(ROOT, 'deploy', file), 'utf8');
	for (const [text, instead] of Object.entries(changes)) {
		if (!site.includes(text)) throw new Error(`deploy/${file} has no "${text}"`);
		site = site.replaceAll(text, instead);
	}
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
	writeFileSync(
		join(folder, 'nginx.conf'),
		`daemon off; pid ${folder}/pid; error_log ${folder}/errors; ${process.getuid?.() === 0 ? 'user root;' : ''}
		events { worker_connections 1024; }
		http {
			access_log off;
			${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
			${site}
		}`,
	);
	// Debian has it where only root looks for programs.
	const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };
	const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')], {
		env,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	await Promise.race([
		until(`${health} is answered`, () => isAnswered(health)),
		once(child, 'close').then(() => {
			throw new Error(`nginx ended: ${readFileSync(join(folder, 'errors'), 'utf8')}`);
		}),
	]);
	return {
		async stop() {
			child.kill('SIGTERM');
			await once(child, 'close');
			rmSync(folder, { recursive: true });
		},
	};
}
