/** Bounds on what one visitor can do to the server, and so to all others. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import type { DirectUpload } from '#protocol/entities/attachments.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { createMemoryQuotas } from '../../../src/server/quotas/quotas.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent, type Answer, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { STREAM_PIECES_PER_MINUTE } from '../../../src/server/http/routing/rateLimits.ts';

const PAGE_BYTES = 2_000_000;
/** The longest text that a message may have, with three bytes per character. */
const LONGEST = '€'.repeat(150_000);

describe('quotas in memory', () => {
	test('they are used up, refuse more than is left, and are full again after their time', async () => {
		let now = 0;
		const quotas = createMemoryQuotas(() => now);
		const quota = { name: 'text', max: 10, timeWindow: 1_000 };
		assert.equal(await quotas.take(quota, 1, 8), 0);
		now = 400;
		assert.equal(await quotas.take(quota, 1, 3), 600);
		assert.equal(await quotas.take(quota, 1, 2), 0, 'what was refused has used nothing up');
		assert.equal(await quotas.take(quota, 2, 10), 0, 'others have their own');
		now = 999.75;
		assert.equal(await quotas.take(quota, 1, 10), 1, 'whole milliseconds, which are stored');
		now = 1_000;
		assert.equal(await quotas.take(quota, 1, 10), 0);
	});

	test('are charged with more than is left, and then refuse everything until the time is over', async () => {
		let now = 0;
		const quotas = createMemoryQuotas(() => now);
		const quota = { name: 'pages', max: 10, timeWindow: 1_000 };
		await quotas.charge(quota, 1, 15);
		now = 400;
		assert.equal(await quotas.take(quota, 1, 0), 600);
		now = 1_000;
		assert.equal(await quotas.take(quota, 1, 0), 0);
	});
});

describe('the texts of a visitor', () => {
	test('they are refused beyond the configured length', async () => {
		const server = await startServer({ settings: { VISITOR_MESSAGE_MAX: '10000' } });
		try {
			const visitor = await createVisitor(server.origin);
			await visitor.write('😀'.repeat(10_000));
			for (const path of ['messages', 'conversations']) {
				const refused = await visitor.call(path, { body: { message: { content: 'x'.repeat(10_001) } } });
				assert.equal(refused.status, 422);
				assert.deepEqual(refused.body, {
					message: 'Content is too long (maximum is 10000 characters)',
					attributes: ['content'],
				});
			}
		} finally {
			await server.stop();
		}
	});

	test('they are limited to 2 MB per hour, also without rate limits, without affecting other visitors and stored messages', async () => {
		const server = await startServer({ hasRateLimits: false });
		try {
			const visitor = await createVisitor(server.origin);
			const write = (content: string, echoId: string): Promise<Answer> =>
				visitor.call('messages', { body: { message: { content, echo_id: echoId } } });
			for (let count = 0; count < 4; count++) assert.equal((await write(LONGEST, `text-${count}`)).status, 200);
			const refused = await write(LONGEST, 'text-4');
			assert.deepEqual([refused.status, refused.body], [429, 'Retry later\n']);
			const seconds = Number(refused.headers.get('retry-after'));
			assert.ok(seconds > 0 && seconds <= 3_600, `${seconds} s`);
			assert.equal((await write(LONGEST, 'text-0')).status, 200, 'a repetition');
			assert.equal((await write('Short', 'short')).status, 200, 'what is left');
			await (await createVisitor(server.origin)).write(LONGEST);
		} finally {
			await server.stop();
		}
	});
});

interface Page {
	payload: Message[];
	meta: { is_cut?: boolean };
}

