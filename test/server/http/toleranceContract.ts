/**
 * Input that scripts and Chatwoot's own clients send, and that has to be accepted: form values,
 * missing parts, odd ones.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { addCampaign } from '../../support/channel.ts';
import { beginConversation, createVisitor, type Answer, type Visitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

interface Invalid {
	message: string;
	attributes: string[];
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** One character that consists of two UTF-16 units. */
const ASTRAL = '😀';

export function describeTolerance(database: string, prepare: Prepare): void {
	describe(`tolerance on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => (setup = await startConversationServer(prepare)));
		after(() => setup.stop());

		const newVisitor = () => createVisitor(setup.server.origin);
		/** Sends a body as JSON, and again as a form. */
		const inBothWays = async (
			send: (of: { headers?: Record<string, string>; body: unknown }) => Promise<Answer>,
			json: object,
			form: string,
		) => {
			for (const request of [{ body: json }, { headers: FORM, body: form }]) {
				const answer = await send(request);
				assert.ok(answer.status < 300, `${JSON.stringify(request)}: ${answer.status} ${JSON.stringify(answer.body)}`);
			}
		};
		const refusedFor = (answer: Answer, attribute: string) => {
			assert.equal(answer.status, 422, JSON.stringify(answer.body));
			assert.deepEqual((answer.body as Invalid).attributes, [attribute]);
		};
		const setUser = (visitor: Visitor, body: object) => visitor.call('contact/set_user', { method: 'PATCH', body });
		const proofOf = async (identifier: string) => {
			const [row] = await setup.query("select hmac_token from web_widgets where website_token = 'demo'");
			return createHmac('sha256', String(row?.['hmac_token'])).update(identifier).digest('hex');
		};
		const ask = async (visitor: Visitor, content_type: string, content_attributes: object = {}) => {
			const displayId = await beginConversation(visitor);
			return setup.agent.write(displayId, 'Please', { content_type, content_attributes: { ...content_attributes } });
		};

		test('an identifier may be a number, which counts as its text, also for the hash', async () => {
			const [one, other] = [await newVisitor(), await newVisitor()];
			assert.equal((await setUser(one, { identifier: 4711, identifier_hash: await proofOf('4711') })).status, 200);
			const { content } = await one.write('Mine');
			assert.equal((await setUser(other, { identifier: '4711', identifier_hash: await proofOf('4711') })).status, 200);
			assert.equal((await other.messages())[0]?.content, content);
			// The number is too large to be exact: it could be another user's.
			refusedFor(await setUser(await newVisitor(), { identifier: 2 ** 53 }), 'identifier');
		});

		test('a right hash followed by other characters is wrong', async () => {
			const visitor = await newVisitor();
			const hash = await proofOf('u-1');
			for (const identifier_hash of [`${hash}zz`, `${hash}00`, `${hash} x`]) {
				assert.equal((await setUser(visitor, { identifier: 'u-1', identifier_hash })).status, 401, identifier_hash);
			}
			assert.equal((await setUser(visitor, { identifier: 'u-1', identifier_hash: hash.toUpperCase() })).status, 200);
		});

		test('a visitor’s numbers may be text', async () => {
			const visitor = await newVisitor();
			const rating = await ask(visitor, 'input_csat');
			const call = await setup.agent.write(rating.conversation_id, 'Join', { content_type: 'integrations' });
			await inBothWays(
				(of) => visitor.call('direct_uploads', of),
				{ blob: { filename: 'a.txt', content_type: 'text/plain', byte_size: '1234', checksum: 'x' } },
				'blob[filename]=a.txt&blob[content_type]=text/plain&blob[byte_size]=1234&blob[checksum]=x',
			);
			await inBothWays(
				(of) => visitor.call(`messages/${rating.id}`, { method: 'PATCH', ...of }),
				{ message: { submitted_values: { csat_survey_response: { rating: '4' } } } },
				'message[submitted_values][csat_survey_response][rating]=4',
			);
			const [record] = await setup.query(`select rating from csat_responses where message_id = ${rating.id}`);
			assert.equal(Number(record?.['rating']), 4);
			await inBothWays(
				(of) => visitor.call('integrations/dyte/add_participant_to_meeting', of),
				{ message_id: String(call.id) },
				`message_id=${call.id}`,
			);
			await inBothWays(
				(of) => visitor.call('conversations/update_last_seen', of),
				{ contact_last_seen_at: '123' },
				'contact_last_seen_at=123',
			);
		});

		test('the survey’s page takes a rating that is text', async () => {
			const asked = await ask(await newVisitor(), 'input_csat');
			const { uuid } = await setup.agent.conversation(asked.conversation_id);
			const rate = (of: object) =>
				fetch(new URL(`/public/api/v1/csat_survey/${uuid}`, setup.server.origin), { method: 'PATCH', ...of });
			const sent = await rate({ headers: FORM, body: 'message[submitted_values][csat_survey_response][rating]=5' });
			assert.equal(sent.status, 200);
		});

		test('the team’s numbers and truth values may be text', async () => {
			const displayId = await beginConversation(await newVisitor());
			const path = `conversations/${displayId}`;
			const call = await setup.agent.write(displayId, 'Join', { content_type: 'integrations' });
			await inBothWays(
				(of) => setup.agent.call(`${path}/toggle_status`, of),
				{ status: 'snoozed', snoozed_until: '4102444800' },
				'status=snoozed&snoozed_until=4102444800',
			);
			const { snoozed_until } = await setup.agent.conversation(displayId);
			assert.ok(snoozed_until);
			await inBothWays(
				(of) => setup.agent.call(`${path}/toggle_status`, of),
				{ status: 'snoozed', snoozed_until: '' },
				'status=snoozed&snoozed_until=',
			);
			assert.equal((await setup.agent.conversation(displayId)).snoozed_until, null);
			await inBothWays(
				(of) => setup.agent.call(`${path}/toggle_typing_status`, of),
				{ typing_status: 'on', is_private: 'true' },
				'typing_status=on&is_private=true',
			);
			await inBothWays(
				(of) => setup.agent.call('integrations/dyte/add_participant_to_meeting', of),
				{ message_id: String(call.id) },
				`message_id=${call.id}`,
			);
			await inBothWays(
				(of) => setup.agent.call(`${path}/messages`, of),
				{ content: 'Among us', private: '1' },
				'content=Among+us&private=true',
			);
			const messages = await setup.agent.messages(displayId);
			assert.deepEqual(
				messages.slice(-2).map((message) => message.private),
				[true, true],
			);
		});

		test('a message’s echo id may be a number, which counts as its text', async () => {
			const displayId = await beginConversation(await newVisitor());
			const write = (echo_id: unknown) =>
				setup.agent.call<Message>(`conversations/${displayId}/messages`, { body: { content: 'Once', echo_id } });
			const [number, text] = [await write(4711), await write('4711')];
			assert.deepEqual([number.status, number.body.echo_id, text.body.id], [200, '4711', number.body.id]);
			assert.equal((await write(0.5)).body.echo_id, '0.5');
			// The number is too large to be exact: it could be another message's.
			refusedFor(await write(2 ** 53), 'echo_id');
		});

		test('null counts as absent in a message', async () => {
			const displayId = await beginConversation(await newVisitor());
			const nothing = {
				private: null,
				message_type: null,
				echo_id: null,
				source_id: null,
				content_type: null,
				content_attributes: null,
				attachments: null,
			};
			const body = { content: 'Hello', ...nothing };
			const sent = await setup.agent.call<Message>(`conversations/${displayId}/messages`, { body });
			assert.equal(sent.status, 200, JSON.stringify(sent.body));
			assert.deepEqual(
				[sent.body.private, sent.body.message_type, sent.body.content_type, sent.body.content_attributes],
				[false, 1, 'text', {}],
			);
			assert.ok(!('echo_id' in sent.body));
		});

		test('a form makes, changes and clears a campaign', async () => {
			const { id: senderId } = await setup.agent.profile();
			const facts = `inbox_id=1&title=T&message=M&sender_id=${senderId}&enabled=false&trigger_rules[url]=https://a.example/`;
			const made = await setup.agent.call<{ id: number; enabled: boolean }>('campaigns', {
				headers: FORM,
				body: `${facts}&trigger_rules[time_on_page]=7&trigger_only_during_business_hours=1`,
			});
			assert.equal(made.status, 200, JSON.stringify(made.body));
			assert.equal(made.body.enabled, false);
			const changed = await setup.agent.call<{ enabled: boolean; sender?: object }>(`campaigns/${made.body.id}`, {
				method: 'PATCH',
				headers: FORM,
				body: 'enabled=true&sender_id=',
			});
			assert.deepEqual([changed.body.enabled, changed.body.sender], [true, undefined]);
			await setup.agent.call(`campaigns/${made.body.id}`, { method: 'DELETE' });
		});

		test('a form can answer a question with several values', async () => {
			const visitor = await newVisitor();
			const items = [
				{ type: 'email', name: 'email' },
				{ type: 'text', name: 'order' },
			];
			const asked = await ask(visitor, 'form', { items });
			const field = (name: string, value: string) =>
				`message[submitted_values][][name]=${name}&message[submitted_values][][value]=${value}`;
			const answered = await visitor.call(`messages/${asked.id}`, {
				method: 'PATCH',
				headers: FORM,
				body: `${field('email', 'ada@example.com')}&${field('order', '7')}`,
			});
			assert.equal(answered.status, 200, JSON.stringify(answered.body));
			const message = (await visitor.messages()).find(({ id }) => id === asked.id);
			assert.deepEqual(message?.content_attributes['submitted_values'], [
				{ name: 'email', value: 'ada@example.com' },
				{ name: 'order', value: '7' },
			]);
		});

		test('an event may leave out its time and page', async () => {
			const visitor = await newVisitor();
			const displayId = await addCampaign(setup.where, { message: 'Hi', url: 'https://a.example/' });
			for (const event_info of [undefined, {}, { referer: null }, { initiated_at: null }, { initiated_at: {} }]) {
				const answer = await visitor.call('events', { body: { name: 'webwidget.triggered', event_info } });
				assert.deepEqual([answer.status, answer.body], [204, ''], JSON.stringify(event_info));
			}
			for (const event_info of [{}, { campaign_id: null }, { campaign_id: '' }]) {
				const answer = await visitor.call('events', { body: { name: 'campaign.triggered', event_info } });
				assert.deepEqual([answer.status, answer.body], [204, ''], JSON.stringify(event_info));
			}
			assert.deepEqual(await visitor.conversation(), {});
			const event_info = { campaign_id: displayId };
			await visitor.call('events', { body: { name: 'campaign.triggered', event_info } });
			assert.equal((await visitor.messages())[0]?.content, 'Hi');
		});

		test('reading without a time marks everything as read', async () => {
			for (const contact_last_seen_at of [null, 'abc', '123', 1.5, -1, {}, []]) {
				const visitor = await newVisitor();
				const displayId = await beginConversation(visitor);
				const { id } = await setup.agent.write(displayId, 'News');
				const said = await visitor.call('conversations/update_last_seen', { body: { contact_last_seen_at } });
				assert.deepEqual([said.status, said.body], [200, ''], JSON.stringify(contact_last_seen_at));
				const [row] = await setup.query(`select status from messages where id = ${id}`);
				assert.equal(row?.['status'], 'read', JSON.stringify(contact_last_seen_at));
			}
		});

		test("a message is accepted whatever the visitor's clock shows", async () => {
			const visitor = await newVisitor();
			for (const timestamp of [1_741_000_000, null, {}, 'yesterday', 'x'.repeat(10_000)]) {
				const { status } = await visitor.call('messages', { body: { message: { content: 'Hi', timestamp } } });
				assert.equal(status, 200);
			}
			const { additional_attributes } = await setup.agent.conversation((await visitor.conversation()).id ?? 0);
			assert.match(JSON.stringify(additional_attributes['initiated_at']), /"timestamp":"\w{3} \w{3} \d/);
		});

		test('removing an attribute answers the whole conversation, without what the team keeps about it', async () => {
			const visitor = await newVisitor();
			const displayId = await beginConversation(visitor);
			await visitor.call('conversations/set_custom_attributes', { body: { custom_attributes: { a: 1, b: 2 } } });
			const destroy = { custom_attribute: ['a'] };
			const { body } = await visitor.call<Record<string, unknown>>('conversations/destroy_custom_attributes', {
				body: destroy,
			});
			assert.deepEqual(Object.keys(body).toSorted(), [
				'account_id',
				'additional_attributes',
				'agent_last_seen_at',
				'assignee_id',
				'assignee_last_seen_at',
				'campaign_id',
				'contact_id',
				'contact_inbox_id',
				'contact_last_seen_at',
				'created_at',
				'custom_attributes',
				'display_id',
				'first_reply_created_at',
				'id',
				'identifier',
				'inbox_id',
				'last_activity_at',
				'priority',
				'sla_policy_id',
				'snoozed_until',
				'status',
				'team_id',
				'updated_at',
				'uuid',
				'waiting_since',
			]);
			assert.deepEqual([body['display_id'], body['custom_attributes']], [displayId, {}]);
			assert.match(String(body['created_at']), /^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);
		});

		test('a blank status toggles', async () => {
			const displayId = await beginConversation(await newVisitor());
			for (const status of ['', null]) {
				const { status: before } = await setup.agent.conversation(displayId);
				await setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status } });
				assert.equal((await setup.agent.conversation(displayId)).status, before === 'open' ? 'resolved' : 'open');
			}
		});

		test('an invalid page number means the first, and an invalid size the default', async () => {
			await beginConversation(await newVisitor());
			const list = async (query: string) =>
				(await setup.agent.call<{ data: { payload: { id: number }[] } }>(`conversations?${query}`)).body.data.payload;
			const first = await list('');
			for (const page of ['-1', '0', 'abc', '1.5', '']) assert.deepEqual(await list(`page=${page}`), first, page);
			const articles = async (query: string) => (await setup.agent.call<object>(`portals/help/articles?${query}`)).body;
			assert.deepEqual(await articles('page=-1'), await articles(''));
			const read = async (query: string) => {
				const answer = await fetch(new URL(`/hc/help/en/articles.json?${query}`, setup.server.origin));
				assert.equal(answer.status, 200, query);
				return answer.json();
			};
			for (const query of ['per_page=abc', 'page=-1&per_page=25', 'page=abc&per_page=-7']) {
				assert.deepEqual(await read(query), await read('per_page=25'), query);
			}
		});

		test('a list is refused in the place of an object', async () => {
			const visitor = await newVisitor();
			await beginConversation(visitor);
			const list = [1];
			refusedFor(await visitor.call('messages', { body: { message: [] } }), 'message');
			refusedFor(await visitor.call('conversations', { body: { message: {}, contact: [] } }), 'contact');
			refusedFor(await visitor.call('contact', { method: 'PATCH', body: [] }), 'body');
			for (const name of ['custom_attributes', 'additional_attributes']) {
				refusedFor(await setUser(visitor, { [name]: list }), name);
			}
			const attributes = { body: { custom_attributes: list } };
			refusedFor(await visitor.call('conversations/set_custom_attributes', attributes), 'custom_attributes');
			const event = { name: 'campaign.triggered', event_info: [] };
			refusedFor(await visitor.call('events', { body: event }), 'event_info');
			const path = `conversations/${String((await visitor.conversation()).id)}/messages`;
			const told = { body: { content: 'x', content_attributes: list } };
			refusedFor(await setup.agent.call(path, told), 'content_attributes');
			// Values within an attribute are not checked.
			const kept = { custom_attributes: { list, deep: { list } } };
			assert.equal((await visitor.call('conversations/set_custom_attributes', { body: kept })).status, 204);
		});

		test('a file is refused in the place of a text', async () => {
			const visitor = await newVisitor();
			for (const [name, attribute] of [
				['message[content]', 'content'],
				['message[echo_id]', 'echo_id'],
				['message[attachments]', 'attachments'],
				['message', 'message'],
			] as const) {
				const form = new FormData();
				form.append(name, new File(['Hello'], 'hello.txt', { type: 'text/plain' }));
				const answer = await fetch(new URL('/api/v1/widget/messages?website_token=demo', setup.server.origin), {
					method: 'POST',
					headers: { 'X-Auth-Token': visitor.authToken },
					body: form,
				});
				assert.deepEqual([answer.status, ((await answer.json()) as Invalid).attributes], [422, [attribute]], name);
			}
			assert.deepEqual(await visitor.messages(), []);
		});

		test('limits count characters', async () => {
			const visitor = await newVisitor();
			const write = (content: string) => visitor.call<Message>('messages', { body: { message: { content } } });
			assert.equal((await write(ASTRAL.repeat(150_000))).status, 200);
			refusedFor(await write(ASTRAL.repeat(150_001)), 'content');
			const named = (name: string) => visitor.call('contact', { method: 'PATCH', body: { name } });
			assert.equal((await named(ASTRAL.repeat(255))).status, 200);
			refusedFor(await named(ASTRAL.repeat(256)), 'name');
			const known = (identifier: string) => setUser(visitor, { identifier });
			refusedFor(await known(ASTRAL.repeat(256)), 'identifier');
			assert.equal((await known(ASTRAL.repeat(255))).status, 200);
			const set = (text: string) =>
				visitor.call('conversations/set_custom_attributes', { body: { custom_attributes: { text } } });
			assert.equal((await set(ASTRAL.repeat(1_500))).status, 204);
			refusedFor(await set(ASTRAL.repeat(1_501)), 'custom_attributes');
		});

		test('a reply to a missing message is stored as a plain message, and both keys say so', async () => {
			const visitor = await newVisitor();
			const reply = async (reply_to: unknown) =>
				(await visitor.call<Message>('messages', { body: { message: { content: 'Re', reply_to } } })).body
					.content_attributes;
			for (const unknown of [999_999, '999999', 1.5]) {
				assert.deepEqual(await reply(unknown), { in_reply_to: null, in_reply_to_external_id: null });
			}
			assert.deepEqual(await reply(''), { in_reply_to: null });
		});

		test('a path with a non-numeric id is not found', async () => {
			const visitor = await newVisitor();
			const { id } = await visitor.write('Hi');
			const displayId = (await visitor.conversation()).id ?? 0;
			const missing = { error: 'Resource could not be found' };
			for (const odd of ['search', 'x', `${displayId}.0`, `0x${displayId}`, `${displayId}e0`, `+${displayId}`]) {
				for (const path of [odd, `${odd}/messages`]) {
					const answer = await setup.agent.call(`conversations/${path}`);
					assert.deepEqual([answer.status, answer.body], [404, missing], path);
				}
			}
			const answer = await visitor.call(`messages/${id}.0`, { method: 'PATCH', body: {} });
			assert.deepEqual([answer.status, answer.body], [404, missing]);
		});
	});
}
