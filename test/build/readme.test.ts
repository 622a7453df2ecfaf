import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fillIn } from '../../src/build/readme/fillIn.ts';
import { ROOT } from '../../src/build/root.ts';

test("the README's tables say what the sources say", () => {
	const readme = readFileSync(`${ROOT}/README.md`, 'utf8');
	assert.equal(readme, fillIn(readme), 'Run `npm run readme`.');
});
