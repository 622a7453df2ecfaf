import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ensureBuilt } from '../../src/build/ensureBuilt.ts';
import { ROOT } from '../../src/build/root.ts';

ensureBuilt();

const { exports } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { exports: Record<string, string> };

for (const [name, file] of Object.entries(exports)) {
	test(`importing "${name}" of the package on a server is harmless`, () => {
		const program = `await import(${JSON.stringify(`${ROOT}/${file}`)});`;
		assert.equal(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }), '');
	});
}
