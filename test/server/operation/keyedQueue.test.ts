import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createKeyedQueue } from '../../../src/server/base/keyedQueue.ts';
import { Problem } from '../../../src/server/base/problem.ts';

const UNAVAILABLE = (error: unknown) => error instanceof Problem && error.reason.code === 'UNAVAILABLE';

describe('keyed queue', () => {
	test('work of one key runs one at a time and in order, and work of another key beside it', async () => {
		const queue = createKeyedQueue({ maxWaiting: 10, maxWait: Infinity });
		const begun: string[] = [];
		const gate = Promise.withResolvers<void>();
		const first = queue.run('a', async () => {
			begun.push('a1');
			await gate.promise;
		});
		const later = ['a2', 'a3'].map((name) => queue.run('a', async () => void begun.push(name)));
		await queue.run('b', async () => void begun.push('b1'));
		assert.deepEqual(begun, ['a1', 'b1']);
		gate.resolve();
		await Promise.all([first, ...later]);
		assert.deepEqual(begun, ['a1', 'b1', 'a2', 'a3']);
	});

	test('a few of one key run at a time where that is asked for, and the others in order', async () => {
		const queue = createKeyedQueue({ atOnce: 2, maxWaiting: 10, maxWait: Infinity });
		const begun: number[] = [];
		const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
		const work = gates.map((gate, index) =>
			queue.run('a', () => {
				begun.push(index);
				return gate.promise;
			}),
		);
		await nextTurn();
		assert.deepEqual(begun, [0, 1]);
		gates[1]?.resolve();
		await work[1];
		await nextTurn();
		assert.deepEqual(begun, [0, 1, 2]);
		for (const gate of gates) gate.resolve();
		await Promise.all(work);
		assert.deepEqual(begun, [0, 1, 2, 3]);
	});

	test('the event loop turns between two works of one key, though none of them waits', async () => {
		const queue = createKeyedQueue({ maxWaiting: 10, maxWait: Infinity });
		let done = 0;
		const work = [1, 2, 3].map(() => queue.run('a', async () => void (done += 1)));
		await nextTurn();
		assert.ok(done < 3, 'something else was worked on before the end');
		await Promise.all(work);
	});

	test('the next work runs after one that throws', async () => {
		const queue = createKeyedQueue({ maxWaiting: 10, maxWait: Infinity });
		const failing = queue.run('a', () => Promise.reject(new Error('No')));
		const next = queue.run('a', async () => 'next');
		await assert.rejects(failing, { message: 'No' });
		assert.equal(await next, 'next');
	});

	test('work beyond the limit is refused, and waiting work is not lost', async () => {
		const queue = createKeyedQueue({ maxWaiting: 2, maxWait: Infinity });
		const gate = Promise.withResolvers<void>();
		const kept = [1, 2, 3].map((number) => queue.run('a', () => gate.promise.then(() => number)));
		await assert.rejects(
			queue.run('a', async () => 4),
			UNAVAILABLE,
		);
		gate.resolve();
		assert.deepEqual(await Promise.all(kept), [1, 2, 3]);
		assert.equal(await queue.run('a', async () => 5), 5);
	});

	test('work that has waited for too long is not started', async () => {
		let time = 0;
		const queue = createKeyedQueue({ maxWaiting: 10, maxWait: 1_000 }, () => time);
		const gate = Promise.withResolvers<void>();
		const begun = Promise.withResolvers<void>();
		const first = queue.run('a', () => {
			begun.resolve();
			return gate.promise;
		});
		await begun.promise;
		const late = assert.rejects(
			queue.run('a', () => assert.fail('It began')),
			UNAVAILABLE,
		);
		time = 1_001;
		gate.resolve();
		await Promise.all([first, late]);
	});
});
