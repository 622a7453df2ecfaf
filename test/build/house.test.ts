/**
 * Keeps the counts of `npm run lint -- --house`: a file can be found by its name, and knows few
 * others.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspectHouse } from '../../src/build/lint/house.ts';
import { ROOT } from '../../src/build/root.ts';

const house = inspectHouse();

test('no file imports more than twenty of ours, except those that assemble a program or a table', () => {
	assert.deepEqual(
		house.imports.filter(([, count]) => count > 20),
		[],
	);
});

/** They may only fall: whoever shortens a journey lowers its number. */
const FILES_MAX: Readonly<Record<string, number>> = {
	'A visitor sends a message': 16,
	'An answer arrives while the panel is closed': 28,
	'A site tells who its user is': 20,
	'A connection is lost and comes back': 15,
};

test('no journey passes through more files than it did', () => {
	assert.deepEqual(Object.fromEntries(house.journeys.map(([journey, files]) => [journey, files.length])), FILES_MAX);
});

/** A file for each migration, in the order in which they run. */
const ORDERED = 'src/server/store/migrations';

test('no folder has more than 25 modules of its own', () => {
	assert.deepEqual(
		house.folders.filter(([folder, count]) => count > 25 && folder !== ORDERED),
		[],
	);
});

test('neither files nor folders import each other in a circle, and no citation leads nowhere', () => {
	assert.deepEqual(house.circles, []);
	assert.deepEqual(house.citations, []);
});

test('comments say who does something, and when', () => {
	assert.ok(house.vagueWords <= 40, `${house.vagueWords} of nobody, somebody, whoever, whom, anew, meanwhile`);
});

test('comments are wrapped at 100 columns', () => {
	const files = globSync('{src,elements,test}/**/*.{ts,tsx,css,mjs}', { cwd: ROOT });
	const wide = files.flatMap((file) =>
		readFileSync(join(ROOT, file), 'utf8')
			.split('\n')
			// An address cannot be wrapped.
			.filter((line) => /^\s*(\/\/|\/?\*)/.test(line) && !line.includes('://') && widthOf(line) > 100)
			.map((line) => `${file}: ${line.trim()}`),
	);
	assert.deepEqual(wide, []);
});

/** A tab is as wide as four characters. */
function widthOf(line: string): number {
	return line.replaceAll('\t', '    ').length;
}

test('each doc comment stands above what it describes, instead of above another one', () => {
	// The first comment of a file describes the file.
	const detached = globSync('{src,elements,test,demo}/**/*.{ts,tsx}', {
		cwd: ROOT,
		exclude: ['**/node_modules'],
	}).filter((file) => /\S\s+\/\*\*((?!\*\/)[^])*\*\/\s*\/\*\*/.test(readFileSync(join(ROOT, file), 'utf8')));
	assert.deepEqual(detached, []);
});
