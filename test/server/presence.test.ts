import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRESENCE_INTERVAL, PRESENCE_WINDOW } from '#protocol/limits.ts';
import { createMemoryPresence } from '../../src/server/presence/presence.ts';

test('a person is online for one window after the last report, which is longer than the interval between reports', async () => {
	let now = 1_000_000;
	const presence = createMemoryPresence(() => now);
	await presence.touch(1, 'users', 5);
	await presence.touch(1, 'contacts', 5);
	now += PRESENCE_INTERVAL + 5_000;
	assert.deepEqual([...(await presence.list(1)).users], [5]);
	await presence.touch(1, 'users', 5);
	now += PRESENCE_WINDOW - 1;
	const present = await presence.list(1);
	assert.deepEqual([[...present.users], [...present.contacts]], [[5], []]);
	now += 1;
	assert.deepEqual([...(await presence.list(1)).users], []);
});

test('accounts do not share presence', async () => {
	const presence = createMemoryPresence();
	await presence.touch(1, 'users', 5);
	assert.equal((await presence.list(2)).users.size, 0);
});
