/** What visitors choose to write about (docs/wire.md, Topics). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ChannelLook } from '#protocol/entities/channel.ts';
import type { Message } from '#protocol/entities/entities.ts';
import type { ValidationErrorBody } from '#protocol/base/errors.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { addChannel, addToken } from '../../support/channel.ts';
import { call, createAgent, createVisitor, type Visitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

const RETURNS = { id: 'returns', name: 'Returns', greeting: 'Which order is it?', label: 'returns' };
const PRESS = { id: 'press', name: 'Press', greeting: null, label: null };

export function describeTopics(database: string, prepare: Prepare): void {
	describe(`topics on ${database}`, () => {
		let setup: ConversationServer;
		let inboxId: number;
		before(async () => {
			setup = await startConversationServer(prepare);
			const [row] = await setup.query("select inbox_id from web_widgets where website_token = 'demo'");
			inboxId = Number(row?.['inbox_id']);
			for (const title of ['returns', 'vip']) await setup.agent.call('labels', { body: { title } });
			await addChannel(setup.where, { name: 'Plain', websiteToken: 'plain' });
			await change({ topics: [RETURNS, PRESS], greeting_enabled: true, greeting_message: 'Welcome!' });
		});
		after(() => setup.stop());

		const change = (body: object) => setup.agent.call<TeamInbox>(`inboxes/${inboxId}`, { method: 'PATCH', body });
		const topics = async () => (await setup.agent.call<TeamInbox>(`inboxes/${inboxId}`)).body.topics;
		const begin = async (visitor: Visitor, path: 'messages' | 'conversations', more: object) => {
			const answer = await visitor.call<Message>(path, { body: { message: { content: 'Hello' }, ...more } });
			assert.equal(answer.status, 200, JSON.stringify(answer.body));
			const { id = 0 } = await visitor.conversation();
			const { labels } = await setup.agent.conversation(id);
			return { id, labels, texts: (await visitor.messages()).map(({ content }) => content) };
		};

		test('a page is told that there are topics, and of a website without any nothing', async () => {
			const look = async (token: string) =>
				(await call<ChannelLook>(setup.server.origin, `/widget/channel.json?website_token=${token}`)).body;
			assert.equal((await look('demo')).has_topics, true);
			assert.ok(!('has_topics' in (await look('plain'))));
		});

		for (const path of ['messages', 'conversations'] as const) {
			test(`a conversation that ${path} begins about a topic has its label, and its greeting in place of the channel's`, async () => {
				const team = await setup.listenAsAgent();
				const { id, labels, texts } = await begin(await createVisitor(setup.server.origin), path, { topic: 'returns' });
				assert.deepEqual([labels, texts], [['returns'], ['Hello', 'Which order is it?']]);
				const told = await team.next('conversation.created', (conversation) => conversation.id === id);
				assert.deepEqual(told.labels, ['returns']);
				const listed = await setup.agent.call<{ data: { payload: { id: number }[] } }>(
					'conversations?labels[]=returns',
				);
				assert.ok(listed.body.data.payload.some((conversation) => conversation.id === id));
				team.close();
			});
		}

		test("a topic's greeting is sent where the channel has none, and the channel's where the topic has none", async () => {
			const press = await begin(await createVisitor(setup.server.origin), 'messages', { topic: 'press' });
			assert.deepEqual([press.labels, press.texts], [[], ['Hello', 'Welcome!']]);
			await change({ greeting_enabled: false });
			const returns = await begin(await createVisitor(setup.server.origin), 'messages', { topic: 'returns' });
			assert.deepEqual(returns.texts, ['Hello', 'Which order is it?']);
			await change({ greeting_enabled: true });
		});

		test('a topic that the channel does not have, none, and one for a conversation that has begun change nothing', async () => {
			const visitor = await createVisitor(setup.server.origin);
			for (const topic of ['vip', '', null]) {
				const { labels, texts } = await begin(visitor, 'conversations', { topic });
				assert.deepEqual([labels, texts], [[], ['Hello', 'Welcome!']], String(topic));
			}
			const later = await begin(visitor, 'messages', { topic: 'returns' });
			assert.deepEqual([later.labels, later.texts], [[], ['Hello', 'Welcome!', 'Hello']]);
			const wrong = await visitor.call('messages', { body: { message: { content: 'x' }, topic: { id: 'returns' } } });
			assert.equal(wrong.status, 422);
		});

		test('a topic of another website is none', async () => {
			const visitor = await createVisitor(setup.server.origin, undefined, 'plain');
			assert.deepEqual((await begin(visitor, 'messages', { topic: 'returns' })).labels, []);
		});

		test('wrong topics are refused, and those that there are stay', async () => {
			for (const [wrong, message] of [
				[[{ ...RETURNS, label: 'unheard' }], 'Topics have a label unheard, which the account does not have'],
				[[RETURNS, { ...PRESS, id: 'returns' }], 'Topics must have different ids'],
				[[{ ...PRESS, id: 'two words' }], 'Topics must have ids of letters, digits, - and _'],
				[[{ ...PRESS, name: ' ' }], 'Topics must have names'],
				[
					Array.from({ length: 11 }, (_, index) => ({ ...PRESS, id: `p${index}` })),
					'Topics are too many (maximum is 10)',
				],
			] as const) {
				const answer = await change({ topics: wrong });
				assert.equal(answer.status, 422, message);
				const { message: said, attributes } = answer.body as unknown as ValidationErrorBody;
				assert.deepEqual([said, attributes], [message, ['topics']]);
			}
			assert.deepEqual(await topics(), [RETURNS, PRESS]);
			const noor = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
			const answer = await noor.call(`inboxes/${inboxId}`, { method: 'PATCH', body: { topics: [] } });
			assert.equal(answer.status, 401);
		});

		test('topics follow a label that is renamed, and have none once it is deleted', async () => {
			const { body } = await setup.agent.call<{ payload: { id: number; title: string }[] }>('labels');
			const id = body.payload.find(({ title }) => title === 'returns')?.id;
			await setup.agent.call(`labels/${id}`, { method: 'PATCH', body: { title: 'sent-back' } });
			assert.deepEqual(await topics(), [{ ...RETURNS, label: 'sent-back' }, PRESS]);
			const renamed = await begin(await createVisitor(setup.server.origin), 'messages', { topic: 'returns' });
			assert.deepEqual(renamed.labels, ['sent-back']);
			await setup.agent.call(`labels/${id}`, { method: 'DELETE' });
			assert.deepEqual(await topics(), [{ ...RETURNS, label: null }, PRESS]);
			const { labels, texts } = await begin(await createVisitor(setup.server.origin), 'messages', { topic: 'returns' });
			assert.deepEqual([labels, texts], [[], ['Hello', 'Which order is it?']]);
		});
	});
}
