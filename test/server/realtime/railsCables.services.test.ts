/**
 * What Rails' own code for `/cable` does with this server beyond the suite of cable.test.ts:
 * Debian's, in Ruby, and how the one of npm comes back by itself.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../support/server.ts';
import { beginConversation, createAgent, createVisitor } from '../api.ts';
import { connectRails, connectRuby } from './cableClients.ts';
import { createSqlite } from '../sqlite.ts';

test('clients in Ruby hear an agent and a visitor write, and report that they are there', async (t) => {
	const server = await startServer();
	t.after(() => server.stop());
	const visitor = await createVisitor(server.origin);
	const agent = createAgent(server.origin, server.agentToken);
	const displayId = await beginConversation(visitor);
	const { id, pubsub_token, account_id } = await agent.profile();
	const sockets = await Promise.all([
		connectRuby(server.origin, { pubsub_token: visitor.pubsubToken }),
		connectRuby(server.origin, { pubsub_token, account_id, user_id: id }),
	]);
	t.after(() => {
		for (const socket of sockets) socket.close();
	});
	const answer = await agent.write(displayId, 'Wie kann ich helfen? 🙂');
	const question = await visitor.write('Wo bleibt mein Päckchen?');
	for (const socket of sockets) {
		for (const { id: written, content } of [answer, question]) {
			const heard = await socket.next('message.created', (message) => message.id === written);
			assert.equal(heard.content, content);
		}
		// The first answers the subscription itself.
		await socket.next('presence.update');
		socket.updatePresence();
		assert.equal((await socket.next('presence.update')).users[String(id)], 'online');
	}
});

test('a client in Ruby is refused with an unknown token', async (t) => {
	const server = await startServer();
	t.after(() => server.stop());
	await assert.rejects(connectRuby(server.origin, { pubsub_token: 'unknown' }), /Unauthorized/);
});

test("Rails' client for pages subscribes again by itself once the server has restarted", async (t) => {
	const { options, cleanUp } = await createSqlite();
	const first = await startServer(options);
	const visitor = await createVisitor(first.origin);
	const agent = createAgent(first.origin, first.agentToken);
	const displayId = await beginConversation(visitor);
	const socket = await connectRails(first.origin, { pubsub_token: visitor.pubsubToken });
	await socket.next('presence.update');
	await first.stop();
	const second = await startServer({ ...options, port: first.port });
	t.after(async () => {
		socket.close();
		await second.stop();
		await cleanUp();
	});
	// The answer to the new subscription.
	await socket.next('presence.update');
	const answer = await agent.write(displayId, 'Here again');
	await socket.next('message.created', (message) => message.id === answer.id);
});
