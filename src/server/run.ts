/**
 * The common part of both ways to start the server: listen, print the address, and stop in order.
 */
import { MEGABYTE } from '#protocol/entities/attachments.ts';
import type { CallSettings } from './calls/createCalls.ts';
import { describeError } from './base/describeError.ts';
import { createApp, type AppConfig } from './createApp.ts';
import { createLog } from './http/log.ts';
import { LOGO } from './http/pages/brandPictures.ts';
import { SettingError, type LogLevel, type Settings } from './base/settings.ts';
import { readMailEnvironment } from './mail/servers/currentMail.ts';
import { createMetrics } from './metrics/metrics.ts';
import { claim, openDatabase } from './openDatabase.ts';
import type { FixedGlobalConfig } from './services/services.ts';
import type { Store } from './store/store.ts';

export interface RunningServer {
	store: Store;
	/** The address at which it listens, such as `http://127.0.0.1:3000`. */
	origin: string;
	/** Answers what has arrived, and then closes the database. */
	close(): Promise<void>;
}

/** What the program says itself, instead of the operator. */
type Given =
	| 'secretKeys'
	| 'hasRateLimits'
	| 'isDemo'
	| 'formerBuilds'
	| 'presenceSettling'
	| 'pace'
	| 'passwordWork'
	| 'captchaUrl'
	| 'dnsServer';

interface RunConfig extends Pick<AppConfig, Given> {
	logLevel: LogLevel;
	/**
	 * For tests of what processes do at the same moment: several without Redis may use one
	 * PostgreSQL.
	 */
	mayShareDatabase?: boolean;
}

type Prepare = (store: Store) => Promise<void>;

/**
 * Starts the server, which then runs until SIGTERM or SIGINT. `prepare` runs before clients can
 * connect.
 */
export async function run(settings: Settings, config: RunConfig, prepare?: Prepare): Promise<RunningServer> {
	const log = createLog(config.logLevel);
	const server = await start(settings, config, prepare, log);
	let isStopping = false;
	const stop = (signal: NodeJS.Signals) => {
		// On a second signal the operator does not want to wait.
		if (isStopping) process.exit(1);
		isStopping = true;
		log.info({ signal }, 'stopping');
		setTimeout(() => process.exit(1), STOP_WITHIN).unref();
		void server.close().then(() => process.exit(0));
	};
	process.on('SIGTERM', stop);
	process.on('SIGINT', stop);
	return server;
}

/** Starts the server; the caller closes it. `prepare` runs before clients can connect. */
export async function start(
	settings: Settings,
	{ logLevel, mayShareDatabase, ...config }: RunConfig,
	prepare: Prepare = async () => {},
	log = createLog(logLevel),
): Promise<RunningServer> {
	const appConfig: AppConfig = { ...config, ...fromSettings(settings) };
	const timeouts = {
		connect: settings.DATABASE_CONNECT_TIMEOUT,
		statement: settings.DATABASE_STATEMENT_TIMEOUT,
		idle: settings.DATABASE_IDLE_TIMEOUT,
	};
	const isClaimed = settings.DATABASE_URL === undefined || !mayShareDatabase;
	const stopServing = isClaimed
		? await claim(settings, { secretKeys: config.secretKeys, onTrouble: (says) => log.error(says) })
		: () => {};
	const metrics = settings.METRICS_TOKEN === undefined ? undefined : createMetrics();
	const store = await openDatabase(settings, {
		timeouts,
		// An operator who sees a server that does not answer should not end it.
		onUpgrade: (says) => log.warn(says),
		onDamage: (where) => log.error(where, 'a value in the database is no JSON, and counts as empty'),
		onQuery: metrics && (({ sql }, milliseconds) => metrics.noteStatement(sql, milliseconds)),
	});
	const app = await createApp({ store, log, metrics, config: appConfig }).catch((error: unknown) => {
		throw new SettingError(`The server cannot be started: ${describeError(error)}`);
	});
	if (!stopServing) log.warn(SECOND_PROCESS);
	app.addHook('onClose', async () => stopServing?.());
	await prepare(store);
	const origin = await app.listen({ port: settings.PORT, host: settings.HOST }).catch(async (error: unknown) => {
		await app.close();
		await store.close();
		throw new SettingError(describeListenError(error, settings));
	});
	await store.waitBriefly();
	const close = async () => {
		await app.close();
		await store.close();
	};
	return { store, origin, close };
}

