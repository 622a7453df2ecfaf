import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { drainConnections } from '../../../src/server/realtime/drainConnections.ts';

/** How many connections end at each moment, and when the last one has. */
async function watch(t: TestContext, count: number): Promise<{ slices: number[]; milliseconds: number }> {
	t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
	const moments = new Map<number, number>();
	const end = () => moments.set(Date.now(), (moments.get(Date.now()) ?? 0) + 1);
	let isDone = false;
	const done = drainConnections(
		Array.from({ length: count }, () => undefined),
		end,
	).then(() => (isDone = true));
	await new Promise(setImmediate);
	while (!isDone) {
		t.mock.timers.tick(10);
		await new Promise(setImmediate);
	}
	await done;
	return { slices: [...moments.values()], milliseconds: Math.max(0, ...moments.keys()) };
}

describe('drainConnections', () => {
	for (const count of [0, 1, 100]) {
		test(`${count} connections end at once`, async (t) => {
			const { slices, milliseconds } = await watch(t, count);
			assert.deepEqual(slices, count === 0 ? [] : [count]);
			assert.equal(milliseconds, 0);
		});
	}

	test('5,000 connections end a hundred at a time, within 5 s', async (t) => {
		const { slices, milliseconds } = await watch(t, 5_000);
		assert.deepEqual(slices, Array<number>(50).fill(100));
		assert.ok(milliseconds > 4_000 && milliseconds <= 5_000, `${milliseconds} ms`);
	});

	test('ending 50,000 connections takes no longer', async (t) => {
		const { slices, milliseconds } = await watch(t, 50_000);
		assert.deepEqual(slices, Array<number>(50).fill(1_000));
		assert.ok(milliseconds <= 5_000, `${milliseconds} ms`);
	});
});
