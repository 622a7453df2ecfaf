/** Messages that are written piece by piece (docs/application-api.md, Messages). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { until } from '../../support/until.ts';
import { beginConversation, createAgent, createVisitor, type Agent, type Visitor } from '../api.ts';
import { connectSocketIo, type Listener } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { Receiver } from '../receivers/receiver.ts';
import { STREAM_PIECES_MAX } from '../../../src/server/domain/messages/streamMessage.ts';

const STREAMING = { content_attributes: { streaming: true } };

export function describeStreams(database: string, prepare: Prepare): void {
	describe(`messages that are written piece by piece on ${database}`, () => {
		let setup: ConversationServer;
		let bot: Agent;
		let receiver: Receiver;
		let visitor: Visitor;
		let conversation: number;
		let listener: Listener;
		before(async () => {
			receiver = await new Receiver().start();
			setup = await startConversationServer(prepare, { settings: { PRIVATE_WEBHOOKS: 'on', STREAM_TIMEOUT: '3' } });
			bot = createAgent(setup.server.origin, await setup.addBot('Kiln', receiver.url));
			visitor = await createVisitor(setup.server.origin);
			conversation = await beginConversation(visitor);
			listener = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
		});
		after(async () => {
			listener.close();
			receiver.stop();
			await setup.stop();
		});

		const begin = (content = '') => bot.write(conversation, content, STREAMING);
		const append = (id: number, content: string, position?: number, by = bot) =>
			by.call<{ id: number; position: number }>(`conversations/${conversation}/messages/${id}/append`, {
				body: { content, ...(position === undefined ? {} : { position }) },
			});
		const finish = (id: number, by = bot) =>
			by.call<Message>(`conversations/${conversation}/messages/${id}/finish`, { method: 'POST' });
		const known = async (id: number) => (await visitor.messages()).find((message) => message.id === id);

		test('everybody sees a text grow, reads what there is of it, and gets the whole when it is finished', async () => {
			const { id, content_attributes } = await begin('Plates ');
			assert.equal(content_attributes['streaming'], true);
			const created = await listener.next('message.created', (message) => message.id === id);
			assert.equal(created.content, 'Plates ');
			assert.deepEqual((await append(id, 'are ', 7)).body, { id, position: 11 });
			assert.deepEqual((await append(id, 'fired 🔥', 11)).body, { id, position: 19 });
			const { content, position } = await listener.next('message.appended', (piece) => piece.position === 11);
			assert.deepEqual([content, position], ['fired 🔥', 11]);
			assert.equal((await known(id))?.content, 'Plates are fired 🔥');
			assert.equal((await setup.agent.messages(conversation)).at(-1)?.content, 'Plates are fired 🔥');
			const finished = await finish(id);
			assert.deepEqual([finished.status, finished.body.content], [200, 'Plates are fired 🔥']);
			const updated = await listener.next(
				'message.updated',
				(message) => message.id === id && message.content_attributes['streaming'] === undefined,
			);
			assert.equal(updated.content, 'Plates are fired 🔥');
			assert.deepEqual((await finish(id)).body, finished.body);
			assert.equal((await append(id, ' twice')).status, 422);
			assert.deepEqual(await setup.query('select message_id from message_streams'), []);
			const found = await setup.agent.call<{ payload: { messages: Message[] } }>('search/messages?q=fired');
			assert.deepEqual(
				found.body.payload.messages.map((message) => message.id),
				[id],
			);
		});

		test('a piece that is sent again is stored once, one elsewhere is told where the text ends', async () => {
			const { id } = await begin('a');
			for (let time = 0; time < 3; time++) assert.equal((await append(id, 'aa', 1)).body.position, 3);
			assert.equal((await append(id, 'aa', 3)).body.position, 5);
			assert.equal((await append(id, 'aa', 1)).body.position, 5);
			const gap = await append(id, 'b', 9);
			assert.deepEqual([gap.status, gap.body.position], [409, 5]);
			const far = await append(id, 'aa', 3_000_000_000);
			assert.deepEqual([far.status, far.body.position], [409, 5]);
			assert.equal((await append(id, 'b', 2)).status, 409);
			const both = await Promise.all([append(id, 'cd', 5), append(id, 'cd', 5)]);
			assert.deepEqual(
				both.map(({ body }) => body.position),
				[7, 7],
			);
			assert.equal((await finish(id)).body.content, 'aaaaacd');
		});

		test('a character that is cut between two pieces is whole, wherever they say that they begin', async () => {
			const [first = '', second = ''] = '🔥'.split('');
			const { id } = await begin('');
			assert.equal((await append(id, `Fire${first}`, 0)).body.position, 5);
			assert.equal((await known(id))?.content, 'Fire');
			for (let time = 0; time < 2; time++) assert.equal((await append(id, `${second}!`, 5)).body.position, 7);
			const joined = await listener.next('message.appended', (piece) => piece.id === id && piece.position === 4);
			assert.equal(joined.content, '🔥!');
			for (const piece of [first, second, first, `x${second}`, first]) await append(id, piece);
			assert.equal((await finish(id)).body.content, 'Fire🔥!🔥\uFFFDx\uFFFD');
		});

		test('a character that is cut after the text with which a message begins is whole', async () => {
			const [first = '', second = ''] = '🔥'.split('');
			const { id, content } = await begin(`Fire${first}`);
			assert.equal(content, 'Fire');
			const created = await listener.next('message.created', (message) => message.id === id);
			assert.equal(created.content, 'Fire');
			assert.equal((await append(id, `${second}!`, 5)).body.position, 7);
			assert.equal((await finish(id)).body.content, 'Fire🔥!');
			const alone = await begin(first);
			await append(alone.id, second);
			assert.equal((await finish(alone.id)).body.content, '🔥');
			// Where nothing follows, it is none.
			assert.equal((await bot.write(conversation, `Fire${first}`)).content, 'Fire\uFFFD');
			assert.equal((await known(id + 2))?.content, 'Fire\uFFFD');
		});

		test('a visitor who reads a text that grows is not shown an older state of it', async () => {
			const { id } = await begin('One');
			await append(id, ' two', 3);
			await visitor.call('conversations/update_last_seen', { body: { last_seen_message_id: id } });
			const read = await listener.next('message.updated', (message) => message.id === id && message.status === 'read');
			assert.deepEqual([read.content, read.content_attributes['streaming']], ['One two', true]);
			await finish(id);
		});

		test('only its writer goes on with a message', async () => {
			const { id } = await begin('Mine');
			assert.equal((await append(id, ' too', 4, setup.agent)).status, 404);
			assert.equal((await finish(id, setup.agent)).status, 404);
			const plain = await bot.write(conversation, 'Whole');
			assert.equal((await append(plain.id, ' more')).status, 422);
			await finish(id);
		});

		test('a message that is deleted while it is written stays deleted', async () => {
			const { id } = await begin('Wrong');
			await setup.agent.call(`conversations/${conversation}/messages/${id}`, { method: 'DELETE' });
			assert.equal((await append(id, ' again')).status, 422);
			assert.equal((await finish(id)).body.content, 'This message was deleted');
		});

		test('a message whose writer falls silent is finished with what there is, an empty one is taken back', async () => {
			const { id } = await begin('Half');
			const empty = await begin();
			await append(id, ' a sentence', 4);
			const ended = await listener.next(
				'message.updated',
				(message) => message.id === id && message.content_attributes['streaming'] === undefined,
			);
			assert.equal(ended.content, 'Half a sentence');
			await listener.next(
				'message.updated',
				(message) => message.id === empty.id && message.content_attributes['deleted'] === true,
			);
			assert.equal((await append(id, ' more')).status, 422);
		});

		test('bots and webhooks are told of its beginning and its end, however many pieces it has', async () => {
			const { id } = await begin('0');
			for (let piece = 1; piece <= 20; piece++) await append(id, ` ${piece}`);
			await finish(id);
			const about = () => receiver.told.filter(({ body }) => body.id === id && body.event.startsWith('message_'));
			await until('the bot is told of the end', () => about().some(({ body }) => body.content?.endsWith(' 20')));
			// One more may say that the visitor's browser has taken it.
			assert.ok(about().length <= 3, `${about().length} requests`);
		});

		test('a text has at most so many characters and pieces', async () => {
			const { id } = await begin();
			assert.equal((await append(id, 'x'.repeat(150_000))).body.position, 150_000);
			assert.equal((await append(id, 'x')).status, 422);
			await finish(id);
			const small = await begin();
			await setup.query(`update message_streams set pieces = ${STREAM_PIECES_MAX} where message_id = ${small.id}`);
			assert.equal((await append(small.id, 'x')).status, 422);
			await finish(small.id);
		});
	});
}
