/** Assembles the server, in the same way for production and for tests. */
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { MINUTE } from '#protocol/base/duration.ts';
import { incomingMailRoutes } from '#protocol/incomingMailRoutes.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { applicationHandlers } from './http/applicationHandlers.ts';
import { messageStreamRouteOptions } from './http/messages/messageStreamHandlers.ts';
import { createCalls, type CallSettings } from './calls/createCalls.ts';
import { createCaptchaVerifier } from './captcha/captchaVerifier.ts';
import { assignConversations } from './jobs/assignConversations.ts';
import { checkFiles } from './jobs/checkFiles.ts';
import { cleanUp } from './jobs/cleanUp.ts';
import { fileRoutes } from './http/files/fileRoutes.ts';
import type { S3Bucket } from './base/s3Bucket.ts';
import { createFiles } from './files/files.ts';
import { openStorage } from './files/openStorage.ts';
import { servePortalPages } from './http/helpCentre/portalPages.ts';
import { acceptBodies, parseQuery } from './http/routing/bodies.ts';
import { PUBLIC_DIR, readRelease } from './http/routing/builtFiles.ts';
import { compressAnswers } from './http/routing/compress.ts';
import { answerErrors, earlyErrors } from './http/routing/errors.ts';
import { tagAnswers } from './http/routing/etag.ts';
import { createRequestId, logRequests } from './http/log.ts';
import { limitMemory } from './http/memoryLimit.ts';
import { createUploadQuota } from './http/routing/uploadRules.ts';
import { serveMetrics } from './http/metricsRoute.ts';
import { allowEveryPreflight, allowSandboxedPages } from './http/routing/crossOrigin.ts';
import { incomingMailHandlers, incomingMailOptions } from './http/receivers/incomingMailHandlers.ts';
import { registerRoutes } from './http/routing/registerRoutes.ts';
import { deliver } from './deliveries/deliver.ts';
import { createDeliveryWorker } from './deliveries/deliveryWorker.ts';
import type { Outcome } from './deliveries/outcome.ts';
import type { MailEnvironment } from './mail/servers/currentMail.ts';
import { createFollowingMailer } from './mail/followingMailer.ts';
import { createDns } from './mail/records/createDns.ts';
import { checkMailRecords } from './mail/records/mailRecords.ts';
import type { Metrics } from './metrics/metrics.ts';
import { serveProxyReport } from './http/proxyReportRoute.ts';
import { serveApiReference } from './http/pages/apiReference.ts';
import { serveAssets } from './http/pages/assets.ts';
import { serveIcon } from './http/pages/brandPictures.ts';
import { serveDemoLogin } from './http/pages/demoLogin.ts';
import { serveMailPages } from './http/pages/mailPages.ts';
import { serveDeskPage } from './http/pages/deskPage.ts';
import { serveInstallableDesk } from './http/pages/installableDesk.ts';
import { servePreviewPages } from './http/pages/previewPages.ts';
import { warnOfUntrustedProxy } from './http/warnOfUntrustedProxy.ts';
import { setSecurityHeaders } from './http/routing/securityHeaders.ts';
import { serveSurveyPage } from './http/pages/surveyPage.ts';
import { serveWidgetPage } from './http/pages/widgetPage.ts';
import { publicHandlers, publicRouteOptions } from './http/publicHandlers.ts';
import { openCable } from './realtime/cable.ts';
import { createConnectionLimit } from './realtime/connectionLimit.ts';
import { createMemoryPresence, createRedisPresence } from './presence/presence.ts';
import { createKnownCallers } from './quotas/knownCallers.ts';
import { createMemoryQuotas, createRedisQuotas, UNLIMITED } from './quotas/quotas.ts';
import { createKeyedQueue, UNQUEUED } from './base/keyedQueue.ts';
import { createDeskCookie, createDeviceCookie } from './base/deskCookies.ts';
import { createPasswordHasher, type Work } from './base/passwordHash.ts';
import type { SecretKeys } from './base/secretKey.ts';
import { createRecentReader } from './base/recentReader.ts';
import { createLease } from './base/lease.ts';
import { connectRedis } from './base/redis.ts';
import { ANSWER_TIME } from './base/withTimeout.ts';
import { handOffUndelivered, startBotHandoff } from './jobs/botHandoff.ts';
import { isMailWanted } from './services/isMailWanted.ts';
import { isPushWanted } from './services/isPushWanted.ts';
import { drawReply, noteReply } from './services/mailReply.ts';
import { noteUndeliverable } from './services/noteUndeliverable.ts';
import { recordDelivered } from './services/recordDelivered.ts';
import { createMailReader } from './services/mailing.ts';
import type { FixedGlobalConfig, Services } from './services/services.ts';
import { createConfigurationReader } from './store/configuration.ts';
import type { DeliveryRow } from './store/tables/schema.ts';
import type { Store } from './store/store.ts';
import { clearInboxes } from './jobs/clearInboxes.ts';
import { compactCounts } from './jobs/compactCounts.ts';
import { MAILBOX_LEASE, readMailbox } from './jobs/readMailbox.ts';
import { schedulePostingOfMails } from './jobs/schedulePostingOfMails.ts';
import { scheduleMissedReplyMails } from './jobs/scheduleMissedReplyMails.ts';
import { changeDueConversations } from './jobs/dueConversations.ts';
import { wakeDueNotifications } from './jobs/dueNotifications.ts';
import { finishRenames } from './jobs/finishRenames.ts';
import { finishStreams } from './jobs/finishStreams.ts';
import { retainOldBuild } from './jobs/retainOldBuild.ts';
import { registerRelease } from './jobs/registerRelease.ts';
import { unassignFormerAgents } from './jobs/unassignFormerAgents.ts';
import { findArticlePicture } from './domain/helpCentre/articlePictures.ts';
import { findPicture } from './domain/people/agentPicture.ts';
import { createMailLinks } from './domain/people/mailLinks.ts';
import { createPushKeys } from './push/pushKeys.ts';
import { createVisitorTokens } from './domain/contacts/visitorToken.ts';
import { widgetHandlers, widgetRouteOptions } from './http/widgetHandlers.ts';

