/** Events between processes, through a Redis that hangs or loses them. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { connectRedis } from '../../../src/server/base/redis.ts';
import { openEventStream, type EventStreamOptions } from '../../../src/server/realtime/eventStream.ts';
import { openBlackHole } from '../../support/blackHole.ts';
import { startOwnRedis } from '../../support/ownServices.ts';
import { PATIENTLY } from '../../support/until.ts';

interface JoinOptions extends Omit<EventStreamOptions, 'redis'> {
	/** Where the connection that writes goes, if that is another way. */
	writerUrl?: string;
}

async function join(t: TestContext, url: string, { writerUrl, ...options }: JoinOptions = {}) {
	const connect = (to: string) => connectRedis({ url: to, prefix: 'test', onError: () => undefined });
	const redis = await connect(url);
	const { writer, close } = writerUrl === undefined ? redis : await connect(writerUrl);
	t.after(close);
	const heard: string[] = [];
	const stream = await openEventStream(
		{ redis: { ...redis, writer }, ...options },
		{ onDelivery: ({ rooms }) => heard.push(...rooms), onGap: () => heard.push('gap') },
	);
	t.after(() => {
		stream.close();
		redis.close();
	});
	return {
		heard,
		/** As a process that is killed. */
		die: () => {
			close();
			redis.close();
		},
		publish: (...names: string[]) =>
			stream.publish(names.map((name) => ({ event: 'contact.deleted', data: GONE, rooms: [name] }))),
	};
}

/** A Redis of the test's own, and a way to it that can swallow what is sent. */
async function startRedisOnTheWay(t: TestContext) {
	const redis = await startOwnRedis();
	const way = await openBlackHole(redis.url);
	t.after(async () => {
		way.close();
		await redis.stop();
	});
	return { redis, way };
}

const GONE = { id: 1, account_id: 1, conversation_ids: [] };

test('while Redis hangs, a bounded number of events waits, and for the others clients are told that some were lost', async (t) => {
	const { redis, way } = await startRedisOnTheWay(t);
	const publisher = await join(t, way.url, { waitingMax: 5_000 });
	const { heard } = await join(t, redis.url);
	publisher.publish('before');
	await t.waitFor(() => assert.deepEqual(heard, ['before']), PATIENTLY);

	way.swallow();
	for (let number = 0; number < 1_000; number++) publisher.publish(`${number}`);
	way.heal();
	await t.waitFor(() => assert.equal(heard.at(-1), 'gap'), PATIENTLY);
	const waited = heard.slice(1, -1);
	assert.ok(waited.length > 10 && waited.length < 100, `${waited.length} waited`);
	assert.deepEqual(
		waited,
		waited.map((_, number) => `${number}`),
	);
	publisher.publish('after');
	await t.waitFor(() => assert.equal(heard.at(-1), 'after'), PATIENTLY);
});

test('a client that misses events for a while gets all of them afterwards, once and in order', async (t) => {
	const { redis, way } = await startRedisOnTheWay(t);
	const publisher = await join(t, redis.url);
	const { heard } = await join(t, way.url);
	const names = Array.from({ length: 250 }, (_, number) => `${number}`);
	way.swallow();
	for (const name of names) publisher.publish(name);
	way.heal();
	await t.waitFor(() => assert.deepEqual(heard, names), PATIENTLY);
});

test('events that waited for Redis in a process that has ended meanwhile are told as lost', async (t) => {
	const { redis, way } = await startRedisOnTheWay(t);
	const ending = await join(t, way.url);
	const { heard } = await join(t, way.url, { interruptionMax: 500 });
	way.swallow();
	ending.publish('lost');
	ending.die();
	way.heal();
	await t.waitFor(() => assert.deepEqual(heard, ['gap']), PATIENTLY);
	const publisher = await join(t, redis.url);
	publisher.publish('after');
	await t.waitFor(() => assert.deepEqual(heard, ['gap', 'after']), PATIENTLY);
});

test('a client that is too far behind, or finds Redis empty, is told that events are lost', async (t) => {
	const { redis, way } = await startRedisOnTheWay(t);
	const publisher = await join(t, redis.url);
	const { heard } = await join(t, way.url);
	way.swallow();
	for (let number = 0; number < 5_000; number++) publisher.publish(`${number}`);
	way.heal();
	await t.waitFor(() => assert.ok(heard.includes('gap')), PATIENTLY);

	heard.length = 0;
	await redis.kill();
	await redis.start();
	await t.waitFor(() => assert.deepEqual(heard, ['gap']), PATIENTLY);
	publisher.publish('after');
	await t.waitFor(() => assert.equal(heard.at(-1), 'after'), PATIENTLY);
});

test('events that a process wrote before it found Redis empty are heard, also where they get there after that', async (t) => {
	const { redis, way } = await startRedisOnTheWay(t);
	const publisher = await join(t, redis.url, { writerUrl: way.url });
	const { heard } = await join(t, redis.url);
	way.swallow();
	publisher.publish('one', 'two');
	publisher.publish('three');
	await redis.kill();
	await redis.start();
	for (const each of [heard, publisher.heard]) await t.waitFor(() => assert.deepEqual(each, ['gap']), PATIENTLY);
	way.heal();
	await t.waitFor(() => assert.deepEqual(heard, ['gap', 'one', 'two', 'three']), PATIENTLY);
});
