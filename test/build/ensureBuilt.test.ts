import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../../src/build/root.ts';

test('what is missing is built where npm is no program, as on Windows', () => {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-build-'));
	try {
		const build = join(folder, 'src/build');
		mkdirSync(build, { recursive: true });
		for (const file of ['ensureBuilt.ts', 'root.ts']) cpSync(join(ROOT, 'src/build', file), join(build, file));
		writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
		writeFileSync(join(build, 'build.ts'), "import { writeFileSync } from 'node:fs'; writeFileSync('built', '');");
		writeFileSync(join(build, 'run.ts'), "import { ensureBuilt } from './ensureBuilt.ts'; ensureBuilt();");
		execFileSync(process.execPath, [join(build, 'run.ts')], { env: { ...process.env, PATH: '' }, stdio: 'pipe' });
		assert.ok(existsSync(join(folder, 'built')));
	} finally {
		rmSync(folder, { recursive: true });
	}
});