describe('a page of messages', () => {
	const COUNT = 9;
	let server: TestServer;
	let visitor: Visitor;
	let agent: Agent;
	let displayId: number;
	let ids: number[];
	before(async () => {
		server = await startServer();
		visitor = await createVisitor(server.origin);
		agent = createAgent(server.origin, server.agentToken);
		displayId = await beginConversation(visitor);
		for (let count = 1; count < COUNT; count++) await agent.write(displayId, LONGEST);
		ids = (await read(() => visitor.call<Page>('messages?after=0'))).payload.map(({ id }) => id);
	});
	after(() => server.stop());

	/** Reads a page, and checks that it is not too large. */
	async function read(ask: () => Promise<Answer<Page>>): Promise<Page> {
		const { status, body } = await ask();
		assert.equal(status, 200);
		const bytes = Buffer.byteLength(JSON.stringify(body));
		assert.ok(bytes < PAGE_BYTES * 1.01, `${bytes} bytes`);
		return body;
	}

	const sides: Record<string, (query: string) => Promise<Page>> = {
		visitor: (query) => read(() => visitor.call<Page>(`messages?${query}`)),
		team: (query) => read(() => agent.call<Page>(`conversations/${displayId}/messages?${query}`)),
	};
	for (const [side, ask] of Object.entries(sides)) {
		test(`of the ${side} it ends before it is too large, and the next requests miss nothing`, async () => {
			const forward: number[] = [];
			let page: Page = await ask('after=0');
			assert.equal(page.meta.is_cut, true);
			for (; page.payload.length > 0; page = await ask(`after=${forward.at(-1)}`))
				forward.push(...page.payload.map(({ id }) => id));
			// The team also has the line that tells who took the conversation.
			assert.equal(forward.length, side === 'team' ? COUNT + 1 : COUNT);

			const backward: number[] = [];
			page = await ask('');
			assert.equal(page.meta.is_cut, true);
			for (; page.payload.length > 0; page = await ask(`before=${backward[0]}`))
				backward.unshift(...page.payload.map(({ id }) => id));
			assert.deepEqual(backward, forward);

			const between: number[] = [];
			const end = (forward.at(-1) ?? 0) + 1;
			page = await ask(`after=${forward[0]}&before=${end}`);
			assert.equal(page.meta.is_cut, true);
			for (; page.payload.length > 0; page = await ask(`after=${(between.at(-1) ?? 0) + 1}&before=${end}`))
				between.push(...page.payload.map(({ id }) => id));
			assert.deepEqual(between, forward);
		});
	}

	test('a complete page does not say that it is cut', async () => {
		const { payload, meta } = await read(() => visitor.call<Page>(`messages?before=${ids[2]}`));
		assert.deepEqual([payload.length, 'is_cut' in meta], [2, false]);
	});

	test("its size includes the sender's facts, which go along with each message", async () => {
		const talkative = await createVisitor(server.origin);
		const custom_attributes = Object.fromEntries(
			Array.from({ length: 20 }, (_, index) => [`fact_${index}`, 'x'.repeat(1_500)]),
		);
		const { status } = await talkative.call('contact', { method: 'PATCH', body: { custom_attributes } });
		assert.equal(status, 200);
		for (let count = 0; count < 75; count++) await talkative.write('Hello');
		const path = `conversations/${(await talkative.conversation()).id}/messages`;
		const ask = async (after: number) => (await agent.call<Page>(`${path}?after=${after}`)).body;
		const first = await ask(0);
		assert.equal(first.meta.is_cut, true);
		assert.ok(Buffer.byteLength(JSON.stringify(first.payload)) < PAGE_BYTES * 1.01);
		const rest = await ask(first.payload.at(-1)?.id ?? 0);
		assert.ok(first.payload.length + rest.payload.length >= 75);
	});
});

