import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHostedServer } from '../../support/hostedServer.ts';
import { call, createVisitor } from '../api.ts';

test('what Chatwoot tolerates is tolerated: PUT for PATCH, a slash at the end, the website token in the body', async () => {
	const server = await startHostedServer();
	try {
		const visitor = await createVisitor(server.origin);
		assert.equal((await visitor.call('contact', { method: 'PUT', body: { name: 'Ada' } })).status, 200);
		assert.equal((await visitor.call('contact/')).status, 200);
		const headers = { 'X-Auth-Token': visitor.authToken };
		const body = { website_token: 'demo', message: { content: 'Hello' } };
		assert.equal((await call(server.origin, '/api/v1/widget/messages', { headers, body })).status, 200);
		const repeated = '/api/v1/widget/conversations?website_token=x&locale=a&website_token=demo&locale=b';
		assert.equal((await call(server.origin, repeated, { headers })).status, 200);
		const other = { 'api-access-token': server.agentToken };
		assert.equal((await call(server.origin, '/api/v1/profile', { headers: other })).status, 200);
	} finally {
		await server.stop();
	}
});

test('an event of the widget is taken, and answered without a body', async () => {
	const server = await startHostedServer();
	try {
		const visitor = await createVisitor(server.origin);
		const event = { initiated_at: { timestamp: new Date().toString() }, referer: '' };
		const answer = await visitor.call('events', { body: { name: 'webwidget.triggered', event_info: event } });
		assert.deepEqual([answer.status, answer.body], [204, '']);
	} finally {
		await server.stop();
	}
});
