/**
 * Mails for which nobody has asked, from what waits to the queue: each run of the jobs is one that
 * the test begins.
 */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { createMailLinks } from '../../../src/server/domain/people/mailLinks.ts';
import { AGENT_MAIL_EVENTS, AWAY_MAIL_EVENTS, type UnaskedMail } from '../../../src/server/mail/unaskedMail.ts';
import { createMemoryPresence, PRESENCE_WINDOW } from '../../../src/server/presence/presence.ts';
import { clearRemovedInboxes } from '../../../src/server/services/clearRemovedInboxes.ts';
import { mailAgents } from '../../../src/server/services/mailAgents.ts';
import { mailMissedReplies } from '../../../src/server/services/mailMissedReplies.ts';
import { UNLIMITED } from '../../../src/server/quotas/quotas.ts';
import { createMailReader } from '../../../src/server/services/mailing.ts';
import type { Services } from '../../../src/server/services/services.ts';
import { createConfigurationReader } from '../../../src/server/store/configuration.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { SECRET_KEY } from '../../support/server.ts';
import { beginConversation, call, createVisitor } from '../api.ts';
import { startConversationServer, type Prepare } from '../conversationServer.ts';
import { createJobServices } from '../operation/jobServices.ts';

const PUBLIC_URL = 'https://chat.example';

