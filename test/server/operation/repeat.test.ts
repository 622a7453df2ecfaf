/** Jobs that the server runs again and again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { repeat } from '../../../src/server/jobs/repeat.ts';

test('a run that takes longer than the interval is followed by one, and not by those that it has missed', async (t) => {
	t.mock.timers.enable({ apis: ['setInterval'] });
	const app = fastify();
	const runs: (() => void)[] = [];
	repeat(app, 1_000, 'not done', () => new Promise((resolve) => runs.push(resolve)));
	await app.ready();
	t.mock.timers.tick(10_000);
	assert.equal(runs.length, 1);
	runs[0]?.();
	await t.waitFor(() => {
		t.mock.timers.tick(1_000);
		assert.equal(runs.length, 2);
	});
	t.mock.timers.tick(10_000);
	const closed = app.close();
	runs[1]?.();
	await closed;
	assert.equal(runs.length, 2);
});

test('a run that fails is followed by the next', async (t) => {
	t.mock.timers.enable({ apis: ['setInterval'] });
	const app = fastify();
	t.after(() => app.close());
	let runs = 0;
	repeat(app, 1_000, 'not done', async () => {
		runs += 1;
		throw new Error('This run fails');
	});
	await app.ready();
	await t.waitFor(() => {
		t.mock.timers.tick(1_000);
		assert.ok(runs >= 2);
	});
});

for (const [pace, interval] of [
	[undefined, 1_000],
	[0.1, 100],
] as const) {
	test(`at a pace of ${pace ?? 'its own'} a job of each second runs every ${interval} ms`, async (t) => {
		t.mock.timers.enable({ apis: ['setInterval'] });
		const app = fastify();
		t.after(() => app.close());
		if (pace !== undefined) app.decorate('pace', pace);
		let runs = 0;
		repeat(app, 1_000, 'not done', async () => {
			runs += 1;
		});
		await app.ready();
		// The first run has to have ended.
		await new Promise(setImmediate);
		t.mock.timers.tick(interval - 1);
		assert.equal(runs, 1);
		t.mock.timers.tick(1);
		assert.equal(runs, 2);
	});
}
