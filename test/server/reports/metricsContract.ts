/** What monitoring is told, and who may ask for it (docs/operating.md, Metrics). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addWebhook } from '../../support/channel.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, call, createVisitor } from '../api.ts';
import { connectActionCable, connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { holdDeliveries } from '../receivers/holdDeliveries.ts';
import { Receiver } from '../receivers/receiver.ts';

const TOKEN = 'a-token-for-metrics';

export function describeMetrics(database: string, prepare: Prepare): void {
	describe(`metrics on ${database}`, () => {
		let setup: ConversationServer;
		let receiver: Receiver;
		before(async () => {
			receiver = await new Receiver().start();
			setup = await startConversationServer(prepare, { settings: { PRIVATE_WEBHOOKS: 'on', METRICS_TOKEN: TOKEN } });
		});
		after(async () => {
			receiver.stop();
			await setup.stop();
		});

		const ask = (headers: Record<string, string>) => call<string>(setup.server.origin, '/metrics', { headers });
		const read = async () => {
			const answer = await ask({ authorization: `Bearer ${TOKEN}` });
			assert.equal(answer.status, 200);
			assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
			assert.equal(answer.headers.get('cache-control'), 'no-store');
			return answer.body;
		};
		/** The value of one series; undefined where there is none. */
		const valueOf = (text: string, series: string) => {
			const line = text.split('\n').find((each) => each.startsWith(`${series} `));
			return line === undefined ? undefined : Number(line.slice(series.length));
		};

		test('nobody but who presents the token is told anything', async () => {
			const visitor = await createVisitor(setup.server.origin);
			for (const headers of [
				{},
				{ authorization: '' },
				{ authorization: 'Bearer ' },
				{ authorization: TOKEN },
				{ authorization: `Basic ${TOKEN}` },
				{ authorization: `Bearer ${TOKEN.slice(0, -1)}` },
				{ authorization: `Bearer ${TOKEN}x` },
				{ authorization: `Bearer ${setup.agent.token}` },
				{ api_access_token: setup.agent.token },
				{ 'X-Auth-Token': visitor.authToken },
			]) {
				const answer = await ask(headers);
				assert.deepEqual(
					[answer.status, answer.body],
					[401, { error: 'Invalid Access Token' }],
					JSON.stringify(headers),
				);
				assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
			}
		});

		test('requests count by the pattern of their route and their status, and no address is told', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			await setup.agent.conversation(displayId);
			await call(setup.server.origin, '/no/such/secret-place?token=secret-token');
			await setup.agent.call('conversations/123456789');
			const text = await read();
			const route = '/api/v1/accounts/:account_id/conversations/:id';
			assert.equal(valueOf(text, `live_chat_http_requests_total{method="GET",route="${route}",status="200"}`), 1);
			assert.equal(valueOf(text, `live_chat_http_requests_total{method="GET",route="${route}",status="404"}`), 1);
			assert.equal(valueOf(text, 'live_chat_http_requests_total{method="GET",route="none",status="404"}'), 1);
			assert.equal(valueOf(text, `live_chat_http_request_seconds_count{route="${route}"}`), 2);
			assert.doesNotMatch(text, /secret|123456789/);
		});

		test('the process, its event loop and its database are measured', async () => {
			await beginConversation(await createVisitor(setup.server.origin));
			const text = await read();
			assert.ok((valueOf(text, 'process_resident_memory_bytes') ?? 0) > 10_000_000);
			assert.ok((valueOf(text, 'nodejs_eventloop_lag_p99_seconds') ?? 0) > 0);
			assert.equal(valueOf(text, 'live_chat_database_up'), 1);
			for (const statement of ['select', 'insert', 'commit']) {
				const counted = `live_chat_database_statement_seconds_count{statement="${statement}"}`;
				assert.ok((valueOf(text, counted) ?? 0) > 0, `${counted}\n${text}`);
			}
		});

		test('connections count by protocol and side, until they end', async (t) => {
			const visitor = await createVisitor(setup.server.origin);
			const agent = await setup.listenAsAgent();
			const other = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			const old = await connectActionCable(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			const count = (text: string, protocol: string, side: string) =>
				valueOf(text, `live_chat_connections{protocol="${protocol}",side="${side}"}`);
			const counts = (text: string) => [
				count(text, 'socket.io', 'agent'),
				count(text, 'socket.io', 'visitor'),
				count(text, 'actioncable', 'visitor'),
				count(text, 'actioncable', 'agent'),
			];
			await t.waitFor(async () => assert.deepEqual(counts(await read()), [1, 1, 1, 0]), PATIENTLY);
			for (const { close } of [agent, other, old]) close();
			await t.waitFor(async () => assert.deepEqual(counts(await read()), [0, 0, 0, 0]), PATIENTLY);
		});

		test('deliveries that wait are counted with their age, and so are attempts and what was given up', async (t) => {
			const ofHook = (text: string, name: string) => valueOf(text, `live_chat_deliveries_${name}{kind="webhook"}`);
			const tried = (text: string, outcome: string) =>
				valueOf(text, `live_chat_delivery_attempts_total{kind="webhook",outcome="${outcome}"}`);
			await addWebhook(setup.where, receiver.url);
			receiver.answer = (response) => response.writeHead(500).end();
			await beginConversation(await createVisitor(setup.server.origin));
			await t.waitFor(async () => {
				const text = await read();
				assert.ok((ofHook(text, 'waiting') ?? 0) > 0 && (tried(text, 'failed') ?? 0) > 0);
				assert.equal(ofHook(text, 'given_up'), 0);
			}, PATIENTLY);
			await setup.query('update deliveries set created_at = created_at - 90000');
			const age = ofHook(await read(), 'oldest_seconds') ?? 0;
			assert.ok(age >= 90 && age < 150, String(age));
			// An attempt that is under way would be made twice.
			await holdDeliveries(t, setup);
			receiver.answer = (response) => response.writeHead(410).end();
			await setup.query('update delivery_queues set due_at = 0');
			await t.waitFor(async () => {
				const text = await read();
				assert.equal(ofHook(text, 'waiting'), 0);
				assert.equal(ofHook(text, 'oldest_seconds'), 0);
				assert.ok((ofHook(text, 'given_up') ?? 0) > 0);
				assert.equal(tried(text, 'given_up'), ofHook(text, 'given_up'));
			}, PATIENTLY);
		});

		test('without a token there is no such route', async () => {
			const server = await startHostedServer();
			try {
				for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }])
					assert.equal((await call(server.origin, '/metrics', { headers })).status, 404);
			} finally {
				await server.stop();
			}
		});
	});
}
