/**
 * Every route of the tables refuses strangers with the contract's status and text (docs/wire.md,
 * Errors; docs/application-api.md, Refusals).
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import Database from 'better-sqlite3';
import { SignJWT } from 'jose';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { isForTeam, type Route } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { createAccessToken } from '../../../src/server/domain/people/manageAccessTokens.ts';
import { addAgent } from '../../../src/server/domain/people/agents.ts';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import { SECRET_KEY, type TestServer } from '../../support/server.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { beginConversation, call, createAgent, createVisitor, type Visitor } from '../api.ts';

const NOT_FOUND = { error: 'Resource could not be found' };

describe('strangers', () => {
	let server: TestServer;
	let store: Store;
	let visitor: Visitor;
	before(async () => {
		server = await startHostedServer();
		store = await openStore({ dataDir: server.dataDir });
		visitor = await createVisitor(server.origin);
		await beginConversation(visitor);
	});
	after(async () => {
		await store.close();
		await server.stop();
	});

	const ask = (route: Route, query: string, headers: Record<string, string> = {}) =>
		call(server.origin, route.path.replaceAll(/:\w+/g, '1') + query, {
			method: route.method,
			headers,
			...(route.body ? { body: {} } : {}),
		});

	for (const [name, route] of Object.entries<Route>(widgetRoutes)) {
		test(`${name}: an unknown or missing website token is not found`, async () => {
			for (const query of ['?website_token=unknown', '?website_token=%00', '']) {
				const answer = await ask(route, query, { 'X-Auth-Token': visitor.authToken });
				assert.deepEqual([answer.status, answer.body], [404, NOT_FOUND]);
			}
		});

		if (route.role !== 'visitor') continue;
		test(`${name}: a missing, forged or foreign visitor token is answered with 404, before anything else is checked`, async () => {
			const other = await store.transaction((repositories) =>
				createChannel(repositories, { accountId: 1, settings: { name: 'Other' } }),
			);
			const foreign = await createVisitor(server.origin, undefined, other.websiteToken);
			const key = new TextEncoder().encode('another key, that the server does not have');
			const payload = { source_id: 'x', inbox_id: 1 };
			const forged = await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(key);
			const real = new TextEncoder().encode(SECRET_KEY);
			const unknown = await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(real);
			const [, body = ''] = visitor.authToken.split('.');
			const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
			for (const token of ['', 'junk', forged, unknown, unsigned, foreign.authToken]) {
				const answer = await ask(route, '?website_token=demo', token ? { 'X-Auth-Token': token } : {});
				assert.deepEqual([answer.status, answer.body], [404, NOT_FOUND], token);
			}
		});
	}

	for (const [name, route] of Object.entries<Route>(applicationRoutes)) {
		if (route.role === 'public') continue;
		test(`${name}: a missing token and a wrong one are answered with 401`, async () => {
			const anonymous = await ask(route, '');
			assert.equal(anonymous.status, 401);
			assert.deepEqual(anonymous.body, { errors: ['You need to sign in or sign up before continuing.'] });
			const wrong = await ask(route, '', { api_access_token: 'wrong' });
			assert.deepEqual([wrong.status, wrong.body], [401, { error: 'Invalid Access Token' }]);
			const visitors = await ask(route, '', { api_access_token: visitor.authToken });
			assert.equal(visitors.status, 401);
		});

		if (!isForTeam(route)) continue;
		test(`${name}: agents of another account are refused`, async () => {
			const account = await store.accounts.insert('Elsewhere');
			const eve = await store.users.insert({ name: 'Eve', displayName: null, email: `eve-${name}@example.com` });
			const { token } = await createAccessToken(store, { user_id: eve.id }, { name: 'test' });
			const refused = await ask(route, '', { api_access_token: token });
			assert.deepEqual(
				[refused.status, refused.body],
				[401, { error: 'You are not authorized to access this account' }],
			);
			const path = route.path.replace(':account_id', String(account.id)).replace(':id', '1');
			const own = await call(server.origin, path, {
				method: route.method,
				headers: { api_access_token: server.agentToken },
				...(route.body ? { body: {} } : {}),
			});
			assert.equal(own.status, 401);
			for (const junk of ['999', 'x', '99999999999999999999']) {
				const answer = await call(server.origin, route.path.replace(':account_id', junk).replace(':id', '1'), {
					method: route.method,
					headers: { api_access_token: server.agentToken },
					...(route.body ? { body: {} } : {}),
				});
				assert.deepEqual([answer.status, answer.body], [404, NOT_FOUND]);
			}
		});
	}

	test('an agent sees only conversations of their own inboxes', async () => {
		const agent = await store.transaction(async (repositories) => {
			const user = await addAgent(repositories, 1, { name: 'New', email: 'new@example.com' });
			const { token } = await createAccessToken(repositories, { user_id: user.id }, { name: 'test' });
			return createAgent(server.origin, token);
		});
		const one = await agent.call('conversations/1');
		assert.deepEqual([one.status, one.body], [401, { error: 'You are not authorized to do this action' }]);
		const list = await agent.call<{ data: { payload: unknown[] } }>('conversations');
		assert.deepEqual(list.body.data.payload, []);
		assert.equal((await createAgent(server.origin, server.agentToken).call('conversations/77')).status, 404);
	});

	test("a visitor never reaches another visitor's conversation", async () => {
		const other = await createVisitor(server.origin);
		assert.deepEqual(await other.conversation(), {});
		assert.deepEqual((await other.call('messages')).body, { payload: [], meta: {} });
		assert.equal((await other.call('messages/1', { method: 'PATCH', body: {} })).status, 404);
		assert.equal((await other.call('conversations/toggle_typing', { body: { typing_status: 'on' } })).status, 404);
	});

	test('every route refuses a suspended account', async () => {
		const suspended = await startHostedServer();
		try {
			const guest = await createVisitor(suspended.origin);
			const database = new Database(join(suspended.dataDir, 'live-chat.sqlite'));
			database.exec("update accounts set status = 'suspended'");
			database.close();
			for (const answer of [
				await guest.call('messages'),
				await createAgent(suspended.origin, suspended.agentToken).call('conversations'),
			]) {
				assert.deepEqual([answer.status, answer.body], [401, { error: 'Account is suspended' }]);
			}
			assert.equal((await call(suspended.origin, '/widget?website_token=demo')).status, 401);
			await assert.rejects(connectSocketIo(suspended.origin, { pubsub_token: guest.pubsubToken }), /Unauthorized/);
		} finally {
			await suspended.stop();
		}
	});

	test('a row that is gone once the guard has found the session does not end the session', async () => {
		const guest = await createVisitor(server.origin);
		const database = new Database(join(server.dataDir, 'live-chat.sqlite'));
		database.pragma('foreign_keys = OFF');
		const moveTo = (to: number, from: number) =>
			database.prepare('update contact_inboxes set contact_id = ? where contact_id = ?').run(to, from);
		moveTo(-1, guest.contactId);
		const away = await guest.call('contact');
		moveTo(guest.contactId, -1);
		database.close();
		assert.deepEqual([away.status, away.body], [503, { error: 'The server cannot answer now' }]);
		assert.equal((await guest.call('contact')).status, 200);
	});

	test('of those who delete one visitor at once, the later ones learn that the session is gone', async () => {
		for (let round = 0; round < 10; round += 1) {
			const guest = await createVisitor(server.origin);
			await beginConversation(guest);
			const deletions = Array.from({ length: 4 }, () => guest.call('contact', { method: 'DELETE' }));
			const statuses = (await Promise.all(deletions)).map(({ status }) => status);
			assert.deepEqual(new Set(statuses), new Set([204, 404]), statuses.join());
		}
	});
});
