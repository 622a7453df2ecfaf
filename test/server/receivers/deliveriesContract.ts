/**
 * The queue of what is to be delivered, and how administrators look at it (docs/application-api.md,
 * Webhooks).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Fastify from 'fastify';
import type { UndeliveredEvent as Undelivered } from '#protocol/application/deliveryRoutes.ts';
import { PATIENTLY } from '../../support/until.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { cleanUp } from '../../../src/server/jobs/cleanUp.ts';
import { WAITING_MAX } from '../../../src/server/store/receivers/deliveries.ts';
import { addWebhook } from '../../support/channel.ts';
import { beginConversation, createVisitor } from '../api.ts';
import { openOwnStore, startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { createJobServices } from '../operation/jobServices.ts';
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

		/** The running server leaves alone what is due then. */
		const later = () => Date.now() + 3_600_000;

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
			await store.deliveries.insert({ receiver_type: 'webhook', receiver_id: 1, ...ABOUT_NOBODY }, later());
			assert.equal((await store.deliveries.summarize()).length, 1);
			assert.deepEqual(await store.deliveries.summarize(others.id), []);
			assert.deepEqual(await store.deliveries.listGivenUp(10, others.id), []);
			assert.equal(await store.deliveries.redeliver(undefined, Date.now(), others.id), 0);
		});

		test('of deliveries that were queued again together, only those beyond the limit are given up', async () => {
			const receiver = { receiver_type: 'bot', receiver_id: 88 } as const;
			for (let count = 0; count < 5; count++)
				await store.deliveries.insert({ ...receiver, ...ABOUT_NOBODY, contact_inbox_id: 2_000 + count }, later());
			const idsOf = (rows: readonly { id: number; receiver_id: number }[]) =>
				rows
					.flatMap(({ id, receiver_id }) => (receiver_id === receiver.receiver_id ? [id] : []))
					.toSorted((a, b) => a - b);
			const givenUp = async () => idsOf(await store.deliveries.listGivenUp(100));
			await store.deliveries.giveUpBefore(receiver, later() + 1, 'status 500', Date.now());
			const all = await givenUp();
			assert.equal(all.length, 5);
			const at = later();
			for (const id of all) assert.equal(await store.deliveries.redeliver(id, at), 1);
			assert.deepEqual(await givenUp(), []);
			await store.deliveries.giveUpBeyond(receiver, 3, 'too many', Date.now());
			assert.deepEqual(await givenUp(), all.slice(0, 2));
			const waiting = (await store.deliveries.summarize()).find(
				({ receiver_id }) => receiver_id === receiver.receiver_id,
			);
			assert.equal(waiting?.count, 3);
			await store.deliveries.giveUpBefore(receiver, at + 1, 'status 500', Date.now());
			assert.deepEqual(await givenUp(), all);
		});

		test('the clean-up gives up what is too much for a failing receiver, and nothing of one that is only slow', async () => {
			const receiver = { receiver_type: 'bot', receiver_id: 99 } as const;
			await store.deliveries.insert({ ...receiver, ...ABOUT_NOBODY, contact_inbox_id: 3_000 }, later());
			await setup.query(`insert into deliveries
				(receiver_type, receiver_id, conversation_id, contact_inbox_id, event, payload, queue, attempts, created_at)
				with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${WAITING_MAX})
				select receiver_type, receiver_id, conversation_id, contact_inbox_id, event, payload, queue, attempts, created_at + number
				from deliveries, numbers where receiver_id = 99`);
			const count = async () =>
				(await store.deliveries.summarize()).find(({ receiver_id }) => receiver_id === receiver.receiver_id)?.count;
			const run = async () => {
				const app = Fastify();
				cleanUp(app, createJobServices(store, setup.server.dataDir), 365);
				await app.ready();
				await app.close();
			};
			await run();
			assert.equal(await count(), WAITING_MAX + 1);
			await setup.query(
				"update deliveries set failure = 'status 500', is_receiver_failing = true where receiver_id = 99 and attempts = 0",
			);
			await run();
			assert.equal(await count(), WAITING_MAX);
			await setup.query('delete from deliveries where receiver_id = 99');
			await setup.query("delete from delivery_queues where receiver = 'bot 99'");
		});

		test('what is added while the last of its queue is taken is not forgotten', async (t) => {
			const { store: own, close } = await openOwnStore(prepare);
			t.after(close);
			const add = (contact_inbox_id: number, queue = own.deliveries) =>
				queue.insert({ receiver_type: 'bot', receiver_id: 77, ...ABOUT_NOBODY, contact_inbox_id });
			const listDue = () => own.deliveries.listDue(Date.now() + 60_000, [], 100);
			const sessions = Array.from({ length: 50 }, (_, index) => 1_000 + index);
			for (const session of sessions) {
				await add(session);
				const [first = assert.fail()] = await listDue();
				await Promise.all([
					own.transaction(async ({ deliveries, accounts }) => {
						await add(session, deliveries);
						// Until then the other one has to wait.
						await accounts.findFirst();
					}),
					own.deliveries.delete(first),
				]);
				const due = await listDue();
				assert.deepEqual(
					due.map(({ contact_inbox_id }) => contact_inbox_id),
					[session],
				);
				for (const last of due) await own.deliveries.delete(last);
			}
			assert.deepEqual(await own.deliveries.listReceivers(), []);
		});
	});
}

const ABOUT_NOBODY = { conversation_id: null, contact_inbox_id: null, event: 'webwidget_triggered', payload: '{}' };
