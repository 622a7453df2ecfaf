import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { createRestClient, type RequestError } from '../../src/client/rest.ts';

async function serve(t: TestContext, answer: (...call: Parameters<RequestListener>) => unknown): Promise<string> {
	const server = createServer((request, response) => void answer(request, response));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function clientOf(baseUrl: string) {
	return createRestClient<'website_token' | 'locale'>({
		baseUrl,
		headers: () => ({ 'X-Auth-Token': 'secret' }),
		query: () => ({ website_token: 'demo', locale: 'de' }),
	});
}

test("a call is made of the route's row: method, path, query, header and body", async (t) => {
	const seen: unknown[] = [];
	const call = clientOf(
		await serve(t, async (request, response) => {
			let body = '';
			for await (const chunk of request) body += String(chunk);
			seen.push([request.method, request.url, request.headers['x-auth-token'], body]);
			response.end('{"payload":[]}');
		}),
	);
	assert.deepEqual(await call(widgetRoutes.listMessages, { query: { after: 7 } }), { payload: [] });
	await call(widgetRoutes.updateMessage, { params: { id: 9 }, body: { message: { submitted_values: [] } } });
	await call(widgetRoutes.updateLastSeen, {});
	assert.deepEqual(seen, [
		['GET', '/api/v1/widget/messages?website_token=demo&locale=de&after=7', 'secret', ''],
		[
			'PATCH',
			'/api/v1/widget/messages/9?website_token=demo&locale=de',
			'secret',
			'{"message":{"submitted_values":[]}}',
		],
		['POST', '/api/v1/widget/conversations/update_last_seen?website_token=demo&locale=de', 'secret', '{}'],
	]);
});

test('every failure rejects with one of the closed codes', async (t) => {
	const origin = await serve(t, (request, response) => {
		if (request.url?.includes('after=1')) response.writeHead(422).end('{"message":"no","attributes":["after"]}');
		else if (request.url?.includes('after=2')) response.writeHead(502).end('<html>Bad gateway</html>');
		else if (request.url?.includes('after=3')) request.socket.destroy();
		else if (request.url?.includes('after=5')) response.end('<html>We will be back soon</html>');
	});
	const call = clientOf(origin);
	const fail = (after: number) =>
		call(widgetRoutes.listMessages, { query: { after } }, { timeout: after === 4 ? 200 : 30_000 }).then(
			() => assert.fail('it succeeded'),
			({ code, status, body, message }: RequestError) => ({ code, status, body, message }),
		);
	assert.deepEqual(await fail(1), {
		code: 'HTTP_ERROR',
		status: 422,
		body: { message: 'no', attributes: ['after'] },
		message: 'Request failed with status code 422',
	});
	assert.deepEqual((await fail(2)).body, undefined);
	const noAnswer = { code: 'NETWORK_ERROR', status: undefined, body: undefined, message: 'Network Error' };
	assert.deepEqual(await fail(3), noAnswer);
	assert.deepEqual(await fail(5), noAnswer, 'a page of a proxy');
	assert.deepEqual(await fail(4), {
		code: 'TIMEOUT',
		status: undefined,
		body: undefined,
		message: 'timeout of 200 ms exceeded',
	});
});
