/** Socket.IO's own client with its defaults, as the author of an app uses it. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { io } from 'socket.io-client';
import { CABLE_PATH } from '#protocol/entities/realtime.ts';
import { startServer } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { call, createAgent, createVisitor } from '../api.ts';

for (const transports of [['websocket'], ['polling']]) {
	test(`it comes back by ${transports.join()} after the server was restarted, and stays away once it may not`, async (t) => {
		const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		let server = await startServer({ dataDir });
		t.after(async () => {
			await server.stop();
			rmSync(dataDir, { recursive: true, force: true });
		});
		const visitor = await createVisitor(server.origin);
		const socket = io(server.origin, { path: CABLE_PATH, auth: { pubsub_token: visitor.pubsubToken }, transports });
		t.after(() => socket.close());
		let connections = 0;
		socket.on('connect', () => (connections += 1));
		await t.waitFor(() => assert.equal(connections, 1), PATIENTLY);
		await server.stop();
		server = await startServer({ dataDir, port: server.port });
		await t.waitFor(() => assert.equal(connections, 2), PATIENTLY);
		const heard = new Promise((resolve) => socket.once('message.created', resolve));
		await visitor.write('Back again');
		await heard;

		let refusal = '';
		socket.on('connect_error', ({ message }) => (refusal = message));
		const agent = createAgent(server.origin, server.agentToken);
		assert.equal((await agent.call(`contacts/${visitor.contactId}/revoke_sessions`, { method: 'POST' })).status, 200);
		await t.waitFor(() => assert.equal(refusal, 'Unauthorized'), PATIENTLY);
		assert.equal((await call(server.origin, '/healthz')).status, 200);
		assert.equal(socket.active, false);
	});
}
