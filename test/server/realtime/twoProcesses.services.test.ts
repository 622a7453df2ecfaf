/**
 * Two server processes on one PostgreSQL and one Redis: visitors at one reach agents at the other.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { isStreaming, type Message } from '#protocol/entities/entities.ts';
import type { AppendedEvent } from '#protocol/entities/realtime.ts';
import { startServer, type ServerProcess } from '../../support/server.ts';
import { addToken } from '../../support/channel.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent, type Visitor } from '../api.ts';
import { connectActionCable, connectSocketIo, type Connect, type Listener } from './cableClients.ts';
import { createDatabaseAndRedis, type Services } from '../services.ts';

const PROTOCOLS: Record<string, Connect> = { 'Socket.IO': connectSocketIo, ActionCable: connectActionCable };

describe('two processes', () => {
	let services: Services;
	let first: ServerProcess;
	let second: ServerProcess;
	before(async () => {
		services = await createDatabaseAndRedis();
		// Both start at the same moment, on an empty database. One after the other: of two that
		// seed the demo at once, the one that wins may have taken the second account's id.
		first = await startServer(services.options);
		second = await startServer(services.options);
	});
	after(async () => {
		await Promise.all([first.stop(), second.stop()]);
		await services.cleanUp();
	});

	const listenAsAgent = async (connect: Connect, server: ServerProcess, agent: Agent): Promise<Listener> => {
		const { id, pubsub_token, account_id } = await agent.profile();
		return connect(server.origin, { pubsub_token, account_id, user_id: id });
	};

	for (const [protocol, connect] of Object.entries(PROTOCOLS)) {
		test(`${protocol}: events of one process reach clients of the other, both ways`, async () => {
			const visitor = await createVisitor(first.origin);
			const agent = createAgent(second.origin, second.agentToken);
			const displayId = await beginConversation(visitor);
			const visitorSocket = await connect(first.origin, { pubsub_token: visitor.pubsubToken });
			const agentSocket = await listenAsAgent(connect, second, agent);
			try {
				// The link between the processes is up once an event has crossed it.
				await heardAcross(agentSocket, visitor, displayId);
				const answer = await agent.write(displayId, 'From the other process');
				await visitorSocket.next('message.created', (message) => message.id === answer.id);
				await agent.call(`conversations/${displayId}/toggle_typing_status`, { body: { typing_status: 'on' } });
				await visitorSocket.next('conversation.typing_on', ({ conversation }) => conversation.id === displayId);
				const last = await agent.write(displayId, 'Last');
				await visitorSocket.next('message.created', (message) => message.id === last.id);
				// A message that a connection has taken is told once more, as delivered.
				const heard = visitorSocket.received.filter(
					({ event, data }) => event === 'message.created' && (data as { id?: number }).id === answer.id,
				);
				assert.equal(heard.length, 1, 'heard once');
			} finally {
				visitorSocket.close();
				agentSocket.close();
			}
		});
	}

	for (const [protocol, connect] of Object.entries(PROTOCOLS)) {
		test(`${protocol}: a text that is written piece by piece at both processes grows at both, whole`, async () => {
			const visitor = await createVisitor(first.origin);
			const displayId = await beginConversation(visitor);
			const agent = createAgent(first.origin, first.agentToken);
			const bot = { name: 'Kiln', outgoing_url: 'https://bot.example/' };
			const { body: added } = await agent.call<{ id: number; access_token: string }>('agent_bots', { body: bot });
			await agent.call('inboxes/1/set_agent_bot', { body: { agent_bot: added.id } });
			const here = createAgent(first.origin, added.access_token);
			const there = createAgent(second.origin, added.access_token);
			const sockets = await Promise.all(
				[first, second].map(({ origin }) => connect(origin, { pubsub_token: visitor.pubsubToken })),
			);
			const { id } = await here.write(displayId, '0', { content_attributes: { streaming: true } });
			const path = `conversations/${displayId}/messages/${id}`;
			const pieces = Array.from({ length: 20 }, (_, index) => ` ${index + 1}`);
			let position = 1;
			for (const [index, content] of pieces.entries()) {
				const answer = await (index % 2 === 0 ? there : here).call<{ position: number }>(`${path}/append`, {
					body: { content, position },
				});
				position = answer.body.position;
			}
			await there.call(`${path}/finish`, { method: 'POST' });
			const whole = `0${pieces.join('')}`;
			for (const socket of sockets) {
				const isWhole = (message: Message) => message.id === id && !isStreaming(message);
				assert.equal((await socket.next('message.updated', isWhole)).content, whole);
				let grown = '0';
				for (const expected of pieces) {
					const isNext = (piece: AppendedEvent) => piece.id === id && piece.position === grown.length;
					const { content } = await socket.next('message.appended', isNext);
					assert.equal(content, expected);
					grown += content;
				}
				socket.close();
			}
			await agent.call(`agent_bots/${added.id}`, { method: 'DELETE' });
		});

		test(`${protocol}: a token that is revoked at one process ends its connections at the other`, async () => {
			const where = { dataDir: first.dataDir, databaseUrl: services.options.databaseUrl };
			const token = await addToken(where, 'ada@example.com');
			const former = createAgent(second.origin, token);
			const { id, pubsub_token, account_id } = await former.profile();
			const ended = Promise.withResolvers<void>();
			await connect(second.origin, { pubsub_token, account_id, user_id: id }, ended.resolve);
			await call(first.origin, '/auth/sign_out', {
				method: 'DELETE',
				headers: { api_access_token: token },
			});
			await ended.promise;
			assert.equal((await former.call('conversations')).status, 401);
		});
	}

	/**
	 * Writes until a message arrives: the link between the processes is not up from the first
	 * moment.
	 */
	async function heardAcross(agentSocket: Listener, visitor: Visitor, displayId: number): Promise<void> {
		const heard = agentSocket.next('message.created', (message) => message.conversation_id === displayId);
		let isHeard = false;
		void heard.then(() => (isHeard = true));
		while (!isHeard) await visitor.write('Anybody there?');
		await heard;
	}

	test('presence is shared between the processes', async () => {
		const agent = createAgent(second.origin, second.agentToken);
		const { id } = await agent.profile();
		const agentSocket = await listenAsAgent(connectSocketIo, second, agent);
		await agentSocket.next('presence.update');
		const listed = await call<{ payload: { id: number; availability_status: string }[] }>(
			first.origin,
			'/api/v1/widget/inbox_members?website_token=demo',
		);
		assert.equal(listed.body.payload.find((member) => member.id === id)?.availability_status, 'online');
		agentSocket.close();
		const displayId = await beginConversation(await createVisitor(first.origin));
		const view = async (origin: string, token: string) =>
			createAgent(origin, token).call<{ payload: { name: string }[] }>(`conversations/${displayId}/viewing`, {
				body: {},
			});
		const email = 'viewer@x.example';
		await agent.call('agents', { body: { name: 'Viewer', email, role: 'administrator' } });
		const other = await addToken({ dataDir: first.dataDir, databaseUrl: services.options.databaseUrl }, email);
		assert.deepEqual((await view(first.origin, other)).body.payload, []);
		assert.deepEqual(
			(await view(second.origin, second.agentToken)).body.payload.map(({ name }) => name),
			['Viewer'],
		);
	});

	test('the same echo id sent to both at the same moment stores one message in one conversation', async () => {
		const visitor = await createVisitor(first.origin);
		const elsewhere = await createVisitor(second.origin, visitor.authToken);
		const answers = await Promise.all(
			Array.from({ length: 10 }, (_, count) => (count % 2 ? visitor : elsewhere).write('Once', 'at-both')),
		);
		assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
		const firsts = await createVisitor(first.origin);
		const firstsElsewhere = await createVisitor(second.origin, firsts.authToken);
		const begun = await Promise.all([firsts.write('One'), firstsElsewhere.write('Two')]);
		assert.equal(begun[0].conversation_id, begun[1].conversation_id);
	});

	test('after one process is killed with -9, its visitor continues at the other and catches up', async () => {
		const visitor = await createVisitor(first.origin);
		const agent = createAgent(second.origin, second.agentToken);
		const displayId = await beginConversation(visitor);
		const last = await visitor.write('Before');
		await first.kill();
		await agent.write(displayId, 'Written while you were away');
		const moved = await createVisitor(second.origin, visitor.authToken);
		assert.deepEqual(
			(await moved.messages(`after=${last.id}`)).map(({ content }) => content),
			['Written while you were away'],
		);
		const socket = await connectSocketIo(second.origin, { pubsub_token: moved.pubsubToken });
		const answer = await agent.write(displayId, 'And live again');
		await socket.next('message.created', (message) => message.id === answer.id);
		socket.close();
		first = await startServer(services.options);
	});
});

