import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fillIn } from '../../src/build/tables/fillIn.ts';
import { TABLES } from '../../src/build/tables/makeTables.ts';
import { ROOT } from '../../src/build/root.ts';

const PAGES = globSync(['README.md', 'docs/**/*.md'], { cwd: ROOT }).map(
	(page) => [page, readFileSync(`${ROOT}/${page}`, 'utf8')] as const,
);

for (const [page, text] of PAGES.filter(([, body]) => /<!-- (table|file): /.test(body))) {
	test(`the tables and quoted files of ${page} match the sources`, () => {
		assert.equal(text, fillIn(text), 'Run `npm run tables`.');
	});
}

test('each table is on one page', () => {
	const asked = PAGES.flatMap(([, text]) => [...text.matchAll(/<!-- table: (\w+) -->/g)].map(([, name]) => name));
	assert.deepEqual(new Set(asked), new Set(Object.keys(TABLES)));
	assert.equal(asked.length, new Set(asked).size);
});