export interface AppConfig {
	/** Sign the visitor tokens and the addresses of files. */
	secretKeys: SecretKeys;
	hasRateLimits: boolean;
	/** Addresses and networks of the reverse proxies whose `X-Forwarded-For` counts. */
	trustedProxies: string[];
	/** Redis, which the processes of one installation share; undefined for a single process. */
	redisUrl?: string | undefined;
	/** Prefix of every name in Redis. */
	redisPrefix: string;
	/**
	 * Folder for visitors' and agents' files while they arrive, and for mails where there is no
	 * mail server.
	 */
	dataDir: string;
	/** Folder with what browsers load of former builds; undefined: none is kept. */
	formerBuilds?: string | undefined;
	/** Where files are kept; undefined: in `dataDir`. */
	bucket?: S3Bucket | undefined;
	/**
	 * Address at which browsers reach the server, without a slash at the end; '' when it is not
	 * known.
	 */
	publicUrl: string;
	/** How mail is sent and fetched, as far as the environment says. */
	mail: MailEnvironment;
	/** Address for bounces; undefined: the sender's. */
	mailBouncesTo?: string | undefined;
	/** What a mail server has to present that posts mails; undefined: there is no such route. */
	mailToken?: string | undefined;
	/** Milliseconds after which a visitor who has left is mailed unread answers. */
	mailPause: number;
	/**
	 * Milliseconds after the start until it is known who is away; undefined: until all who are
	 * connected have reported.
	 */
	presenceSettling?: number | undefined;
	/**
	 * Who is asked what DNS has for mail, instead of the machine's own servers. Tests have a
	 * stand-in.
	 */
	dnsServer?: string | undefined;
	calls: CallSettings;
	/**
	 * Where proofs of captchas are checked instead of at their providers. Tests have a stand-in.
	 */
	captchaUrl?: string | undefined;
	globalConfig: FixedGlobalConfig;
	/** Characters that one message of a visitor may have. */
	visitorMessageMax: number;
	/** Bytes of files that one visitor may send within a day. */
	uploadsPerDay: number;
	/** Milliseconds that a visitor waits for a bot's answer. */
	botTimeout: number;
	/** Milliseconds without a piece after which a message that is being written is finished. */
	streamTimeout: number;
	/** Days for which the address of a file is valid at least. */
	fileLinkDays: number;
	/** Days for which the audit log is kept. */
	auditLogDays: number;
	/** Days for which the session of a visitor who does not come back stays valid. */
	visitorTokenDays: number;
	/** Bytes that have to stay free on the disk when files are stored. */
	diskFloor: number;
	/** Realtime connections that one address may have at this process. */
	connectionsPerAddress: number;
	/** Requests of one address within a minute, over all routes. */
	requestsPerAddress: number;
	/** Whether to serve the demo's pages at `/`. */
	isDemo: boolean;
	/** Whether bots and webhooks may have addresses on this machine or in its network. */
	mayWebhooksBePrivate: boolean;
	/**
	 * Factor on the pauses between two runs of a job, and between two attempts at a delivery;
	 * undefined: 1. Tests, which wait for what follows, take less.
	 */
	pace?: number | undefined;
	/** What it takes to hash a password; undefined: what is safe. */
	passwordWork?: Work | undefined;
	/** What callers of `/metrics` have to present; undefined: there is no such route. */
	metricsToken?: string | undefined;
}

