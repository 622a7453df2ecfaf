/** How a server that ends lets its connections go. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createApp } from '../../src/server/createApp.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import { openStore } from '../../src/server/store/store.ts';
import { AGENT_TOKEN, SECRET_KEY } from '../support/server.ts';
import { call, createVisitor } from './api.ts';
import { connectActionCable, connectSocketIo, type Connect } from './cableClients.ts';

/** Three slices. */
const MANY = 250;
const SLICE = 100;

const PROTOCOLS: Record<string, Connect> = { 'Socket.IO': connectSocketIo, ActionCable: connectActionCable };

for (const [protocol, connect] of Object.entries(PROTOCOLS)) {
	test(`connections by ${protocol} go in slices: meanwhile the others stay, nobody new comes, and requests are answered`, async (t) => {
		const { origin, close } = await startApp(t);
		const visitor = await createVisitor(origin);
		let connected = 0;
		const listen = () => connect(origin, { pubsub_token: visitor.pubsubToken }, () => (connected -= 1));
		while (connected < MANY) {
			await Promise.all(Array.from({ length: 50 }, listen));
			connected += 50;
		}
		// The pauses between the slices last until the clock goes on.
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const closed = close();
		await until(() => connected === MANY - SLICE);
		await assert.rejects(listen());
		assert.equal((await call(origin, '/healthz')).status, 200);
		assert.equal((await visitor.call('conversations')).status, 200);
		assert.equal(connected, MANY - SLICE);
		t.mock.timers.tick(1_000);
		await until(() => connected === MANY - 2 * SLICE);
		t.mock.timers.tick(1_000);
		await until(() => connected === 0);
		t.mock.timers.reset();
		await closed;
	});
}

test('a handful of connections goes without a pause', async (t) => {
	const { origin, close } = await startApp(t);
	const visitor = await createVisitor(origin);
	let connected = 6;
	for (const connect of [...Object.values(PROTOCOLS), ...Object.values(PROTOCOLS), ...Object.values(PROTOCOLS)]) {
		await connect(origin, { pubsub_token: visitor.pubsubToken }, () => (connected -= 1));
	}
	t.mock.timers.enable({ apis: ['setTimeout'] });
	await close();
	await until(() => connected === 0);
});

/** The server in this process, whose clock the test holds. */
async function startApp(t: TestContext): Promise<{ origin: string; close: () => Promise<void> }> {
	const dataDir = await mkdtemp(join(tmpdir(), 'live-chat-test-'));
	const store = await openStore({ dataDir });
	await seedDemo(store, AGENT_TOKEN);
	const app = await createApp({
		store,
		config: {
			secretKey: SECRET_KEY,
			hasRateLimits: false,
			trustedProxies: [],
			dataDir,
			publicUrl: '',
			mailFrom: 'chat@example.com',
			calls: { provider: 'jitsi', url: undefined },
			globalConfig: {
				BRAND_NAME: '',
				LOGO_THUMBNAIL: '',
				WIDGET_BRAND_URL: '',
				INSTALLATION_NAME: '',
				PRIVACY_URL: '',
				TERMS_URL: '',
				DIRECT_UPLOADS_ENABLED: false,
				TRANSCRIPTS_ENABLED: false,
				DISABLE_USER_PROFILE_UPDATE: false,
			},
			visitorMessageMax: 150_000,
			uploadsPerDay: 1_000_000_000,
			botTimeout: 60_000,
			redisPrefix: 'live-chat',
			diskFloor: 0,
			connectionsPerAddress: 100,
			isDemo: false,
			mayWebhooksBePrivate: true,
			logLevel: 'warn',
		},
	});
	t.after(async () => {
		await app.close();
		await store.close();
		rmSync(dataDir, { recursive: true, force: true });
	});
	return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}

/** Without a clock, which the test may hold; the runner's own ends it. */
async function until(look: () => boolean): Promise<void> {
	while (!look()) await new Promise(setImmediate);
}