const SECOND_PROCESS =
	'another process serves this DATA_DIR: its visitors and agents hear nothing of what happens here until they reload. Several processes need DATABASE_URL and REDIS_URL';

function fromSettings(settings: Settings): Omit<AppConfig, Given> {
	return {
		trustedProxies: settings.TRUSTED_PROXIES,
		redisUrl: settings.REDIS_URL,
		redisPrefix: settings.REDIS_PREFIX,
		metricsToken: settings.METRICS_TOKEN,
		dataDir: settings.DATA_DIR,
		bucket: settings.S3_URL,
		publicUrl: settings.PUBLIC_URL ?? '',
		mail: readMailEnvironment(settings),
		mailBouncesTo: settings.MAIL_BOUNCES_TO,
		mailToken: settings.MAIL_TOKEN,
		mailPause: settings.MAIL_PAUSE * 1000,
		calls: callSettings(settings),
		globalConfig: globalConfig(settings),
		visitorMessageMax: settings.VISITOR_MESSAGE_MAX,
		uploadsPerDay: settings.UPLOAD_MB_PER_DAY * MEGABYTE,
		botTimeout: settings.BOT_TIMEOUT * 1000,
		streamTimeout: settings.STREAM_TIMEOUT * 1000,
		fileLinkDays: settings.FILE_LINK_DAYS,
		auditLogDays: settings.AUDIT_LOG_DAYS,
		visitorTokenDays: settings.VISITOR_TOKEN_DAYS,
		diskFloor: settings.DISK_FLOOR_MB * MEGABYTE,
		connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
		requestsPerAddress: settings.REQUESTS_PER_ADDRESS,
		mayWebhooksBePrivate: settings.PRIVATE_WEBHOOKS === 'on',
	};
}

function globalConfig(settings: Settings): FixedGlobalConfig {
	return {
		BRAND_NAME: settings.BRAND_NAME,
		LOGO_THUMBNAIL: settings.LOGO_THUMBNAIL ?? LOGO,
		WIDGET_BRAND_URL: settings.WIDGET_BRAND_URL ?? '',
		INSTALLATION_NAME: settings.INSTALLATION_NAME,
		PRIVACY_URL: settings.PRIVACY_URL ?? '',
		TERMS_URL: settings.TERMS_URL ?? '',
		DIRECT_UPLOADS_ENABLED: settings.DIRECT_UPLOADS === 'on',
		DISABLE_USER_PROFILE_UPDATE: settings.DISABLE_USER_PROFILE_UPDATE === 'on',
	};
}

function callSettings(settings: Settings): CallSettings {
	const { CALL_PROVIDER: provider, CALL_URL: url, DYTE_ORGANIZATION_ID, DYTE_API_KEY } = settings;
	if (provider === 'jitsi') return { provider, url };
	if (DYTE_ORGANIZATION_ID === undefined || DYTE_API_KEY === undefined) {
		throw new SettingError('CALL_PROVIDER dyte needs DYTE_ORGANIZATION_ID and DYTE_API_KEY');
	}
	return { provider, url, organizationId: DYTE_ORGANIZATION_ID, apiKey: DYTE_API_KEY };
}

/**
 * Milliseconds after which remaining connections are cut, before a container's host would kill the
 * process.
 */
const STOP_WITHIN = 8_000;

function describeListenError(error: unknown, { PORT, HOST }: Settings): string {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE') return `Port ${PORT} is in use on ${HOST}: stop what uses it, or choose another with PORT`;
	if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${HOST} is no address of this machine`;
	if (code === 'EACCES') return `Port ${PORT} may not be used by this user: choose one above 1023 with PORT`;
	return `Cannot listen on ${HOST}:${PORT}: ${describeError(error)}`;
}
