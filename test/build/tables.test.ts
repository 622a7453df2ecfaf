import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readMembers, textOf } from '../../src/build/tables/documented.ts';
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

test('an event, an error or a method without a comment has no row, and ends the generator', () => {
	assert.throws(() => textOf({ name: 'close', doc: '' }), /close/);
	const [first] = readMembers('src/protocol/base/errors.ts', 'ELEMENT_ERROR_CODES');
	assert.deepEqual(first && [first.name, textOf(first)], [
		'WEB_WIDGET_NOT_FOUND',
		'The server knows no channel with this website token. No launcher is shown.',
	]);
});

test('each table is on one page', () => {
	const asked = PAGES.flatMap(([, text]) => [...text.matchAll(/<!-- table: (\w+) -->/g)].map(([, name]) => name));
	assert.deepEqual(new Set(asked), new Set(Object.keys(TABLES)));
	assert.equal(asked.length, new Set(asked).size);
});
