/** The rules of conversations, on either database. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Message, TeamConversation } from '#protocol/entities/entities.ts';
import { startServer, type ServerOptions, type ServerProcess } from '../../support/server.ts';
import { beginConversation, createAgent, createVisitor, type Agent, type Answer, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import type { Services } from '../services.ts';
import {
	CONVERSATIONS_CHANGED,
	CONVERSATIONS_PER_PAGE,
} from '../../../src/server/store/conversations/conversationList.ts';
import { READ_ANNOUNCED } from '../../../src/server/store/messages/messages.ts';

/** @param options of every server in the suite; called again after a kill, with the same data */
export function describeConversations(database: string, prepare: () => Promise<Services>): void {
	describe(`conversations on ${database}`, () => {
		let options: ServerOptions;
		let query: Services['query'];
		let cleanUp: () => Promise<void>;
		let server: ServerProcess;
		let agent: Agent;
		before(async () => {
			({ options, query, cleanUp } = await prepare());
			server = await startServer(options);
			agent = createAgent(server.origin, server.agentToken);
		});
		after(async () => {
			await server.stop();
			await cleanUp();
		});

		test('a first message begins a conversation, later ones continue it', async () => {
			const visitor = await createVisitor(server.origin);
			assert.deepEqual(await visitor.conversation(), {});
			const first = await visitor.write('One');
			const second = await visitor.write('Two');
			assert.equal(first.conversation_id, second.conversation_id);
			assert.deepEqual(await visitor.conversation(), {
				id: first.conversation_id,
				inbox_id: 1,
				contact_last_seen_at: 0,
				contact_last_seen_message_id: 0,
				status: 'open',
			});
			assert.deepEqual(
				(await visitor.messages()).map(({ content }) => content),
				['One', 'Two'],
			);
		});

		test('the newest page of messages brings the conversation along, other pages and visitors without one do not', async () => {
			const visitor = await createVisitor(server.origin);
			const read = async (query = '') => (await visitor.call<{ meta: object }>(`messages${query}`)).body.meta;
			assert.deepEqual(await read(), {});
			const { id, conversation_id } = await visitor.write('One');
			const conversation = await visitor.conversation();
			for (const query of ['', `?conversation_id=${conversation_id}`])
				assert.deepEqual(await read(query), { contact_last_seen_at: 0, conversation });
			for (const query of [`?after=${id}`, `?before=${id}`])
				assert.deepEqual(await read(query), { contact_last_seen_at: 0 });
		});

		test('a text with characters that databases cannot hold is stored without them, in columns and in attributes', async () => {
			const visitor = await createVisitor(server.origin);
			const unstorable = 'a\0b \ud83d c';
			const stored = 'ab \ufffd c';
			const begun = await visitor.call<{ id: number; messages: Message[] }>('conversations', {
				body: { message: { content: unstorable }, custom_attributes: { [unstorable]: [{ text: unstorable }] } },
			});
			assert.equal(begun.status, 200, JSON.stringify(begun.body));
			assert.equal(begun.body.messages[0]?.content, stored);
			const named = await visitor.call('contact', {
				method: 'PATCH',
				body: { name: unstorable, additional_attributes: { city: unstorable } },
			});
			assert.equal(named.status, 200, JSON.stringify(named.body));
			const { custom_attributes, meta } = await agent.conversation(begun.body.id);
			assert.deepEqual(custom_attributes, { [stored]: [{ text: stored }] });
			assert.deepEqual([meta.sender.name, meta.sender.additional_attributes], [stored, { city: stored }]);
		});

		test('POST /conversations begins a new one after the one that has ended, with what the visitor said about themselves', async () => {
			const visitor = await createVisitor(server.origin);
			const begin = (content: string) =>
				visitor.call<{
					id: number;
					messages: Message[];
					custom_attributes: object;
					contact: { name: string; email: string };
				}>('conversations', {
					body: {
						contact: { name: 'Grace', email: 'Grace@Example.com', phone_number: '+4915112345678' },
						message: { content, referer_url: 'https://shop.example/', echo_id: content },
						custom_attributes: { order: '12' },
					},
				});
			const first = await begin('First');
			assert.equal(first.status, 200);
			assert.deepEqual(
				first.body.messages.map(({ content }) => content),
				['First'],
			);
			assert.deepEqual(first.body.custom_attributes, { order: '12' });
			assert.deepEqual([first.body.contact.name, first.body.contact.email], ['Grace', 'grace@example.com']);
			await visitor.call('conversations/toggle_status');
			const second = await begin('Second');
			assert.notEqual(second.body.id, first.body.id);
			assert.equal((await visitor.conversation()).id, second.body.id);
			const { meta, additional_attributes } = await agent.conversation(second.body.id);
			assert.equal(meta.sender.phone_number, '+4915112345678');
			assert.equal(additional_attributes['referer'], 'https://shop.example/');
		});

		test('a message from a page with an endless address is accepted', async () => {
			const visitor = await createVisitor(server.origin);
			const referer_url = `https://shop.example/?state=${'x'.repeat(40_000)}`;
			const { status, body } = await visitor.call<Message>('messages', {
				body: { message: { content: 'Hello', referer_url } },
			});
			assert.equal(status, 200, JSON.stringify(body));
			assert.equal((await agent.conversation(body.conversation_id)).additional_attributes['referer'], null);
		});

		test('concurrent requests with the same echo id store one message, answer it to all, and begin one conversation', async () => {
			const visitor = await createVisitor(server.origin);
			const echoId = randomUUID();
			const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.write('Once', echoId)));
			assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
			assert.equal((await visitor.messages()).length, 1);
		});

		test('concurrent repetitions of POST /conversations begin one conversation', async () => {
			const visitor = await createVisitor(server.origin);
			const body = { message: { content: 'Once', echo_id: randomUUID() } };
			const answers: Answer<{ id: number; messages: Message[] }>[] = await Promise.all(
				Array.from({ length: 20 }, () => visitor.call<{ id: number; messages: Message[] }>('conversations', { body })),
			);
			assert.ok(answers.every(({ status }) => status === 200));
			assert.equal(new Set(answers.map((answer) => answer.body.id)).size, 1);
			assert.equal(new Set(answers.map((answer) => answer.body.messages[0]?.id)).size, 1);
		});

		test('two different first messages at the same moment begin one conversation', async () => {
			for (let round = 0; round < 5; round++) {
				const visitor = await createVisitor(server.origin);
				const answers = await Promise.all(['One', 'Two', 'Three'].map((content) => visitor.write(content)));
				assert.equal(new Set(answers.map((message) => message.conversation_id)).size, 1);
				assert.equal((await visitor.messages()).length, 3);
			}
		});

		test('the same text with two echo ids is two messages', async () => {
			const visitor = await createVisitor(server.origin);
			await Promise.all([visitor.write('Hello'), visitor.write('Hello')]);
			assert.equal((await visitor.messages()).length, 2);
		});

		test('two visitors may use the same echo id', async () => {
			const [one, two] = [await createVisitor(server.origin), await createVisitor(server.origin)];
			assert.notEqual((await one.write('Hello', 'same')).id, (await two.write('Hello', 'same')).id);
		});

		test("an agent's repeated echo id answers the stored message; in another conversation it is a new one", async () => {
			const displayId = await beginConversation(await createVisitor(server.origin));
			const other = await beginConversation(await createVisitor(server.origin));
			const write = (id: number) => agent.write(id, 'Once', { echo_id: 'agent-1' });
			const answers = await Promise.all(Array.from({ length: 10 }, () => write(displayId)));
			assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
			assert.equal(answers[0]?.echo_id, 'agent-1');
			assert.notEqual((await write(other)).id, answers[0]?.id);
		});

		test('a client that asks for messages after its last id misses none, however many people write at once', async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			const writers = Array.from({ length: 8 }, async (_, writer) => {
				for (let count = 0; count < 5; count++) {
					await (writer % 2 === 0 ? visitor.write(`${writer}-${count}`) : agent.write(displayId, `${writer}-${count}`));
				}
			});
			let isWriting = true;
			const written = Promise.all(writers).finally(() => (isWriting = false));
			const seen: number[] = [];
			const catchUp = async () => {
				for (const { id } of await visitor.messages(`after=${seen.at(-1) ?? 0}`)) seen.push(id);
			};
			while (isWriting) await catchUp();
			await written;
			await catchUp();
			assert.equal(seen.length, 41);
			assert.deepEqual(
				seen,
				seen.toSorted((a, b) => a - b),
			);
		});

		test('pages are cut as the contract says, and after=0 means from the start', async () => {
			const visitor = await createVisitor(server.origin);
			const ids: number[] = [];
			for (let count = 0; count < 130; count++) ids.push((await visitor.write(String(count))).id);
			const idsOf = async (query: string) => (await visitor.messages(query)).map(({ id }) => id);
			assert.deepEqual(await idsOf(''), ids.slice(-20));
			assert.deepEqual(await idsOf(`before=${ids[50]}`), ids.slice(30, 50));
			assert.deepEqual(await idsOf('after=0'), ids.slice(0, 100));
			assert.deepEqual(await idsOf(`after=${ids[100]}`), ids.slice(101));
			assert.deepEqual(await idsOf(`after=${ids[3]}&before=${ids[120]}`), ids.slice(3, 120));
			assert.deepEqual(await idsOf(`before=${ids[0]}`), []);
		});

		test('a conversation takes at most 200 messages a minute', async () => {
			const visitor = await createVisitor(server.origin);
			const answers: Answer[] = [];
			// A few at a time: writes to one conversation wait for each other in PostgreSQL, and no
			// request may take longer than 4.5 s.
			while (answers.length < 205) {
				const writes = Array.from({ length: 5 }, () =>
					visitor.call('messages', { body: { message: { content: 'Hello' } } }),
				);
				answers.push(...(await Promise.all(writes)));
			}
			const refused = answers.filter(({ status }) => status !== 200);
			assert.equal(refused.length, 5);
			assert.deepEqual([refused[0]?.status, refused[0]?.headers.get('retry-after')], [429, '10']);
		});

		test("a reply refers to its quoted message; a reply to another conversation's message is a plain message", async () => {
			const visitor = await createVisitor(server.origin);
			const quoted = await visitor.write('Quoted');
			const foreign = await (await createVisitor(server.origin)).write('Foreign');
			const reply = async (to: number) =>
				(await visitor.call<Message>('messages', { body: { message: { content: 'Re', reply_to: to } } })).body
					.content_attributes['in_reply_to'];
			assert.equal(await reply(quoted.id), quoted.id);
			assert.equal(await reply(foreign.id), null);
			assert.equal(await reply(1.5), null);
			assert.equal(await reply(1e300), null);
			const { body } = await agent.call<Message>(`conversations/${quoted.conversation_id}/messages`, {
				body: { content: 'Re', content_attributes: { in_reply_to: quoted.id } },
			});
			assert.equal(body.content_attributes['in_reply_to'], quoted.id);
		});

		test("the visitor's next message opens a resolved or snoozed conversation again", async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			for (const body of [{ status: 'resolved' }, { status: 'snoozed', snoozed_until: 4_000_000_000 }]) {
				const set = await agent.call<{ payload: object }>(`conversations/${displayId}/toggle_status`, { body });
				assert.deepEqual(set.body.payload, {
					success: true,
					conversation_id: displayId,
					current_status: body.status,
					snoozed_until: body.status === 'snoozed' ? '2096-10-02T07:06:40.000Z' : null,
				});
				assert.equal((await visitor.conversation()).status, body.status);
				await visitor.write('One more thing');
				assert.equal((await visitor.conversation()).status, 'open');
				assert.equal((await agent.conversation(displayId)).snoozed_until, null);
			}
		});

		test('without a status, open becomes resolved and everything else open', async () => {
			const displayId = await beginConversation(await createVisitor(server.origin));
			const toggle = async (body: object = {}) =>
				(
					await agent.call<{ payload: { current_status: string } }>(`conversations/${displayId}/toggle_status`, {
						body,
					})
				).body.payload.current_status;
			assert.equal(await toggle(), 'resolved');
			assert.equal(await toggle(), 'open');
			assert.equal(await toggle({ status: 'pending' }), 'pending');
			assert.equal(await toggle(), 'open');
		});

		test('opening a conversation of 40,000 unread messages marks them all, and announces the newest of them', async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			await agent.write(displayId, 'Taken');
			const { id } = await agent.write(displayId, 'Over and over');
			const [row] = await query(`select * from messages where id = ${id}`);
			const columns = Object.keys(row ?? {})
				.filter((column) => column !== 'id')
				.join();
			await query(`
				with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < 40000)
				insert into messages (${columns}) select ${columns} from messages, numbers where id = ${id}`);
			const socket = await connectSocketIo(server.origin, { pubsub_token: visitor.pubsubToken });
			await visitor.call('conversations/update_last_seen', { body: {} });
			const [newest] = (await visitor.messages()).slice(-1);
			await socket.next('message.updated', (message) => message.id === newest?.id && message.status === 'read');
			assert.equal(socket.received.filter(({ event }) => event === 'message.updated').length, READ_ANNOUNCED);
			assert.deepEqual(
				(await query(`select distinct status from messages where content = 'Over and over'`)).map(
					({ status }) => status,
				),
				['read'],
			);
			socket.close();
		});

		test('a reading that is reported late does not include messages written since', async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			const { id } = await agent.write(displayId, 'Seen');
			await query(`update messages set created_at = created_at - 5000 where conversation_id = (
				select conversation_id from messages where id = ${id})`);
			const [seen] = (await visitor.messages()).filter((message) => message.id === id);
			await agent.write(displayId, 'Not seen');
			const tell = (time?: number) =>
				visitor.call('conversations/update_last_seen', { body: { contact_last_seen_at: time } });
			const statuses = async () =>
				(
					await query(`select content, status from messages where message_type = 1 and conversation_id = (
					select conversation_id from messages where id = ${id}) order by id`)
				).map(({ content, status }) => [content, status]);

			await tell(seen?.created_at);
			assert.deepEqual(await statuses(), [
				['Seen', 'read'],
				['Not seen', 'sent'],
			]);
			assert.equal(
				(await visitor.call<{ contact_last_seen_at: number }>('conversations')).body.contact_last_seen_at,
				seen?.created_at,
			);
			// No message was written at that time, so the clock is wrong.
			await tell(1_000_000_000);
			assert.deepEqual(await statuses(), [
				['Seen', 'read'],
				['Not seen', 'read'],
			]);
		});

		test('of two messages with the same time, the second is unread until its id is reported, on both sides', async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			await agent.write(displayId, 'Taken');
			const [first, second] = [await agent.write(displayId, 'One'), await agent.write(displayId, 'Two')];
			const asked = await visitor.write('Three');
			await query(`update messages set created_at = (select created_at from messages where id = ${first.id})
				where id in (${second.id}, ${asked.id})`);
			const statuses = async () =>
				(await query(`select status from messages where id in (${first.id}, ${second.id}) order by id`)).map(
					({ status }) => status,
				);
			const see = (by: Visitor, body: object) => by.call('conversations/update_last_seen', { body });

			await see(visitor, { contact_last_seen_at: first.created_at, last_seen_message_id: first.id });
			assert.deepEqual(await statuses(), ['read', 'sent']);
			assert.equal((await visitor.conversation()).contact_last_seen_message_id, first.id);
			assert.equal((await agent.conversation(displayId)).contact_last_seen_message_id, first.id);

			// Naming a message of another visitor changes nothing in either conversation.
			const stranger = await createVisitor(server.origin);
			await beginConversation(stranger);
			await see(stranger, { last_seen_message_id: second.id });
			assert.equal((await stranger.conversation()).contact_last_seen_message_id, 0);
			assert.deepEqual(await statuses(), ['read', 'sent']);

			// A client that only knows times has seen all messages of that second.
			await see(visitor, { contact_last_seen_at: first.created_at });
			assert.deepEqual(await statuses(), ['read', 'read']);
			assert.equal((await visitor.conversation()).contact_last_seen_message_id, asked.id);
			await see(visitor, { last_seen_message_id: first.id });
			assert.equal((await visitor.conversation()).contact_last_seen_message_id, asked.id, 'nothing is unseen again');

			const read = async (body: object) =>
				(await agent.call<TeamConversation>(`conversations/${displayId}/update_last_seen`, { body })).body.unread_count;
			assert.equal(await read({ last_seen_message_id: second.id }), 1);
			assert.equal(await read({ last_seen_message_id: asked.id }), 0);
			await visitor.write('Four');
			assert.equal(await read({ last_seen_message_id: asked.id }), 1);
			assert.equal(await read({}), 0);
		});

		test('visitors are told once which of their messages the team has read, and it stays so', async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			const first = await visitor.write('One');
			const second = await visitor.write('Two');
			await visitor.write('Three');
			const socket = await connectSocketIo(server.origin, { pubsub_token: visitor.pubsubToken });
			const see = (body: object) => agent.call(`conversations/${displayId}/update_last_seen`, { body });
			const statuses = async () => (await visitor.messages()).slice(-3).map(({ status }) => status);
			await see({ last_seen_message_id: second.id });
			assert.deepEqual(await statuses(), ['read', 'read', 'sent']);
			await see({ last_seen_message_id: first.id });
			await agent.call(`conversations/${displayId}/unread`, { method: 'POST' });
			assert.deepEqual(await statuses(), ['read', 'read', 'sent']);
			await see({});
			assert.deepEqual(await statuses(), ['read', 'read', 'read']);
			const third = await socket.next('message.updated', ({ content }) => content === 'Three');
			assert.deepEqual([third.status, third.previous_changes], ['read', { status: ['sent', 'read'] }]);
			const updates = socket.received.filter(({ event }) => event === 'message.updated');
			assert.deepEqual(
				updates.map(({ data }) => (data as Message).content),
				['Two', 'Three'],
			);
			socket.close();
		});

		test("the team's list knows what is unread, waiting and answered", async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			for (let count = 0; count < 11; count++) await visitor.write('More');
			const waiting = await agent.conversation(displayId);
			assert.equal(waiting.unread_count, 10);
			assert.ok(waiting.waiting_since > 0);
			assert.equal(waiting.messages[0]?.content, 'More');
			const seen = await agent.call<{ unread_count: number; agent_last_seen_at: number }>(
				`conversations/${displayId}/update_last_seen`,
				{ method: 'POST' },
			);
			assert.equal(seen.body.unread_count, 0);
			await agent.write(displayId, 'A note', { private: true });
			assert.ok((await agent.conversation(displayId)).waiting_since > 0);
			await agent.write(displayId, 'An answer');
			const answered = await agent.conversation(displayId);
			assert.equal(answered.waiting_since, 0);
			assert.ok(answered.first_reply_created_at > 0);
			assert.equal(answered.last_non_activity_message?.content, 'An answer');
		});

		test('lists are filtered by status, assignee and change, the last active first', async () => {
			const list = async (query: string) =>
				(
					await agent.call<{ data: { meta: { all_count: number }; payload: { id: number; status: string }[] } }>(
						`conversations?${query}`,
					)
				).body.data;
			const [older, newer] = [
				await beginConversation(await createVisitor(server.origin)),
				await beginConversation(await createVisitor(server.origin)),
			];
			assert.deepEqual(
				(await list('')).payload.slice(0, 2).map(({ id }) => id),
				[newer, older],
			);
			await agent.write(older, 'Up again');
			assert.deepEqual(
				(await list('')).payload.slice(0, 2).map(({ id }) => id),
				[older, newer],
			);
			await agent.call(`conversations/${older}/toggle_status`, { body: { status: 'pending' } });
			assert.deepEqual(
				(await list('status=pending')).payload.map(({ id }) => id),
				[older],
			);
			assert.equal((await list('status=pending&assignee_type=unassigned')).payload.length, 0);
			assert.equal((await list('status=pending&assignee_type=unassigned')).meta.all_count, 1);
			assert.equal((await list('status=all&inbox_id=999')).payload.length, 0);
			assert.ok((await list('status=all&updated_within=3600')).payload.length > 1);
			assert.deepEqual((await list('page=1000')).payload, []);
		});

		test('pages by cursor neither repeat nor miss a conversation while the list changes, with any filter', async () => {
			const begunIds = await Promise.all(
				Array.from({ length: 30 }, async () => beginConversation(await createVisitor(server.origin))),
			);
			const first = Math.min(...begunIds);
			interface Page {
				data: { payload: TeamConversation[]; next_cursor: string | null };
			}
			const read = async (filter: string, cursor?: string | null) =>
				(await agent.call<Page>(`conversations?${filter}${cursor ? `&cursor=${cursor}` : ''}`)).body.data;
			for (const filter of [
				'status=open',
				'status=all',
				'status=all&inbox_id=1',
				'status=all&assignee_type=unassigned',
			]) {
				// All have the same time, so that only the id determines the position.
				await query(`update conversations set last_activity_at = 5, status = 'open' where display_id >= ${first}`);
				const begun = await read(filter);
				const ids = begun.payload.map(({ id }) => id);
				assert.equal(ids.length, CONVERSATIONS_PER_PAGE);
				// One conversation moves to the top, and another one leaves the list.
				const [moved = 0, left = 0] = ids;
				await agent.write(moved, 'Still here');
				await query(`update conversations set status = 'pending' where display_id = ${left}`);
				let { next_cursor: cursor } = begun;
				while (cursor !== null) {
					const page = await read(filter, cursor);
					ids.push(...page.payload.map(({ id }) => id));
					({ next_cursor: cursor } = page);
				}
				assert.equal(new Set(ids).size, ids.length, filter);
				const missing = begunIds.filter((id) => !ids.includes(id));
				assert.deepEqual(missing, [], filter);
			}
			const refused = await agent.call('conversations?cursor=5');
			assert.deepEqual([refused.status, (refused.body as { attributes: string[] }).attributes], [422, ['cursor']]);
		});

		test('a limited number of changes is answered at once, and more are refused', async () => {
			const displayId = await beginConversation(await createVisitor(server.origin));
			const [row] = await query(`select * from conversations where display_id = ${displayId}`);
			const columns = Object.keys(row ?? {}).filter((column) => !['id', 'display_id', 'uuid'].includes(column));
			const later = Date.now() + 3_600_000;
			await query(`
				with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${CONVERSATIONS_CHANGED})
				insert into conversations (display_id, uuid, ${columns.join()})
				select display_id + 1000000 + n, uuid || n, ${columns.join()} from conversations, numbers where display_id = ${displayId}`);
			// No other conversation has changed that late.
			await query(`update conversations set updated_at = ${later} where display_id > 1000000`);
			const changed = () => agent.call<{ data: { payload: unknown[] } }>('conversations?status=all&updated_within=0');
			assert.equal((await changed()).body.data.payload.length, CONVERSATIONS_CHANGED);

			await query(`update conversations set updated_at = ${later} where display_id = ${displayId}`);
			const refused = await changed();
			assert.deepEqual(
				[refused.status, refused.body],
				[
					422,
					{
						error: 'Validation failed: Updated within has too many conversations (maximum is 250)',
						message: 'Updated within has too many conversations (maximum is 250)',
						attributes: ['updated_within'],
					},
				],
			);
			await query('delete from conversations where display_id > 1000000');
			await query(`update conversations set updated_at = ${Date.now()} where display_id = ${displayId}`);
		});

		test('messages are hidden from the visitor as the contract says, and from the team on demand', async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			await agent.write(displayId, 'A note', { private: true });
			await agent.call(`conversations/${displayId}/toggle_status`, { body: {} });
			const spoken = async (messages: Promise<Message[]>) => (await messages).map(({ content }) => content);
			assert.deepEqual(await spoken(visitor.messages()), ['Hello']);
			assert.deepEqual(await spoken(agent.messages(displayId)), [
				'Hello',
				'A note',
				'Conversation was marked resolved by Ada Lindqvist',
			]);
			assert.deepEqual(await spoken(agent.messages(displayId, 'filter_internal_messages=1')), ['Hello']);
		});

		test('a visitor reads nothing of what the team keeps about them and their conversation', async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			const kept = { custom_attributes: { note: 'secret-1' } };
			const contact = { ...kept, additional_attributes: { city: 'secret-2' }, blocked: true };
			await agent.call(`contacts/${visitor.contactId}`, { method: 'PATCH', body: contact });
			await agent.call(`conversations/${displayId}/custom_attributes`, { body: kept });
			await agent.call(`conversations/${displayId}/toggle_priority`, { body: { priority: 'urgent' } });
			const question = await agent.write(displayId, 'Where to?', { content_type: 'input_email' });
			const email = { contact: { email: 'ada@shop.example' } };
			const answers = [
				await visitor.call('messages'),
				await visitor.call('conversations/history'),
				await visitor.call('messages', { body: { message: { content: 'Hello' } } }),
				await visitor.call(`messages/${question.id}`, { method: 'PATCH', body: email }),
				await visitor.call('conversations/destroy_custom_attributes', { body: { custom_attribute: ['size'] } }),
				await visitor.call('conversations', { body: { message: { content: 'Again' } } }),
			];
			for (const { status, body } of answers) {
				assert.equal(status, 200);
				assert.doesNotMatch(JSON.stringify(body), /secret|"blocked":true|urgent/);
			}
		});

		test("an agent's name stays within the team where there is a display name", async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			await agent.write(displayId, 'An answer');
			assert.equal((await visitor.messages()).at(-1)?.sender?.name, 'Ada');
			const listed = await visitor.call<{ payload: { last_message: Message }[] }>('conversations/history');
			assert.equal(listed.body.payload[0]?.last_message.sender?.name, 'Ada');
			const told = (await agent.messages(displayId)).find(({ content }) => content === 'An answer');
			assert.equal(told?.sender?.name, 'Ada Lindqvist');
		});

		test('a server killed with -9 has every acknowledged message, and recognises repetitions', async () => {
			const visitor = await createVisitor(server.origin);
			const acknowledged: Message[] = [];
			const write = async (writer: number) => {
				for (let count = 0; ; count++)
					acknowledged.push(await visitor.write(`${writer}-${count}`, `${writer}-${count}`));
			};
			const writers = Array.from({ length: 4 }, (_, writer) => write(writer).catch(() => undefined));
			while (acknowledged.length < 20) await new Promise((resolve) => setImmediate(resolve));
			await server.kill();
			await Promise.all(writers);
			server = await startServer({ ...options, dataDir: server.dataDir });
			agent = createAgent(server.origin, server.agentToken);
			const returned = await createVisitor(server.origin, visitor.authToken);
			const stored = await returned.messages('after=0');
			const storedIds = new Set(stored.map(({ id }) => id));
			assert.deepEqual(
				acknowledged.filter(({ id }) => !storedIds.has(id)),
				[],
			);
			const repeated = acknowledged[0];
			assert.ok(repeated?.echo_id);
			assert.equal((await returned.write('0-0', repeated.echo_id)).id, repeated.id);
			assert.equal((await returned.messages('after=0')).length, stored.length);
		});
	});
}
