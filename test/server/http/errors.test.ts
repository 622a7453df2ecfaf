/** Answers to requests that reach no route: in the shape of the wire, never of the framework. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { residentMemory } from '../../support/residentMemory.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { createVisitor, type Visitor } from '../api.ts';

interface RawAnswer {
	status: number;
	body: unknown;
}

describe('errors', () => {
	let server: TestServer;
	let visitor: Visitor;
	before(async () => {
		server = await startHostedServer();
		visitor = await createVisitor(server.origin);
	});
	after(() => server.stop());

	/** Everything that the server sends until it closes the connection. */
	async function send(...chunks: string[]): Promise<RawAnswer[]> {
		const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
		let text = '';
		socket.on('data', (chunk: string) => (text += chunk));
		// A connection that is cut after the answer may still be written to.
		socket.on('error', () => undefined);
		const closed = once(socket, 'close');
		for (const chunk of chunks) socket.write(chunk);
		await closed;
		return answersIn(text);
	}

	const MALFORMED = { error: 'Bad Request' };
	const NOTHING = { error: 'Resource could not be found' };

	test('each answer names the id under which its request is logged', async () => {
		const idOf = async (path: string) => (await fetch(`${server.origin}${path}`)).headers.get('x-request-id');
		const ids = await Promise.all(['/healthz', '/healthz', '/nowhere'].map(idOf));
		for (const id of ids) assert.match(id ?? '', /^[\da-f-]{36}$/);
		assert.equal(new Set(ids).size, 3);
	});

	test('no cache on the way keeps the answer about health', async () => {
		for (const path of ['/healthz', '/readyz'])
			assert.equal((await fetch(`${server.origin}${path}`)).headers.get('cache-control'), 'no-store');
	});

	test('an idle connection stays open for longer than proxies keep theirs', async () => {
		const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
		socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
		const [text] = (await once(socket, 'data')) as [string];
		socket.destroy();
		assert.match(text, /^Keep-Alive: timeout=150\r$/m);
	});

	test('an invalid address is refused, with the headers of every other answer', async () => {
		for (const path of [
			'/%E0%A4%A',
			'/api/v1/accounts/1/portals/%E0%A4%A',
			'/api/v1/widget/labels/%',
			'/packs/%E0%A4%A',
		]) {
			const response = await fetch(`${server.origin}${path}`);
			assert.deepEqual([response.status, await response.json()], [400, MALFORMED], path);
			assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
			assert.equal(response.headers.get('cache-control'), 'no-store');
		}
		const endless = await fetch(`${server.origin}/api/v1/widget/labels/${'x'.repeat(5_000)}`, { method: 'DELETE' });
		assert.deepEqual([endless.status, await endless.json()], [414, { error: 'URI Too Long' }]);
	});

	test('a malformed request, and one with endless headers, are refused', async () => {
		for (const [chunk, status, body] of [
			['hello\r\n\r\n', 400, MALFORMED],
			['BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 400, MALFORMED],
			['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400, MALFORMED],
			[
				`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(50_000)}\r\n\r\n`,
				431,
				{ error: 'Request Header Fields Too Large' },
			],
		] as const) {
			assert.deepEqual(await send(chunk), [{ status, body }], chunk.slice(0, 50));
		}
	});

	test('a client that is still sending what is too large can read why, however late', async () => {
		const socket = connect(server.port, '127.0.0.1').setEncoding('utf8').pause();
		let text = '';
		socket.on('data', (chunk: string) => (text += chunk));
		const ended = Promise.race([once(socket, 'end'), once(socket, 'error')]);
		const path = '/api/v1/widget/messages?website_token=demo';
		const head = `Host: a\r\nX-Auth-Token: ${visitor.authToken}\r\nContent-Type: application/json\r\nContent-Length: 90000000`;
		socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${'x'.repeat(30_000_000)}`);
		// Meanwhile the server has answered, and would have closed the connection.
		for (let index = 0; index < 20; index += 1) await (await fetch(`${server.origin}/healthz`)).text();
		socket.resume();
		await ended;
		socket.destroy();
		assert.deepEqual(answersIn(text), [{ status: 413, body: { message: 'Body is too large', attributes: ['body'] } }]);
	});

	test('what has arrived of refused bodies is not kept while their clients read why', async (t) => {
		const limited = await startHostedServer({ hasRateLimits: true });
		t.after(() => limited.stop());
		const { authToken } = await createVisitor(limited.origin);
		const path = '/api/v1/widget/messages?website_token=demo';
		const head = `Host: a\r\nX-Auth-Token: ${authToken}\r\nContent-Type: application/json\r\nContent-Length: 1000000`;
		let count = 0;
		const attempt = () => {
			const socket = connect(limited.port, '127.0.0.1');
			t.after(() => socket.destroy());
			socket.on('error', () => undefined);
			socket.once('data', () => (count += 1));
			socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${' '.repeat(300_000)}`);
		};
		// The first ones may arrive, and are not answered before they have.
		const refuseMany = async (all: number) => {
			for (let begun = 0; begun < all; begun += 1) attempt();
			await until('they are refused', () => count >= all - 20);
		};
		await refuseMany(100);
		count = 0;
		const before = residentMemory(limited.pid);
		if (before === undefined) return t.skip('This system does not tell the memory of a process');
		await refuseMany(1_000);
		const grown = ((residentMemory(limited.pid) ?? 0) - before) / 1_000;
		t.diagnostic(`${grown.toFixed(0)} MB more`);
		assert.ok(grown < 60, `${grown} MB`);
	});

	test('an unknown method is answered with 404', async () => {
		for (const method of ['PUT', 'DELETE', 'PROPFIND', 'TRACE', 'OPTIONS']) {
			const request = `${method} /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
			assert.deepEqual(await send(request), [{ status: 404, body: NOTHING }], method);
		}
	});

	test('an invalid body is refused like other bodies', async () => {
		const wrong = (status: number, message: string) => [status, { message, attributes: ['body'] }];
		const post = async (body: string | Blob, type: string) => {
			const answer = await fetch(`${server.origin}/api/v1/widget/messages?website_token=demo`, {
				method: 'POST',
				headers: { 'X-Auth-Token': visitor.authToken, 'content-type': type },
				body,
			});
			return [answer.status, await answer.json()];
		};
		assert.deepEqual(await post('<x/>', 'text/xml'), wrong(415, 'Unsupported Media Type'));
		assert.deepEqual(await post('x', 'no type at all'), wrong(415, 'Unsupported Media Type'));
		assert.deepEqual(await post('{', 'application/json'), wrong(400, 'Body is not valid JSON'));
		assert.deepEqual(await post('x'.repeat(2_000_000), 'application/json'), wrong(413, 'Body is too large'));
		assert.deepEqual(await post('', 'application/json'), [
			422,
			{ message: 'message: Invalid key: Expected "message" but received undefined', attributes: ['message'] },
		]);
	});
});

/** The answers on one connection, separated by their lengths. */
function answersIn(text: string): RawAnswer[] {
	const answers: RawAnswer[] = [];
	let rest = text;
	while (rest !== '') {
		const end = rest.indexOf('\r\n\r\n') + 4;
		const head = rest.slice(0, end);
		const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
		const body = rest.slice(end, end + length);
		answers.push({ status: Number(head.split(' ')[1]), body: body === '' ? '' : (JSON.parse(body) as unknown) });
		rest = rest.slice(end + length);
	}
	return answers;
}
