/**
 * The samples of `deploy/` for nginx, run by Debian's nginx in front of real servers
 * (docs/operating.md, Behind a proxy and Several machines).
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { CABLE_PATH } from '#protocol/entities/realtime.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { freePort } from '../../support/freePort.ts';
import { startOwnNginx } from '../../support/ownNginx.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, call, createAgent, createVisitor } from '../api.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { connectActionCable } from '../realtime/cableClients.ts';
import { createDatabaseAndRedis } from '../services.ts';
import { createSqlite } from '../sqlite.ts';

test('one server behind nginx: everything arrives as the doctor wants it, also by TLS', async (t) => {
	const { options, cleanUp } = await createSqlite();
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	const { key, cert } = writeCertificate(folder);
	const [plain, secure, open] = [await freePort(), await freePort(), await freePort()];
	const publicUrl = `https://localhost:${secure}`;
	const server = await startServer({ ...options, settings: { PUBLIC_URL: publicUrl } });
	const nginx = await startOwnNginx(
		'nginx.conf',
		{
			// The second address is the one at which the test asks whether nginx runs.
			'listen 443 ssl http2;': `listen 127.0.0.1:${secure} ssl http2; listen 127.0.0.1:${plain};`,
			'listen 80;': `listen 127.0.0.1:${open};`,
			'/etc/letsencrypt/live/chat.example/fullchain.pem': cert,
			'/etc/letsencrypt/live/chat.example/privkey.pem': key,
			'127.0.0.1:3000': `127.0.0.1:${server.port}`,
		},
		`http://127.0.0.1:${plain}/healthz`,
	);
	t.after(async () => {
		await nginx.stop();
		await server.stop();
		await cleanUp();
		rmSync(folder, { recursive: true });
	});
	const led = await fetch(`http://127.0.0.1:${open}/desk?a=1`, { redirect: 'manual' });
	assert.deepEqual([led.status, led.headers.get('location')], [301, 'https://127.0.0.1/desk?a=1']);
	const trusting = { ...options, settings: { PUBLIC_URL: publicUrl, NODE_EXTRA_CA_CERTS: cert, DISK_FLOOR_MB: '0' } };
	const { code, text } = await runAdmin(trusting, 'doctor');
	assert.equal(code, 0, text);
	assert.ok(
		text.includes(`ok    public address: ${publicUrl} leads here; this machine counts there as 127.0.0.1`),
		text,
	);
});

test('the doctor finds a proxy that refuses large files', async (t) => {
	const { options, cleanUp } = await createSqlite();
	const port = await freePort();
	const publicUrl = `http://127.0.0.1:${port}`;
	const server = await startServer({ ...options, settings: { PUBLIC_URL: publicUrl } });
	const nginx = await startOwnNginx(
		'nginx.conf',
		{
			'listen 443 ssl http2;': `listen 127.0.0.1:${port};`,
			'listen 80;': `listen 127.0.0.1:${await freePort()};`,
			'ssl_certificate /etc/letsencrypt/live/chat.example/fullchain.pem;': '',
			'ssl_certificate_key /etc/letsencrypt/live/chat.example/privkey.pem;': '',
			'client_max_body_size 0;': '',
			'127.0.0.1:3000': `127.0.0.1:${server.port}`,
		},
		`${publicUrl}/healthz`,
	);
	t.after(async () => {
		await nginx.stop();
		await server.stop();
		await cleanUp();
	});
	const { text } = await runAdmin({ ...options, settings: { PUBLIC_URL: publicUrl, DISK_FLOOR_MB: '0' } }, 'doctor');
	assert.match(text, /public address: large files do not pass/);
});

/** Answers the paths of its files. */
function writeCertificate(folder: string): { key: string; cert: string } {
	const certificate = makeCertificate();
	const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
	writeFileSync(key, certificate.key);
	writeFileSync(cert, certificate.cert);
	return { key, cert };
}

async function startSeveral(t: TestContext) {
	const services = await createDatabaseAndRedis();
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	const { key, cert } = writeCertificate(folder);
	const [port, plain, secure] = [await freePort(), await freePort(), await freePort()];
	const origin = `http://127.0.0.1:${port}`;
	const start = (of?: number) =>
		startServer({ ...services.options, ...(of && { port: of }), settings: { PUBLIC_URL: origin } });
	// One after the other: the first brings the database up to date.
	const servers: TestServer[] = [await start(), await start()];
	const [first, second] = servers.map((server) => server.port);
	const nginx = await startOwnNginx(
		'nginx-several.conf',
		{
			'listen 80;': `listen 127.0.0.1:${plain};`,
			'listen 443 ssl;': `listen 127.0.0.1:${secure} ssl; listen 127.0.0.1:${port};`,
			'/etc/nginx/certificates/fullchain.pem': cert,
			'/etc/nginx/certificates/privkey.pem': key,
			// Debian's nginx is older, and these servers are named by addresses.
			'resolver 127.0.0.11 valid=2s;': '',
			'chat1:3000 resolve': `127.0.0.1:${first}`,
			'chat2:3000 resolve': `127.0.0.1:${second}`,
		},
		`${origin}/healthz`,
	);
	t.after(async () => {
		await Promise.all(servers.map((server) => server.stop()));
		await nginx.stop();
		await services.cleanUp();
		rmSync(folder, { recursive: true });
	});
	return { origin, plain: `http://127.0.0.1:${plain}`, servers, start, options: services.options };
}