/**
 * Milliseconds for a whole request to arrive: enough for 40 MB from a phone with a slow connection.
 */
const REQUEST_TIMEOUT = 15 * MINUTE;

/**
 * Milliseconds for which a connection without requests stays open. Proxies keep theirs for reuse,
 * nginx for 60 s, Traefik for 90 s, Caddy for 2 minutes: had this server closed one just before,
 * the visitor's request would end with 502.
 */
const KEEP_ALIVE_TIMEOUT = 2.5 * MINUTE;

/**
 * The number of writes that may wait for one visitor or one conversation; a conversation accepts
 * fewer per minute.
 */
const WRITES_WAITING = 250;

/**
 * Visitors behind one address who wait for their turn: all of an office, after a lost connection.
 */
const ADDRESS_WAITING = 1_000;

/** Requests of visitors behind one address that are worked on at the same time. */
const ADDRESS_AT_ONCE = 4;

/**
 * Milliseconds for which realtime hints rely on what owners have set up without looking for
 * changes.
 */
const CONFIGURATION_AGE = 5_000;

/**
 * Characters of a path parameter. The router's default of 100 is less than a slug or a label may
 * have.
 */
const PATH_PART_MAX = 512;

export interface AppOptions {
	store: Store;
	log: FastifyBaseLogger;
	config: AppConfig;
	/** Present where there is a `metricsToken`; the caller has it count the store's statements. */
	metrics?: Metrics | undefined;
}

/** The same for all, since a stack trace for each would cost as much as the rest of a refusal. */
const TOO_MANY_REQUESTS = Object.assign(new Error('Too many requests'), { statusCode: 429 });

