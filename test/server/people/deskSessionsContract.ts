/**
 * Sessions of the desk: which requests the cookie authenticates, and how a session ends
 * (docs/application-api.md, The desk's session).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { io } from 'socket.io-client';
import { DESK_HEADER, type DeskSession } from '#protocol/application/deskSessionRoutes.ts';
import type { Profile } from '#protocol/entities/entities.ts';
import { CABLE_PATH, type CableAuth } from '#protocol/entities/realtime.ts';
import { addToken, AGENT_PASSWORD, givePassword } from '../../support/channel.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import { call, type Answer } from '../api.ts';
import { connectActionCable, connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

const SIGN_IN_FIRST = [401, { errors: ['You need to sign in or sign up before continuing.'] }];
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export function describeDeskSessions(database: string, prepare: Prepare): void {
	describe(`desk sessions on ${database}`, () => {
		let setup: ConversationServer;
		let origin: string;
		let noor: string;
		before(async () => {
			setup = await startConversationServer(prepare);
			({ origin } = setup.server);
			noor = await addToken(setup.where, 'noor@example.com');
			await givePassword(setup.where, 'noor@example.com');
		});
		after(() => setup.stop());

		/**
		 * Headers of a request of the desk's page: those of the browser, and those that the desk
		 * adds.
		 */
		const ofDesk = () => ({ [DESK_HEADER]: '1', 'sec-fetch-site': 'same-origin', origin });
		const enter = (headers: Record<string, string> = {}, token = noor) =>
			call<Profile>(origin, '/auth/desk_session', {
				body: { access_token: token },
				headers: { ...ofDesk(), 'user-agent': FIREFOX, ...headers },
			});
		const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')?.split(';')[0] ?? assert.fail('no cookie');
		const signIn = async (token?: string) => cookieOf(await enter({}, token));
		const ask = async (cookie: string, path = '/api/v1/profile', more: Parameters<typeof call>[2] = {}) => {
			const { status, body } = await call(origin, path, { ...more, headers: { ...ofDesk(), cookie, ...more.headers } });
			return [status, body];
		};
		const list = async (cookie: string) => {
			const [, body] = await ask(cookie, '/api/v1/profile/desk_sessions');
			return (body as { payload: DeskSession[] }).payload;
		};
		const listen = (
			cookie: string,
			auth: CableAuth,
			headers: Record<string, string> = { origin },
			transport: 'websocket' | 'polling' = 'websocket',
		) =>
			new Promise<{ ended: Promise<unknown> }>((resolve, reject) => {
				const socket = io(origin, {
					path: CABLE_PATH,
					auth,
					transports: [transport],
					forceNew: true,
					reconnection: false,
					extraHeaders: { cookie, ...headers },
				});
				socket.on('connect_error', (error) => {
					socket.close();
					reject(error);
				});
				socket.on('connect', () => resolve({ ended: new Promise((end) => socket.on('disconnect', end)) }));
			});
		const noorAuth = async () => {
			const { id, account_id } = (
				await call<Profile>(origin, '/api/v1/profile', { headers: { api_access_token: noor } })
			).body;
			return { user_id: id, account_id };
		};

		test('the session is in a cookie that scripts cannot read, and the answer contains no token', async () => {
			const answer = await enter();
			assert.equal(answer.status, 200);
			assert.match(
				answer.headers.getSetCookie()[0] ?? '',
				/^desk-session-[0-9a-f]{8}=[\w-]{24}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
			);
			assert.equal(answer.body.email, 'noor@example.com');
			const [status, profile] = await ask(cookieOf(answer));
			assert.equal(status, 200);
			for (const body of [answer.body, profile as Profile])
				assert.ok(!('access_token' in body) && !('pubsub_token' in body));
			const rows = JSON.stringify(await setup.query('select * from desk_sessions'));
			assert.ok(!rows.includes(cookieOf(answer).split('=')[1] ?? ''));
		});

		test('behind TLS the cookie is limited to this host and to TLS', async () => {
			const secure = { 'x-forwarded-proto': 'https', origin: origin.replace('http:', 'https:') };
			const answer = await enter(secure);
			assert.equal(answer.status, 200);
			assert.match(
				answer.headers.getSetCookie()[0] ?? '',
				/^__Host-desk-session-[0-9a-f]{8}=[\w-]{24}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
			);
			const cookie = cookieOf(answer);
			assert.equal((await ask(cookie, undefined, { headers: secure }))[0], 200);
			assert.deepEqual(await ask(cookie), SIGN_IN_FIRST);
			assert.deepEqual(await ask(cookie.replace('__Host-', ''), undefined, { headers: secure }), SIGN_IN_FIRST);
			await listen(cookie, await noorAuth(), { origin: secure.origin });
			await assert.rejects(listen(cookie, await noorAuth()), /Unauthorized/);
		});

		test("the cookie does not authenticate requests of another site's page, of a framed desk, and of no page", async () => {
			const cookie = await signIn();
			const { [DESK_HEADER]: header, ...without } = ofDesk();
			assert.ok(header);
			const strangers: Record<string, string>[] = [
				without,
				{ ...ofDesk(), origin: 'https://stranger.example' },
				{ ...ofDesk(), origin: 'null' },
				{ ...ofDesk(), origin: origin.replace(/\d+$/, '1') },
				{ ...ofDesk(), 'sec-fetch-site': 'same-site' },
				{ ...ofDesk(), 'sec-fetch-site': 'cross-site' },
				{ ...ofDesk(), 'sec-fetch-site': 'none' },
			];
			for (const headers of strangers) {
				for (const [method, path] of [
					['GET', '/api/v1/profile'],
					['GET', '/api/v1/accounts/1/conversations'],
					['POST', '/api/v1/profile/access_tokens'],
					['DELETE', '/auth/sign_out'],
				] as const) {
					const answer = await call(origin, path, {
						method,
						headers: { ...headers, cookie },
						...(method === 'POST' ? { body: { name: 'Theirs' } } : {}),
					});
					assert.deepEqual([answer.status, answer.body], SIGN_IN_FIRST, JSON.stringify(headers));
				}
				const body = { access_token: noor };
				const entered = await call(origin, '/auth/desk_session', { headers, body });
				assert.deepEqual([entered.status, entered.headers.get('set-cookie')], [403, null], JSON.stringify(headers));
			}
			const silent = { [DESK_HEADER]: '1', cookie };
			assert.equal((await call(origin, '/api/v1/profile', { headers: silent })).status, 200);
			const body = { name: 'Theirs' };
			assert.equal((await call(origin, '/api/v1/profile/access_tokens', { headers: silent, body })).status, 401);
			const preflight = await call(origin, '/api/v1/profile', {
				method: 'OPTIONS',
				headers: { origin: 'https://stranger.example', 'access-control-request-headers': DESK_HEADER },
			});
			assert.equal(preflight.headers.get('access-control-allow-headers'), null);
			assert.equal((await ask(cookie))[0], 200);
		});

		test('a token in the header has precedence over the cookie', async () => {
			const cookie = await signIn();
			const [, body] = await ask(cookie, undefined, { headers: { api_access_token: setup.server.agentToken } });
			assert.equal((body as Profile).email, 'ada@example.com');
			const [status, refusal] = await ask(cookie, undefined, { headers: { api_access_token: 'wrong' } });
			assert.deepEqual([status, refusal], [401, { error: 'Invalid Access Token' }]);
		});

		test('a person sees where they are signed in, and can end those sessions: requests and sockets', async () => {
			const here = await signIn();
			const there = cookieOf(
				await enter({ 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/6' }),
			);
			const [first, second] = await list(here);
			assert.deepEqual(
				[first?.device, first?.current, second?.device, second?.current],
				['Safari on iOS', false, 'Firefox on Linux', true],
			);
			const { ended } = await listen(there, await noorAuth());
			assert.equal((await ask(here, `/api/v1/profile/desk_sessions/${first?.id}`, { method: 'DELETE' }))[0], 200);
			assert.deepEqual(await ask(there), SIGN_IN_FIRST);
			await ended;
			await assert.rejects(listen(there, await noorAuth()), /Unauthorized/);
			assert.equal((await ask(here, `/api/v1/profile/desk_sessions/${first?.id}`, { method: 'DELETE' }))[0], 404);
			const ada = await signIn(setup.server.agentToken);
			assert.equal((await ask(ada, `/api/v1/profile/desk_sessions/${second?.id}`, { method: 'DELETE' }))[0], 404);
		});

		test('signing out ends the session and removes the cookie', async () => {
			const cookie = await signIn();
			const answer = await call(origin, '/auth/sign_out', { method: 'DELETE', headers: { ...ofDesk(), cookie } });
			assert.deepEqual(answer.body, { success: true });
			assert.match(
				answer.headers.getSetCookie()[0] ?? '',
				/^desk-session-[0-9a-f]{8}=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/,
			);
			assert.deepEqual(await ask(cookie), SIGN_IN_FIRST);
		});

		test('a session in use is prolonged, and an unused one ends after 30 days', async () => {
			const cookie = await signIn();
			const id = (await list(cookie)).find(({ current }) => current)?.id ?? assert.fail();
			const soon = Date.now() + 1_000_000;
			await setup.query(`update desk_sessions set expires_at = ${soon}, last_used_at = 1 where id = ${id}`);
			const used = (await list(cookie)).find(({ current }) => current);
			assert.ok(used && used.expires_at * 1000 > soon);
			const { ended } = await listen(cookie, await noorAuth());
			await setup.query(`update desk_sessions set expires_at = ${Date.now() - 1} where id = ${id}`);
			assert.deepEqual(await ask(cookie), SIGN_IN_FIRST);
			await ended;
		});

		test('a socket of the desk can be opened by its own page for its own agent only', async () => {
			const cookie = await signIn();
			const auth = await noorAuth();
			await listen(cookie, auth);
			for (const [headers, of] of [
				[{ origin: 'https://stranger.example' }, auth],
				[{ origin: 'null' }, auth],
				[{}, auth],
				[{ origin, 'sec-fetch-site': 'cross-site' }, auth],
				[{ origin }, { ...auth, user_id: auth.user_id - 1 }],
				[{ origin }, { ...auth, account_id: 2 }],
				[{ origin }, {}],
			] as const)
				await assert.rejects(listen(cookie, of, headers), /Unauthorized/, JSON.stringify([headers, of]));
			await assert.rejects(listen(cookie.replace(/=.*/, '=wrong'), auth), /Unauthorized/);
		});

		test('its own page, whose origin browsers do not name there, may poll as well', async () => {
			const cookie = await signIn();
			const auth = await noorAuth();
			for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { origin }])
				await listen(cookie, auth, headers, 'polling');
			for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://stranger.example' }])
				await assert.rejects(listen(cookie, auth, headers, 'polling'), /Unauthorized/, JSON.stringify(headers));
		});

		for (const [protocol, connect] of Object.entries({
			'Socket.IO': connectSocketIo,
			ActionCable: connectActionCable,
		})) {
			test(`${protocol}: a token that is revoked ends the connections that it opened, and no others`, async () => {
				const auth = await noorAuth();
				const open = async (token: string, onEnd: () => void) => {
					const { pubsub_token } = (
						await call<Profile>(origin, '/api/v1/profile', { headers: { api_access_token: token } })
					).body;
					return connect(origin, { ...auth, pubsub_token: pubsub_token ?? assert.fail() }, onEnd);
				};
				const revoked = await addToken(setup.where, 'noor@example.com');
				const ended = Promise.withResolvers<void>();
				let hasOtherEnded = false;
				await open(revoked, ended.resolve);
				const other = await open(noor, () => (hasOtherEnded = true));
				const headers = { api_access_token: revoked };
				assert.equal((await call(origin, '/auth/sign_out', { method: 'DELETE', headers })).status, 200);
				await ended.promise;
				other.updatePresence();
				await other.next('presence.update');
				assert.ok(!hasOtherEnded);
				other.close();
			});
		}

		test('a session that an access token has begun ends with that token: revoked, expired, and however much it is used', async () => {
			const auth = await noorAuth();
			const revoked = await addToken(setup.where, 'noor@example.com');
			const cookie = await signIn(revoked);
			const other = await signIn();
			const { ended } = await listen(cookie, auth);
			const headers = { api_access_token: revoked };
			assert.equal((await call(origin, '/auth/sign_out', { method: 'DELETE', headers })).status, 200);
			assert.deepEqual(await ask(cookie), SIGN_IN_FIRST);
			await ended;
			assert.equal((await ask(other))[0], 200);

			const created = await call<{ access_token: string }>(origin, '/api/v1/profile/access_tokens', {
				headers: { api_access_token: noor },
				body: {
					name: 'Short',
					expires_at: Math.ceil(Date.now() / 1000) + 1_000,
					current_password: AGENT_PASSWORD,
				},
			});
			const short = await signIn(created.body.access_token);
			const end = async () => (await list(short)).find(({ current }) => current)?.expires_at ?? assert.fail();
			const before = await end();
			assert.ok(before * 1000 < Date.now() + 1_001_000);
			await setup.query('update desk_sessions set last_used_at = 1');
			assert.equal(await end(), before);
		});

		test('two installations on one host do not take each other’s cookies', async (t) => {
			const elsewhere = await startHostedServer({ settings: { SECRET_KEY: 'another-key-for-tests-another-key-for' } });
			t.after(() => elsewhere.stop());
			const here = await signIn();
			const there = cookieOf(
				await call(elsewhere.origin, '/auth/desk_session', {
					body: { access_token: elsewhere.agentToken },
					headers: { ...ofDesk(), origin: elsewhere.origin },
				}),
			);
			assert.notEqual(here.split('=')[0], there.split('=')[0]);
			const both = `${there}; ${here}`;
			assert.equal((await ask(both))[0], 200);
			const headers = { ...ofDesk(), origin: elsewhere.origin, cookie: both };
			assert.equal((await call(elsewhere.origin, '/api/v1/profile', { headers })).status, 200);
		});

		test('an administrator can end all sessions of an agent; other members cannot', async () => {
			const cookie = await signIn();
			const { user_id } = await noorAuth();
			const path = `agents/${user_id}/desk_sessions`;
			const refused = await ask(cookie, `/api/v1/accounts/1/${path}`, { method: 'DELETE' });
			assert.deepEqual(refused, [401, { error: 'You are not authorized to do this action' }]);
			assert.equal((await setup.agent.call(path, { method: 'DELETE' })).status, 200);
			assert.deepEqual(await ask(cookie), SIGN_IN_FIRST);
		});
	});
}
