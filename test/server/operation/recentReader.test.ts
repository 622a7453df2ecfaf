import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecentReader } from '../../../src/server/base/recentReader.ts';

test('a recent reader reads once within its age, also for calls at the same time', async () => {
	let [time, count] = [0, 0];
	const read = createRecentReader(
		async () => (count += 1),
		2_000,
		() => time,
	);
	assert.deepEqual(await Promise.all([read(), read()]), [1, 1]);
	time = 2_000;
	assert.equal(await read(), 1);
	time = 2_001;
	assert.equal(await read(), 2);
});

test('a recent reader reads again after a reading that failed', async () => {
	let hasFailed = false;
	const read = createRecentReader(async () => {
		if (hasFailed) return 'ok';
		hasFailed = true;
		throw new Error('away');
	}, 2_000);
	await assert.rejects(read(), /away/);
	assert.equal(await read(), 'ok');
});
