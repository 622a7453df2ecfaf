import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import ts from '@typescript/typescript6';
import { isSetting } from '../../src/server/base/settings.ts';
import { ROOT } from '../../src/build/root.ts';
import { freePort } from '../support/freePort.ts';
import { isComplete } from '../support/isComplete.ts';
import { Production } from '../support/production.ts';
import { isAnswered, until } from '../support/until.ts';

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	dependencies: Record<string, string>;
	devDependencies: Record<string, string>;
};

/** The sources of the server's programs. */
const SOURCES = globSync('{src/{server,protocol,markdown},demo/bot}/**/*.ts', { cwd: ROOT });

test('the server imports packages of `dependencies` only, and all of them', () => {
	const imported = SOURCES.flatMap((file) => packagesIn(readFileSync(join(ROOT, file), 'utf8')));
	// The server runs on the package `node`, which no source imports.
	assert.deepEqual([...new Set([...imported, 'node'])].toSorted(), Object.keys(dependencies));
});

test('no package is both in `dependencies` and in `devDependencies`', () => {
	assert.deepEqual(
		Object.keys(dependencies).filter((name) => name in devDependencies),
		[],
	);
});

// Installing all packages once more costs as much as forty servers' starts; the test above shows
// what is missing among them.
const spared = !isComplete && 'The complete run (TEST_COMPLETE=on) installs the packages for production';

describe('what `npm ci --omit=dev` installs', { skip: spared }, () => {
	let production: Production;
	let origin: string;
	before(async () => {
		production = new Production();
		origin = await production.serve();
	});
	after(() => production.remove());

	test('it contains none of the tools that build and test', () => {
		for (const tool of ['rollup', 'esbuild', 'vite', 'lightningcss', 'puppeteer-core', 'oxlint', 'react', 'jotai']) {
			assert.ok(tool in devDependencies, tool);
			assert.equal(production.has(tool), false, tool);
		}
	});

	test('it runs the Node version that the project names', () => {
		const version = production.run('npm', 'exec', '--', 'node', '--version');
		assert.equal(version.trim(), `v${dependencies['node']}`);
	});

	test('it serves', async () => {
		const health = await fetch(`${origin}/healthz`);
		assert.deepEqual([health.status, await health.json()], [200, { status: 'ok', database: 'sqlite' }]);
	});

	test('what the Dockerfile copies serves as another user, who can write nothing of it, and its health check sees it', async (t) => {
		const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
		const [, copying = ''] = /^RUN (mkdir -p \/app.*)$/m.exec(dockerfile) ?? [];
		const image = mkdtempSync(join(tmpdir(), 'live-chat-image-'));
		const data = mkdtempSync(join(tmpdir(), 'live-chat-image-data-'));
		chmodSync(image, 0o755);
		production.run('sh', '-c', copying.replaceAll('/app', `${image}/app`));
		const commandOf = (instruction: string) => {
			const [, list = '[]'] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(dockerfile) ?? [];
			return (JSON.parse(list) as string[]).map((part) => part.replace('/app', `${image}/app`));
		};
		const port = await freePort();
		// Root can write everywhere, and only root can become somebody else.
		const isRoot = process.getuid?.() === 0;
		const somebody = isRoot ? { uid: 65_534, gid: 65_534 } : {};
		if (isRoot) chownSync(data, 65_534, 65_534);
		const env = { PATH: process.env['PATH'], NODE_ENV: 'production', DATA_DIR: data, PORT: String(port) };
		const start = ([program = '', ...args]: string[]) =>
			spawn(program, args, { cwd: `${image}/app`, env, stdio: 'ignore', ...somebody });
		const check = async () => {
			const [code] = (await once(start(commandOf('HEALTHCHECK .* CMD')), 'close')) as [number | null];
			return code;
		};
		assert.equal(await check(), 1);
		const server = start(commandOf('ENTRYPOINT'));
		t.after(async () => {
			server.kill('SIGKILL');
			for (const folder of [image, data]) rmSync(folder, { recursive: true });
		});
		await until('it is answered', () => isAnswered(`http://127.0.0.1:${port}/healthz`));
		assert.equal(await check(), 0);
		assert.equal((await fetch(`http://127.0.0.1:${port}/live-chat-widget.js`)).status, 200);
		const admin = start([`${image}/app/deploy/admin.sh`, 'backup', `${data}/backup`]);
		assert.deepEqual(await once(admin, 'close'), [0, null]);
		assert.ok(existsSync(join(data, 'backup/backup.json')));
		server.kill('SIGTERM');
		assert.deepEqual(await once(server, 'close'), [0, null]);
	});

	test('it serves the chat of a channel that its admin program has created', async () => {
		const made = production.run('npm', 'run', 'admin', '--', 'create-channel', '--name', 'Shop');
		const [, token = ''] = /website-token="([^"]+)"/.exec(made) ?? [];
		const page = await fetch(`${origin}/widget?website_token=${token}`);
		assert.equal(page.status, 200);
		const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(await page.text()) ?? [];
		assert.equal((await fetch(new URL(script, origin))).status, 200);
		assert.equal((await fetch(`${origin}/live-chat-widget.js`)).status, 200);
	});
});

const ANALYSER = '/usr/bin/systemd-analyze';

test('the unit of systemd leaves the service little to attack', { skip: !existsSync(ANALYSER) }, () => {
	const unit = join(ROOT, 'deploy/live-chat.service');
	const told = execFileSync(ANALYSER, ['security', '--offline=yes', '--no-pager', unit], { encoding: 'utf8' });
	const [, exposure = '10'] = /Overall exposure level for .*: ([\d.]+)/.exec(told) ?? [];
	assert.ok(Number(exposure) < 2.5, exposure);
});

test('the image has the programs of the PostgreSQL that compose.yaml runs', () => {
	const versionIn = (file: string, pattern: RegExp) =>
		pattern.exec(readFileSync(join(ROOT, 'deploy', file), 'utf8'))?.[1] ?? assert.fail(file);
	assert.equal(
		versionIn('Dockerfile', /apt-get download postgresql-client-(\d+)/),
		versionIn('compose.yaml', /image: postgres:(\d+)/),
	);
});

test('compose.yaml names the files and settings that there are', () => {
	const text = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
	const { services } = parse(text, { merge: true }) as {
		services: Record<string, { environment?: Record<string, string>; build?: { dockerfile: string } }>;
	};
	assert.deepEqual(Object.keys(services), ['chat1', 'chat2', 'nginx', 'database', 'redis']);
	for (const name of ['chat1', 'chat2']) {
		assert.deepEqual(
			Object.keys(services[name]?.environment ?? {}).filter((setting) => !isSetting(setting)),
			[],
		);
		assert.ok(existsSync(join(ROOT, services[name]?.build?.dockerfile ?? 'nowhere')));
	}
	for (const [, file = ''] of text.matchAll(/'\.\/([\w.-]+):/g))
		assert.ok(existsSync(join(ROOT, 'deploy', file)), file);
});

/**
 * The packages that a source imports, also for types alone, since the server's contracts are made
 * of them.
 */
function packagesIn(source: string): string[] {
	return ts
		.preProcessFile(source)
		.importedFiles.map(({ fileName }) => fileName)
		.filter((name) => !/^([.#]|node:)/.test(name))
		.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
}
