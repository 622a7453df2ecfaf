/** A short version of `npm run histories`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isComplete } from '../support/isComplete.ts';
import { describeFailure, searchHistories } from './searchHistories.ts';

/** Any other number makes other histories. */
const SEED = 20_261_123;
const COUNT = isComplete ? 100 : 25;
/**
 * Milliseconds after which no other history begins: a machine that does too much at once runs fewer
 * than COUNT.
 */
const TIME = 50_000;

test('random histories lose, repeat and reorder no message, show none to another person, and end with one thread', async (t) => {
	const { count, failure } = await searchHistories(SEED, COUNT, TIME);
	t.diagnostic(`${count} histories`);
	assert.ok(!failure, failure && describeFailure(failure));
});
