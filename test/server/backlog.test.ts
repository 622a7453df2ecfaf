import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBacklog } from '../../src/server/realtime/backlog.ts';

test('so much waits for a Redis that does not answer, and more when it has', async () => {
	let answer = Promise.withResolvers<'PONG'>();
	const mayAdd = createBacklog({ ping: () => answer.promise }, 3);
	assert.deepEqual([mayAdd(), mayAdd(), mayAdd(), mayAdd(), mayAdd()], [true, true, true, false, false]);
	const first = answer;
	answer = Promise.withResolvers();
	first.resolve('PONG');
	await first.promise;
	// What was sent before it asked is through, the rest is asked about anew.
	assert.deepEqual([mayAdd(), mayAdd()], [true, false]);
});
