import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import ts from '@typescript/typescript6';
import { ROOT } from '../../src/build/root.ts';
import { Production } from '../support/production.ts';

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

describe('what `npm ci --omit=dev` installs', () => {
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

/** The packages that a source imports, also for types alone, since the server's contracts are made of them. */
function packagesIn(source: string): string[] {
	return ts
		.preProcessFile(source)
		.importedFiles.map(({ fileName }) => fileName)
		.filter((name) => !/^([.#]|node:)/.test(name))
		.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
}
