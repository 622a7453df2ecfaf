/** Mails that were promised: they survive the process, and are sent again after a failure. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { deliver } from '../../../src/server/deliveries/deliver.ts';
import { createDeliveryWorker, type DeliveryWorkerOptions } from '../../../src/server/deliveries/deliveryWorker.ts';
import { createSmtpMailer } from '../../../src/server/mail/smtpMailer.ts';
import { startServer } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, createVisitor } from '../api.ts';
import { openOwnStore, type Prepare } from '../conversationServer.ts';
import { parseMail, valueOf } from './mailParsed.ts';
import { startSmtpServer } from './mailSmtpServer.ts';

const FROM = 'Shop <shop@shop.example>';

export function describeMailQueue(database: string, prepare: Prepare): void {
	describe(`mail queue on ${database}`, () => {
		/**
		 * A server whose mail server does not answer yet, and a visitor who has requested a
		 * transcript.
		 */
		async function askWithoutMailServer(t: TestContext) {
			const smtp = await startSmtpServer(t);
			const services = await prepare();
			t.after(services.cleanUp);
			// The first attempt is to be seen before there is another.
			const settings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: FROM };
			const options = { ...services.options, pace: 1, settings };
			const server = await startServer(options);
			t.after(() => server.stop());
			const visitor = await createVisitor(server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { email: 'ada@shop.example' } });
			await beginConversation(visitor);
			const asked = await visitor.call('conversations/transcript', { method: 'POST' });
			assert.equal(asked.status, 200);
			const queued = async () =>
				Number((await services.query('select count(*) as n from deliveries where given_up_at is null'))[0]?.['n']);
			return { smtp, services, options, server, visitor, queued };
		}

		test("a mail that was promised is sent once, after a kill and after the mail server's return", async (t) => {
			const { smtp, services, options, server, queued } = await askWithoutMailServer(t);
			// Waits for the attempt to end: one that the kill interrupts would only be repeated
			// after its lease.
			await t.waitFor(async () => {
				const [row] = await services.query(
					'select attempts, due_at - created_at as delay from deliveries natural join delivery_queues',
				);
				assert.equal(Number(row?.['attempts']), 1);
				assert.ok(Number(row?.['delay']) < 60_000);
			}, PATIENTLY);
			await server.kill();
			assert.equal(await queued(), 1);
			const again = await startServer({ ...options, settings: { SMTP_URL: smtp.url, MAIL_FROM: FROM } });
			t.after(() => again.stop());
			await t.waitFor(() => assert.deepEqual(smtp.mails[0]?.recipients, ['ada@shop.example']), PATIENTLY);
			await t.waitFor(async () => assert.equal(await queued(), 0), PATIENTLY);
			assert.equal(smtp.mails.length, 1);
		});

		test('a mail about a deleted conversation is not sent', async (t) => {
			const { server, visitor, queued } = await askWithoutMailServer(t);
			assert.equal((await visitor.call('contact', { method: 'DELETE' })).status, 204);
			assert.equal(await queued(), 0);
			await server.stop();
		});

		/** A store to queue in, and two delivery workers that work on its queue. */
		async function startDeliveryWorkers(t: TestContext, options: Pick<DeliveryWorkerOptions, 'backOff' | 'patience'>) {
			const smtp = await startSmtpServer(t);
			const { store, query, close } = await openOwnStore(prepare);
			const reported: string[] = [];
			const warned = new Set<unknown>();
			const log = {
				warn: ({ why }: { why?: unknown }) => void warned.add(why),
				error: (_facts: unknown, what?: string) => reported.push(what ?? ''),
			};
			const mailer = createSmtpMailer({ server: smtp.url, from: FROM });
			const deliveryWorkers = [1, 2].map(() =>
				createDeliveryWorker({
					store,
					log,
					deliver: (delivery) =>
						deliver(
							{
								store,
								mailer,
								drawReply: () => assert.fail(),
								readPushKeys: () => assert.fail(),
								pushSubject: '',
								mayBePrivate: false,
							},
							delivery,
						),
					onGivenUp: () => Promise.resolve(),
					...options,
				}),
			);
			t.after(async () => {
				for (const deliveryWorker of deliveryWorkers) await deliveryWorker.close();
				mailer.close();
				await close();
			});
			return {
				smtp,
				reported,
				warned,
				failures: async () => (await query('select failure from deliveries')).map((row) => row['failure']),
				/** Mails to one address wait for each other. */
				queue: async (id: string, address = 'ada@shop.example') => {
					const to = { name: 'Ada', address };
					const mail = { id, to, subject: 'S', text: 'T', html: '<p>T</p>' };
					await store.deliveries.insert({
						receiver_type: 'mail',
						receiver_id: 0,
						conversation_id: null,
						contact_inbox_id: null,
						subject: address,
						event: 'transcript',
						payload: JSON.stringify(mail),
					});
					for (const deliveryWorker of deliveryWorkers) deliveryWorker.wake();
				},
				queued: async () =>
					Number((await query('select count(*) as n from deliveries where given_up_at is null'))[0]?.['n']),
			};
		}

		test('a mail that the mail server defers is sent again under the same id, by one of several processes', async (t) => {
			const { smtp, queue, queued, reported } = await startDeliveryWorkers(t, { backOff: [0] });
			smtp.refusals.push(451, 421, 451);
			await queue('7e57');
			await t.waitFor(async () => assert.equal(await queued(), 0), PATIENTLY);
			assert.deepEqual([smtp.attempts(), smtp.mails.length, reported], [4, 1, []]);
			assert.equal(valueOf(parseMail(smtp.mails[0]?.raw ?? '').headers, 'message-id'), '<7e57@shop.example>');
		});

		test('recipients whose mailboxes are full hold up no other mail', async (t) => {
			const { smtp, queue, queued, reported } = await startDeliveryWorkers(t, { backOff: [0, 0, 0, 60_000] });
			const full = [1, 2, 3, 4].map((number) => `full-${number}@shop.example`);
			for (const address of full) {
				smtp.full.add(address);
				await queue(address, address);
			}
			await t.waitFor(() => assert.equal(smtp.attempts(), 4 * full.length), PATIENTLY);
			await queue('good');
			await t.waitFor(async () => assert.equal(await queued(), full.length), PATIENTLY);
			assert.deepEqual([smtp.mails.map(({ recipients }) => recipients), reported], [[['ada@shop.example']], []]);
		});

		test('a mail that is refused for good, or deferred for too long, is given up and reported; the next one is sent', async (t) => {
			const { smtp, queue, queued, reported, warned, failures } = await startDeliveryWorkers(t, {
				backOff: [0],
				patience: 0,
			});
			smtp.refusals.push('550 5.7.1 <ada@shop.example> is blocked');
			await queue('refused');
			await t.waitFor(async () => assert.equal(await queued(), 0), PATIENTLY);
			assert.deepEqual([smtp.attempts(), reported], [1, ['delivery given up']]);
			// Logs are read by others than the team.
			assert.deepEqual([...warned], ['REFUSED 550 5.7.1']);
			assert.match(String(await failures()), /^REFUSED: .*: 550 5\.7\.1 <ada@shop\.example> is blocked$/);
			smtp.refusals.push(451);
			await queue('late');
			await t.waitFor(async () => assert.equal(await queued(), 0), PATIENTLY);
			assert.deepEqual([smtp.attempts(), reported], [2, ['delivery given up', 'delivery given up']]);
			await queue('good');
			await t.waitFor(() => assert.equal(smtp.mails.length, 1), PATIENTLY);
		});
	});
}