describe('two processes with rate limits', () => {
	test('they count requests together', async () => {
		const services = await createDatabaseAndRedis();
		const servers = await Promise.all([
			startServer({ ...services.options, hasRateLimits: true }),
			startServer({ ...services.options, hasRateLimits: true }),
		]);
		try {
			const statuses: number[] = [];
			for (let count = 0; count < 6; count++) {
				const answer = await call(servers[count % 2]?.origin ?? '', '/auth/sign_in', {
					body: { email: 'ada@example.com', password: 'wrong' },
				});
				statuses.push(answer.status);
			}
			assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);

			const visitor = await createVisitor(servers[0].origin);
			const elsewhere = await createVisitor(servers[1].origin, visitor.authToken);
			const text = '€'.repeat(150_000);
			const written: number[] = [];
			for (const each of [visitor, elsewhere, visitor, elsewhere, visitor]) {
				written.push((await each.call('messages', { body: { message: { content: text } } })).status);
			}
			assert.deepEqual(written, [200, 200, 200, 200, 429]);
		} finally {
			await Promise.all(servers.map((server) => server.stop()));
			await services.cleanUp();
		}
	});
});

describe('a Redis that goes away', () => {
	test('it delays no message and loses none', async () => {
		const services = await createDatabaseAndRedis();
		const link = await startLink(services.options.redisUrl ?? '');
		const server = await startServer({ ...services.options, redisUrl: link.url });
		try {
			const visitor = await createVisitor(server.origin);
			const socket = await connectSocketIo(server.origin, { pubsub_token: visitor.pubsubToken });
			const displayId = await beginConversation(visitor);
			link.cut();
			const agent = createAgent(server.origin, server.agentToken);
			const answer = await agent.write(displayId, 'Written without Redis');
			await socket.next('message.created', (message) => message.id === answer.id);
			assert.equal((await visitor.messages()).length, 2);
			socket.close();
		} finally {
			await server.stop();
			link.cut();
			await services.cleanUp();
		}
	});
});

/** A proxy to Redis that can be cut for good. */
async function startLink(redisUrl: string): Promise<{ url: string; cut(): void }> {
	const target = new URL(redisUrl);
	const ends = new Set<Socket>();
	const link = createServer((client) => {
		const redis = connect(Number(target.port), target.hostname);
		for (const end of [client, redis]) {
			ends.add(end);
			end.on('error', () => end.destroy());
		}
		client.pipe(redis).pipe(client);
	});
	link.listen(0, '127.0.0.1');
	await once(link, 'listening');
	const url = new URL(target);
	url.port = String((link.address() as AddressInfo).port);
	return {
		url: url.href,
		cut() {
			link.close();
			for (const end of ends) end.destroy();
		},
	};
}
