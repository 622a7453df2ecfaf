/**
 * The server within the test's own process, so that the test can control its clock or see its
 * statements.
 */
import type { TestContext } from 'node:test';
import { createApp } from '../../src/server/createApp.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import { createLog } from '../../src/server/http/log.ts';
import { createMetrics } from '../../src/server/metrics/metrics.ts';
import { openStore } from '../../src/server/store/store.ts';
import { EMPTY_GLOBAL_CONFIG } from '../support/globalConfig.ts';
import { AGENT_TOKEN, SECRET_KEY } from '../support/server.ts';
import type { Prepare } from './conversationServer.ts';

/** What `/metrics` has to be asked with. */
const METRICS_TOKEN = 'a-token-for-metrics';

/** `statements`: those that the database has run since the test last emptied the list. */
export async function startApp(
	t: TestContext,
	prepare: Prepare,
): Promise<{ origin: string; statements: string[]; close: () => Promise<void> }> {
	const { options, cleanUp } = await prepare();
	const { dataDir = '', databaseUrl, redisUrl } = options;
	const statements: string[] = [];
	const metrics = createMetrics();
	const store = await openStore({
		dataDir,
		databaseUrl,
		onQuery({ sql }, milliseconds) {
			statements.push(sql);
			metrics.noteStatement(sql, milliseconds);
		},
	});
	await seedDemo(store, AGENT_TOKEN);
	const app = await createApp({
		store,
		log: createLog('warn'),
		metrics,
		config: {
			metricsToken: METRICS_TOKEN,
			secretKeys: [SECRET_KEY],
			hasRateLimits: false,
			trustedProxies: [],
			dataDir,
			redisUrl,
			publicUrl: '',
			mail: { from: 'chat@example.com', mayBePrivate: false },
			mailPause: 120_000,
			calls: { provider: 'jitsi', url: undefined },
			globalConfig: EMPTY_GLOBAL_CONFIG,
			visitorMessageMax: 150_000,
			uploadsPerDay: 1_000_000_000,
			botTimeout: 60_000,
			streamTimeout: 30_000,
			redisPrefix: 'live-chat',
			fileLinkDays: 365,
			auditLogDays: 365,
			visitorTokenDays: 365,
			diskFloor: 0,
			connectionsPerAddress: 100,
			requestsPerAddress: 3_000,
			isDemo: false,
			mayWebhooksBePrivate: true,
		},
	});
	t.after(async () => {
		await app.close();
		await store.close();
		await cleanUp();
	});
	return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), statements, close: () => app.close() };
}