/** The caller has to close the app before the store. */
export async function createApp({ store, log, config, metrics }: AppOptions): Promise<FastifyInstance> {
	const app = Fastify({
		loggerInstance: log,
		logController: new LogController({ disableRequestLogging: true }),
		genReqId: createRequestId,
		trustProxy: config.trustedProxies,
		requestTimeout: REQUEST_TIMEOUT,
		connectionTimeout: MINUTE,
		keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
		// While the sockets are closed, requests are still answered.
		return503OnClosing: false,
		...earlyErrors,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: PATH_PART_MAX, querystringParser: parseQuery },
	});
	const pace = config.pace ?? 1;
	app.decorate('pace', pace);
	logRequests(app);
	warnOfUntrustedProxy(app, config.trustedProxies);
	setSecurityHeaders(app);
	acceptBodies(app);
	answerErrors(app);
	tagAnswers(app);

	const redis =
		config.redisUrl === undefined
			? undefined
			: await connectRedis({
					url: config.redisUrl,
					prefix: config.redisPrefix,
					onError: (error) => app.log.error({ err: error }, 'Redis'),
				});
	const knownCallers = createKnownCallers();
	if (config.hasRateLimits) {
		await app.register(rateLimit, {
			max: config.requestsPerAddress,
			timeWindow: MINUTE,
			keyGenerator: (request) => knownCallers.keyOf(request),
			errorResponseBuilder: () => TOO_MANY_REQUESTS,
			...(redis ? { redis: redis.commands, nameSpace: 'limit:', skipOnError: true } : {}),
		});
	}

	const quotas = redis ? createRedisQuotas(redis.commands) : createMemoryQuotas();
	const rateLimits = config.hasRateLimits ? quotas : UNLIMITED;
	if (config.hasRateLimits) limitMemory(app, { rateLimits, knownCallers });
	compressAnswers(app);
	const presence = redis
		? createRedisPresence(redis.commands, Date.now, config.presenceSettling)
		: createMemoryPresence(undefined, config.presenceSettling);
	const connectionLimit = createConnectionLimit({
		max: config.hasRateLimits ? config.connectionsPerAddress : Infinity,
		quotas: rateLimits,
		trustedProxies: config.trustedProxies,
	});
	const readConfiguration = createConfigurationReader(store);
	const readRecentConfiguration = createRecentReader(readConfiguration, CONFIGURATION_AGE);
	const deskCookie = createDeskCookie(config.secretKeys);
	const visitorTokens = createVisitorTokens(config.secretKeys, config.visitorTokenDays);
	const cable = await openCable(
		app.server,
		{
			store,
			presence,
			readRecentConfiguration,
			connectionLimit,
			ownOrigin: config.publicUrl && new URL(config.publicUrl).origin,
			deskCookie,
			sessionLifetime: visitorTokens.lifetime,
			// The message shows as sent until a later one arrives, or the visitor reads it.
			onDelivered: (taken) =>
				void recordDelivered(services, taken).catch((error) =>
					app.log.warn({ err: error, conversation: taken.displayId }, 'message not marked as delivered'),
				),
		},
		redis,
	);
	const files = createFiles({
		blobs: store.blobs,
		storage: openStorage(config.dataDir, config.bucket),
		dataDir: config.dataDir,
		secretKeys: config.secretKeys,
		baseUrl: config.publicUrl,
		diskFloor: config.diskFloor,
		linkDays: config.fileLinkDays,
		uploadQuota: createUploadQuota(quotas, config.uploadsPerDay),
	});
	const mailChanges = { environment: config.mail, secretKeys: config.secretKeys };
	const readMail = createMailReader({
		store,
		readConfiguration,
		...mailChanges,
		facts: { publicUrl: config.publicUrl, isDemo: config.isDemo, pause: config.mailPause },
	});
	const dns = createDns(config.dnsServer);
	const mailer = createFollowingMailer(readMail, {
		bouncesTo: config.mailBouncesTo,
		dataDir: config.dataDir,
	});
	const readPushKeys = createPushKeys(store.pushSubscriptions);
	const attempt = async (delivery: DeliveryRow): Promise<Outcome | undefined> =>
		(await isMailWanted(store, delivery)) && (await isPushWanted(store, presence, delivery))
			? deliver(
					{
						store,
						mailer,
						drawReply: (reply) => drawReply(services, reply),
						readPushKeys,
						pushSubject: pushSubject(config.publicUrl, (await readMail()).from),
						mayBePrivate: config.mayWebhooksBePrivate,
					},
					delivery,
				)
			: undefined;
	const deliveryWorker = createDeliveryWorker({
		store,
		log: app.log,
		pace,
		deliver: async (delivery) => {
			const outcome = await attempt(delivery);
			if (delivery.event === 'reply' && outcome?.kind === 'delivered') await noteReply(services, delivery, null);
			return outcome;
		},
		onGivenUp: async (delivery, outcome) => {
			await handOffUndelivered(services, delivery);
			await noteUndeliverable(services, delivery, outcome);
		},
		onOutcome: ({ receiver_type }, outcome) => metrics?.noteDelivery(receiver_type, outcome),
	});
	const services: Services = {
		deliveryWorker,
		store,
		readConfiguration,
		presence,
		checkRedis: redis && (() => redis.commands.ping()),
		quotas,
		rateLimits,
		knownCallers,
		broadcaster: cable,
		visitorTokens,
		files,
		calls: createCalls(config.calls),
		captchas: createCaptchaVerifier(config.captchaUrl),
		globalConfig: config.globalConfig,
		readGlobalConfig: async () => ({ ...config.globalConfig, TRANSCRIPTS_ENABLED: (await readMail()).isSent }),
		visitorMessageMax: config.visitorMessageMax,
		publicUrl: config.publicUrl,
		passwordHasher: createPasswordHasher(config.passwordWork),
		deskCookie,
		deviceCookie: createDeviceCookie(config.secretKeys),
		mailer,
		readMail,
		mailChanges,
		checkMailRecords: async () =>
			checkMailRecords(dns, await readMail(), { bouncesTo: config.mailBouncesTo, publicUrl: config.publicUrl }),
		mailLinks: createMailLinks(config.secretKeys),
		readPushKeys,
		writeQueue: createKeyedQueue({ maxWaiting: WRITES_WAITING, maxWait: ANSWER_TIME }),
		largeReadQueue: createKeyedQueue({ maxWaiting: ADDRESS_WAITING, maxWait: ANSWER_TIME }),
		requestQueue: config.hasRateLimits
			? createKeyedQueue({ atOnce: ADDRESS_AT_ONCE, maxWaiting: ADDRESS_WAITING, maxWait: ANSWER_TIME })
			: UNQUEUED,
	};
	app.addHook('preClose', () => cable.close());
	app.addHook('onReady', async () => deliveryWorker.wake());
	app.addHook('onClose', async () => {
		await deliveryWorker.close();
		mailer.close();
		redis?.close();
	});
	cleanUp(app, services, config.auditLogDays);
	checkFiles(app, services);
	compactCounts(app, services);
	changeDueConversations(app, services);
	wakeDueNotifications(app, services);
	unassignFormerAgents(app, services);
	assignConversations(app, services);
	scheduleMissedReplyMails(app, services, config.mailPause);
	schedulePostingOfMails(app, services);
	readMailbox(app, services, createLease(redis?.commands, 'mailbox', MAILBOX_LEASE * pace));
	clearInboxes(app, services);
	startBotHandoff(app, services, config.botTimeout);
	finishStreams(app, services, config.streamTimeout);
	finishRenames(app, services);
	const release = readRelease();
	registerRelease(app, services, release);
	if (config.formerBuilds !== undefined) retainOldBuild(app, PUBLIC_DIR, config.formerBuilds);

	if (metrics && config.metricsToken !== undefined)
		serveMetrics(app, { metrics, token: config.metricsToken, store, countConnections: cable.countConnections, files });
	serveProxyReport(app, config);
	await app.register(multipart);
	await app.register(fileRoutes, {
		files,
		findPicture: (key) => findPicture(store, key),
		findArticlePicture: (key) => findArticlePicture(store, key),
	});
	allowEveryPreflight(app, '/public/api/*');
	allowSandboxedPages(app);
	registerRoutes(app, services, publicRoutes, publicHandlers(services), publicRouteOptions);
	registerRoutes(app, services, widgetRoutes, widgetHandlers(services), widgetRouteOptions);
	if (config.mailToken !== undefined)
		registerRoutes(
			app,
			services,
			incomingMailRoutes,
			incomingMailHandlers(services),
			incomingMailOptions(config.mailToken),
		);
	registerRoutes(app, services, applicationRoutes, applicationHandlers(services), messageStreamRouteOptions);
	serveWidgetPage(app, services);
	serveSurveyPage(app);
	serveMailPages(app, services);
	servePortalPages(app, services);
	serveDeskPage(app, services);
	serveInstallableDesk(app, services);
	servePreviewPages(app, services);
	serveApiReference(app);
	serveIcon(app);
	await serveAssets(app, services, {
		isDemo: config.isDemo,
		version: release?.version,
		formerBuilds: config.formerBuilds,
	});
	if (config.isDemo) serveDemoLogin(app, store);
	return app;
}

/**
 * Who a push service may turn to: push needs https, so that the address at which browsers reach the
 * server serves for it.
 */
function pushSubject(publicUrl: string, sender: string): string {
	return publicUrl.startsWith('https:')
		? publicUrl
		: `mailto:${/[^\s<>]+@[^\s<>]+/.exec(sender)?.[0] ?? 'no-reply@localhost'}`;
}
