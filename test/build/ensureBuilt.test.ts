import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ROOT } from '../../src/build/root.ts';

/** A repository whose build writes the file `built`; removed after the test. */
function copyOfBuild(context: TestContext): { folder: string; run: () => boolean } {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-build-'));
	context.after(() => rmSync(folder, { recursive: true }));
	for (const file of [
		'src/build/ensureBuilt.ts',
		'src/build/root.ts',
		'src/build/pieces.ts',
		'src/build/lint/layers.ts',
		'src/server/language/chatFolders.ts',
	]) {
		mkdirSync(join(folder, file, '..'), { recursive: true });
		cpSync(join(ROOT, file), join(folder, file));
	}
	const build = join(folder, 'src/build');
	writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
	writeFileSync(join(build, 'build.ts'), "import { writeFileSync } from 'node:fs'; writeFileSync('built', '');");
	writeFileSync(join(build, 'run.ts'), "import { ensureBuilt } from './ensureBuilt.ts'; ensureBuilt();");
	const run = () => {
		rmSync(join(folder, 'built'), { force: true });
		execFileSync(process.execPath, [join(build, 'run.ts')], { env: { ...process.env, PATH: '' }, stdio: 'pipe' });
		return existsSync(join(folder, 'built'));
	};
	return { folder, run };
}

test('what is missing is built where npm is no program, as on Windows', (context) => {
	assert.ok(copyOfBuild(context).run());
});

test('a change in any folder that is built makes the build stale, and one of the server does not', (context) => {
	const { folder, run } = copyOfBuild(context);
	const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);
	const write = (file: string, changedAt: Date) => {
		mkdirSync(join(folder, file, '..'), { recursive: true });
		writeFileSync(join(folder, file), '');
		utimesSync(join(folder, file), changedAt, changedAt);
	};
	write('dist/built', later(60));
	assert.equal(run(), false);
	write('src/server/http/routing/guard.ts', later(120));
	assert.equal(run(), false, 'the server runs unbuilt');
	for (const file of [
		'elements/live-chat-widget.ts',
		'locales/de/messages.po',
		...readdirSync(join(ROOT, 'src'))
			.filter((name) => name !== 'server')
			.map((name) => `src/${name}/changed.ts`),
	]) {
		write(file, later(120));
		assert.equal(run(), true, file);
		rmSync(join(folder, file));
	}
});
