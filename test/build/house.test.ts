/** Keeps the counts of `npm run lint -- --house`: a file can be found by its name, and knows few others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectHouse } from '../../src/build/lint/house.ts';

/** A list of the migrations has one import for each. */
const MIGRATIONS = 'src/server/store/migrations/index.ts';

const house = inspectHouse();

test('no file imports more than twenty of ours, except those that assemble a program', () => {
	assert.deepEqual(
		house.imports.filter(([file, count]) => count > 20 && file !== MIGRATIONS),
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
