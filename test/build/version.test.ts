/**
 * The version of package.json is the one that every other place names (docs/contributing.md,
 * Dependencies).
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../../src/build/root.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

test('the lock, the WordPress plugin and the changelog name the version', () => {
	const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': { version: string } } };
	assert.deepEqual([lock.version, lock.packages[''].version], [version, version]);
	const plugin = read('demo/cms/wordpress/live-chat-widget.php');
	assert.equal(/^ \* Version: +(\S+)$/m.exec(plugin)?.[1], version);
	assert.equal(/LIVE_CHAT_WIDGET_VERSION = '(.+)'/.exec(plugin)?.[1], version);
	const block = JSON.parse(read('demo/cms/wordpress/block/block.json')) as { version: string };
	assert.equal(block.version, version);
	assert.equal(/^Stable tag: (\S+)$/m.exec(read('demo/cms/wordpress/readme.txt'))?.[1], version);
	assert.equal(/^## (\d\S+) – \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1], version);
});

test('the examples for frameworks install the version', () => {
	for (const manifest of globSync('demo/frameworks/*/package.json', { cwd: ROOT })) {
		const { dependencies } = JSON.parse(read(manifest)) as { dependencies: Record<string, string> };
		assert.equal(dependencies['live-chat-widget'], version, manifest);
	}
});

test('the pictures of README and guides show the version', () => {
	const taken = JSON.parse(read('docs/pictures/taken.json')) as Record<string, string>;
	const texts = ['README.md', ...globSync('docs/guide/*.md', { cwd: ROOT })].map((path) => read(path)).join('');
	const pictures = [...texts.matchAll(/\bpictures\/([\w-]+\.webp)/g)].map(([, file = '']) => file);
	assert.ok(pictures.length > 0);
	const old = pictures.filter((file) => taken[file] !== version);
	assert.deepEqual(old, [], 'Run `npm run pictures`, and look at what it has taken.');
});