export function describeUnaskedMail(database: string, prepare: Prepare): void {
	describe(`mail for which nobody has asked, on ${database}`, () => {
		/** A server that mails nothing by itself, and whose mail server does not answer. */
		async function start(t: TestContext) {
			const smtpUrl = 'smtp://127.0.0.1:1';
			const settings = { SMTP_URL: smtpUrl, PUBLIC_URL, MAIL_PAUSE: '86400' };
			const setup = await startConversationServer(prepare, { settings });
			t.after(() => setup.stop());
			const store = await openStore(setup.where);
			t.after(() => store.close());
			const { id } = await setup.agent.profile();
			const options = {
				since: Number.MAX_SAFE_INTEGER,
				limit: 10,
				onError: (error: unknown) => assert.fail(error as Error),
			};
			return {
				...setup,
				store,
				/** What one more process would have, which does its jobs when the test says so. */
				services: (more: Partial<Services> = {}): Services =>
					createJobServices(store, setup.server.dataDir, {
						readMail: createMailReader({
							store,
							readConfiguration: createConfigurationReader(store),
							environment: { smtpUrl, from: 'chat@shop.example', mayBePrivate: false },
							secretKeys: [SECRET_KEY],
							facts: { publicUrl: PUBLIC_URL, isDemo: false, pause: 0 },
						}),
						publicUrl: PUBLIC_URL,
						mailLinks: createMailLinks([SECRET_KEY]),
						...more,
					}),
				mailAgents: (services: Services) => mailAgents(services, options),
				mailAway: (services: Services) => mailMissedReplies(services, options),
				/** Makes the conversation the first agent's. */
				assign: (displayId: number) =>
					setup.agent.call(`conversations/${displayId}/assignments`, { body: { assignee_id: id } }),
				/** The mails in the queue. */
				async queued() {
					const conversations = await setup.query('select distinct conversation_id as id from deliveries');
					const rows = await Promise.all(
						conversations.map(({ id: conversation }) =>
							store.deliveries.listOfConversation(Number(conversation), [...AGENT_MAIL_EVENTS, ...AWAY_MAIL_EVENTS]),
						),
					);
					return rows.flat().map((row) => ({ ...row, mail: JSON.parse(row.payload) as UnaskedMail }));
				},
			};
		}

		test('deleting what agents were mailed long ago leaves the mail that waits, and mails nothing twice', async (t) => {
			const { server, agent, store, services, mailAgents, assign, queued, query } = await start(t);
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			await assign(displayId);
			const old = await visitor.write('An old question');
			await visitor.write('Another old question');
			await mailAgents(services());
			const [sent = assert.fail(), ...others] = await queued();
			assert.deepEqual(others, []);
			assert.match(sent.mail.text, /An old question[^]*Another old question/);
			await store.deliveries.delete(sent);

			const written = await visitor.write('A new question');
			await mailAgents(services());
			const [waiting = assert.fail()] = await queued();
			await agent.call(`conversations/${displayId}/messages/${old.id}`, { method: 'DELETE' });
			assert.deepEqual(
				(await queued()).map(({ id }) => id),
				[waiting.id],
			);
			assert.deepEqual(
				(await query('select mailed_message_id, waiting_since from agent_mails')).map((row) => [
					Number(row['mailed_message_id']),
					row['waiting_since'],
				]),
				[[written.id, null]],
			);
			// Deleting what the mail tells of withdraws it.
			await agent.call(`conversations/${displayId}/messages/${written.id}`, { method: 'DELETE' });
			assert.deepEqual(await queued(), []);
		});

		test('of several processes that draw the same mail, the one that queues it takes of the recipients’ quota', async (t) => {
			const { server, store, services, mailAgents, queued } = await start(t);
			await beginConversation(await createVisitor(server.origin));
			const taken: string[] = [];
			const allHaveDrawn = Promise.withResolvers<void>();
			let drawn = 0;
			const processes = Array.from({ length: 3 }, () =>
				services({
					rateLimits: { ...UNLIMITED, take: async (_quota, who) => (taken.push(String(who)), 0) },
					// Read at the beginning of the transaction.
					async readConfiguration() {
						if (++drawn === 3) allHaveDrawn.resolve();
						await allHaveDrawn.promise;
						return createConfigurationReader(store)();
					},
				}),
			);
			await Promise.all(processes.map(mailAgents));
			const recipients = (await queued()).map(({ mail }) => mail.to.address);
			assert.ok(recipients.length > 0);
			assert.deepEqual(taken.toSorted(), recipients.toSorted());
		});

		test('a server that has just started mails nobody until all who are connected have had the time to report', async (t) => {
			const { server, agent, services, mailAgents, mailAway, queued, query } = await start(t);
			const [here, gone] = [await createVisitor(server.origin), await createVisitor(server.origin)];
			for (const [nth, visitor] of [here, gone].entries()) {
				await visitor.call('contact', { method: 'PATCH', body: { email: `visitor-${nth}@shop.example` } });
				await agent.write(await beginConversation(visitor), 'Good morning');
			}
			let now = Date.now();
			const presence = createMemoryPresence(() => now);
			const started = services({ presence });
			const run = async () => {
				await mailAgents(started);
				await mailAway(started);
				return (await queued()).map(({ mail }) => mail.to.address);
			};
			const waiting = () =>
				Promise.all(
					['agent_mails', 'answer_mails'].map((table) =>
						query(`select conversation_id, waiting_since from ${table} order by conversation_id`),
					),
				);
			const before = await waiting();
			assert.deepEqual(await run(), []);
			now += PRESENCE_WINDOW - 1;
			await presence.touch(1, 'contacts', here.contactId);
			assert.deepEqual(await run(), []);
			assert.deepEqual(await waiting(), before);
			now += 1;
			const mailed = await run();
			assert.ok(mailed.includes('visitor-1@shop.example'));
			assert.ok(!mailed.includes('visitor-0@shop.example'));
			assert.ok(
				mailed.some((address) => !address.endsWith('@shop.example')),
				'agents are mailed',
			);
		});

		test('the link of a mail unsubscribes also after its conversation, contact and website are deleted', async (t) => {
			const { server, agent, services, mailAway, queued, query } = await start(t);
			const { body: inbox } = await agent.call<TeamInbox>('inboxes', {
				body: { name: 'Töpferei', channel: { type: 'web_widget' } },
			});
			const leave = async (websiteToken: string) => {
				const visitor = await createVisitor(server.origin, undefined, websiteToken);
				await visitor.call('contact', { method: 'PATCH', body: { email: 'ada@shop.example' } });
				await agent.write(await beginConversation(visitor), 'Good morning');
				return visitor;
			};
			const first = await leave(inbox.website_token);
			await mailAway(services());
			const [{ mail } = assert.fail()] = await queued();
			const { pathname } = new URL(mail.unsubscribeUrl ?? '');
			assert.equal((await agent.call(`contacts/${first.contactId}`, { method: 'DELETE' })).status, 200);
			assert.equal((await agent.call(`inboxes/${inbox.id}`, { method: 'DELETE' })).status, 200);
			await clearRemovedInboxes(services(), 10, (error) => assert.fail(error as Error));
			assert.deepEqual(await query(`select id from inboxes where id = ${inbox.id}`), []);

			const page = await call<string>(server.origin, pathname);
			assert.equal(page.status, 200);
			assert.match(page.body, /from the chat of Töpferei/);
			const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
			assert.equal((await fetch(new URL(pathname, server.origin), { method: 'POST', body })).status, 200);
			await leave('demo');
			await mailAway(services());
			assert.deepEqual(await queued(), []);
		});
	});
}
