/**
 * A Redis and a PostgreSQL that fail under load, in several ways: everything that was acknowledged
 * arrives, once.
 */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openBlackHole, type BlackHole } from '../../support/blackHole.ts';
import { addWebhook } from '../../support/channel.ts';
import { startOwnPostgres, startOwnRedis, type OwnService } from '../../support/ownServices.ts';
import { startServer } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, call, createAgent, createVisitor, readAll, type Answer, type Visitor } from '../api.ts';
import { connectActionCable, connectSocketIo, type Connect, type Listener } from '../realtime/cableClients.ts';
import { Receiver } from '../receivers/receiver.ts';
import { createDatabase } from '../services.ts';
import { answerWithin } from '../http/answerWithin.ts';

/**
 * Milliseconds: twice the promised time (5 s, and 2 s for health), since the services, the servers
 * and the test share one busy machine. A request that hangs takes much longer than that.
 */
const REQUEST_MAX = 10_000;
const HEALTH_MAX = 4_000;
/** Milliseconds between two messages of one person. */
const PAUSE = 200;

/** A way in which the service fails. */
interface Fault {
	begin(service: OwnService, way: BlackHole): void | Promise<void>;
	end(service: OwnService, way: BlackHole): void | Promise<void>;
}

const FAULTS: Record<string, Fault> = {
	'is a black hole': { begin: (_, way) => way.swallow(), end: (_, way) => way.heal() },
	'is frozen': { begin: (service) => service.freeze(), end: (service) => service.thaw() },
	'is restarted': { begin: (service) => service.kill(), end: (service) => service.start() },
};

async function isReady(origin: string, expected: Record<string, string>): Promise<boolean> {
	const { status, body } = await answerWithin(HEALTH_MAX, () => call<Record<string, string>>(origin, '/readyz'));
	const { status: word, ...parts } = body;
	assert.deepEqual([status, word], Object.values(parts).includes('away') ? [503, 'away'] : [200, 'ok']);
	return Object.entries(expected).every(([part, state]) => parts[part] === state);
}

/**
 * Repeats `work`, at least three times, until `isOver`; with pauses, since a conversation accepts
 * 200 messages a minute.
 */
async function keepDoing(work: () => Promise<void>, isOver: () => Promise<boolean>): Promise<void> {
	for (let count = 1; ; count++) {
		await work();
		if (count >= 3 && (await isOver())) return;
		await pause(PAUSE);
	}
}

/**
 * A client as docs/application-api.md describes it: it reconnects when its connection ends, and
 * reads what it missed.
 */
function follow(connect: Connect, origin: string, auth: Parameters<Connect>[1], read: () => Promise<{ id: number }[]>) {
	const known = new Set<number>();
	let listener: Listener | undefined;
	let isOver = false;
	const begin = async (): Promise<void> => {
		while (!isOver) {
			const ended = Promise.withResolvers<void>();
			listener = await connect(origin, auth, ended.resolve).catch(() => undefined);
			if (!listener) continue;
			for (const { id } of await read()) known.add(id);
			await ended.promise;
			take();
		}
	};
	/** The events of this connection, each of which has to arrive once. */
	const take = () => {
		const created = (listener?.received ?? []).filter(({ event }) => event === 'message.created');
		const ids = created.map(({ data }) => (data as { id: number }).id);
		assert.equal(new Set(ids).size, ids.length, 'heard twice');
		for (const id of ids) known.add(id);
	};
	const running = begin();
	return {
		list() {
			take();
			return [...known].toSorted((one, other) => one - other);
		},
		async stop() {
			isOver = true;
			listener?.close();
			await running;
		},
	};
}

