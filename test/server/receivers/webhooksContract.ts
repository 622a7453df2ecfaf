/**
 * Bots and webhooks: what is posted to them, in which order, and what happens when they do not
 * accept it (docs/application-api.md, Webhooks).
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test';
import { MessageType } from '#protocol/entities/entities.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import { startServer } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, createAgent, createVisitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { holdDeliveries } from './holdDeliveries.ts';
import { Receiver } from './receiver.ts';

/** The receivers of these tests answer no visitor, and no agent shall take over meanwhile. */
const SETTINGS = { PRIVATE_WEBHOOKS: 'on', BOT_TIMEOUT: '3600' };

export function describeWebhooks(database: string, prepare: Prepare): void {
	describe(`bots and webhooks on ${database}`, () => {
		let setup: ConversationServer;
		let receiver: Receiver;
		let token: string;
		before(async () => {
			receiver = await new Receiver().start();
			setup = await startConversationServer(prepare, { settings: SETTINGS });
			token = await setup.addBot('Kiln', receiver.url);
		});
		after(async () => {
			receiver.stop();
			await setup.stop();
		});
		beforeEach(() => receiver.forget());

		const heard = (t: TestContext, displayId: number, lines: string[]) =>
			t.waitFor(() => assert.deepEqual(receiver.lines(displayId), lines), { timeout: 10_000 });
		/** Resolves once the first message was attempted, which is tried again soon and often. */
		const attempted = (t: TestContext, displayId: number) =>
			t.waitFor(() => assert.ok(receiver.lines(displayId).length > 0), PATIENTLY);
		/**
		 * The receiver accepts everything from now on: the first message arrives once more than it
		 * has been attempted.
		 */
		const heardOnceRepaired = (t: TestContext, displayId: number) => {
			receiver.answer = (response) => response.end();
			const attempts = receiver.lines(displayId);
			assert.deepEqual(new Set(attempts), new Set(['message_created Hello']));
			return heard(t, displayId, [...attempts, 'message_created Hello']);
		};
		const waiting = async () =>
			Number((await setup.query('select count(*) as n from deliveries where given_up_at is null'))[0]?.['n']);

		test('a bot is told what is written, once, in order and signed', async (t: TestContext) => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const bot = createAgent(setup.server.origin, token);
			await bot.write(displayId, 'I am a machine');
			await setup.agent.write(displayId, 'For us', { private: true });
			for (const word of ['one', 'two', 'three']) await visitor.write(word);
			await heard(t, displayId, [
				'message_created Hello',
				'message_created I am a machine',
				'message_created For us',
				'message_created one',
				'message_created two',
				'message_created three',
			]);
			await t.waitFor(async () => assert.equal(await waiting(), 0), PATIENTLY);
			assert.equal(new Set(receiver.told.map(({ headers }) => headers['x-live-chat-delivery'])).size, 6);
			for (const { headers, text } of receiver.told) {
				const signed = createHmac('sha256', token).update(`${String(headers['x-live-chat-timestamp'])}.${text}`);
				assert.equal(headers['x-live-chat-signature'], `sha256=${signed.digest('hex')}`);
			}
		});

		test('a message is told in the shape that bots know', async (t: TestContext) => {
			const visitor = await createVisitor(setup.server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { name: 'Grace', email: 'grace@navy.example' } });
			const message = await visitor.write('Hello');
			await heard(t, message.conversation_id, ['message_created Hello']);
			const { conversation, created_at, ...told } = receiver.told[0]?.body ?? { event: '', id: 0 };
			assert.match(String(created_at), /^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/);
			const account = { id: 1, name: 'Halden Stoneware' };
			assert.deepEqual(told, {
				event: 'message_created',
				id: message.id,
				account,
				inbox: { id: 1, name: 'Halden Stoneware' },
				additional_attributes: {},
				content: 'Hello',
				content_attributes: {},
				content_type: 'text',
				message_type: 'incoming',
				private: false,
				source_id: null,
				sender: {
					account,
					additional_attributes: {},
					avatar: '',
					blocked: false,
					custom_attributes: {},
					email: 'grace@navy.example',
					id: visitor.contactId,
					identifier: null,
					name: 'Grace',
					phone_number: null,
					thumbnail: '',
				},
			});
			const about = { ...conversation } as Record<string, unknown>;
			assert.deepEqual(
				[about['id'], about['status'], about['channel']],
				[message.conversation_id, 'pending', 'Channel::WebWidget'],
			);
			assert.deepEqual((about['messages'] as { message_type: number }[])[0]?.message_type, MessageType.INCOMING);
			assert.doesNotMatch(receiver.told[0]?.text ?? '', /pubsub_token/);
		});

		test('a bot is told when a conversation is opened or resolved, a question answered, and the widget opened', async (t: TestContext) => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const bot = createAgent(setup.server.origin, token);
			const items = [{ title: 'Plates', value: 'plates' }];
			const question = await bot.write(displayId, 'Which?', {
				content_type: 'input_select',
				content_attributes: { items },
			});
			const answer = { message: { submitted_values: items } };
			assert.equal((await visitor.call(`messages/${question.id}`, { method: 'PATCH', body: answer })).status, 200);
			for (const status of ['open', 'resolved', 'open']) {
				await bot.call(`conversations/${displayId}/toggle_status`, { body: { status } });
			}
			await heard(t, displayId, [
				'message_created Hello',
				'message_created Which?',
				'message_updated Which?',
				'conversation_opened',
				'conversation_resolved',
				'conversation_opened',
			]);
			receiver.forget();
			const info = { initiated_at: { timestamp: 'now' }, referer: 'https://shop.example/plates' };
			const event = { name: 'webwidget.triggered', event_info: info };
			await visitor.call('events?locale=de', { body: event });
			await t.waitFor(() => assert.equal(receiver.told[0]?.body.event, 'webwidget_triggered'), PATIENTLY);
			const told = receiver.told[0]?.body as unknown as {
				contact: { id: number };
				current_conversation: { id: number };
				event_info: Record<string, unknown>;
			};
			assert.equal(told.contact.id, visitor.contactId);
			assert.equal(told.current_conversation.id, displayId);
			assert.deepEqual([told.event_info['referer'], told.event_info['widget_language']], [info.referer, 'de']);
			receiver.forget();
			await visitor.call('events', { body: { name: 'webwidget.triggered', event_info: { referer: null } } });
			await t.waitFor(() => assert.equal(receiver.told[0]?.body.event, 'webwidget_triggered'), PATIENTLY);
			const little = receiver.told[0]?.body['event_info'] as Record<string, unknown>;
			assert.deepEqual([little['referer'], little['widget_language']], [null, null]);
		});

		test('a failing bot is told again, in order, and delays no other bot and no visitor', async (t: TestContext) => {
			const [unlucky, lucky] = [await createVisitor(setup.server.origin), await createVisitor(setup.server.origin)];
			let failures = 0;
			let isRepaired = false;
			receiver.answer = (response, { content }) => {
				if (content === 'Hello' && !isRepaired) {
					failures++;
					response.statusCode = 503;
				}
				response.end();
			};
			const first = await beginConversation(unlucky);
			await unlucky.write('Are you there?');
			await t.waitFor(() => assert.ok(failures > 0), PATIENTLY);
			await holdDeliveries(t, setup);
			const second = (await lucky.write('Me too')).conversation_id;
			await heard(t, second, ['message_created Me too']);
			const attempts = Array.from({ length: failures }, () => 'message_created Hello');
			assert.deepEqual(receiver.lines(first), attempts);
			isRepaired = true;
			await setup.query('update delivery_queues set due_at = 0');
			await heard(t, first, [...attempts, 'message_created Hello', 'message_created Are you there?']);
			const ids = receiver.told
				.filter(({ body }) => body.content === 'Hello')
				.map(({ headers }) => headers['x-live-chat-delivery']);
			assert.equal(ids.length, failures + 1);
			assert.equal(new Set(ids).size, 1);
		});

		test('a bot that never answers delays no message, and in the end the team takes over', async (t: TestContext) => {
			receiver.answer = () => {};
			const visitor = await createVisitor(setup.server.origin);
			const began = performance.now();
			const displayId = await beginConversation(visitor);
			await visitor.write('Hello?');
			assert.ok(performance.now() - began < 4_000);
			await t.waitFor(() => assert.equal(receiver.lines(displayId).length, 1), PATIENTLY);
			receiver.answer = (response) => response.writeHead(500).end();
			// Pretends that it has been attempted for a day.
			await setup.query('update deliveries set created_at = created_at - 86400001');
			await t.waitFor(async () => assert.equal((await setup.agent.conversation(displayId)).status, 'open'), {
				timeout: 15_000,
			});
			const activities = (await setup.agent.messages(displayId)).filter(({ message_type }) => message_type === 2);
			assert.deepEqual(
				activities.map(({ content }) => content),
				['Conversation was opened by the system: the bot cannot be reached'],
			);
			assert.deepEqual(activities[0]?.content_attributes, { activity: { code: 'bot_unreachable' } });
			receiver.answer = (response) => response.end();
			await t.waitFor(async () => assert.equal(await waiting(), 0), PATIENTLY);
		});

		test("redirects of a bot's address are not followed", async (t: TestContext) => {
			const elsewhere = await new Receiver().start();
			receiver.answer = (response) => response.writeHead(307, { location: elsewhere.url }).end();
			const displayId = await beginConversation(await createVisitor(setup.server.origin));
			await attempted(t, displayId);
			// The receiver may have been repaired since.
			await heardOnceRepaired(t, displayId);
			assert.equal(elsewhere.told.length, 0);
			elsewhere.stop();
		});

		test('a bot that upgrades the connection instead of answering is told again', async (t: TestContext) => {
			receiver.answer = ({ socket }) =>
				socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n');
			const displayId = await beginConversation(await createVisitor(setup.server.origin));
			await attempted(t, displayId);
			await heardOnceRepaired(t, displayId);
			await t.waitFor(async () => assert.equal(await waiting(), 0), PATIENTLY);
		});

		test('deliveries that waited while the server was down are made when it is back', async (t: TestContext) => {
			receiver.answer = (response) => response.writeHead(503).end();
			const displayId = await beginConversation(await createVisitor(setup.server.origin));
			await t.waitFor(() => assert.ok(receiver.told.length > 0), PATIENTLY);
			await setup.server.stop();
			receiver.forget();
			await setup.query('update delivery_queues set due_at = 0');
			const { dataDir, databaseUrl } = setup.where;
			setup.server = await startHostedServer({
				dataDir,
				port: setup.server.port,
				...(databaseUrl === undefined ? {} : { databaseUrl }),
				settings: SETTINGS,
			});
			await heard(t, displayId, ['message_created Hello']);
		});

		test('a bot that keeps failing delays no visitor: new conversations begin with the team', async (t: TestContext) => {
			receiver.answer = (response) => response.writeHead(500).end();
			const visitor = await createVisitor(setup.server.origin);
			await beginConversation(visitor);
			const isFailing = 'select id from deliveries where is_receiver_failing and given_up_at is null';
			await t.waitFor(async () => assert.equal((await setup.query(isFailing)).length, 1), PATIENTLY);
			const next = await beginConversation(await createVisitor(setup.server.origin));
			assert.equal((await setup.agent.conversation(next)).status, 'open');
			receiver.answer = (response) => response.end();
			await t.waitFor(async () => assert.equal(await waiting(), 0), PATIENTLY);
			const after = await beginConversation(await createVisitor(setup.server.origin));
			assert.equal((await setup.agent.conversation(after)).status, 'pending');
		});

		test('a bot that fails at one event keeps new conversations as soon as it takes another', async (t: TestContext) => {
			receiver.answer = (response, { content }) => response.writeHead(content === 'Odd' ? 500 : 200).end();
			await (await createVisitor(setup.server.origin)).write('Odd');
			const failing = 'select id from deliveries where is_receiver_failing and given_up_at is null';
			await t.waitFor(async () => assert.equal((await setup.query(failing)).length, 1), PATIENTLY);
			await beginConversation(await createVisitor(setup.server.origin));
			await t.waitFor(async () => assert.equal((await setup.query(failing)).length, 0), PATIENTLY);
			assert.equal(await waiting(), 1);
			const next = await beginConversation(await createVisitor(setup.server.origin));
			assert.equal((await setup.agent.conversation(next)).status, 'pending');
			receiver.answer = (response) => response.end();
			await setup.query('update delivery_queues set due_at = 0');
			await t.waitFor(async () => assert.equal(await waiting(), 0), PATIENTLY);
		});

		test('an event that a bot refuses is given up at once: its conversation goes to people, others to the bot', async (t: TestContext) => {
			receiver.answer = (response, { content }) => response.writeHead(content === 'Odd' ? 422 : 200).end();
			const odd = await createVisitor(setup.server.origin);
			const { conversation_id } = await odd.write('Odd');
			await heard(t, conversation_id, ['message_created Odd', 'conversation_opened']);
			await odd.write('And then');
			await heard(t, conversation_id, ['message_created Odd', 'conversation_opened', 'message_created And then']);
			const next = await beginConversation(await createVisitor(setup.server.origin));
			assert.equal((await setup.agent.conversation(next)).status, 'pending');
			await t.waitFor(async () => assert.equal(await waiting(), 0), PATIENTLY);
		});

		test('deliveries that were given up are kept, and made again on request', async (t: TestContext) => {
			receiver.answer = (response) => response.writeHead(410).end();
			const displayId = await beginConversation(await createVisitor(setup.server.origin));
			await heard(t, displayId, ['message_created Hello', 'conversation_opened']);
			await t.waitFor(async () => assert.equal(await waiting(), 0), PATIENTLY);
			receiver.forget();
			const store = await openStore(setup.where);
			const [opened, written] = await store.deliveries.listGivenUp(2);
			assert.deepEqual(
				[opened?.event, opened?.failure, written?.event],
				['conversation_opened', 'status 410', 'message_created'],
			);
			assert.equal(await store.deliveries.redeliver(written?.id, Date.now()), 1);
			assert.equal(await store.deliveries.redeliver(written?.id, Date.now()), 0);
			await t.waitFor(() => assert.deepEqual(receiver.lines(displayId), ['message_created Hello']), PATIENTLY);
			assert.equal(receiver.told[0]?.headers['x-live-chat-delivery'], String(written?.id));
			await store.deliveries.deleteGivenUp(Date.now() + 1);
			assert.deepEqual(await store.deliveries.listGivenUp(1), []);
			await store.close();
		});

		test('a bot that accepts deliveries without answering delays no visitor', async (t: TestContext) => {
			const { dataDir, databaseUrl } = setup.where;
			const impatient = await startServer({
				dataDir,
				...(databaseUrl === undefined ? {} : { databaseUrl }),
				settings: { PRIVATE_WEBHOOKS: 'on', BOT_TIMEOUT: '2' },
			});
			const [answered, silent] = [await createVisitor(impatient.origin), await createVisitor(impatient.origin)];
			const answeredId = await beginConversation(answered);
			await createAgent(impatient.origin, token).write(answeredId, 'I am here');
			const silentId = await beginConversation(silent);
			await t.waitFor(async () => assert.equal((await setup.agent.conversation(silentId)).status, 'open'), PATIENTLY);
			assert.equal((await setup.agent.conversation(answeredId)).status, 'pending');
			await impatient.stop();
		});

		test('deliveries about a deleted visitor are not made', async (t: TestContext) => {
			receiver.answer = (response) => response.writeHead(503).end();
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			await attempted(t, displayId);
			assert.equal(await waiting(), 1);
			const deleted = await visitor.call('contact', { method: 'DELETE' });
			assert.ok(deleted.status < 300, String(deleted.status));
			assert.equal(await waiting(), 0);
		});

		test('a webhook that is paused is told of nothing, and of what comes after the pause under a new secret', async (t: TestContext) => {
			const hook = await new Receiver().start();
			type Answer = { payload: { webhook: { id: number; secret: string } } };
			const change = async (path: string, method: string, body?: object) =>
				(await setup.agent.call<Answer>(path, { method, ...(body && { body }) })).body.payload.webhook;
			const { id } = await change('webhooks', 'POST', {
				url: hook.url,
				subscriptions: ['contact_created'],
				paused: true,
			});
			await createVisitor(setup.server.origin);
			await change(`webhooks/${id}`, 'PATCH', { paused: false });
			const { secret } = await change(`webhooks/${id}/reset_secret`, 'POST');
			const visitor = await createVisitor(setup.server.origin);
			await t.waitFor(() => assert.ok(hook.told.length > 0), PATIENTLY);
			assert.deepEqual(
				hook.told.map(({ body }) => body.id),
				[visitor.contactId],
			);
			const [{ headers, text } = assert.fail()] = hook.told;
			const signed = createHmac('sha256', secret).update(`${String(headers['x-live-chat-timestamp'])}.${text}`);
			assert.equal(headers['x-live-chat-signature'], `sha256=${signed.digest('hex')}`);
			await setup.agent.call(`webhooks/${id}`, { method: 'DELETE' });
			hook.stop();
		});

		test('a webhook is told of a contact that comes, changes, is absorbed by another and is deleted, in order', async (t: TestContext) => {
			const hook = await new Receiver().start();
			const store = await openStore(setup.where);
			const { id } = await store.webhooks.insert({
				accountId: 1,
				url: hook.url,
				subscriptions: ['contact_created', 'contact_updated', 'contact_deleted'],
				secret: 'hook secret',
			});
			const about = (contactId: number) => hook.told.map(({ body }) => body).filter((body) => body.id === contactId);
			const told = (contactId: number, events: string[]) =>
				t.waitFor(
					() =>
						assert.deepEqual(
							about(contactId).map(({ event }) => event),
							events,
						),
					PATIENTLY,
				);
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			await visitor.call('contact', { method: 'PATCH', body: { name: 'Grace' } });
			await told(visitor.contactId, ['contact_created', 'contact_updated']);
			const { changed_attributes, ...contact } = about(visitor.contactId)[1] as Record<string, unknown>;
			const [named] = changed_attributes as { name: { current_value: string } }[];
			assert.equal(named?.name.current_value, 'Grace');
			assert.deepEqual([contact['name'], contact['account']], ['Grace', { id: 1, name: 'Halden Stoneware' }]);
			const other = await createVisitor(setup.server.origin);
			const merge = { base_contact_id: visitor.contactId, mergee_contact_id: other.contactId };
			await setup.agent.call('actions/contact_merge', { body: merge });
			await t.waitFor(() => assert.equal(about(other.contactId).at(-1)?.event, 'contact_deleted'), PATIENTLY);
			await told(visitor.contactId, ['contact_created', 'contact_updated', 'contact_updated']);
			hook.answer = (response) => response.writeHead(503).end();
			await visitor.call('contact', { method: 'PATCH', body: { name: 'Ada' } });
			await t.waitFor(() => assert.equal(about(visitor.contactId).length, 4), PATIENTLY);
			await visitor.call('contact', { method: 'DELETE' });
			const [waits, ...others] = await setup.query(`select payload from deliveries where receiver_type = 'webhook'`);
			assert.deepEqual(JSON.parse(String(waits?.['payload'])), {
				id: visitor.contactId,
				account_id: 1,
				conversation_ids: [displayId],
				event: 'contact_deleted',
			});
			assert.deepEqual(others, []);
			await store.webhooks.delete(id);
			await store.close();
			hook.stop();
		});

		test('a webhook is not told to delete the contact of a person whom a visitor only claims to be', async (t: TestContext) => {
			const hook = await new Receiver().start();
			const store = await openStore(setup.where);
			const { id } = await store.webhooks.insert({
				accountId: 1,
				url: hook.url,
				subscriptions: ['contact_deleted', 'contact_updated'],
				secret: 'hook secret',
			});
			const added = await setup.agent.call<{ payload: { contact: { id: number } } }>('contacts', {
				body: { identifier: 'customer-4711', name: 'Ada' },
			});
			const contact = added.body.payload.contact.id;
			// A while ago: a record that is as old as the session was made for it.
			await setup.query(`update contacts set created_at = created_at - 60000 where id = ${contact}`);
			const visitor = await createVisitor(setup.server.origin);
			const claim = { identifier: 'customer-4711' };
			await visitor.call('contact/set_user', { method: 'PATCH', body: claim });
			await visitor.write('Let me in');
			assert.equal((await visitor.call('contact', { method: 'DELETE' })).status, 204);
			await setup.agent.call(`contacts/${contact}`, { method: 'PATCH', body: { name: 'Ada Lovelace' } });
			const about = () => hook.told.map(({ body }) => body).filter((body) => body.id === contact);
			await t.waitFor(() => assert.equal(about().at(-1)?.['name'], 'Ada Lovelace'), PATIENTLY);
			assert.deepEqual(new Set(about().map(({ event }) => event)), new Set(['contact_updated']));
			await store.webhooks.delete(id);
			await store.close();
			hook.stop();
		});

		test('a webhook gets the events that it has subscribed to, also without a bot', async (t: TestContext) => {
			const bot = (await setup.query('select agent_bot_id from inboxes where id = 1'))[0]?.['agent_bot_id'];
			await setup.changeChannel({ inbox: { agent_bot_id: null } });
			const hook = await new Receiver().start();
			const store = await openStore(setup.where);
			const { id } = await store.webhooks.insert({
				accountId: 1,
				url: hook.url,
				subscriptions: ['conversation_created', 'message_created', 'conversation_status_changed'],
				secret: 'hook secret',
			});
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			await setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
			await t.waitFor(
				() =>
					assert.deepEqual(hook.lines(displayId), [
						'conversation_created',
						'message_created Hello',
						'conversation_status_changed',
					]),
				PATIENTLY,
			);
			assert.equal(receiver.lines(displayId).length, 0);
			await store.webhooks.delete(id);
			await visitor.write('Again');
			await t.waitFor(async () => assert.equal(await waiting(), 0), PATIENTLY);
			assert.equal(hook.told.length, 3);
			await store.close();
			hook.stop();
			await setup.changeChannel({ inbox: { agent_bot_id: Number(bot) } });
		});

		test('where private addresses are refused, no name leads a request to one, and the team takes over', async (t: TestContext) => {
			const { dataDir, databaseUrl } = setup.where;
			const strict = await startServer({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
			await setup.server.stop();
			const { port } = new URL(receiver.url);
			const store = await openStore(setup.where);
			const [bot] = await store.bots.listByIds([Number((await setup.query('select id from agent_bots'))[0]?.['id'])]);
			for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
				await store.bots.update(bot?.id ?? 0, { outgoing_url: `http://${host}:${port}/` });
				const displayId = await beginConversation(await createVisitor(strict.origin));
				const agent = createAgent(strict.origin, strict.agentToken);
				await t.waitFor(async () => assert.equal((await agent.conversation(displayId)).status, 'open', host), {
					timeout: 10_000,
				});
			}
			assert.equal(receiver.told.length, 0);
			await store.close();
			await strict.stop();
		});
	});
}
