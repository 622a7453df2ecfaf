/**
 * `npm run bench:abuse` in short: the same attacks on one server, a few seconds each. What they
 * cost in time is for the bench.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTACKS, isAttack } from '../bench/attacks.ts';
import { measureShortly } from '../bench/measureAttack.ts';

const SECONDS = 3;

test('whatever one address does, every message of others is answered, and with 200', async () => {
	const { quiet, attacked, refused } = await measureShortly(Object.keys(ATTACKS).filter(isAttack), SECONDS);
	assert.deepEqual(refused, {}, 'answers to the others that were not 200');
	for (const [attack, { count }] of attacked) assert.equal(count, quiet.count, attack);
});
