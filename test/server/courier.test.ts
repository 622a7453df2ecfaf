import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import fastify from 'fastify';
import { openStore, type Store } from '../../src/server/store/store.ts';
import { createCourier } from '../../src/server/webhooks/courier.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
const store = await openStore({ dataDir });
after(async () => {
	await store.close();
	rmSync(dataDir, { recursive: true });
});

test('what becomes due while the next look is being planned waits for no further one', async (t: TestContext) => {
	const { webhookDeliveries } = store;
	const slowly: Store = {
		...store,
		webhookDeliveries: {
			...webhookDeliveries,
			async nextDueAt() {
				const dueAt = await webhookDeliveries.nextDueAt();
				await pass(Math.max(0, (dueAt ?? 0) - Date.now()) + 10);
				return dueAt;
			},
		},
	};
	const now = Date.now();
	await webhookDeliveries.insert({
		receiver_type: 'webhook',
		// Of nobody any more: it is deleted as soon as it is looked at.
		receiver_id: 1,
		queue: 'webhook 1 conversation 1',
		conversation_id: null,
		contact_inbox_id: null,
		event: 'message_created',
		payload: '{}',
		attempts: 0,
		due_at: now + 100,
		created_at: now,
	});
	const courier = createCourier({
		store: slowly,
		log: fastify().log,
		mayBePrivate: false,
		onUnanswered: () => Promise.resolve(),
	});
	courier.wake();
	await t.waitFor(async () => assert.equal(await webhookDeliveries.nextDueAt(), undefined), { timeout: 5_000 });
	await courier.close();
});