describe('one address', () => {
	let server: TestServer;
	before(async () => {
		server = await startServer({ hasRateLimits: true });
	});
	after(() => server.stop());

	const from = (address: string) => ({ 'x-forwarded-for': address });
	const write = (visitor: Visitor, content: string, address: string): Promise<Answer> =>
		visitor.call('messages', { body: { message: { content } }, headers: from(address) });

	test('writes 5 MB of text in a minute with all its sessions, and others have their own', async () => {
		const statuses: number[] = [];
		for (let session = 0; session < 3; session++) {
			const visitor = await createVisitor(server.origin);
			for (let count = 0; count < 4; count++) statuses.push((await write(visitor, LONGEST, '203.0.113.1')).status);
		}
		assert.deepEqual(statuses, [...Array.from({ length: 11 }, () => 200), 429]);
		const visitor = await createVisitor(server.origin);
		assert.equal((await write(visitor, 'Short', '203.0.113.1')).status, 200, 'what is left');
		assert.equal((await write(visitor, LONGEST, '203.0.113.2')).status, 200);
	});

	test("uses up no more than its own part of what a bot's text may have in pieces", async () => {
		const agent = createAgent(server.origin, server.agentToken);
		const [own, others] = [
			await beginConversation(await createVisitor(server.origin)),
			await beginConversation(await createVisitor(server.origin)),
		];
		const { id } = await agent.write(others, 'Plates', { content_attributes: { streaming: true } });
		const append = async (conversation: number) =>
			(await agent.call(`conversations/${conversation}/messages/${id}/append`, { body: { content: ' and' } })).status;
		for (let piece = 0; piece < STREAM_PIECES_PER_MINUTE; piece++) assert.equal(await append(own), 404);
		assert.equal(await append(own), 429);
		assert.equal(await append(others), 200);
	});

	test('reads 10 MB of large pages in a minute, and others have their own', async () => {
		const visitor = await createVisitor(server.origin);
		for (let count = 0; count < 4; count++) await write(visitor, LONGEST, `203.0.113.${10 + count}`);
		const read = async (address: string) => (await visitor.call('messages?after=0', { headers: from(address) })).status;
		const statuses: number[] = [];
		for (let count = 0; count < 8; count++) statuses.push(await read('203.0.113.20'));
		assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429]);
		assert.equal(await read('203.0.113.21'), 200);
	});

	test('sends 10 MB of large bodies in a minute, whether or not they are accepted, and others have their own', async () => {
		const body = { message: { content: 'x'.repeat(900_000) } };
		const visitor = await createVisitor(server.origin);
		const send = async (address: string) =>
			// The connection ends with a refusal, perhaps before all of the body is sent.
			(await visitor.call('messages', { body, headers: from(address) }).catch(() => ({ status: 429 }))).status;
		const statuses: number[] = [];
		for (let count = 0; count < 12; count++) statuses.push(await send('203.0.113.25'));
		assert.deepEqual(statuses, [...Array.from({ length: 11 }, () => 422), 429]);
		assert.equal(await send('203.0.113.26'), 422);
		assert.equal((await write(visitor, 'Short', '203.0.113.25')).status, 200);
	});

	test('sends 10 MB of large fields of forms in a minute, and others have their own', async () => {
		const visitor = await createVisitor(server.origin);
		const send = async (address: string) => {
			const body = new FormData();
			for (let index = 0; index < 3; index++) body.append(`f${index}`, 'x'.repeat(230_000));
			const response = await fetch(`${server.origin}/api/v1/widget/messages?website_token=demo`, {
				method: 'POST',
				headers: { 'X-Auth-Token': visitor.authToken, ...from(address) },
				body,
				// The connection ends with a refusal, perhaps before all of the body is sent.
			}).catch(() => undefined);
			await response?.arrayBuffer();
			return response?.status ?? 429;
		};
		const statuses: number[] = [];
		for (let count = 0; count < 16; count++) statuses.push(await send('203.0.113.27'));
		assert.deepEqual([statuses[0], statuses[13], statuses[15]], [422, 422, 429]);
		assert.equal(await send('203.0.113.28'), 422);
	});

	test('may leave 10 MB of bodies unfinished, and has room again when they are gone', async () => {
		const { hostname, port } = new URL(server.origin);
		const begin = async (address: string) => {
			const socket = connect({ host: hostname, port: Number(port) });
			socket.write(
				`POST /api/v1/widget/config HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
			);
			const answer = once(socket, 'data').then(([chunk]: Buffer[]) => chunk?.toString().slice(9, 12));
			return { socket, answer };
		};
		const begun = await Promise.all(Array.from({ length: 11 }, () => begin('203.0.113.30')));
		assert.equal(await Promise.race(begun.map(({ answer }) => answer)), '429');
		const ask = async (address: string) => {
			const body = { message: { content: 'x'.repeat(10_000) } };
			return (await call(server.origin, '/api/v1/widget/config', { body, headers: from(address) })).status;
		};
		assert.equal(await ask('203.0.113.30'), 429);
		assert.equal(await ask('203.0.113.31'), 404, 'read, and without a website token');
		for (const { socket } of begun) socket.destroy();
		await until('there is room', async () => (await ask('203.0.113.30')) === 404);
	});
});

describe('lists of conversations and events', () => {
	test('tell of the longest text what fits into a preview', async () => {
		const server = await startServer();
		try {
			const visitor = await createVisitor(server.origin);
			const agent = createAgent(server.origin, server.agentToken);
			const listener = await connectSocketIo(server.origin, {
				pubsub_token: (await agent.profile()).pubsub_token,
				account_id: 1,
				user_id: 1,
			});
			await visitor.write(LONGEST);
			const lengthOf = (message: { content: string | null } | null | undefined) => message?.content?.length;
			const { messages, last_non_activity_message: last } = await agent.conversation(
				(await visitor.conversation()).id ?? 0,
			);
			assert.deepEqual([lengthOf(messages[0]), lengthOf(last)], [10_000, 10_000]);
			await visitor.call('conversations/toggle_typing', { body: { typing_status: 'on' } });
			const { conversation } = await listener.next('conversation.typing_on');
			assert.equal(lengthOf(conversation.messages[0]), 10_000);
			const history = await visitor.call<{ payload: { last_message: Message }[] }>('conversations/history');
			assert.equal(lengthOf(history.body.payload[0]?.last_message), 10_000);
			assert.equal(lengthOf((await visitor.messages())[0]), 150_000, 'whole where it is read');
			listener.close();
		} finally {
			await server.stop();
		}
	});
});

describe('a form, an upload and a header', () => {
	let server: TestServer;
	let visitor: Visitor;
	before(async () => {
		server = await startServer();
		visitor = await createVisitor(server.origin);
	});
	after(() => server.stop());

	const sendForm = async (fields: Record<string, string>): Promise<{ status: number; body: unknown }> => {
		const body = new FormData();
		for (const [name, value] of Object.entries(fields)) body.append(name, value);
		const response = await fetch(`${server.origin}/api/v1/widget/messages?website_token=demo`, {
			method: 'POST',
			headers: { 'X-Auth-Token': visitor.authToken },
			body,
		});
		return { status: response.status, body: await response.json() };
	};
	const TOO_LARGE = { status: 413, body: { message: 'Body is too large', attributes: ['body'] } };

	test('a form may have few fields only', async () => {
		const fields = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 'x']));
		assert.equal((await sendForm({ 'message[content]': 'Hello', ...fields(19) })).status, 200);
		assert.deepEqual(await sendForm({ 'message[content]': 'Hello', ...fields(20) }), TOO_LARGE);
	});

	test('the fields of a form together may hardly be larger than the longest text', async () => {
		assert.equal((await sendForm({ 'message[content]': LONGEST, other: LONGEST.slice(0, 80_000) })).status, 200);
		assert.deepEqual(await sendForm({ 'message[content]': LONGEST, other: LONGEST }), TOO_LARGE);
	});

	test('a field of JSON may not be nested deeply', async () => {
		const field = (depth: number) =>
			[
				'--b\r\nContent-Disposition: form-data; name="message[content]"\r\nContent-Type: application/json\r\n',
				`${'['.repeat(depth)}"Hello"${']'.repeat(depth)}`,
				'--b--\r\n',
			].join('\r\n');
		const send = async (body: string) => {
			const response = await fetch(`${server.origin}/api/v1/widget/messages?website_token=demo`, {
				method: 'POST',
				headers: { 'X-Auth-Token': visitor.authToken, 'Content-Type': 'multipart/form-data; boundary=b' },
				body,
			});
			return response.status;
		};
		assert.equal(await send(field(3)), 200);
		for (const depth of [40, 10_000]) assert.equal(await send(field(depth)), 422);
	});

	test('the type of an announced file has to be short', async () => {
		const announce = (content_type: string) =>
			visitor.call('direct_uploads', {
				body: { blob: { filename: 'a.png', content_type, byte_size: 1, checksum: 'x' } },
			});
		const refused = await announce(`image/png; x=${'y'.repeat(300)}`);
		assert.deepEqual([refused.status, (refused.body as { attributes: string[] }).attributes], [422, ['content_type']]);
		assert.equal((await announce('image/png')).status, 200);
	});

	test('only the beginning of an endless user agent is read', async () => {
		const agent = createAgent(server.origin, server.agentToken);
		for (const [length, name] of [
			[480, 'Firefox'],
			[512, 'Unknown'],
		] as const) {
			const stranger = await createVisitor(server.origin);
			const answer = await stranger.call<Message>('messages', {
				body: { message: { content: 'Hello' } },
				headers: { 'user-agent': `${'x'.repeat(length)} Firefox/128.0` },
			});
			const { additional_attributes } = await agent.conversation(answer.body.conversation_id);
			assert.equal((additional_attributes['browser'] as { browser_name: string }).browser_name, name);
		}
	});
});

describe('a visitor who floods a conversation', () => {
	test('agents can still answer, resolve and reopen the conversation', async () => {
		const server = await startServer();
		try {
			const visitor = await createVisitor(server.origin);
			const agent = createAgent(server.origin, server.agentToken);
			const displayId = await beginConversation(visitor);
			for (let sent = 1; sent < 200; sent += 20) {
				await Promise.all(Array.from({ length: Math.min(20, 200 - sent) }, () => visitor.write('Again')));
			}
			assert.equal((await visitor.call('messages', { body: { message: { content: 'More' } } })).status, 429);
			await agent.write(displayId, 'One moment, please');
			for (const status of ['resolved', 'open']) {
				const changed = await agent.call(`conversations/${displayId}/toggle_status`, { body: { status } });
				assert.equal(changed.status, 200, JSON.stringify(changed.body));
			}
			assert.equal((await agent.messages(displayId)).filter(({ message_type }) => message_type === 2).length, 3);
			assert.equal((await call(server.origin, '/healthz')).status, 200);
		} finally {
			await server.stop();
		}
	});
});

describe('files', () => {
	const sendFile = async (
		server: TestServer,
		visitor: Visitor,
		bytes: number,
	): Promise<{ status: number; body: string }> => {
		const form = new FormData();
		form.append('message[attachments][]', new File(['x'.repeat(bytes)], 'notes.txt', { type: 'text/plain' }));
		const response = await fetch(`${server.origin}/api/v1/widget/messages?website_token=demo`, {
			method: 'POST',
			headers: { 'X-Auth-Token': visitor.authToken },
			body: form,
		});
		return { status: response.status, body: await response.text() };
	};
	const announce = (visitor: Visitor, bytes: number) => {
		const checksum = createHash('md5').update('x'.repeat(bytes)).digest('base64');
		return visitor.call<DirectUpload>('direct_uploads', {
			body: { blob: { filename: 'notes.txt', content_type: 'text/plain', byte_size: bytes, checksum } },
		});
	};
	const put = async (server: TestServer, { direct_upload: { url, headers } }: DirectUpload, bytes: number) =>
		(await fetch(new URL(url, server.origin), { method: 'PUT', headers, body: 'x'.repeat(bytes) })).status;

	test("one visitor's files are limited to a number of stored bytes per day, by any way, also without rate limits", async () => {
		const server = await startServer({ hasRateLimits: false, settings: { UPLOAD_MB_PER_DAY: '1' } });
		try {
			const visitor = await createVisitor(server.origin);
			assert.equal((await sendFile(server, visitor, 400_000)).status, 200);
			// Uploads that never came, or whose answer was lost, and are tried again.
			const announced = [];
			for (let count = 0; count < 4; count++) announced.push((await announce(visitor, 400_000)).body);
			const [first, second] = announced;
			assert.ok(first && second);
			assert.equal(await put(server, first, 300_000), 422);
			for (let count = 0; count < 3; count++) assert.equal(await put(server, first, 400_000), 204);
			assert.equal(await put(server, second, 400_000), 429);
			assert.deepEqual(await sendFile(server, visitor, 400_000), { status: 429, body: 'Retry later\n' });
			const refused = await announce(visitor, 400_000);
			assert.equal(refused.status, 429);
			assert.ok(Number(refused.headers.get('retry-after')) > 80_000, 'until tomorrow');
			assert.equal((await sendFile(server, visitor, 100_000)).status, 200, 'what is left');
			await visitor.write('Without a file');
			assert.equal((await sendFile(server, await createVisitor(server.origin), 400_000)).status, 200);
		} finally {
			await server.stop();
		}
	});

	test('files are refused while the disk is nearly full, and messages are not', async () => {
		const server = await startServer({ settings: { DISK_FLOOR_MB: '1000000000' } });
		try {
			const visitor = await createVisitor(server.origin);
			const refused = await sendFile(server, visitor, 10);
			assert.deepEqual([refused.status, refused.body], [507, '{"error":"The server has no room for files"}']);
			assert.equal((await announce(visitor, 10)).status, 507);
			await visitor.write('Without a file');
			assert.equal((await visitor.messages()).length, 1);
		} finally {
			await server.stop();
		}
	});
});

describe('realtime connections', () => {
	let server: TestServer;
	before(async () => {
		server = await startServer({ hasRateLimits: true, settings: { CONNECTIONS_PER_ADDRESS: '3' } });
	});
	after(() => server.stop());

	/**
	 * Opens a connection without sending anything; resolves with what ends it, or with `opened`.
	 */
	const open = (protocol: string, address: string) =>
		new Promise<{ socket: WebSocket; state: string }>((resolve) => {
			const url = `${server.origin.replace('http', 'ws')}/cable${protocol === 'Socket.IO' ? '?EIO=4&transport=websocket' : ''}`;
			const socket = new WebSocket(url, protocol === 'ActionCable' ? 'actioncable-v1-json' : [], {
				headers: { 'x-forwarded-for': address },
			});
			socket.on('error', (error) => resolve({ socket, state: error.message }));
			socket.on('open', () => resolve({ socket, state: 'opened' }));
		});

	test('one address may have a limited number over both protocols together, and others have their own', async () => {
		const begun = [
			await open('Socket.IO', '203.0.113.1'),
			await open('ActionCable', '203.0.113.1'),
			await open('Socket.IO', '203.0.113.1'),
		];
		assert.deepEqual([...new Set(begun.map(({ state }) => state))], ['opened']);
		assert.match((await open('Socket.IO', '203.0.113.1')).state, /400/);
		assert.match((await open('ActionCable', '203.0.113.1')).state, /429/);
		begun.push(await open('ActionCable', '203.0.113.2'));
		assert.equal(begun.at(-1)?.state, 'opened');

		// A connection that ends makes room for another.
		begun[0]?.socket.terminate();
		let again = await open('ActionCable', '203.0.113.1');
		for (; again.state !== 'opened'; again = await open('ActionCable', '203.0.113.1'));
		for (const { socket } of [...begun, again]) socket.terminate();
	});

	test('connections from IPv6 count for the network of one customer', async () => {
		const begun = await Promise.all(
			['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ff::3'].map((from) => open('ActionCable', from)),
		);
		assert.match((await open('ActionCable', '2001:db8::4')).state, /429/);
		begun.push(await open('ActionCable', '2001:db8:0:1::1'));
		assert.deepEqual([...new Set(begun.map(({ state }) => state))], ['opened']);
		for (const { socket } of begun) socket.terminate();
	});

	test('one address may begin a limited number per minute', async () => {
		const states: string[] = [];
		for (let count = 0; count < 20; count++) {
			const { socket, state } = await open('ActionCable', '203.0.113.9');
			socket.terminate();
			states.push(state);
		}
		const begun = states.filter((state) => state === 'opened').length;
		assert.ok(begun > 0 && begun <= 18, `${begun} of 20`);
		assert.match(states.at(-1) ?? '', /429/);
	});

	test('that poll ask so often in a minute', async () => {
		const address = { 'x-forwarded-for': '203.0.113.40' };
		const poll = (query: string) =>
			call<string>(server.origin, `/cable/?EIO=4&transport=polling${query}`, { headers: address });
		const [, sid] = /"sid":"([^"]+)"/.exec((await poll('')).body) ?? [];
		const statuses: number[] = [];
		for (let count = 0; count <= 360; count++) statuses.push((await poll(`&sid=${sid}`)).status);
		assert.equal(statuses.at(-1), 429);
		assert.equal(statuses.indexOf(429), 360);
	});

	for (const protocol of ['Socket.IO', 'ActionCable']) {
		test(`${protocol}: a client that does not authenticate is disconnected`, async () => {
			const begunAt = Date.now();
			const { socket } = await open(protocol, '203.0.113.77');
			// It answers pings, but sends nothing.
			if (protocol === 'Socket.IO')
				socket.on('message', (frame: Buffer) => frame.toString() === '2' && socket.send('3'));
			await once(socket, 'close');
			const seconds = (Date.now() - begunAt) / 1_000;
			assert.ok(seconds > 9 && seconds < 30, `${seconds} s`);
		});
	}
});

describe('typing and reading', () => {
	for (const [path, body] of [
		['conversations/toggle_typing', { typing_status: 'on' }],
		['conversations/update_last_seen', {}],
	] as const) {
		test(`${path} is limited per visitor and minute`, async () => {
			const server = await startServer({ hasRateLimits: true });
			try {
				const [visitor, other] = [await createVisitor(server.origin), await createVisitor(server.origin)];
				await Promise.all([visitor.write('Hello'), other.write('Hello')]);
				const statuses = await Promise.all(
					Array.from({ length: 61 }, async () => (await visitor.call(path, { body })).status),
				);
				assert.deepEqual(statuses.toSorted((a, b) => a - b).slice(-2), [200, 429]);
				assert.equal((await other.call(path, { body })).status, 200);
			} finally {
				await server.stop();
			}
		});
	}
});
