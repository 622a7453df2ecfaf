/** The queue of what is to be delivered, and how administrators look at it (docs/application-api.md, Webhooks). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { UndeliveredEvent as Undelivered } from '#protocol/deliveryRoutes.ts';
import { PATIENTLY } from '../support/until.ts';
import { openStore, type Store } from '../../src/server/store/store.ts';
import { addWebhook } from '../support/channel.ts';
import { beginConversation, createVisitor } from './api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from './conversationServer.ts';
import { Receiver } from './receiver.ts';

export function describeDeliveries(database: string, prepare: Prepare): void {
	describe(`deliveries on ${database}`, () => {
		let setup: ConversationServer;
		let store: Store;
		let receiver: Receiver;
		before(async () => {
			receiver = await new Receiver().start();
			setup = await startConversationServer(prepare, { settings: { PRIVATE_WEBHOOKS: 'on' } });
			store = await openStore(setup.where);
			await addWebhook(setup.where, receiver.url);
		});
		after(async () => {
			receiver.stop();
			await store.close();
			await setup.stop();
		});

		interface Waiting {
			receiver_type: string;
			receiver_id: number;
			waiting: number;
			is_failing: boolean;
		}
		interface GivenUp {
			id: number;
			event: string;
			failure: string;
			receiver_id: number;
		}
		const list = async <T>(path: string): Promise<T[]> =>
			(await setup.agent.call<{ payload: T[] }>(`deliveries${path}`)).body.payload;

		test('administrators see what waits for a receiver and what was given up, and have it delivered again', async (t) => {
			receiver.answer = (response) => response.writeHead(500).end();
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			for (let count = 0; count < 3; count++) await visitor.write('More');
			await t.waitFor(async () => {
				const [waiting] = await list<Waiting>('');
				assert.deepEqual([waiting?.receiver_type, waiting?.waiting, waiting?.is_failing], ['webhook', 4, true]);
			}, PATIENTLY);

			const [{ receiver_id } = assert.fail()] = await list<Waiting>('');
			const waiting = await list<Undelivered>(`/webhook/${receiver_id}`);
			assert.deepEqual(
				waiting.map(({ state, failure, attempts, next_attempt_at }) => [
					state,
					failure,
					attempts >= 3,
					next_attempt_at !== null,
				]),
				[['waiting', 'status 500', true, true], ...Array.from({ length: 3 }, () => ['waiting', null, false, false])],
			);

			receiver.answer = (response) => response.writeHead(410).end();
			await setup.query('update delivery_queues set due_at = 0');
			await t.waitFor(async () => assert.equal((await list<GivenUp>('/given_up')).length, 4), PATIENTLY);
			assert.deepEqual(await list<Waiting>(''), []);
			const ofReceiver = async () =>
				list<Undelivered>(`/webhook/${(await list<GivenUp>('/given_up'))[0]?.receiver_id}`);
			assert.deepEqual(
				(await ofReceiver()).map(({ state, failure, next_attempt_at }) => [state, failure, next_attempt_at]),
				Array.from({ length: 4 }, () => ['given_up', 'status 410', null]),
			);
			assert.equal((await setup.agent.call('deliveries/webhook/999')).status, 404);
			const [newest = assert.fail()] = await list<GivenUp>('/given_up');
			assert.deepEqual([newest.event, newest.failure], ['message_created', 'status 410']);

			receiver.forget();
			assert.equal((await setup.agent.call(`deliveries/${newest.id}/redeliver`, { method: 'POST' })).status, 200);
			await t.waitFor(() => assert.deepEqual(receiver.lines(displayId), ['message_created More']), PATIENTLY);
			assert.equal((await setup.agent.call(`deliveries/${newest.id}/redeliver`, { method: 'POST' })).status, 404);
			assert.equal((await list<GivenUp>('/given_up')).length, 3);
		});

		test('another account sees none of it', async () => {
			const others = await store.accounts.insert('Elsewhere');
			await store.deliveries.insert({ receiver_type: 'webhook', receiver_id: 1, ...ABOUT_NOBODY });
			assert.equal((await store.deliveries.summarize()).length, 1);
			assert.deepEqual(await store.deliveries.summarize(others.id), []);
			assert.deepEqual(await store.deliveries.listGivenUp(10, others.id), []);
			assert.equal(await store.deliveries.redeliver(undefined, Date.now(), others.id), 0);
		});

		test('what is added while the last of its queue is taken is not forgotten', async () => {
			const add = (contact_inbox_id: number, queue = store.deliveries) =>
				queue.insert({ receiver_type: 'bot', receiver_id: 77, ...ABOUT_NOBODY, contact_inbox_id });
			const isOurs = ({ receiver_type }: { receiver_type: string }) => receiver_type === 'bot';
			const sessions = Array.from({ length: 50 }, (_, index) => 1_000 + index);
			for (const session of sessions) {
				await add(session);
				const [first = assert.fail()] = (await store.deliveries.listDue(Date.now() + 60_000, [], 100)).filter(isOurs);
				await Promise.all([
					store.transaction(async ({ deliveries, accounts }) => {
						await add(session, deliveries);
						// Until then the other one has to wait.
						await accounts.findFirst();
					}),
					store.deliveries.delete(first),
				]);
				const due = (await store.deliveries.listDue(Date.now() + 60_000, [], 100)).filter(isOurs);
				assert.deepEqual(
					due.map(({ contact_inbox_id }) => contact_inbox_id),
					[session],
				);
				for (const last of due) await store.deliveries.delete(last);
			}
			assert.deepEqual((await store.deliveries.listReceivers()).filter(isOurs), []);
		});
	});
}

const ABOUT_NOBODY = { conversation_id: null, contact_inbox_id: null, event: 'webwidget_triggered', payload: '{}' };
