import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { beginConversation, call, createAgent, createVisitor } from '../api.ts';

describe('the usual limits', () => {
	let server: TestServer;
	before(async () => {
		server = await startHostedServer({ hasRateLimits: true });
	});
	after(() => server.stop());

	test('a visitor can have only a few transcripts mailed in an hour', async () => {
		const visitor = await createVisitor(server.origin);
		await visitor.call('contact', { method: 'PATCH', body: { email: 'somebody@else.example' } });
		await visitor.write('Hello');
		const ask = async () => (await visitor.call('conversations/transcript', { method: 'POST' })).status;
		for (let count = 0; count < 5; count++) assert.equal(await ask(), 200);
		assert.equal(await ask(), 429);
	});

	test('a mail address gets a limited number of transcripts in a day, from all visitors together', async () => {
		const ask = async (email: string, address: string) => {
			const visitor = await createVisitor(server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { email } });
			await visitor.write('Hello');
			return visitor.call('conversations/transcript', {
				method: 'POST',
				headers: { 'x-forwarded-for': address },
			});
		};
		for (let count = 0; count < 10; count++) {
			const { status } = await ask(`Ada${count % 2 ? `+${count}` : ''}@else.example`, `203.0.113.${count}`);
			assert.equal(status, 200);
		}
		const refused = await ask('ada@else.example', '203.0.113.20');
		assert.deepEqual([refused.status, refused.body], [429, 'Retry later\n']);
		assert.ok(Number(refused.headers.get('retry-after')) > 80_000, 'until tomorrow');
		assert.equal((await ask('grace@else.example', '203.0.113.21')).status, 200);
	});

	test('the team mails a limited number of transcripts: in an hour, and to one address in a day', async () => {
		const agent = createAgent(server.origin, server.agentToken);
		const displayId = await beginConversation(await createVisitor(server.origin));
		const ask = async (email: string) =>
			(await agent.call(`conversations/${displayId}/transcript`, { body: { email } })).status;
		for (let count = 0; count < 10; count++) assert.equal(await ask('ada@team.example'), 200);
		assert.equal(await ask('ada+again@team.example'), 429);
		for (let count = 11; count < 30; count++) assert.equal(await ask(`ada${count}@team.example`), 200);
		assert.equal(await ask('grace@team.example'), 429);
	});

	test('an address can search the help centre a limited number of times in a minute, and can go on reading', async () => {
		const read = async (path: string, address: string) =>
			(await call(server.origin, `/hc/${path}`, { headers: { 'x-forwarded-for': address } })).status;
		const search = (way: string, address: string) => read(`help/en/${way}?query=tea`, address);
		const ways = ['articles.json', 'articles'];
		const statuses = await Promise.all(
			Array.from({ length: 120 }, (_, index) => search(ways[index % 2] ?? '', `2001:db8::${index + 1}`)),
		);
		assert.deepEqual([...new Set(statuses)], [200]);
		for (const way of ways) {
			assert.equal(await search(way, '2001:db8::ffff'), 429);
			assert.equal(await read(`help/en/${way}`, '2001:db8::ffff'), 200);
			assert.equal(await search(way, '2001:db8:0:1::1'), 200);
		}
	});

	test('requests beyond the limit are refused with the time to wait, and other addresses go on', async () => {
		const visitor = await createVisitor(server.origin);
		const signIn = () =>
			call(server.origin, '/auth/sign_in', { body: { email: 'ada@example.com', password: 'wrong' } });
		for (let count = 0; count < 5; count++) assert.equal((await signIn()).status, 401);
		const refused = await signIn();
		assert.deepEqual([refused.status, refused.body], [429, 'Retry later\n']);
		assert.match(refused.headers.get('content-type') ?? '', /^text\/plain/);
		assert.ok(Number(refused.headers.get('retry-after')) > 0);
		assert.equal((await visitor.call('conversations')).status, 200);
	});

	test('a message beyond the limit is refused with the seconds to wait, which a sandboxed page may read too', async () => {
		const visitor = await createVisitor(server.origin);
		const write = () =>
			visitor.call('messages', {
				body: { message: { content: 'Hello' } },
				headers: { origin: 'null', 'x-forwarded-for': '198.51.100.50' },
			});
		// A few at a time: none may wait too long for its turn on a busy machine.
		for (let sent = 0; sent < 120; sent += 20) {
			const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await write()).status));
			assert.deepEqual([...new Set(statuses)], [200]);
		}
		const { status, headers } = await write();
		const seconds = Number(headers.get('retry-after'));
		assert.equal(status, 429);
		assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`);
		assert.equal(headers.get('access-control-expose-headers'), 'Retry-After');
	});
});

describe('a limit of three requests', () => {
	let server: TestServer;
	before(async () => {
		server = await startHostedServer({ hasRateLimits: true, settings: { REQUESTS_PER_ADDRESS: '3' } });
	});
	after(() => server.stop());

	test('an address may make as many requests in a minute as the server is set to', async () => {
		const ask = async (address: string) =>
			(await call(server.origin, '/healthz', { headers: { 'x-forwarded-for': address } })).status;
		const statuses: number[] = [];
		for (let count = 0; count < 4; count++) statuses.push(await ask('203.0.113.1'));
		assert.deepEqual(statuses, [200, 200, 200, 429]);
		assert.equal(await ask('203.0.113.2'), 200);
	});

	test('an agent has a limit of their own behind a busy address, and an invented token has none', async () => {
		const ask = async (address: string, token: string) =>
			(
				await call(server.origin, '/api/v1/profile', {
					headers: { 'x-forwarded-for': address, api_access_token: token },
				})
			).status;
		const { agentToken } = server;
		assert.equal(
			await ask('198.51.100.1', agentToken),
			200,
			'counts for the address, since the token is not known yet',
		);
		for (let count = 0; count < 2; count++) assert.equal(await ask('198.51.100.2', `invented-${count}`), 401);
		assert.equal(await ask('198.51.100.2', 'invented-3'), 401);
		assert.equal(await ask('198.51.100.2', 'invented-4'), 429);
		for (let count = 0; count < 3; count++) assert.equal(await ask('198.51.100.2', agentToken), 200);
		assert.equal(await ask('198.51.100.3', agentToken), 429, 'the same limit from any address');
	});
});

for (const [trusted, refused] of [
	['127.0.0.0/8', 401],
	['10.0.0.5,192.168.0.0/16', 429],
] as const) {
	test(`visitors behind one proxy ${refused === 401 ? 'have a limit each' : 'share a limit'} where ${trusted} is trusted`, async () => {
		const server = await startHostedServer({ hasRateLimits: true, settings: { TRUSTED_PROXIES: trusted } });
		try {
			const signIn = (forwardedFor: string) =>
				call(server.origin, '/auth/sign_in', {
					body: { email: 'ada@example.com', password: 'wrong' },
					headers: { 'x-forwarded-for': forwardedFor },
				});
			// An address that a visitor claims comes before the one that the proxy adds.
			for (let count = 0; count < 5; count++) await signIn(`198.51.100.${count}, 203.0.113.1`);
			assert.equal((await signIn('198.51.100.9, 203.0.113.1')).status, 429);
			assert.equal((await signIn('203.0.113.2')).status, refused);
		} finally {
			await server.stop();
		}
	});
}
