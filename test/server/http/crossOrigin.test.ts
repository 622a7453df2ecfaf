import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;
before(async () => {
	server = await startHostedServer();
});
after(() => server.stop());

const ROUTE = '/api/v1/widget/config?website_token=demo';

function ask(path: string, origin: string, method = 'POST') {
	return fetch(server.origin + path, {
		method,
		headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-auth-token' },
	});
}

test('a sandboxed frame, which has no origin, may call as a visitor, without cookies', async () => {
	const preflight = await ask(ROUTE, 'null', 'OPTIONS');
	assert.equal(preflight.status, 204);
	assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /X-Auth-Token/);
	const { status, headers } = await ask(ROUTE, 'null');
	assert.equal(status, 200);
	assert.equal(headers.get('access-control-allow-origin'), 'null');
	assert.equal(headers.get('access-control-allow-credentials'), null);
	assert.match(headers.get('vary') ?? '', /^Origin\b/);
});

test("pages of other sites may call no visitor route, and the team's routes allow no other origin", async () => {
	for (const origin of ['https://evil.example', 'null.example', 'http://127.0.0.1']) {
		assert.equal((await ask(ROUTE, origin, 'OPTIONS')).status, 403);
		assert.equal((await ask(ROUTE, origin)).headers.get('access-control-allow-origin'), null);
	}
	const team = '/api/v1/accounts/1/conversations';
	assert.equal((await ask(team, 'null', 'GET')).headers.get('access-control-allow-origin'), null);
	assert.notEqual((await ask(team, 'null', 'OPTIONS')).status, 204);
});
