import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRESENCE_INTERVAL } from '#protocol/base/limits.ts';
import { createMemoryPresence, PRESENCE_WINDOW } from '../../../src/server/presence/presence.ts';

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

test('an agent views a conversation until the window ends or they leave, which is new once each', async () => {
	let now = 1_000_000;
	const presence = createMemoryPresence(() => now);
	assert.equal(await presence.view(7, 5, true), true);
	assert.equal(await presence.view(7, 5, true), false);
	assert.equal(await presence.view(7, 6, true), true);
	assert.deepEqual([await presence.listViewers(7), await presence.listViewers(8)], [[5, 6], []]);
	assert.equal(await presence.view(7, 6, false), true);
	assert.equal(await presence.view(7, 6, false), false);
	now += PRESENCE_WINDOW;
	assert.deepEqual(await presence.listViewers(7), []);
	assert.equal(await presence.view(7, 5, false), false);
});

test('accounts do not share presence', async () => {
	const presence = createMemoryPresence();
	await presence.touch(1, 'users', 5);
	assert.equal((await presence.list(2)).users.size, 0);
});

test('who is away is known once all who are connected have had the time to report', async () => {
	let now = 1_000_000;
	const presence = createMemoryPresence(() => now);
	await presence.touch(1, 'users', 5);
	now += PRESENCE_WINDOW - 1;
	assert.equal(await presence.listIfKnown(1, 'users'), undefined);
	await presence.touch(1, 'users', 6);
	now += 1;
	assert.deepEqual(await presence.listIfKnown(1, 'users'), new Set([6]));
	assert.deepEqual(await presence.listIfKnown(1, 'contacts'), new Set());
});
