import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ensureBuilt } from '../../src/build/ensureBuilt.ts';
import { ROOT } from '../../src/build/root.ts';

/**
 * For each bundle, what only it contains, and what it lacks: in some of them React is the page's,
 * or Preact.
 */
const BUNDLES: Record<string, { has: string[]; lacks: string[] }> = {
	'public/third-party-notices/live-chat-widget.txt': { has: ['preact', 'valibot'], lacks: ['react', 'dayjs'] },
	'public/third-party-notices/sdk.txt': { has: [], lacks: ['preact'] },
	'public/third-party-notices/widget.txt': {
		has: ['react', 'socket.io-client', 'emoji-picker-element-data', 'libphonenumber-js'],
		lacks: ['preact', 'fastify', 'rollup'],
	},
	'public/third-party-notices/desk.txt': { has: ['react', 'socket.io-client'], lacks: ['libphonenumber-js'] },
	'public/third-party-notices/survey.txt': { has: ['react'], lacks: ['socket.io-client'] },
	'npm/third-party-notices.txt': { has: ['valibot'], lacks: ['preact', 'react'] },
	'npm/standalone/third-party-notices.txt': { has: ['valibot', 'preact'], lacks: ['react'] },
};

before(ensureBuilt);

for (const [file, { has, lacks }] of Object.entries(BUNDLES)) {
	test(`${file} names what is in the bundles beside it, each with its licence`, () => {
		const named = namesIn(readFileSync(join(ROOT, 'dist', file), 'utf8'));
		for (const name of has) assert.ok(named.includes(name), name);
		for (const name of lacks) assert.ok(!named.includes(name), name);
		for (const name of named) assert.ok(packageFolder(name), name);
	});
}

test('each licence that a package brings is repeated in full', () => {
	for (const file of Object.keys(BUNDLES)) {
		const text = readFileSync(join(ROOT, 'dist', file), 'utf8');
		for (const name of namesIn(text)) {
			for (const license of globSync(`${packageFolder(name)}/LICEN[CS]E*`, { cwd: ROOT })) {
				assert.ok(text.includes(readFileSync(join(ROOT, license), 'utf8').trim()), `${file}: ${name}`);
			}
		}
	}
});

test('no bundle carries the texts itself', () => {
	for (const script of globSync('dist/{public,npm}/**/*.js', { cwd: ROOT })) {
		assert.doesNotMatch(readFileSync(join(ROOT, script), 'utf8'), /Permission is hereby granted/, script);
	}
});

function namesIn(text: string): string[] {
	return [...text.matchAll(/^-{80}\n\n(\S+) \d/gm)].map(([, name = '']) => name);
}

function packageFolder(name: string): string | undefined {
	return globSync(`node_modules/${name}`, { cwd: ROOT })[0];
}
