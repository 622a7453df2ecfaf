/** How a server that stops ends its connections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createVisitor } from '../api.ts';
import { connectActionCable, connectSocketIo, type Connect } from '../realtime/cableClients.ts';
import { startApp } from '../ownProcess.ts';
import { createSqlite } from '../sqlite.ts';

/** More connections than two slices have. */
const MANY = 250;
const SLICE = 100;

const PROTOCOLS: Record<string, Connect> = { 'Socket.IO': connectSocketIo, ActionCable: connectActionCable };

for (const [protocol, connect] of Object.entries(PROTOCOLS)) {
	test(`connections by ${protocol} end in slices: the others stay, new ones are refused, and requests are answered`, async (t) => {
		const { origin, close } = await startApp(t, createSqlite);
		const visitor = await createVisitor(origin);
		let connected = 0;
		const listen = () => connect(origin, { pubsub_token: visitor.pubsubToken }, () => (connected -= 1));
		while (connected < MANY) {
			await Promise.all(Array.from({ length: 50 }, listen));
			connected += 50;
		}
		// The pauses between the slices last until the test advances the clock.
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const closed = close();
		await until(() => connected === MANY - SLICE);
		await assert.rejects(listen());
		assert.equal((await call(origin, '/healthz')).status, 200);
		assert.equal((await visitor.call('conversations')).status, 200);
		assert.equal(connected, MANY - SLICE);
		t.mock.timers.tick(1_000);
		await until(() => connected === MANY - 2 * SLICE);
		t.mock.timers.tick(1_000);
		await until(() => connected === 0);
		t.mock.timers.reset();
		await closed;
	});
}

test('a few connections end without a pause', async (t) => {
	const { origin, close } = await startApp(t, createSqlite);
	const visitor = await createVisitor(origin);
	let connected = 6;
	for (const connect of [...Object.values(PROTOCOLS), ...Object.values(PROTOCOLS), ...Object.values(PROTOCOLS)]) {
		await connect(origin, { pubsub_token: visitor.pubsubToken }, () => (connected -= 1));
	}
	t.mock.timers.enable({ apis: ['setTimeout'] });
	await close();
	await until(() => connected === 0);
});

/** Polls without timers, since the test may hold the clock; the runner's timeout ends it. */
async function until(look: () => boolean): Promise<void> {
	while (!look()) await new Promise(setImmediate);
}
