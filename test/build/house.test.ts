/** Keeps the counts of `npm run lint -- --house`: a file can be found by its name, and knows few others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectHouse } from '../../src/build/lint/house.ts';

/** One file still imports more than the limit, and may not import even more. A list of the migrations has one import for each. */
const IMPORTS_MAX: Readonly<Record<string, number>> = {
	'src/widget/app/connectRealtime.ts': 23,
	'src/server/store/migrations/index.ts': Infinity,
};

const house = inspectHouse();

test('no file imports more than twenty of ours, except those that assemble a program', () => {
	assert.deepEqual(
		house.imports.filter(([file, count]) => count > (IMPORTS_MAX[file] ?? 20)),
		[],
	);
});

test('no two files of a program have the same name', () => {
	assert.deepEqual(house.names, []);
});

test('folders do not import each other in a circle, and no citation leads nowhere', () => {
	assert.deepEqual(house.circles, []);
	assert.deepEqual(house.citations, []);
});
