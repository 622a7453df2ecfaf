/** The presence that several processes share, in a Redis that comes and goes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectRedis } from '../../../src/server/base/redis.ts';
import { createRedisPresence, PRESENCE_WINDOW } from '../../../src/server/presence/presence.ts';
import { startOwnRedis } from '../../support/ownServices.ts';
import { PATIENTLY } from '../../support/until.ts';

test('who is away is not known after the start, while Redis is away, and until all can have reported after it is back', async (t) => {
	const redis = await startOwnRedis();
	t.after(() => redis.stop());
	const { commands, close } = await connectRedis({ url: redis.url, prefix: 'test', onError: () => undefined });
	t.after(close);
	let now = 1_000_000;
	const presence = createRedisPresence(commands, () => now);
	const isConnected = () => t.waitFor(async () => assert.equal(await commands.ping(), 'PONG'), PATIENTLY);
	await presence.touch(1, 'users', 5);
	assert.equal(await presence.listIfKnown(1, 'users'), undefined);
	now += PRESENCE_WINDOW - 1;
	await presence.touch(1, 'users', 6);
	now += 1;
	assert.deepEqual(await presence.listIfKnown(1, 'users'), new Set([6]));

	await redis.kill();
	await t.waitFor(() => assert.notEqual(commands.status, 'ready'), PATIENTLY);
	assert.equal(await presence.listIfKnown(1, 'users'), undefined);
	await redis.start();
	await isConnected();
	now += PRESENCE_WINDOW - 1;
	await presence.touch(1, 'users', 7);
	assert.equal(await presence.listIfKnown(1, 'users'), undefined);
	now += 1;
	assert.deepEqual(await presence.listIfKnown(1, 'users'), new Set([7]));

	// Nobody asks while it is away.
	await redis.kill();
	await redis.start();
	await t.waitFor(() => assert.equal(commands.status, 'ready'), PATIENTLY);
	await isConnected();
	assert.equal(await presence.listIfKnown(1, 'users'), undefined);
});
