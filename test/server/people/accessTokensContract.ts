/**
 * Access tokens of agents and bots, from creation to revocation (docs/application-api.md, Access
 * tokens).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AccessToken } from '#protocol/application/accessTokenRoutes.ts';
import { migrate } from '../../../src/server/store/migrations/index.ts';
import { openPostgres, postgresTypes } from '../../../src/server/store/engines/postgres.ts';
import { openSqlite, sqliteTypes } from '../../../src/server/store/engines/sqlite.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { addToken, AGENT_PASSWORD, givePassword } from '../../support/channel.ts';
import { call, createAgent, type Agent } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { ACCESS_TOKENS_MAX } from '../../../src/server/domain/people/manageAccessTokens.ts';

type Made = AccessToken & { access_token: string };

const PROOF = { current_password: AGENT_PASSWORD };
const UNKNOWN = [401, { error: 'Invalid Access Token' }];
const NOT_FOUND = [404, { error: 'Resource could not be found' }];

export function describeAccessTokens(database: string, prepare: Prepare): void {
	describe(`access tokens on ${database}`, () => {
		let setup: ConversationServer;
		let noor: Agent;
		let noorId: number;
		before(async () => {
			setup = await startConversationServer(prepare);
			noor = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
			noorId = (await noor.profile()).id;
			for (const email of ['ada@example.com', 'noor@example.com']) await givePassword(setup.where, email);
		});
		after(() => setup.stop());

		const own = <T>(agent: Agent, path = '', more: { method?: string; body?: object } = {}) =>
			call<T>(setup.server.origin, `/api/v1/profile/access_tokens${path}`, {
				...more,
				headers: { api_access_token: agent.token },
			});
		const list = async (agent: Agent) => (await own<{ payload: AccessToken[] }>(agent)).body.payload;
		const make = async (agent: Agent, body: object) => {
			const answer = await own<Made>(agent, '', { body: { ...body, ...PROOF } });
			assert.equal(answer.status, 200, JSON.stringify(answer.body));
			return answer.body;
		};
		const profileWith = async (token: string) => {
			const { status, body } = await call(setup.server.origin, '/api/v1/profile', {
				headers: { api_access_token: token },
			});
			return [status, body];
		};

		test('a member creates a token, sees it once, calls with it, and revokes it', async () => {
			const { access_token: token, ...facts } = await make(noor, { name: ' Export ' });
			assert.equal(token.length, 24);
			assert.deepEqual(
				[facts.name, facts.last_four, facts.last_used_at, facts.expires_at],
				['Export', token.slice(-4), null, null],
			);
			assert.deepEqual((await list(noor)).at(-1), facts);
			const script = createAgent(setup.server.origin, token);
			assert.equal((await script.profile()).access_token, token);
			assert.equal((await script.profile()).id, noorId);
			const used = (await list(noor)).at(-1);
			assert.ok(used?.last_used_at && used.last_used_at >= facts.created_at);
			assert.equal((await own(noor, `/${facts.id}`, { method: 'DELETE' })).status, 200);
			assert.deepEqual(await profileWith(token), UNKNOWN);
			assert.ok(!(await list(noor)).some(({ id }) => id === facts.id));
		});

		test('the database contains no token in clear text', async () => {
			const { access_token: token } = await make(noor, { name: 'Secret' });
			const { pubsub_token } = await createAgent(setup.server.origin, token).profile();
			const rows = JSON.stringify([
				await setup.query('select * from access_tokens'),
				await setup.query('select * from users'),
			]);
			for (const secret of [token, pubsub_token, setup.server.agentToken]) assert.ok(!rows.includes(secret));
		});

		test('the use of a token is recorded at most once a minute', async () => {
			const { access_token: token, id } = await make(noor, { name: 'Often' });
			const note = async () => (await setup.query(`select last_used_at from access_tokens where id = ${id}`))[0];
			await profileWith(token);
			const first = await note();
			await profileWith(token);
			assert.deepEqual(await note(), first);
			await setup.query(`update access_tokens set last_used_at = ${Date.now() - 61_000} where id = ${id}`);
			await profileWith(token);
			assert.ok(Number((await note())?.['last_used_at']) >= Number(first?.['last_used_at']));
		});

		test('a token expires at its time, for REST and for realtime', async () => {
			const expiresAt = Math.floor(Date.now() / 1000) + 3600;
			const { access_token: token, id, expires_at } = await make(noor, { name: 'Trial', expires_at: expiresAt });
			assert.equal(expires_at, expiresAt);
			const { pubsub_token, account_id } = await createAgent(setup.server.origin, token).profile();
			const auth = { pubsub_token, account_id, user_id: noorId };
			(await connectSocketIo(setup.server.origin, auth)).close();
			await setup.query(`update access_tokens set expires_at = ${Date.now() - 1} where id = ${id}`);
			assert.deepEqual(await profileWith(token), UNKNOWN);
			await assert.rejects(connectSocketIo(setup.server.origin, auth), /Unauthorized/);
		});

		test('realtime takes the token derived from the access token until that is revoked, and not the access token itself', async () => {
			const { access_token: token, id } = await make(noor, { name: 'Realtime' });
			const { pubsub_token, account_id } = await createAgent(setup.server.origin, token).profile();
			assert.equal(pubsub_token.length, 24);
			const auth = { account_id, user_id: noorId };
			await assert.rejects(connectSocketIo(setup.server.origin, { ...auth, pubsub_token: token }), /Unauthorized/);
			(await connectSocketIo(setup.server.origin, { ...auth, pubsub_token })).close();
			assert.deepEqual(await profileWith(pubsub_token), UNKNOWN);
			await own(noor, `/${id}`, { method: 'DELETE' });
			await assert.rejects(connectSocketIo(setup.server.origin, { ...auth, pubsub_token }), /Unauthorized/);
		});

		test('an administrator creates, sees and revokes tokens of agents and bots; other members only their own', async () => {
			await setup.addBot('Otto', undefined);
			const [bot] = await setup.query("select id from agent_bots where name = 'Otto'");
			for (const path of [`agents/${noorId}/access_tokens`, `agent_bots/${Number(bot?.['id'])}/access_tokens`]) {
				const made = await setup.agent.call<Made>(path, { body: { name: 'By Ada', ...PROOF } });
				assert.equal(made.status, 200);
				const listed = (await setup.agent.call<{ payload: AccessToken[] }>(path)).body.payload;
				assert.ok(listed.some(({ id, name }) => id === made.body.id && name === 'By Ada'));
				for (const [method, where] of [
					['GET', path],
					['POST', path],
					['DELETE', `${path}/${made.body.id}`],
				] as const) {
					const refused = await noor.call(where, { method, ...(method === 'POST' ? { body: { name: 'Mine' } } : {}) });
					assert.deepEqual(
						[refused.status, refused.body],
						[401, { error: 'You are not authorized to do this action' }],
					);
				}
				assert.equal((await setup.agent.call(`${path}/${made.body.id}`, { method: 'DELETE' })).status, 200);
				const again = await setup.agent.call(`${path}/${made.body.id}`, { method: 'DELETE' });
				assert.deepEqual([again.status, again.body], NOT_FOUND);
				assert.deepEqual(await profileWith(made.body.access_token), UNKNOWN);
			}
			const { id } = await make(setup.agent, { name: 'Ada’s' });
			for (const path of [
				`agents/${noorId}/access_tokens/${id}`,
				'agents/999/access_tokens',
				'agent_bots/999/access_tokens',
			]) {
				const method = path.endsWith('access_tokens') ? 'GET' : 'DELETE';
				const answer = await setup.agent.call(path, { method });
				assert.deepEqual([answer.status, answer.body], NOT_FOUND, path);
			}
			const others = await own(noor, `/${id}`, { method: 'DELETE' });
			assert.deepEqual([others.status, others.body], NOT_FOUND);
		});

		test('an administrator cannot create tokens for a person who is in another account too', async () => {
			const [account] = await setup.query(
				"insert into accounts (name, status, last_display_id, created_at) values ('Elsewhere', 'active', 0, 1) returning id",
			);
			await setup.query(
				`insert into account_users (account_id, user_id, role, availability, auto_offline)
				values (${Number(account?.['id'])}, ${noorId}, 'administrator', 'online', ${database === 'SQLite' ? 1 : 'true'})`,
			);
			const path = `agents/${noorId}/access_tokens`;
			for (const body of [undefined, { name: 'Bridge' }]) {
				const refused = await setup.agent.call(path, body && { body });
				assert.deepEqual([refused.status, refused.body], [401, { error: 'You are not authorized to do this action' }]);
			}
			await setup.query(`delete from account_users where account_id = ${Number(account?.['id'])}`);
		});

		test('tokens from before the upgrade stay valid, and rows that refer to their owners are kept', async () => {
			const { options, query, cleanUp } = await prepare();
			const dataDir = options.dataDir ?? '';
			const { databaseUrl } = options;
			const earlier = databaseUrl === undefined ? openSqlite(dataDir, () => undefined) : openPostgres(databaseUrl);
			const types = databaseUrl === undefined ? sqliteTypes : postgresTypes;
			await migrate(earlier, types, { mayUpgrade: true, last: '0012_deliveries' });
			await earlier.destroy();
			await query("insert into accounts (name, status, created_at) values ('Team', 'active', 1)");
			await query(`insert into users (id, name, email, avatar_url, access_token, pubsub_token, created_at)
				values (7, 'Ada', 'ada@x.example', '', 'clear-token-of-ada', 'clear-realtime', 5)`);
			await query(`insert into account_users (account_id, user_id, role, availability, auto_offline)
				values (1, 7, 'agent', 'online', ${databaseUrl === undefined ? 1 : 'true'})`);
			await query(`insert into agent_bots (id, account_id, name, avatar_url, access_token, outgoing_url, created_at)
				values (3, 1, 'Kiln', '', 'clear-token-of-kiln', 'https://bot.example/', 6)`);
			const store = await openStore({ dataDir, databaseUrl });
			try {
				const token = await store.accessTokens.findByToken('clear-token-of-ada');
				assert.deepEqual(
					[token?.user_id, token?.name, token?.last_four, token?.created_at, token?.expires_at],
					[7, 'default', '-ada', 5, null],
				);
				assert.equal((await store.accessTokens.findByToken('clear-token-of-kiln'))?.agent_bot_id, 3);
				assert.deepEqual(await store.users.findMember(1, 7), {
					id: 7,
					name: 'Ada',
					display_name: null,
					email: 'ada@x.example',
					avatar_url: '',
					created_at: 5,
					account_id: 1,
					user_id: 7,
					role: 'agent',
					availability: 'online',
					auto_offline: true,
					removed_at: null,
					notification_settings: null,
				});
				const bot = await store.bots.find(3);
				assert.deepEqual([bot?.secret, bot?.outgoing_url], ['clear-token-of-kiln', 'https://bot.example/']);
				await assert.rejects(query('delete from users'), /foreign key|FOREIGN KEY/);
			} finally {
				await store.close();
				await cleanUp();
			}
		});

		test('no token is made that has expired already', async () => {
			const now = Math.floor(Date.now() / 1000);
			const before = await list(noor);
			for (const expires_at of [0, now - 24 * 60 * 60, now]) {
				const { status, body } = await own(noor, '', { body: { name: 'Late', expires_at, ...PROOF } });
				assert.deepEqual(
					[status, body],
					[422, { message: 'Expires at must be in the future', attributes: ['expires_at'] }],
				);
			}
			assert.deepEqual(await list(noor), before);
		});

		test('a token needs a name, and their number is limited', async () => {
			for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(256) }, { name: 'x', expires_at: 'soon' }])
				assert.equal((await own(noor, '', { body: { ...body, ...PROOF } })).status, 422, JSON.stringify(body));
			for (let count = (await list(noor)).length; count < ACCESS_TOKENS_MAX; count++)
				await make(noor, { name: 'Many' });
			const refused = await own(noor, '', { body: { name: 'One more', ...PROOF } });
			assert.deepEqual(
				[refused.status, refused.body],
				[422, { message: `There are too many tokens (maximum is ${ACCESS_TOKENS_MAX})`, attributes: ['base'] }],
			);
		});
	});
}
