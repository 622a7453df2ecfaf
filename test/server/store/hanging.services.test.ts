/** A PostgreSQL or a Redis that hangs: packets are dropped, and nothing is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBlackHole } from '../../support/blackHole.ts';
import { startServer } from '../../support/server.ts';
import { beginConversation, call, createAgent, createVisitor, type Answer } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { createDatabaseAndRedis } from '../services.ts';
import { answerWithin } from '../http/answerWithin.ts';

/** Milliseconds that a request may take. */
const REQUEST_MAX = 5_000;
const HEALTH_MAX = 2_000;

const readiness = async (origin: string) => {
	const { status, body } = await answerWithin(HEALTH_MAX, () => call(origin, '/readyz'));
	return { status, body };
};

async function untilReady(origin: string): Promise<void> {
	while ((await call(origin, '/readyz')).status !== 200);
}

test('while Redis hangs, messages are sent and the health check says so; afterwards everything works as before', async (t) => {
	const services = await createDatabaseAndRedis();
	const way = await openBlackHole(services.options.redisUrl ?? '');
	const server = await startServer({ ...services.options, redisUrl: way.url, hasRateLimits: true });
	t.after(async () => {
		way.close();
		await server.stop();
		await services.cleanUp();
	});
	const visitor = await createVisitor(server.origin);
	const agent = createAgent(server.origin, server.agentToken);
	const displayId = await beginConversation(visitor);
	const socket = await connectSocketIo(server.origin, { pubsub_token: visitor.pubsubToken });
	assert.deepEqual(await readiness(server.origin), {
		status: 200,
		body: { status: 'ok', database: 'ok', disk: 'ok', redis: 'ok', s3: 'none' },
	});

	way.swallow();
	for (let count = 0; count < 3; count++) {
		await answerWithin(REQUEST_MAX, () => visitor.write(`Still here ${count}`));
		const answer = await answerWithin(REQUEST_MAX, () => agent.write(displayId, `So are we ${count}`));
		await socket.next('message.created', (message) => message.id === answer.id);
		assert.equal((await answerWithin(HEALTH_MAX, () => call(server.origin, '/healthz'))).status, 200);
	}
	assert.deepEqual(await readiness(server.origin), {
		status: 503,
		body: { status: 'away', database: 'ok', disk: 'ok', redis: 'away', s3: 'none' },
	});

	way.heal();
	await untilReady(server.origin);
	await visitor.write('Back again');
	assert.equal((await visitor.messages('after=0')).length, 8);
	socket.close();
});

test('while PostgreSQL hangs, requests end with 503; afterwards every message is stored once', async (t) => {
	const services = await createDatabaseAndRedis();
	const way = await openBlackHole(services.options.databaseUrl ?? '');
	const server = await startServer({ ...services.options, databaseUrl: way.url });
	t.after(async () => {
		way.close();
		await server.stop();
		await services.cleanUp();
	});
	const visitor = await createVisitor(server.origin);
	await beginConversation(visitor);
	const texts = Array.from({ length: 30 }, (_, index) => `Text ${index}`);
	const send = (text: string): Promise<Answer> =>
		visitor.call('messages', { body: { message: { content: text, echo_id: text } } });
	assert.equal((await send('Before')).status, 200);

	way.swallow();
	const answers = await Promise.all(texts.map((text) => answerWithin(REQUEST_MAX, () => send(text))));
	for (const { status, body } of answers) {
		assert.deepEqual([status, body], [503, { error: 'The server cannot answer now' }]);
	}
	assert.equal((await answerWithin(HEALTH_MAX, () => call(server.origin, '/healthz'))).status, 503);
	assert.deepEqual(await readiness(server.origin), {
		status: 503,
		body: { status: 'away', database: 'away', disk: 'ok', redis: 'ok', s3: 'none' },
	});

	way.heal();
	await untilReady(server.origin);
	for (const text of texts) {
		// Connections from before are given up one after the other.
		while ((await send(text)).status !== 200);
	}
	const contents = (await visitor.messages('after=0')).map(({ content }) => content);
	assert.deepEqual(contents, ['Hello', 'Before', ...texts]);
});