test('several servers behind nginx: WebSockets and polling work, and headers with underscores arrive', async (t) => {
	const { origin, plain, servers, options } = await startSeveral(t);
	const { status, headers } = await fetch(`${plain}/desk?a=1`, { redirect: 'manual' });
	assert.deepEqual([status, headers.get('location')], [308, 'https://127.0.0.1/desk?a=1']);
	const { text } = await runAdmin({ ...options, settings: { PUBLIC_URL: origin, DISK_FLOOR_MB: '0' } }, 'doctor');
	assert.match(text, /ok {4}public address: /);
	const visitor = await createVisitor(origin);
	const displayId = await beginConversation(visitor);
	const agent = createAgent(origin, servers[0]?.agentToken ?? '');
	// More than one, since each may be led to another process.
	const sockets = await Promise.all(
		[1, 2, 3, 4].map(() => connectActionCable(origin, { pubsub_token: visitor.pubsubToken })),
	);
	const polling = await Promise.all(
		[1, 2, 3, 4].map(async () => {
			const transports = ['polling'];
			const socket = io(origin, {
				path: CABLE_PATH,
				auth: { pubsub_token: visitor.pubsubToken },
				transports,
				forceNew: true,
				reconnection: false,
			});
			const heard: number[] = [];
			socket.on('message.created', ({ id }: { id: number }) => void heard.push(id));
			await new Promise<void>((resolve, reject) => {
				socket.on('connect', resolve);
				socket.on('connect_error', reject);
			});
			return { socket, heard };
		}),
	);
	const { id } = await agent.write(displayId, 'To everybody');
	for (const socket of sockets) await socket.next('message.created', (message) => message.id === id);
	await t.waitFor(() => assert.ok(polling.every(({ heard }) => heard.includes(id))), PATIENTLY);
	assert.ok(polling.every(({ socket }) => socket.connected));
	for (const socket of sockets) socket.close();
	for (const { socket } of polling) socket.close();
});

test('while one server after the other is restarted, no message is lost or doubled, and the client is back before the server is', async (t) => {
	const { origin, servers, start } = await startSeveral(t);
	const visitor = await createVisitor(origin);
	await beginConversation(visitor);
	const gaps: number[] = [];
	const socket = io(origin, {
		path: CABLE_PATH,
		auth: { pubsub_token: visitor.pubsubToken },
		transports: ['websocket'],
		reconnectionDelay: 100,
		reconnectionDelayMax: 500,
	});
	let lostAt: number | undefined;
	socket.on('disconnect', () => {
		lostAt = performance.now();
	});
	socket.on('connect', () => {
		if (lostAt !== undefined) gaps.push(performance.now() - lostAt);
		lostAt = undefined;
	});
	t.after(() => socket.close());
	await t.waitFor(() => assert.ok(socket.connected), PATIENTLY);

	let isOver = false;
	const sent: string[] = [];
	const write = async (): Promise<void> => {
		for (let count = 0; !isOver; count++) {
			const text = `Text ${count}`;
			// Like the chat: the same message until it is acknowledged.
			while (
				(
					await call(origin, '/api/v1/widget/messages?website_token=demo', {
						headers: { 'X-Auth-Token': visitor.authToken },
						body: { message: { content: text, echo_id: text } },
					}).catch(() => undefined)
				)?.status !== 200
			)
				await pause(50);
			sent.push(text);
			await pause(350);
		}
	};
	const writing = write();
	for (const [index, server] of [...servers].entries()) {
		const before = sent.length;
		await server.stop();
		// The other server takes both over: neither waits for this one.
		await t.waitFor(() => assert.ok(sent.length > before + 3 && socket.connected), PATIENTLY);
		servers[index] = await start(server.port);
	}
	isOver = true;
	await writing;
	const stored: string[] = [];
	let last = 0;
	for (;;) {
		const page = await visitor.messages(`after=${last}`);
		if (page.length === 0) break;
		stored.push(...page.map(({ content }) => content ?? ''));
		last = page.at(-1)?.id ?? 0;
	}
	assert.deepEqual(
		stored.filter((text) => text.startsWith('Text')),
		sent,
	);
	t.diagnostic(`away for ${gaps.map((gap) => Math.round(gap)).join(', ')} ms`);
	assert.ok(gaps.length >= 1, 'a server with the socket was restarted');
});
