import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test, type TestContext } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import {
	createDeliveryWorker,
	type DeliveryWorker,
	type DeliveryWorkerOptions,
} from '../../../src/server/deliveries/deliveryWorker.ts';
import { HOUR } from '#protocol/base/duration.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { PATIENTLY } from '../../support/until.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
const store = await openStore({ dataDir });
const { deliveries } = store;
after(async () => {
	await store.close();
	rmSync(dataDir, { recursive: true });
});

beforeEach(async () => {
	for (const delivery of await deliveries.listDue(Infinity, [], 1000)) await deliveries.delete(delivery);
	await deliveries.deleteGivenUp(Infinity);
});

/**
 * One delivery per number, to a webhook of that id and about a visitor of its own, from `visitor`
 * on.
 */
async function queue(receivers: readonly number[], now = Date.now(), visitor = 0): Promise<void> {
	for (const [index, receiver_id] of receivers.entries()) {
		await deliveries.insert(
			{
				receiver_type: 'webhook',
				receiver_id,
				conversation_id: null,
				contact_inbox_id: visitor + index,
				event: 'message_created',
				payload: '{}',
			},
			now,
		);
	}
}

function start(t: TestContext, options: Pick<DeliveryWorkerOptions, 'deliver'> & Partial<DeliveryWorkerOptions>) {
	const deliveryWorker = createDeliveryWorker({
		store,
		log: { warn: () => undefined, error: () => undefined },
		onGivenUp: () => Promise.resolve(),
		...options,
	});
	t.after(() => deliveryWorker.close());
	deliveryWorker.wake();
	return deliveryWorker;
}

test('a delivery that becomes due while the next round is planned is not delayed to a later one', async (t) => {
	await queue([1], Date.now() + 100);
	start(t, {
		deliver: () => Promise.resolve(undefined),
		store: {
			deliveries: {
				...deliveries,
				async nextDueAt(now: number) {
					const dueAt = await deliveries.nextDueAt(now);
					await pass(Math.max(0, (dueAt ?? 0) - Date.now()) + 10);
					return dueAt;
				},
			},
		},
	});
	await t.waitFor(async () => assert.equal(await deliveries.nextDueAt(0), undefined), { timeout: 5_000 });
});

test('a failing receiver gets one attempt at a time, while deliveries to others go on', async (t) => {
	let isMended = false;
	let underWay = 0;
	const most: number[] = [];
	let failures = 0;
	let taken = 0;
	await queue([...Array.from({ length: 30 }, () => 1), ...Array.from({ length: 30 }, () => 2)]);
	start(t, {
		backOff: [0, 0, 0, 20],
		async deliver({ receiver_id }) {
			if (receiver_id === 2) {
				taken += 1;
				return { kind: 'delivered' };
			}
			underWay += 1;
			most[failures] = Math.max(most[failures] ?? 0, underWay);
			await pass(1);
			underWay -= 1;
			if (isMended) return { kind: 'delivered' };
			failures += 1;
			return { kind: 'failed', why: 'status 500' };
		},
	});
	await t.waitFor(() => assert.ok(taken === 30 && failures > 12, `${taken} ${failures}`), PATIENTLY);
	// Four attempts were under way when the third of them failed.
	assert.deepEqual([...new Set(most.slice(8, 12))], [1]);
	isMended = true;
	await t.waitFor(async () => assert.equal(await deliveries.nextDueAt(0), undefined), PATIENTLY);
	assert.deepEqual(await deliveries.listGivenUp(1), []);
});

test('a delivery that fails for a day is given up with all older ones behind it, and newer ones stay', async (t) => {
	const now = Date.now();
	const givenUp: number[] = [];
	await queue(
		Array.from({ length: 20 }, () => 1),
		now - 24 * 60 * 60_000 - 1,
	);
	await queue([1]);
	start(t, {
		backOff: [0, 0, 0, 60_000],
		deliver: () => Promise.resolve({ kind: 'failed', why: 'status 500' }),
		onGivenUp: async ({ id }) => void givenUp.push(id),
	});
	await t.waitFor(async () => assert.equal((await deliveries.listGivenUp(100)).length, 20), PATIENTLY);
	assert.ok(givenUp.length < 20, `${givenUp.length} were tried`);
	assert.equal((await deliveries.listDue(Infinity, [], 100)).length, 1);
});

