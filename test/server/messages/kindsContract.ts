/**
 * Kinds of message besides text: what the team may send and the visitor may answer (docs/wire.md,
 * Messages and Kinds of message; docs/application-api.md, Messages).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CsatSurvey, Message } from '#protocol/entities/entities.ts';
import { beginConversation, call, createVisitor, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

const DAY = 24 * 60 * 60_000;

const SELECT = {
	items: [
		{ title: 'Yes', value: 'yes' },
		{ title: 'No', value: 'no' },
	],
};
const FORM = {
	items: [
		{ type: 'email', name: 'email', label: 'Email', required: true },
		{ type: 'text', name: 'order', label: 'Order', pattern: '(a+)+$' },
		{ type: 'select', name: 'size', options: [{ label: 'Small', value: 's' }] },
	],
	button_label: 'Send it',
};
const CARDS = {
	items: [
		{
			title: 'Cup',
			description: 'Blue',
			media_url: 'https://shop.example/cup.png',
			actions: [
				{ type: 'link', text: 'See', uri: 'https://shop.example/cup' },
				{ type: 'postback', text: 'Buy', payload: 'cup' },
			],
		},
	],
};
const ARTICLES = { items: [{ title: 'Care', description: 'Wash by hand', link: 'https://shop.example/care' }] };

export function describeKinds(database: string, prepare: Prepare): void {
	describe(`kinds of messages on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => (setup = await startConversationServer(prepare)));
		after(() => setup.stop());

		const send = (displayId: number, content_type: string, content_attributes?: unknown, content = 'Please') =>
			setup.agent.call<Message & { error: string }>(`conversations/${displayId}/messages`, {
				body: { content, content_type, ...(content_attributes === undefined ? {} : { content_attributes }) },
			});
		const ask = async (visitor: Visitor, type: string, attributes?: unknown) => {
			const asked = await send(await beginConversation(visitor), type, attributes);
			assert.equal(asked.status, 200, JSON.stringify(asked.body));
			return asked.body;
		};
		const answer = (visitor: Visitor, { id }: Pick<Message, 'id'>, submitted_values: unknown) =>
			visitor.call<{ message: string; attributes: string[] }>(`messages/${id}`, {
				method: 'PATCH',
				body: { message: { submitted_values } },
			});
		const attributesOf = async (visitor: Visitor, { id }: Pick<Message, 'id'>) => {
			const { in_reply_to: _, ...attributes } =
				(await visitor.messages()).find((message) => message.id === id)?.content_attributes ?? {};
			return attributes;
		};

		for (const [type, attributes] of Object.entries({
			input_select: SELECT,
			form: FORM,
			cards: CARDS,
			article: ARTICLES,
			input_email: {},
			input_csat: {},
		})) {
			test(`${type} reaches the visitor as the team sent it, and nothing else with it`, async () => {
				const visitor = await createVisitor(setup.server.origin);
				const asked = await ask(visitor, type, { ...attributes, submitted_values: [{ x: 1 }], deleted: true });
				assert.equal(asked.content_type, type);
				const stored = (await visitor.messages()).at(-1);
				assert.equal(stored?.content_type, type);
				assert.deepEqual(await attributesOf(visitor, asked), attributes);
			});
		}

		test('attributes may be JSON text, as forms send them; text that is no JSON is ignored', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const asked = await ask(visitor, 'input_select', JSON.stringify(SELECT));
			assert.deepEqual(asked.content_attributes, SELECT);
			const withNul = '{"items":[{"title":"a\\u0000b","value":"c"}]}';
			const cleaned = await send(asked.conversation_id, 'input_select', withNul);
			assert.deepEqual(cleaned.body.content_attributes['items'], [{ title: 'ab', value: 'c' }]);
			const deep = `{"items":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
			assert.equal((await send(asked.conversation_id, 'input_select', deep)).status, 422);
			assert.equal((await send(asked.conversation_id, 'text', '{')).status, 200);
			const reply = await send(asked.conversation_id, 'text', JSON.stringify({ in_reply_to: asked.id }));
			assert.equal(reply.body.content_attributes['in_reply_to'], asked.id);
		});

		const BROKEN: readonly (readonly [type: string, attributes: unknown, error: string | RegExp])[] = [
			['foo', {}, "'foo' is not a valid content_type"],
			['input_select', {}, 'Validation failed: Content attributes At least one item is required.'],
			['form', { items: [] }, 'Validation failed: Content attributes At least one item is required.'],
			['article', '{', 'Validation failed: Content attributes At least one item is required.'],
			[
				'input_select',
				{ items: [{ title: 'A', value: 'a', x: 1, y: 2 }] },
				'Validation failed: Content attributes contains invalid keys for items : [:x, :y]',
			],
			['cards', { items: [{ title: 'A' }] }, 'Validation failed: Content attributes contains items missing actions'],
			[
				'cards',
				{ items: [{ title: 'A', actions: [{ type: 'link', text: 'a', uri: 'b', z: 1 }] }] },
				'Validation failed: Content attributes contains invalid keys for actions : [:z]',
			],
			[
				'cards',
				{ items: [{ title: 'A', actions: [{ type: 'odd' }] }] },
				/^Validation failed: Content attributes items/,
			],
			['input_select', { items: ['a'] }, /^Validation failed: Content attributes items/],
			['form', { items: [{ type: 'file', name: 'a' }] }, /^Validation failed: Content attributes items/],
			[
				'form',
				{ items: [{ type: 'text', name: 'a', visible_when: { field: 'b', values: ['x'] } }] },
				/items: show a by b, which is no field before it$/,
			],
		];
		for (const [type, attributes, error] of BROKEN) {
			test(`${type} with ${JSON.stringify(attributes)} is refused`, async () => {
				const visitor = await createVisitor(setup.server.origin);
				const refused = await send(await beginConversation(visitor), type, attributes);
				assert.equal(refused.status, 422);
				if (typeof error === 'string') assert.equal(refused.body.error, error);
				else assert.match(refused.body.error, error);
			});
		}

		test('a choice has to be one of the items, and is announced to all readers', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const asked = await ask(visitor, 'input_select', SELECT);
			const listener = await setup.listenAsAgent();
			assert.equal((await answer(visitor, asked, [{ title: 'Other words', value: 'yes' }])).status, 200);
			const chosen = { ...SELECT, submitted_values: [{ title: 'Yes', value: 'yes' }] };
			assert.deepEqual(await attributesOf(visitor, asked), chosen);
			const updated = await listener.next('message.updated', ({ id }) => id === asked.id);
			assert.deepEqual(updated.previous_changes?.['content_attributes'], [SELECT, chosen]);
			listener.close();
			for (const wrong of [[{ title: 'Maybe', value: 'maybe' }], [], SELECT.items, 'yes', null, { value: 'yes' }]) {
				const refused = await answer(visitor, asked, wrong);
				assert.deepEqual([refused.status, refused.body.attributes], [422, ['submitted_values']], JSON.stringify(wrong));
			}
		});

		test('a form takes the fields that it has, and misses only those that are required', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const asked = await ask(visitor, 'form', FORM);
			const values = [{ name: 'email', value: 'ada@example.com' }];
			assert.equal((await answer(visitor, asked, values)).status, 200);
			assert.deepEqual(await attributesOf(visitor, asked), { ...FORM, submitted_values: values });
			const slow = { name: 'order', value: `${'a'.repeat(5_000)}!` };
			assert.equal((await answer(visitor, asked, [...values, slow])).status, 200);
			for (const wrong of [
				[],
				[{ name: 'email', value: ' ' }],
				[{ name: 'email', value: 'nobody' }],
				[...values, { name: 'other', value: 'x' }],
				[...values, { name: 'size', value: 'xl' }],
				[...values, { name: 'order', value: 'x'.repeat(20_001) }],
				[{ name: 'email', value: 7 }],
				{ email: 'ada@example.com' },
			]) {
				const refused = await answer(visitor, asked, wrong);
				assert.deepEqual([refused.status, refused.body.attributes], [422, ['submitted_values']], JSON.stringify(wrong));
			}
		});

		test('a form misses a required field only where it is visible, and takes no answer to one that is hidden', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const visible_when = { field: 'topic', values: ['delivery'] };
			const topics = ['delivery', 'other'].map((value) => ({ label: value, value }));
			const asked = await ask(visitor, 'form', {
				items: [
					{ type: 'select', name: 'topic', required: true, options: topics },
					{ type: 'text', name: 'order', required: true, visible_when },
				],
			});
			const [topic, order] = [
				{ name: 'topic', value: 'other' },
				{ name: 'order', value: '7' },
			];
			const delivery = { name: 'topic', value: 'delivery' };
			const refused = await answer(visitor, asked, [delivery]);
			assert.deepEqual([refused.status, refused.body.message], [422, 'Submitted values lacks the field order']);
			assert.equal((await answer(visitor, asked, [topic, order])).status, 200);
			assert.deepEqual((await attributesOf(visitor, asked))['submitted_values'], [topic]);
			assert.equal((await answer(visitor, asked, [delivery, order])).status, 200);
			assert.deepEqual((await attributesOf(visitor, asked))['submitted_values'], [delivery, order]);
		});

		test("an email address is stored with the question and the contact, and gives no access to another's record", async () => {
			const [visitor, holder] = [await createVisitor(setup.server.origin), await createVisitor(setup.server.origin)];
			await holder.call('contact', { method: 'PATCH', body: { email: 'held@example.com' } });
			const asked = await ask(visitor, 'input_email');
			const tell = (email: string | null) =>
				visitor.call<{ contact: { id: number; name: string }; attributes: string[] }>(`messages/${asked.id}`, {
					method: 'PATCH',
					body: { contact: { email } },
				});
			assert.deepEqual([(await tell('nobody')).status, (await tell('nobody')).body.attributes], [422, ['email']]);
			const told = await tell('Held@Example.com');
			assert.deepEqual([told.status, told.body.contact.id], [200, visitor.contactId]);
			assert.equal(told.body.contact.name, 'held');
			assert.deepEqual(await attributesOf(visitor, asked), { submitted_email: 'held@example.com' });
			assert.equal((await tell(null)).status, 200);
		});

		test('an answer to a message that asks nothing is refused', async () => {
			const visitor = await createVisitor(setup.server.origin);
			for (const [type, attributes] of [
				['text', {}],
				['cards', CARDS],
				['article', ARTICLES],
				['integrations', {}],
			] as const) {
				const asked = await ask(visitor, type, attributes);
				assert.deepEqual((await answer(visitor, asked, [])).body, {
					message: 'Message asks nothing',
					attributes: ['id'],
				});
			}
		});

		test('a message of another conversation is answered with 404 and no body', async () => {
			const owner = await createVisitor(setup.server.origin);
			const [question, invitation] = [await ask(owner, 'input_csat'), await ask(owner, 'integrations')];
			const stranger = await createVisitor(setup.server.origin);
			const refusals = async () => [
				await answer(stranger, question, rate(5)),
				await stranger.call('integrations/dyte/add_participant_to_meeting', { body: { message_id: invitation.id } }),
			];
			const before = await refusals();
			await beginConversation(stranger);
			// With a body, the 404 would mean an unknown visitor (docs/wire.md, Errors).
			for (const { status, body } of [...before, ...(await refusals())]) assert.deepEqual([status, body], [404, '']);
		});

		const rate = (rating: unknown, feedback_message?: string) => ({
			csat_survey_response: { rating, feedback_message },
		});

		test('a rating is from 1 to 5 and can be changed; the survey page shows the same', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const asked = await ask(visitor, 'input_csat');
			const { uuid } = await setup.agent.conversation(asked.conversation_id);
			const survey = () => call<CsatSurvey>(setup.server.origin, `/public/api/v1/csat_survey/${uuid}`);
			const unanswered = (await survey()).body;
			assert.deepEqual([unanswered.id, unanswered.csat_survey_response], [asked.id, null]);
			assert.equal(unanswered.brand?.BRAND_NAME, 'Live Chat');
			await setup.query('update web_widgets set disable_branding = true');
			assert.equal((await survey()).body.brand, undefined, 'the channel hides the brand');
			await setup.query('update web_widgets set disable_branding = false');
			for (const wrong of [0, 6, 4.5, '6', 'four', null]) {
				assert.equal((await answer(visitor, asked, rate(wrong))).status, 422);
			}
			assert.equal((await answer(visitor, asked, rate(2))).status, 200);
			assert.equal((await answer(visitor, asked, rate(4, 'Better'))).status, 200);
			assert.deepEqual(await attributesOf(visitor, asked), { submitted_values: rate(4, 'Better') });
			const { csat_survey_response: response } = (await survey()).body;
			assert.deepEqual([response?.rating, response?.feedback_message], [4, 'Better']);
			assert.deepEqual([response?.contact_id, response?.message_id], [visitor.contactId, asked.id]);
			const records = await setup.query(`select * from csat_responses where message_id = ${asked.id}`);
			assert.equal(records.length, 1);
		});

		test('a text of which nothing can be seen is refused from both sides, and files or emoji are enough', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const id = await beginConversation(visitor);
			const count = async () => (await setup.agent.messages(id)).length;
			const before = await count();
			const assertRefused = async (answer: Promise<{ status: number; body: unknown }>, content: string | null) => {
				const { status, body } = await answer;
				const { message, attributes } = body as { message?: string; attributes?: string[] };
				const refusal = [422, "Content can't be blank", ['content']];
				assert.deepEqual([status, message, attributes], refusal, JSON.stringify(content));
			};
			const invisible = [
				'',
				null,
				' \t\n\u00A0\u3000',
				'\0',
				'\u200B\u2060\uFEFF',
				'\u200E\u200F\u202A\u202C\u2066\u2069',
				'\u3164\u115F\u1160\uFFA0',
				'\u2800',
				'\u00AD\u034F\u180E\uFE0F',
				'\uFFF9\uFFFB\u{E0001}',
				'\u200D',
			];
			for (const content of invisible) {
				const body = { message: { content } };
				await assertRefused(visitor.call('messages', { body }), content);
				await assertRefused(visitor.call('conversations', { body }), content);
				for (const isPrivate of [false, true]) {
					const answer = setup.agent.call(`conversations/${id}/messages`, { body: { content, private: isPrivate } });
					await assertRefused(answer, content);
				}
			}
			assert.equal(await count(), before);
			for (const content of ['👩\u200D👧', '❤\uFE0F', '.', '\u200Fשלום']) {
				await visitor.write(content);
				await setup.agent.write(id, content);
			}
			const place = { file_type: 'location', coordinates_lat: 1, coordinates_long: 2 };
			for (const content of ['', ' \u200B', null])
				assert.equal(
					(await setup.agent.call(`conversations/${id}/messages`, { body: { content, attachments: [place] } })).status,
					200,
				);
		});

		for (const [type, attributes, values] of [
			['input_select', SELECT, [{ title: 'Yes', value: 'yes' }]],
			['form', FORM, [{ name: 'email', value: 'a@x.example' }]],
			['input_csat', {}, { csat_survey_response: { rating: 4 } }],
			['input_email', {}, undefined],
		] as const) {
			test(`an answer to ${type} is news for the team, until an agent has read it`, async () => {
				const visitor = await createVisitor(setup.server.origin);
				const asked = await ask(visitor, type, attributes);
				const id = asked.conversation_id;
				const { body: later } = await setup.agent.call<Message>(`conversations/${id}/messages`, {
					body: { content: 'Take your time' },
				});
				await setup.agent.call(`conversations/${id}/update_last_seen`, { method: 'POST' });
				const before = await setup.agent.conversation(id);
				assert.deepEqual(
					[before.unread_count, before.last_non_activity_message?.id, before.last_said_message],
					[0, later.id, undefined],
				);

				const listener = await setup.listenAsAgent();
				const email = `${type}-${database.toLowerCase()}@visitor.example`;
				const { status } = await visitor.call(`messages/${asked.id}`, {
					method: 'PATCH',
					body: values ? { message: { submitted_values: values } } : { contact: { email } },
				});
				assert.equal(status, 200);
				const told = await listener.next('message.updated', (message) => message.id === asked.id);
				assert.equal(told.conversation.unread_count, 1);
				assert.ok(told.answered_at);
				if (!values) {
					const { meta } = await listener.next(
						'conversation.updated',
						(conversation) => conversation.id === id && conversation.meta.sender.email !== null,
					);
					assert.deepEqual([meta.sender.email, meta.sender.name], [email, email.split('@')[0]]);
				}
				listener.close();
				const after = await setup.agent.conversation(id);
				assert.deepEqual([after.unread_count, after.last_said_message?.id], [1, asked.id]);
				assert.ok(after.last_activity_at >= before.last_activity_at);
				assert.equal(after.waiting_since > 0, type !== 'input_csat');

				await setup.agent.call(`conversations/${id}/update_last_seen`, { method: 'POST' });
				assert.equal((await setup.agent.conversation(id)).unread_count, 0);
			});
		}

		test('an answer that is deleted with its question is no news any more', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const asked = await ask(visitor, 'input_select', SELECT);
			await setup.agent.call(`conversations/${asked.conversation_id}/update_last_seen`, { method: 'POST' });
			assert.equal((await answer(visitor, asked, [{ title: 'Yes', value: 'yes' }])).status, 200);
			const path = `conversations/${asked.conversation_id}/messages/${asked.id}`;
			assert.equal((await setup.agent.call(path, { method: 'DELETE' })).status, 200);
			assert.equal((await setup.agent.conversation(asked.conversation_id)).unread_count, 0);
		});

		test("the survey's address accepts a rating from any site, and the visitor sees it at once", async () => {
			const visitor = await createVisitor(setup.server.origin);
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			const asked = await ask(visitor, 'input_csat');
			const { uuid } = await setup.agent.conversation(asked.conversation_id);
			const path = `/public/api/v1/csat_survey/${uuid}`;
			const put = (values: unknown) =>
				call<CsatSurvey & { error: string }>(setup.server.origin, path, {
					method: 'PUT',
					body: { message: { submitted_values: values } },
				});
			const rated = await put(rate(5));
			assert.deepEqual([rated.status, rated.body.csat_survey_response?.rating], [200, 5]);
			assert.equal(rated.headers.get('access-control-allow-origin'), '*');
			const updated = await listener.next('message.updated', ({ id }) => id === asked.id);
			assert.deepEqual(updated.content_attributes['submitted_values'], {
				csat_survey_response: { rating: 5, feedback_message: null },
			});
			listener.close();
			const preflight = await call(setup.server.origin, path, { method: 'OPTIONS' });
			assert.equal(preflight.status, 204);
			assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/);
			assert.equal((await put(rate(9))).status, 422);
			assert.equal((await put(undefined)).status, 422);

			// The fourteenth day still counts, until its end.
			const asLate = (days: number) =>
				setup.query(`update messages set created_at = ${Date.now() - days * DAY} where id = ${asked.id}`);
			await asLate(14);
			assert.equal((await put(rate(1))).status, 200);
			await asLate(15);
			const late = await put(rate(3));
			assert.deepEqual([late.status, late.body.error], [422, 'You cannot update the CSAT survey after 14 days']);
			assert.equal((await answer(visitor, asked, rate(3))).status, 200);
		});

		test('a suspended account takes no rating', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const asked = await ask(visitor, 'input_csat');
			const { uuid } = await setup.agent.conversation(asked.conversation_id);
			const path = `/public/api/v1/csat_survey/${uuid}`;
			await setup.query("update accounts set status = 'suspended'");
			const body = { message: { submitted_values: rate(5) } };
			const answers = [
				await call(setup.server.origin, path),
				await call(setup.server.origin, path, { method: 'PUT', body }),
			];
			await setup.query("update accounts set status = 'active'");
			for (const refused of answers)
				assert.deepEqual([refused.status, refused.body], [401, { error: 'Account is suspended' }]);
			assert.deepEqual(await attributesOf(visitor, asked), {});
		});

		test('a survey that was never asked for, or of no conversation, is not found', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const { uuid } = await setup.agent.conversation(await beginConversation(visitor));
			for (const path of [uuid, 'x', '%00', crypto.randomUUID()]) {
				for (const method of ['GET', 'PATCH']) {
					const body = { message: { submitted_values: rate(5) } };
					const answered = await call(setup.server.origin, `/public/api/v1/csat_survey/${path}`, {
						method,
						...(method === 'PATCH' ? { body } : {}),
					});
					assert.equal(answered.status, 404, path);
				}
			}
		});

		test("an invitation to a call without words has some in the visitor's language", async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			await visitor.call('messages?locale=de', { body: { message: { content: 'Hallo' } } });
			const path = `conversations/${displayId}/messages`;
			const { body } = await setup.agent.call<Message>(path, { body: { content_type: 'integrations' } });
			assert.equal(body.content, 'Videoanruf');
		});

		test("the team starts a call, and the conversation's two sides join it in one room", async () => {
			const visitor = await createVisitor(setup.server.origin);
			const invitation = await ask(visitor, 'integrations');
			const attributes = await attributesOf(visitor, invitation);
			assert.equal(attributes['type'], 'dyte');
			const body = { message_id: invitation.id };
			const path = 'integrations/dyte/add_participant_to_meeting';
			const visitors = await visitor.call<{ url: string }>(path, { body });
			const agents = await setup.agent.call<{ url: string }>(path, { body });
			const [room, name] = visitors.body.url.split('#');
			assert.match(room ?? '', /^https:\/\/meet\.jit\.si\/chat-[\w-]{24}$/);
			assert.equal(agents.body.url.split('#')[0], room);
			assert.match(name ?? '', /^userInfo\.displayName=%22.+%22$/);
			const again = await ask(await createVisitor(setup.server.origin), 'integrations');
			assert.notDeepEqual(again.content_attributes, invitation.content_attributes);

			const stranger = await createVisitor(setup.server.origin);
			await beginConversation(stranger);
			assert.equal((await stranger.call(path, { body })).status, 404);
			const text = await visitor.write('No call');
			const refused = await visitor.call(path, { body: { message_id: text.id } });
			assert.deepEqual([refused.status, refused.body], [422, { error: 'Invalid message type. Action not permitted' }]);
			for (const message_id of ['x', 1.5, 1e300]) {
				assert.equal((await visitor.call(path, { body: { message_id } })).status, 422);
				assert.equal((await setup.agent.call(path, { body: { message_id } })).status, 422);
			}
			assert.equal((await setup.agent.call(path, { body: { message_id: 999_999 } })).status, 404);
		});
	});
}