describe('with two processes, while Redis', () => {
	for (const [name, fault] of Object.entries(FAULTS)) {
		for (const [protocol, connect] of Object.entries({
			'Socket.IO': connectSocketIo,
			ActionCable: connectActionCable,
		})) {
			test(`${name}, messages are sent, and ${protocol} delivers all of them in the end`, async (t) => {
				const redis = await startOwnRedis();
				const way = await openBlackHole(redis.url);
				const database = await createDatabase();
				const options = { ...database.options, redisUrl: way.url };
				// One after the other: of two that seed the demo at once, the one that wins may
				// have taken the second account's id.
				const servers = [await startServer(options), await startServer(options)] as const;
				t.after(async () => {
					await Promise.all(servers.map((server) => server.stop()));
					way.close();
					await redis.stop();
					await database.cleanUp();
				});
				const [first, second] = servers;
				const visitor = await createVisitor(first.origin);
				const displayId = await beginConversation(visitor);
				const agent = createAgent(second.origin, second.agentToken);
				const { id: userId, pubsub_token, account_id } = await agent.profile();
				const followers = [
					follow(connect, first.origin, { pubsub_token: visitor.pubsubToken }, () =>
						readAll((query) => visitor.messages(query)),
					),
					follow(connect, second.origin, { pubsub_token, account_id, user_id: userId }, () =>
						readAll((query) => agent.messages(displayId, query)),
					),
				];
				t.after(() => Promise.all(followers.map((follower) => follower.stop())));
				const written: number[] = [];
				const talk = async () => {
					const [question, answer] = await Promise.all([
						answerWithin(REQUEST_MAX, () => visitor.write('Question')),
						answerWithin(REQUEST_MAX, () => agent.write(displayId, 'Answer')),
					]);
					written.push(question.id, answer.id);
				};
				const everybodyKnowsAll = () =>
					t.waitFor(() => {
						for (const follower of followers) {
							const known = follower.list();
							assert.deepEqual(
								written.filter((id) => !known.includes(id)),
								[],
							);
						}
					}, PATIENTLY);
				await talk();
				await everybodyKnowsAll();

				await fault.begin(redis, way);
				await keepDoing(talk, () => isReady(first.origin, { redis: 'away', database: 'ok' }));
				for (const { origin } of servers) {
					assert.equal((await answerWithin(HEALTH_MAX, () => call(origin, '/healthz'))).status, 200);
				}
				await keepDoing(talk, async () => true);
				await fault.end(redis, way);
				await keepDoing(talk, async () => {
					const states = await Promise.all(servers.map(({ origin }) => isReady(origin, { redis: 'ok' })));
					return !states.includes(false);
				});
				await everybodyKnowsAll();
				const stored = await readAll((query) => visitor.messages(query));
				assert.deepEqual(
					stored.slice(1).map(({ id }) => id),
					written.toSorted((one, other) => one - other),
				);
			});
		}
	}
});

describe('while PostgreSQL', () => {
	for (const [name, fault] of Object.entries(FAULTS)) {
		test(`${name}, requests end with 503, and afterwards every message is stored and delivered once`, async (t) => {
			const postgres = await startOwnPostgres();
			const way = await openBlackHole(postgres.url);
			const server = await startServer({ databaseUrl: way.url, settings: { PRIVATE_WEBHOOKS: 'on' } });
			const receiver = await new Receiver().start();
			t.after(async () => {
				await server.stop();
				way.close();
				receiver.stop();
				await postgres.stop();
			});
			await addWebhook({ dataDir: server.dataDir, databaseUrl: postgres.url }, receiver.url);
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			const load = startLoad(t, visitor);
			await load.untilAnswered(200, 10);

			await fault.begin(postgres, way);
			await load.untilAnswered(503, 10);
			assert.equal((await answerWithin(HEALTH_MAX, () => call(server.origin, '/healthz'))).status, 503);
			assert.ok(await isReady(server.origin, { database: 'away' }));
			await fault.end(postgres, way);
			await load.untilAnswered(200, 10);
			const texts = await load.stop();

			assert.ok(await isReady(server.origin, { database: 'ok' }));
			const stored = (await readAll((query) => visitor.messages(query))).map(({ content }) => content ?? '');
			assert.deepEqual(stored.slice(1).toSorted(), texts.toSorted());
			const told = () => {
				const deliveries = new Map(
					receiver.told
						.filter(({ body }) => body.event === 'message_created' && body.conversation?.id === displayId)
						.map(({ headers, body }) => [headers['x-live-chat-delivery'], body.content ?? '']),
				);
				return [...deliveries.values()];
			};
			// In the order of the conversation, each in one delivery, which may have been attempted
			// more than once.
			await t.waitFor(() => assert.deepEqual(told(), stored), PATIENTLY);
		});
	}
});

/**
 * Five outboxes of one visitor: each sends its next text once the last one is stored, and repeats
 * the same one until then.
 */
function startLoad(t: TestContext, visitor: Visitor) {
	const statuses: number[] = [];
	const texts: string[] = [];
	let isOver = false;
	const send = (text: string): Promise<Answer> =>
		answerWithin(REQUEST_MAX, () => visitor.call('messages', { body: { message: { content: text, echo_id: text } } }));
	const outbox = async (number: number): Promise<void> => {
		for (let count = 0; !isOver; count++) {
			const text = `Text ${number} ${count}`;
			texts.push(text);
			let status = 0;
			while (status !== 200) {
				({ status } = await send(text));
				assert.ok(status === 200 || status === 503, `${status}`);
				statuses.push(status);
				await pause(PAUSE);
			}
		}
	};
	const running = Promise.all([1, 2, 3, 4, 5].map(outbox));
	running.catch(() => undefined);
	return {
		async untilAnswered(status: number, count: number): Promise<void> {
			const begun = statuses.length;
			const wait = t.waitFor(
				() => assert.ok(statuses.slice(begun).filter((each) => each === status).length >= count),
				PATIENTLY,
			);
			await Promise.race([wait, running]);
		},
		async stop(): Promise<string[]> {
			isOver = true;
			await running;
			return texts;
		},
	};
}
