/**
 * Bots: what their token permits, and what happens to conversations in which one answers first
 * (docs/application-api.md, Refusals and Messages).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fastify from 'fastify';
import { MINUTE } from '#protocol/base/duration.ts';
import type { Message, TeamConversation } from '#protocol/entities/entities.ts';
import { startBotHandoff } from '../../../src/server/jobs/botHandoff.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { addChannel } from '../../support/channel.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { createJobServices } from '../operation/jobServices.ts';
import { Receiver } from './receiver.ts';

export function describeBots(database: string, prepare: Prepare): void {
	describe(`bots on ${database}`, () => {
		let setup: ConversationServer;
		let bot: Agent;
		let receiver: Receiver;
		before(async () => {
			receiver = await new Receiver().start();
			setup = await startConversationServer(prepare, { settings: { PRIVATE_WEBHOOKS: 'on', BOT_TIMEOUT: '3600' } });
			bot = createAgent(setup.server.origin, await setup.addBot('Kiln', receiver.url));
		});
		after(async () => {
			receiver.stop();
			await setup.stop();
		});

		const setStatus = (by: Agent, displayId: number, status: string) =>
			by.call<{ payload: { success: boolean | null } }>(`conversations/${displayId}/toggle_status`, {
				body: { status },
			});
		const statusOf = async (displayId: number) => (await setup.agent.conversation(displayId)).status;

		test("a conversation waits for its bot, whose messages reach the visitor and do not count as a person's answer", async () => {
			const visitor = await createVisitor(setup.server.origin);
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			const displayId = await beginConversation(visitor);
			assert.equal(await statusOf(displayId), 'pending');
			const written = await bot.write(displayId, 'I am a machine', { echo_id: 'bot-1' });
			assert.equal((await bot.write(displayId, 'I am a machine', { echo_id: 'bot-1' })).id, written.id);
			const pushed = await listener.next('message.created', ({ id }) => id === written.id);
			for (const message of [written, pushed, (await visitor.messages()).at(-1)]) {
				const { id: _, ...sender } = message?.sender ?? { id: 0 };
				assert.deepEqual(sender, { name: 'Kiln', avatar_url: '', type: 'agent_bot' });
			}
			assert.equal(pushed.sender_type, 'AgentBot');
			const conversation = await setup.agent.conversation(displayId);
			assert.equal(conversation.first_reply_created_at, 0);
			assert.ok(conversation.waiting_since > 0);
			assert.equal(conversation.status, 'pending');
			listener.close();
		});

		test('a person writes in the name of a bot of the account: the message is the bot’s, and answers nothing', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const bots = await setup.agent.call<{ id: number; name: string }[]>('agent_bots');
			const sender_id = bots.body.find(({ name }) => name === 'Kiln')?.id;
			const asBot = { sender_type: 'AgentBot', sender_id };
			const write = (by: Agent, more: object) =>
				by.call<Message>(`conversations/${displayId}/messages`, { body: { content: 'As a machine', ...more } });
			const written = await write(setup.agent, { ...asBot, echo_id: 'as-bot' });
			assert.deepEqual(
				[written.status, written.body.sender?.id, written.body.sender?.type],
				[200, sender_id, 'agent_bot'],
			);
			assert.equal((await write(setup.agent, { ...asBot, echo_id: 'as-bot' })).body.id, written.body.id);
			assert.equal((await write(bot, asBot)).body.sender?.id, sender_id);
			const { meta, first_reply_created_at, status } = await setup.agent.conversation(displayId);
			assert.deepEqual([meta.assignee, first_reply_created_at, status], [undefined, 0, 'pending']);
			const begun = await setup.agent.call<TeamConversation>('conversations', {
				body: { inbox_id: 1, contact_id: visitor.contactId, message: { content: 'First', ...asBot } },
			});
			assert.deepEqual(
				[begun.body.meta.assignee, begun.body.first_reply_created_at, begun.body.messages[0]?.sender?.type],
				[undefined, 0, 'agent_bot'],
			);
		});

		test('nobody writes in the name of a bot of another account, or of none, and no bot in that of another', async () => {
			const displayId = await beginConversation(await createVisitor(setup.server.origin));
			const store = await openStore(setup.where);
			const elsewhere = await store.accounts.insert('Elsewhere');
			const add = async (accountId: number) =>
				(await store.bots.insert({ accountId, name: 'Another', secret: `secret-${accountId}` })).id;
			const [other, foreign] = [await add(1), await add(elsewhere.id)];
			await store.close();
			const before = await setup.agent.messages(displayId);
			for (const [by, sender_id] of [
				[setup.agent, foreign],
				[setup.agent, 999],
				[setup.agent, undefined],
				[bot, other],
			] as const) {
				const body = { content: 'x', sender_type: 'AgentBot', sender_id };
				const refused = await by.call<{ attributes: string[] }>(`conversations/${displayId}/messages`, { body });
				assert.deepEqual([refused.status, refused.body.attributes], [422, ['sender_id']]);
			}
			assert.deepEqual(await setup.agent.messages(displayId), before);
		});

		test('a bot hands over to people, and may resolve; resolved conversations return to it, snoozed ones to people', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const handed = await setStatus(bot, displayId, 'open');
			assert.deepEqual(
				[handed.status, handed.body.payload],
				[200, { success: null, conversation_id: displayId, current_status: 'open', snoozed_until: null }],
			);
			assert.equal((await setStatus(bot, displayId, 'open')).body.payload.success, true);
			const opened = await setup.agent.conversation(displayId);
			assert.deepEqual([opened.status, opened.meta.assignee], ['open', undefined]);
			await setStatus(bot, displayId, 'resolved');
			const activity = (await setup.agent.messages(displayId)).at(-1);
			assert.equal(activity?.content, 'Conversation was marked resolved by Kiln');
			await visitor.write('Again');
			assert.equal(await statusOf(displayId), 'pending');
			await setStatus(bot, displayId, 'snoozed');
			await visitor.write('And again');
			assert.equal(await statusOf(displayId), 'open');
		});

		test('a bot that answers at the last moment keeps its conversation; one that does not loses it to people', async (t) => {
			const { server, databaseUrl, query } = setup;
			const answered = await beginConversation(await createVisitor(server.origin));
			const unanswered = await beginConversation(await createVisitor(server.origin));
			await query(`update messages set created_at = created_at - ${2 * MINUTE}`);
			const store = await openStore({ dataDir: server.dataDir, databaseUrl });
			t.after(() => store.close());
			const conversations: Store['conversations'] = {
				...store.conversations,
				async listWithoutBot(...range) {
					const found = await store.conversations.listWithoutBot(...range);
					await bot.write(answered, 'Here I am');
					return found;
				},
			};
			const app = fastify();
			startBotHandoff(app, createJobServices({ ...store, conversations }, server.dataDir), MINUTE);
			await app.ready();
			await app.close();
			assert.deepEqual([await statusOf(answered), await statusOf(unanswered)], ['pending', 'open']);
		});

		test("a bot's token is refused by all other routes", async () => {
			const displayId = await beginConversation(await createVisitor(setup.server.origin));
			const refused = { error: 'Access to this endpoint is not authorized for bots' };
			for (const [path, method] of [
				['conversations', 'GET'],
				[`conversations/${displayId}`, 'GET'],
				[`conversations/${displayId}/messages`, 'GET'],
				[`conversations/${displayId}/messages/1`, 'DELETE'],
				[`conversations/${displayId}/update_last_seen`, 'POST'],
			] as const) {
				const answer = await bot.call(path, { method });
				assert.deepEqual([answer.status, answer.body], [401, refused], path);
			}
			const profile = await call(setup.server.origin, '/api/v1/profile', { headers: { api_access_token: bot.token } });
			assert.deepEqual([profile.status, profile.body], [401, refused]);
		});

		test("a bot's answers tell nothing of what was said, and nothing of contacts", async () => {
			const visitor = await createVisitor(setup.server.origin);
			const email = 'private@visitor.example';
			await visitor.call('contact', { method: 'PATCH', body: { name: 'Grace Hopper', email } });
			const displayId = await beginConversation(visitor);
			await setup.agent.write(displayId, 'a private note', { private: true });
			const [session] = await setup.query(
				`select source_id from contact_inboxes where contact_id = ${visitor.contactId}`,
			);
			const say = { content: '{{contact.name}}: {{contact.email}}', private: true, echo_id: 'leak' };
			const answers = [
				await bot.call(`conversations/${displayId}`, { method: 'PATCH', body: {} }),
				await bot.call(`conversations/${displayId}`, { method: 'PATCH', body: { priority: 'high' } }),
				await bot.call('conversations', { body: { inbox_id: 1, contact_id: visitor.contactId } }),
				await bot.call('conversations', { body: { source_id: session?.['source_id'] } }),
				await bot.call(`conversations/${displayId}/messages`, { body: say }),
				await bot.call(`conversations/${displayId}/messages`, { body: { ...say, content: null } }),
			];
			for (const { status, body } of answers) {
				assert.equal(status, 200, JSON.stringify(body));
				assert.doesNotMatch(JSON.stringify(body), /private note|Grace|visitor\.example|Hello/);
			}
			const [, changed, begun] = answers.map(({ body }) => body as TeamConversation);
			assert.deepEqual([changed?.id, changed?.status, changed?.priority], [displayId, 'pending', 'high']);
			assert.deepEqual([begun?.account_id, begun?.inbox_id], [1, 1]);
			const written = (await setup.agent.messages(displayId)).at(-1);
			assert.match(written?.content ?? '', /^Grace Hopper: .*visitor\.example$/);
		});

		test('a bot begins no conversation with a contact of another inbox, or of none', async () => {
			await addChannel(setup.where, { name: 'Other', websiteToken: 'other' });
			const elsewhere = await createVisitor(setup.server.origin, undefined, 'other');
			const { body } = await setup.agent.call<{ payload: { contact: { id: number } } }>('contacts', {
				body: { email: 'imported@x.example' },
			});
			for (const contact_id of [elsewhere.contactId, body.payload.contact.id]) {
				const refused = await bot.call('conversations', { body: { inbox_id: 1, contact_id } });
				assert.deepEqual([refused.status, refused.body], [404, { error: 'Resource could not be found' }]);
				assert.equal((await setup.agent.call('conversations', { body: { inbox_id: 1, contact_id } })).status, 200);
			}
		});

		test('a conversation begins open where the bot has no address', async () => {
			await setup.query('update agent_bots set outgoing_url = null');
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			assert.equal(await statusOf(displayId), 'open');
			await setStatus(setup.agent, displayId, 'resolved');
			await visitor.write('Again');
			assert.equal(await statusOf(displayId), 'open');
			await setup.query(`update agent_bots set outgoing_url = '${receiver.url}'`);
			assert.equal(await statusOf(await beginConversation(await createVisitor(setup.server.origin))), 'pending');
		});

		test('a bot without an inbox of the account is refused, and its waiting conversation opens when the visitor writes', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			assert.equal(await statusOf(displayId), 'pending');
			const inboxes = await setup.query('select agent_bot_id from inboxes where id = 1');
			await setup.changeChannel({ inbox: { agent_bot_id: null } });
			const answer = await bot.call(`conversations/${displayId}/messages`, { body: { content: 'Hello?' } });
			assert.deepEqual([answer.status, answer.body], [401, { error: 'Bot is not authorized to access this account' }]);
			assert.equal(await statusOf(await beginConversation(await createVisitor(setup.server.origin))), 'open');
			await visitor.write('Is anybody there?');
			assert.equal(await statusOf(displayId), 'open');
			await setup.changeChannel({ inbox: { agent_bot_id: Number(inboxes[0]?.['agent_bot_id']) } });
			const elsewhere = await call(setup.server.origin, '/api/v1/accounts/999/conversations/1/messages', {
				headers: { api_access_token: bot.token },
				body: { content: 'Hello?' },
			});
			assert.equal(elsewhere.status, 404);
		});
	});
}
