/** Assembles the whole server: the same for production and for tests. */
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { applicationHandlers } from './application/handlers.ts';
import { acceptBodies, parseQuery } from './http/bodies.ts';
import { answerErrors } from './http/errors.ts';
import { tagAnswers } from './http/etag.ts';
import { logRequests, logger } from './http/log.ts';
import { applicationLimits, GLOBAL_LIMIT, widgetLimits } from './http/rateLimits.ts';
import { registerRoutes } from './http/registerRoutes.ts';
import { serveApiReference } from './pages/apiReference.ts';
import { serveAssets } from './pages/assets.ts';
import { serveDeskPage } from './pages/deskPage.ts';
import { setSecurityHeaders } from './pages/securityHeaders.ts';
import { serveWidgetPage } from './pages/widgetPage.ts';
import { publicHandlers, publicRouteOptions } from './publicHandlers.ts';
import { openCable } from './realtime/cable.ts';
import { createMemoryPresence, createRedisPresence } from './realtime/presence.ts';
import { connectRedis } from './redis.ts';
import type { Services } from './services.ts';
import type { Store } from './store/store.ts';
import { createVisitorTokens } from './visitorToken.ts';
import { widgetHandlers } from './widget/handlers.ts';

export interface AppConfig {
	/** Signs the visitor tokens: another key makes every visitor a stranger. */
	secretKey: string;
	hasRateLimits: boolean;
	/** Shared by the processes of one installation; undefined: there is only this one. */
	redisUrl?: string | undefined;
	/** Serves the demo's pages at `/`. */
	isDemo: boolean;
	logLevel: 'info' | 'warn';
}

/** The caller closes the app before the store. */
export async function createApp({ store, config }: { store: Store; config: AppConfig }): Promise<FastifyInstance> {
	const app = Fastify({
		logger: logger(config.logLevel),
		logController: new LogController({ disableRequestLogging: true }),
		// Only what stands on the same machine may say for whom it speaks: the usual reverse proxy.
		trustProxy: 'loopback',
		routerOptions: { ignoreTrailingSlash: true, querystringParser: parseQuery },
	});
	logRequests(app);
	setSecurityHeaders(app);
	acceptBodies(app);
	answerErrors(app);
	tagAnswers(app);

	const redis =
		config.redisUrl === undefined
			? undefined
			: await connectRedis(config.redisUrl, (error) => app.log.error({ err: error }, 'Redis'));
	if (config.hasRateLimits) {
		await app.register(rateLimit, {
			...GLOBAL_LIMIT,
			...(redis ? { redis: redis.commands, nameSpace: 'live-chat:limit:', skipOnError: true } : {}),
		});
	}

	const presence = redis ? createRedisPresence(redis.commands) : createMemoryPresence();
	const cable = openCable(app.server, { store, presence }, redis?.events);
	const services: Services = {
		store,
		presence,
		broadcaster: cable,
		visitorTokens: createVisitorTokens(config.secretKey),
	};
	app.addHook('preClose', () => cable.close());
	app.addHook('onClose', async () => {
		redis?.close();
	});

	registerRoutes(app, services, publicRoutes, publicHandlers(services), publicRouteOptions);
	registerRoutes(app, services, widgetRoutes, widgetHandlers(services), widgetLimits);
	registerRoutes(app, services, applicationRoutes, applicationHandlers(services), applicationLimits);
	serveWidgetPage(app, services);
	serveDeskPage(app);
	serveApiReference(app);
	await serveAssets(app, config);
	return app;
}
