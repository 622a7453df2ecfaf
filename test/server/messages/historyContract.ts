/** A visitor's earlier conversations, which no other visitor can see. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { ListedConversation, Message } from '#protocol/entities/entities.ts';
import { HISTORY_PER_PAGE } from '#protocol/base/limits.ts';
import { addChannel } from '../../support/channel.ts';
import { createVisitor, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

export function describeHistory(database: string, prepare: Prepare): void {
	describe(`earlier conversations on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => {
			setup = await startConversationServer(prepare);
			await setup.changeChannel({ widget: { allow_multiple_conversations: true } });
		});
		after(() => setup.stop());

		const arrive = () => createVisitor(setup.server.origin);
		const begin = async (visitor: Visitor, content: string) => {
			const answer = await visitor.call<{ id: number }>('conversations', { body: { message: { content } } });
			return answer.body.id;
		};
		const list = async (visitor: Visitor, query = '') =>
			(await visitor.call<{ payload: ListedConversation[] }>(`conversations/history?${query}`)).body.payload;
		const read = (visitor: Visitor, id: number, query = '') =>
			visitor.call<{ payload: Message[] }>(`messages?conversation_id=${id}&${query}`);

		test('a visitor without a conversation has no earlier ones', async () => {
			assert.deepEqual(await list(await arrive()), []);
		});

		test('all conversations are listed, newest first, each with its status and last message', async () => {
			const visitor = await arrive();
			const [first, second] = [await begin(visitor, 'One'), await begin(visitor, 'Two')];
			await setup.agent.write(first, 'An answer');
			await setup.agent.write(first, 'A note', { private: true });
			await setup.agent.call(`conversations/${first}/toggle_status`, { body: { status: 'resolved' } });
			const listed = await list(visitor);
			assert.deepEqual(
				listed.map(({ id, status, last_message }) => [id, status, last_message?.content]),
				[
					[second, 'open', 'Two'],
					[first, 'resolved', 'An answer'],
				],
			);
			assert.ok((listed[1]?.last_activity_at ?? 0) >= (listed[1]?.created_at ?? Infinity));
		});

		test('a deleted message is in no list, and a conversation without another one is empty', async () => {
			const visitor = await arrive();
			const id = await begin(visitor, 'Kept');
			const deleted = await setup.agent.write(id, 'Said too much');
			await setup.agent.call(`conversations/${id}/messages/${deleted.id}`, { method: 'DELETE' });
			assert.equal((await list(visitor))[0]?.last_message?.content, 'Kept');
			const [own] = await visitor.messages();
			await setup.agent.call(`conversations/${id}/messages/${own?.id}`, { method: 'DELETE' });
			assert.equal((await list(visitor))[0]?.last_message, null);
		});

		test('the list has pages, each before the last id of the one before it', async () => {
			const visitor = await arrive();
			const ids: number[] = [];
			for (let count = 0; count < HISTORY_PER_PAGE + 2; count++) ids.unshift(await begin(visitor, `${count}`));
			const first = (await list(visitor)).map(({ id }) => id);
			assert.deepEqual(first, ids.slice(0, HISTORY_PER_PAGE));
			const second = (await list(visitor, `before=${first.at(-1)}`)).map(({ id }) => id);
			assert.deepEqual(second, ids.slice(HISTORY_PER_PAGE));
		});

		test('an earlier conversation is read by its id, page by page; the newest goes on being the one without', async () => {
			const visitor = await arrive();
			const first = await begin(visitor, 'Long ago');
			const answer = await setup.agent.write(first, 'An answer');
			await begin(visitor, 'Now');
			const contents = async (query: string) => (await read(visitor, first, query)).body.payload.map((m) => m.content);
			assert.deepEqual(await contents(''), ['Long ago', 'An answer']);
			assert.deepEqual(await contents(`before=${answer.id}`), ['Long ago']);
			assert.deepEqual(
				(await visitor.messages()).map(({ content }) => content),
				['Now'],
			);
		});

		test("another visitor's conversation is in no list and cannot be read, nor can one that does not exist", async () => {
			const [owner, stranger] = [await arrive(), await arrive()];
			const id = await begin(owner, 'Between us');
			await begin(stranger, 'Mine');
			assert.deepEqual(
				(await list(stranger)).map(({ last_message }) => last_message?.content),
				['Mine'],
			);
			for (const other of [id, 0, 999_999, Number.MAX_SAFE_INTEGER]) {
				const refused = await read(stranger, other);
				// The body is empty: with one, it would mean an unknown visitor (docs/wire.md,
				// Errors).
				assert.deepEqual([refused.status, refused.body], [404, '']);
			}
			assert.equal((await stranger.call('messages?conversation_id=first')).status, 422);
		});

		test('a proven user finds the conversations of other browsers; a user who only claims the identifier does not', async () => {
			const key = String((await setup.query('select hmac_token from web_widgets'))[0]?.['hmac_token']);
			const identifier = `history-${database}`;
			const identifier_hash = createHmac('sha256', key).update(identifier).digest('hex');
			const prove = (visitor: Visitor) =>
				visitor.call('contact/set_user', { method: 'PATCH', body: { identifier, identifier_hash } });
			const [home, work, thief] = [await arrive(), await arrive(), await arrive()];
			const id = await begin(home, 'From home');
			await prove(home);
			await prove(work);
			await thief.call('contact/set_user', { method: 'PATCH', body: { identifier } });
			assert.deepEqual(
				(await list(work)).map((conversation) => conversation.id),
				[id],
			);
			assert.equal((await read(work, id)).status, 200);
			assert.deepEqual(await list(thief), []);
			assert.equal((await read(thief, id)).status, 404);
		});

		test('a proven user gets events of a conversation on its own website only', async () => {
			await addChannel(setup.where, { name: 'Elsewhere', websiteToken: 'elsewhere' });
			const identifier = `two-websites-${database}`;
			const prove = async (visitor: Visitor, websiteToken: string) => {
				const rows = await setup.query(`select hmac_token from web_widgets where website_token = '${websiteToken}'`);
				const key = String(rows[0]?.['hmac_token']);
				const identifier_hash = createHmac('sha256', key).update(identifier).digest('hex');
				return visitor.call('contact/set_user', { method: 'PATCH', body: { identifier, identifier_hash } });
			};
			const here = await arrive();
			const there = await createVisitor(setup.server.origin, undefined, 'elsewhere');
			const [conversationHere, conversationThere] = [await begin(here, 'Here'), await begin(there, 'There')];
			assert.equal((await prove(here, 'demo')).status, 200);
			assert.equal((await prove(there, 'elsewhere')).status, 200);
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: there.pubsubToken });
			await setup.agent.write(conversationHere, 'For the first website');
			await setup.agent.write(conversationThere, 'For the second website');
			await listener.next('message.created', ({ content }) => content === 'For the second website');
			assert.ok(!JSON.stringify(listener.received).includes('For the first website'));
			listener.close();
		});

		test('no shared cache keeps what a visitor or the team reads', async () => {
			const visitor = await arrive();
			const id = await begin(visitor, 'Personal');
			const answers = [
				await visitor.call('messages'),
				await visitor.call('conversations'),
				await visitor.call('conversations/toggle_status'),
				await setup.agent.call('conversations'),
				await setup.agent.call(`conversations/${id}/messages`),
			];
			for (const { headers } of answers) assert.equal(headers.get('cache-control'), 'no-store');
		});
	});
}