test('of what waits for a failing receiver only so much is kept: the oldest is given up', async (t) => {
	const now = Date.now();
	for (let age = 20; age > 0; age--) await queue([1], now - age * 1_000);
	start(t, {
		backOff: [0, 0, 0, 60_000],
		waitingMax: 5,
		deliver: () => Promise.resolve({ kind: 'failed', why: 'status 500' }),
	});
	await t.waitFor(async () => assert.equal((await deliveries.listGivenUp(100)).length, 15), PATIENTLY);
	const [waiting] = await deliveries.summarize();
	assert.deepEqual([waiting?.count, waiting?.since], [5, now - 5_000]);
});

/** What another process does that finds the receiver failing. */
async function findFailing(): Promise<void> {
	await queue([1], Date.now(), 100);
	const [delivery] = await deliveries.listDue(Date.now(), [], 1);
	assert.ok(delivery);
	await deliveries.postpone(delivery, Date.now() + 3_600_000, { failure: 'status 500', isReceiverFailing: true });
}

/** Resolves once a delivery that is added now has ended, and `left` others wait. */
async function sendOne(t: TestContext, deliveryWorker: DeliveryWorker, left: number): Promise<void> {
	await queue([1]);
	deliveryWorker.wake();
	const count = async () => (await deliveries.summarize())[0]?.count ?? 0;
	await t.waitFor(async () => assert.equal(await count(), left), PATIENTLY);
}

test('a receiver that takes from one process does not stay failing because another found it so', async (t) => {
	t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
	const deliveryWorker = start(t, { deliver: () => Promise.resolve({ kind: 'delivered' }) });
	await sendOne(t, deliveryWorker, 0);
	await findFailing();
	t.mock.timers.tick(11_000);
	await sendOne(t, deliveryWorker, 1);
	assert.equal(await deliveries.isFailing({ receiver_type: 'webhook', receiver_id: 1 }), false);
});

test('a mail that nobody wants any more says nothing of the mail server', async (t) => {
	await findFailing();
	const deliveryWorker = start(t, { deliver: () => Promise.resolve(undefined) });
	await sendOne(t, deliveryWorker, 1);
	assert.equal(await deliveries.isFailing({ receiver_type: 'webhook', receiver_id: 1 }), true);
});

test('what a clock that was ahead has put off for longer than any pause is due, and a clock that goes back ends no pause late', async (t) => {
	await queue([1, 2]);
	const [put] = await deliveries.listDue(Infinity, [], 10);
	await deliveries.postpone(put ?? assert.fail(), Date.now() + 48 * HOUR, { failure: '', isReceiverFailing: false });
	const taken = new Set<number>();
	start(t, {
		deliver: async ({ receiver_id }) => {
			taken.add(receiver_id);
			return undefined;
		},
	});
	await t.waitFor(() => assert.equal(taken.size, 2), PATIENTLY);
});

test('a failing receiver is tried again after its pause, whatever the clock says meanwhile', async (t) => {
	await queue([1]);
	let attempts = 0;
	const worker = start(t, {
		backOff: [1, 1, 100],
		deliver: async () => {
			attempts += 1;
			// The clock is put right while the receiver fails: from here on it is an hour earlier.
			if (attempts === 4) t.mock.timers.enable({ apis: ['Date'], now: Date.now() - HOUR });
			return attempts < 5 ? { kind: 'failed', why: 'away' } : undefined;
		},
	});
	await t.waitFor(() => assert.equal(attempts, 4), PATIENTLY);
	await queue([1], Date.now(), 1);
	await t.waitFor(() => {
		worker.wake();
		assert.equal(attempts, 5);
	}, PATIENTLY);
});
