/** Any input of a stranger is answered with a 4xx that names what is wrong, never with a 5xx. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseForm } from '../../../src/server/http/routing/formBody.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent, type Call, type Visitor } from '../api.ts';

interface Invalid {
	message: string;
	attributes: string[];
}

describe('bad input', () => {
	let server: TestServer;
	let visitor: Visitor;
	let agent: Agent;
	before(async () => {
		server = await startHostedServer();
		visitor = await createVisitor(server.origin);
		agent = createAgent(server.origin, server.agentToken);
		await beginConversation(visitor);
	});
	after(() => server.stop());

	const TOO_LONG = 'x'.repeat(150_001);
	const VISITOR: readonly (readonly [what: string, path: string, call: Call, attribute: string])[] = [
		['content that is no text', 'messages', { body: { message: { content: 5 } } }, 'content'],
		['content that is a list', 'messages', { body: { message: { content: ['x'] } } }, 'content'],
		['no message', 'messages', { body: {} }, 'message'],
		['a message that is text', 'messages', { body: { message: 'x' } }, 'message'],
		['a body that is a list', 'messages', { body: [] }, 'body'],
		['a body that is null', 'messages', { body: 'null' }, 'message'],
		['over-long content', 'messages', { body: { message: { content: TOO_LONG } } }, 'content'],
		['over-long first content', 'conversations', { body: { message: { content: TOO_LONG } } }, 'content'],
		['an empty echo id', 'messages', { body: { message: { content: 'x', echo_id: '' } } }, 'echo_id'],
		['an over-long echo id', 'messages', { body: { message: { content: 'x', echo_id: 'e'.repeat(256) } } }, 'echo_id'],
		['a reply to text', 'messages', { body: { message: { content: 'x', reply_to: 'y' } } }, 'reply_to'],
		['attachments that are text', 'messages', { body: { message: { attachments: 'x' } } }, 'attachments'],
		['attachments that are objects', 'messages', { body: { message: { attachments: [{}] } } }, 'attachments'],
		['a forged file', 'messages', { body: { message: { attachments: ['\0'] } } }, 'attachments.file'],
		['an upload of nothing', 'direct_uploads', { body: {} }, 'blob'],
		[
			'an upload of less than nothing',
			'direct_uploads',
			{ body: { blob: { filename: 'a', byte_size: -1, checksum: 'x' } } },
			'byte_size',
		],
		['a call of no message', 'integrations/dyte/add_participant_to_meeting', { body: {} }, 'message_id'],
		['a page before text', 'messages?before=abc', {}, 'before'],
		['a page after a fraction', 'messages?after=1.5', {}, 'after'],
		['a page after a negative id', 'messages?after=-1', {}, 'after'],
		['a page after what no database can count', 'messages?after=99999999999999999999', {}, 'after'],
		['no typing status', 'conversations/toggle_typing', { body: {} }, 'typing_status'],
		['an unknown typing status', 'conversations/toggle_typing', { body: { typing_status: 'maybe' } }, 'typing_status'],
		['an unknown event', 'events', { body: { name: 'other', event_info: {} } }, 'name'],
		['attributes that are text', 'contact', { method: 'PATCH', body: { custom_attributes: 'x' } }, 'custom_attributes'],
		['a name that is a number', 'contact', { method: 'PATCH', body: { name: 1 } }, 'name'],
		['an over-long name', 'contact', { method: 'PATCH', body: { name: 'n'.repeat(256) } }, 'name'],
		[
			'an over-long identifier',
			'contact/set_user',
			{ method: 'PATCH', body: { identifier: 'n'.repeat(256) } },
			'identifier',
		],
		[
			'an over-long attribute',
			'conversations',
			{ body: { message: { content: 'x' }, custom_attributes: { a: 'x'.repeat(1_501) } } },
			'custom_attributes',
		],
		[
			'a number beyond bounds',
			'conversations',
			{ body: { message: { content: 'x' }, custom_attributes: { a: 10_000_000_000 } } },
			'custom_attributes',
		],
	];
	for (const [what, path, of, attribute] of VISITOR) {
		test(`${what} is refused by name`, async () => {
			const answer = await visitor.call<Invalid>(path, of);
			assert.equal(answer.status, 422, JSON.stringify(answer.body));
			assert.ok(answer.body.attributes.includes(attribute), JSON.stringify(answer.body));
			assert.ok(answer.body.message.length > 0);
		});
	}

	test('over-long content is refused in the words of the contract', async () => {
		const message = 'Content is too long (maximum is 150000 characters)';
		const visitors = await visitor.call('messages', { body: { message: { content: TOO_LONG } } });
		assert.deepEqual(visitors.body, { message, attributes: ['content'] });
		const agents = await agent.call('conversations/1/messages', { body: { content: TOO_LONG } });
		assert.equal(agents.status, 422);
		assert.deepEqual(agents.body, { error: `Validation failed: ${message}`, message, attributes: ['content'] });
		assert.equal((await visitor.write('x'.repeat(150_000))).content?.length, 150_000);
	});

	const AGENT: readonly (readonly [what: string, path: string, call: Call, attribute: string])[] = [
		['a kind of conversation to list', 'conversations?conversation_type=unattended', {}, 'conversation_type'],
		['content that is an object', 'conversations/1/messages', { body: { content: {} } }, 'content'],
		['privacy that is text', 'conversations/1/messages', { body: { content: 'x', private: 'no' } }, 'private'],
		[
			'a message type that agents do not write',
			'conversations/1/messages',
			{ body: { message_type: 'incoming' } },
			'message_type',
		],
		['attachments that are text', 'conversations/1/messages', { body: { attachments: 'x' } }, 'attachments'],
		[
			'attributes that are a list',
			'conversations/1/messages',
			{ body: { content_attributes: 7 } },
			'content_attributes',
		],
		['an unknown status to set', 'conversations/1/toggle_status', { body: { status: 'gone' } }, 'status'],
		['a snooze until text', 'conversations/1/toggle_status', { body: { snoozed_until: 'x' } }, 'snoozed_until'],
		[
			'a snooze beyond all times',
			'conversations/1/toggle_status',
			{ body: { status: 'snoozed', snoozed_until: 1e300 } },
			'snoozed_until',
		],
		['no typing status', 'conversations/1/toggle_typing_status', { body: {} }, 'typing_status'],
	];
	for (const [what, path, of, attribute] of AGENT) {
		test(`an agent's ${what} is refused by name`, async () => {
			const answer = await agent.call<Invalid>(path, of);
			assert.equal(answer.status, 422, JSON.stringify(answer.body));
			assert.ok(answer.body.attributes.includes(attribute), JSON.stringify(answer.body));
		});
	}

	test('ids that no record can have are not found', async () => {
		for (const id of ['abc', '99999999999999999999']) {
			for (const answer of [
				await visitor.call(`messages/${id}`, { method: 'PATCH', body: {} }),
				await agent.call(`conversations/${id}`),
				await agent.call(`conversations/1/messages/${id}`, { method: 'DELETE' }),
			]) {
				assert.deepEqual([answer.status, answer.body], [404, { error: 'Resource could not be found' }]);
			}
		}
	});

	test('malformed bodies are refused', async () => {
		for (const body of ['{', '{"message":', 'hello', '{"__proto__":{"a":1}}']) {
			const answer = await visitor.call<Invalid>('messages', { body });
			assert.deepEqual([answer.status, answer.body.attributes], [400, ['body']], body);
		}
		const deep = await visitor.call<Invalid>('contact', {
			method: 'PATCH',
			body: `${'{"custom_attributes":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
		});
		assert.deepEqual([deep.status, deep.body.attributes], [422, ['body']]);
		const huge = await visitor.call('messages', { body: { message: { content: 'x'.repeat(2_000_000) } } });
		assert.equal(huge.status, 413);
		const xml = await visitor.call('messages', { body: '<x/>', headers: { 'content-type': 'text/xml' } });
		assert.equal(xml.status, 415);
	});

	test('a body with more values than any honest one has is refused before they are sorted and checked', async () => {
		const send = async (type: string, body: string) => {
			const response = await fetch(`${server.origin}/api/v1/widget/messages?website_token=demo`, {
				method: 'POST',
				headers: { 'X-Auth-Token': visitor.authToken, 'Content-Type': type },
				body,
			});
			return [response.status, (await response.json()) as object];
		};
		const refusal = (maximum: number) => [
			422,
			{ message: `Body has too many values (maximum is ${maximum})`, attributes: ['body'] },
		];
		const names = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);
		const form = (count: number) => `${names(count).join('=1&')}=1`;
		const FORM = 'application/x-www-form-urlencoded';
		assert.deepEqual(await send(FORM, form(1_001)), refusal(1_000));
		assert.equal((await send(FORM, `message[content]=Hello&${form(900)}`))[0], 200);
		const JSON_TYPE = 'application/json';
		const many = [
			Object.fromEntries(names(10_001).map((name) => [name, 1])),
			names(10_001),
			names(101).map(() => names(100)),
		];
		for (const body of many) assert.deepEqual(await send(JSON_TYPE, JSON.stringify({ body })), refusal(10_000));
		const fits = { message: { content: 'Hello' }, more: names(9_000) };
		assert.equal((await send(JSON_TYPE, JSON.stringify(fits)))[0], 200);
	});

	test('forms are understood, nested names too', async () => {
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const body = 'message[content]=From+a+form&message[echo_id]=form-1&message[__proto__][x]=1';
		const answer = await visitor.call<{ content: string }>('messages', { body, headers });
		assert.deepEqual([answer.status, answer.body.content], [200, 'From a form']);
	});

	test('a form with many values of one name takes no longer than one with as many names', () => {
		const count = 30_000;
		const timeToParse = (body: string) => {
			const start = performance.now();
			parseForm(body);
			return performance.now() - start;
		};
		const manyNames = timeToParse(Array.from({ length: count }, (_, index) => `${index}[]`).join('&'));
		const manyValues = timeToParse('name[]&'.repeat(count));
		assert.ok(manyValues < 10 * manyNames, `${manyValues} ms, ${manyNames} ms`);
	});

	test('unknown paths and methods are not found, in JSON', async () => {
		for (const [path, method] of [
			['/api/v1/widget/nothing', 'GET'],
			['/nothing', 'GET'],
			['/api/v1/widget/messages', 'DELETE'],
		] as const) {
			const answer = await call(server.origin, path, { method });
			assert.deepEqual([answer.status, answer.body], [404, { error: 'Resource could not be found' }]);
		}
		for (const path of [
			'/packs/../manifest.json',
			'/packs/%2e%2e/manifest.json',
			'/packs/js/none.js',
			'/%',
			'/packs/%00',
		]) {
			const { status } = await call(server.origin, path);
			assert.ok(status === 404 || status === 400 || status === 403, `${path}: ${status}`);
		}
	});

	test('a wrong sign-in is refused in the words of the contract', async () => {
		const answer = await call(server.origin, '/auth/sign_in', {
			body: { email: 'ada@example.com', sso_auth_token: 'wrong' },
		});
		assert.equal(answer.status, 401);
		assert.deepEqual(answer.body, { success: false, errors: ['Invalid login credentials. Please try again.'] });
	});
});
