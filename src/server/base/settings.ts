/**
 * Settings, by environment variable. The table of docs/operating.md is made from the lines below:
 * the comment above a setting is its description there.
 */
import { isIP } from 'node:net';
import * as v from 'valibot';
import { CONTENT_MAX, MESSAGE_MAX } from '#protocol/base/limits.ts';
import { readS3Bucket } from './s3Bucket.ts';

const port = v.pipe(
	v.string(),
	v.transform(Number),
	v.integer('must be a whole number'),
	v.minValue(0, 'must be between 0 and 65535'),
	v.maxValue(65_535, 'must be between 0 and 65535'),
);

const wholeNumber = (minimum: number, maximum: number) =>
	v.pipe(
		v.string(),
		v.transform(Number),
		v.integer('must be a whole number'),
		v.minValue(minimum, `must be at least ${minimum}`),
		v.maxValue(maximum, `must be at most ${maximum}`),
	);

const address = (...protocols: readonly string[]) =>
	v.pipe(
		v.string(),
		v.check(
			(value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
			`must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
		),
	);

const bucket = v.pipe(
	v.string(),
	v.check(
		(value) => readS3Bucket(value) !== undefined,
		'must be an address such as https://key:secret@s3.example/bucket?region=eu-central-1, with %2F for each / of the secret',
	),
	v.transform(readS3Bucket),
);

/** Addresses and networks in the form that Fastify's `trustProxy` takes. */
const networks = v.pipe(
	v.string(),
	v.transform((list) => list.split(',').map((network) => network.trim())),
	v.check(
		(list) => list.every(isNetwork),
		'must be IP addresses or networks such as 10.0.0.0/8, with commas between them',
	),
);

function isNetwork(text: string): boolean {
	const [address = '', bits, ...rest] = text.split('/');
	const version = isIP(address);
	if (version === 0 || rest.length > 0) return false;
	return bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const secret = (minimum: number) =>
	v.pipe(v.string(), v.minLength(minimum, `must have at least ${minimum} characters`));

const secrets = (minimum: number) =>
	v.pipe(
		v.string(),
		v.transform((list) =>
			list
				.split(',')
				.map((each) => each.trim())
				.filter((each) => each !== ''),
		),
		v.check(
			(list) => list.every(({ length }) => length >= minimum),
			`must be keys of at least ${minimum} characters, with commas between them`,
		),
	);

const isOnOrOff = v.picklist(['on', 'off'], 'must be on or off');

/** From the least that is logged to the most. */
const LOG_LEVELS = ['silent', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const Settings = v.object({
	/** Port to listen on; 0 takes a free one. Default `3000`. */
	PORT: v.optional(port, '3000'),
	/**
	 * Address to listen on; to reach the server from elsewhere, put a reverse proxy in front of it.
	 * Default `127.0.0.1`.
	 */
	HOST: v.optional(v.string(), '127.0.0.1'),
	/**
	 * Addresses and networks of your reverse proxies, such as `10.0.0.5,172.16.0.0/12`: only they
	 * may say, by `X-Forwarded-For` and similar headers, from which address a request comes. Rate
	 * limits count by it. Default `127.0.0.0/8,::1`, this machine.
	 */
	TRUSTED_PROXIES: v.optional(networks, '127.0.0.0/8,::1'),
	/**
	 * Folder for the SQLite database, the files that people send, the key and former builds, and,
	 * without a mail server, for mails. With PostgreSQL it has all but the database. It is made
	 * when missing. Default `./data`.
	 */
	DATA_DIR: v.optional(v.string(), './data'),
	/** `postgres://…`: PostgreSQL instead of SQLite. */
	DATABASE_URL: v.optional(address('postgres:', 'postgresql:')),
	/**
	 * Connections to PostgreSQL that each process opens at most, one more for its lock apart. All
	 * processes together need fewer than its `max_connections`. Default `10`.
	 */
	DATABASE_CONNECTIONS: v.optional(wholeNumber(2, 1_000), '10'),
	/** Milliseconds to wait for a connection to PostgreSQL. Default `2000`. */
	DATABASE_CONNECT_TIMEOUT: v.optional(wholeNumber(100, 60_000), '2000'),
	/**
	 * Milliseconds that a PostgreSQL statement may take; migrations may take longer. Default
	 * `10000`.
	 */
	DATABASE_STATEMENT_TIMEOUT: v.optional(wholeNumber(100, 600_000), '10000'),
	/** Milliseconds after which PostgreSQL ends an idle transaction. Default `10000`. */
	DATABASE_IDLE_TIMEOUT: v.optional(wholeNumber(100, 600_000), '10000'),
	/**
	 * `redis://…`: several processes on one PostgreSQL share events, presence and rate limits
	 * through it.
	 */
	REDIS_URL: v.optional(address('redis:', 'rediss:')),
	/**
	 * Prefix of every name in Redis: installations that share one Redis, such as staging and
	 * production, need different ones. Default `live-chat`.
	 */
	REDIS_PREFIX: v.optional(v.pipe(v.string(), v.maxLength(64, 'must have at most 64 characters')), 'live-chat'),
	/**
	 * Key that signs the visitors' tokens and the addresses of files, at least 32 characters, and
	 * the same for all processes. A new one makes all visitors new, unless the old one is in
	 * SECRET_KEY_PREVIOUS. Default: the first start creates one in DATA_DIR/secret-key. Required
	 * with REDIS_URL.
	 */
	SECRET_KEY: v.optional(secret(32)),
	/**
	 * Former keys, with commas between them: what they have signed stays valid, and nothing new is
	 * signed with them. Default: none.
	 */
	SECRET_KEY_PREVIOUS: v.optional(secrets(32), ''),
	/** The first demo agent's `api_access_token`, for scripts; `npm start` only. Default: none. */
	AGENT_TOKEN: v.optional(secret(8)),
	/**
	 * Limits on how often an address may make requests, `on` or `off`; limits on what a visitor may
	 * store always apply. Default `on`; `npm start` always runs with `off`.
	 */
	RATE_LIMITS: v.optional(isOnOrOff, 'on'),
	/**
	 * What is logged: `info`, every request and all below; `warn`, what an operator should look at;
	 * `error`, failures; `silent`, nothing. Default `info`; with `npm start` always `warn`.
	 */
	LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
	/**
	 * Token for `GET /metrics`, at least 16 characters: what Prometheus presents as `Authorization:
	 * Bearer …`. Default: there is no such route.
	 */
	METRICS_TOKEN: v.optional(secret(16)),
	/**
	 * Characters that a visitor's message may have, 10,000 (what the chat lets visitors type) to
	 * 150,000. Default `150000`.
	 */
	VISITOR_MESSAGE_MAX: v.optional(wholeNumber(MESSAGE_MAX, CONTENT_MAX), String(CONTENT_MAX)),
	/** Megabytes of files that one visitor may send within a day. Default `1000`. */
	UPLOAD_MB_PER_DAY: v.optional(wholeNumber(1, 1_000_000_000), '1000'),
	/**
	 * Megabytes to keep free on the disk of DATA_DIR, on which files arrive: with less, files are
	 * refused, and messages are still accepted. Default `1000`.
	 */
	DISK_FLOOR_MB: v.optional(wholeNumber(0, 1_000_000_000), '1000'),
	/**
	 * Bucket of a storage that speaks S3, for files instead of DATA_DIR/files, with key and secret:
	 * `https://key:secret@s3.example/bucket?region=eu-central-1`, or with the bucket in the host's
	 * name. Default: the folder.
	 */
	S3_URL: v.optional(bucket),
	/**
	 * Days for which the address of a file is valid at least, and twice as many at most: long
	 * enough for mails that people keep. Default `365`.
	 */
	FILE_LINK_DAYS: v.optional(wholeNumber(1, 36_500), '365'),
	/**
	 * Days after which a visitor who has not come back is a new one: the token in their browser is
	 * valid for that long after its last use. Default `365`.
	 */
	VISITOR_TOKEN_DAYS: v.optional(wholeNumber(1, 36_500), '365'),
	/** Days for which the audit log keeps who has changed what. Default `365`. */
	AUDIT_LOG_DAYS: v.optional(wholeNumber(1, 36_500), '365'),
	/**
	 * Realtime connections that one address may have at each process. It may begin six times as
	 * many in a minute, over all processes together. Default `100`.
	 */
	CONNECTIONS_PER_ADDRESS: v.optional(wholeNumber(1, 1_000_000), '100'),
	/**
	 * Requests of one address in a minute, over all routes, and of each agent, bot or script with a
	 * token. Default `3000`.
	 */
	REQUESTS_PER_ADDRESS: v.optional(wholeNumber(1, 1_000_000), '3000'),
	/**
	 * Address at which browsers reach the server, such as `https://chat.example`. Links in mails
	 * begin with it: without it, no sign-in links, unread answers or notifications are mailed, only
	 * transcripts. With it, addresses of files are complete, too, for mails and scripts. Default:
	 * none.
	 */
	PUBLIC_URL: v.optional(
		v.pipe(
			address('http:', 'https:'),
			v.transform((url) => url.replace(/\/+$/, '')),
		),
	),
	/**
	 * `smtp://…` or `smtps://…`, with user and password: the mail server; a mail that fails is
	 * tried again for a day. Default: the one that is set up at the desk; without it visitors are
	 * not offered transcripts, and get no other mail; with `npm start` transcripts become files in
	 * DATA_DIR/mail.
	 */
	SMTP_URL: v.optional(address('smtp:', 'smtps:')),
	/** Sender of all mail. Default: the one of the desk, or `Live Chat <no-reply@localhost>`. */
	MAIL_FROM: v.optional(v.string()),
	/**
	 * Address to which mail servers report what they could not deliver (the envelope's sender),
	 * such as `bounces@shop.example`. Default: that of `MAIL_FROM`.
	 */
	MAIL_BOUNCES_TO: v.optional(v.pipe(v.string(), v.email('must be a mail address such as bounces@shop.example'))),
	/**
	 * Address to which visitors may answer these mails, such as `reply@shop.example`: each mail
	 * names it with its conversation, as `reply+…@shop.example`. One of the three ways has to bring
	 * what arrives there. Default: the one of the desk; without it answers are not read, and the
	 * mails say so.
	 */
	MAIL_REPLY_TO: v.optional(v.pipe(v.string(), v.email('must be a mail address such as reply@shop.example'))),
	/**
	 * `imaps://…` or `imap://…`, with user and password (`%40` for the @ of a user) and perhaps a
	 * folder: a mailbox of its own from which these answers are fetched. Default: the one of the
	 * desk.
	 */
	IMAP_URL: v.optional(address('imap:', 'imaps:')),
	/**
	 * What a mail server or service presents that posts mails to
	 * `/rails/action_mailbox/relay/inbound_emails`, at least 16 characters. Default: there is no
	 * such route.
	 */
	MAIL_TOKEN: v.optional(secret(16)),
	/**
	 * Seconds after which a visitor who has left is mailed what the team has answered, where the
	 * address is known: all that is unread by then, in one mail; and agents who are away what waits
	 * for them. It needs `SMTP_URL` and `PUBLIC_URL`. Default `120`.
	 */
	MAIL_PAUSE: v.optional(wholeNumber(1, 86_400), '120'),
	/**
	 * Domain whose key signs every mail (DKIM), such as `shop.example`; with the next two. Default:
	 * mails are not signed.
	 */
	DKIM_DOMAIN: v.optional(v.string()),
	/** Name of the key in that domain, such as `chat` for `chat._domainkey.shop.example`. */
	DKIM_SELECTOR: v.optional(v.string()),
	/** File with the private key, as PEM. */
	DKIM_KEY_FILE: v.optional(v.string()),
	/**
	 * Name shown under the chat as "Powered by …", unless the channel hides it. Default `Live
	 * Chat`.
	 */
	BRAND_NAME: v.optional(v.string(), 'Live Chat'),
	/**
	 * Address that the brand's name links to; the source and the visitor's site are added to it.
	 * Default: no link.
	 */
	WIDGET_BRAND_URL: v.optional(address('http:', 'https:')),
	/** Address of a small square picture beside the brand's name. Default: a speech bubble. */
	LOGO_THUMBNAIL: v.optional(address('https:', 'http:', 'data:')),
	/** Name of this server, for the title of a pop-out window. Default: none. */
	INSTALLATION_NAME: v.optional(v.string(), ''),
	/**
	 * Address of your privacy policy, which the consent of the pre-chat form links to. Default:
	 * none.
	 */
	PRIVACY_URL: v.optional(address('http:', 'https:')),
	/** Address of your terms of service, which the consent links to as well. Default: none. */
	TERMS_URL: v.optional(address('http:', 'https:')),
	/**
	 * `on`: visitors are not asked for facts about themselves and cannot change them; sites still
	 * can, with an identity hash. Default `off`.
	 */
	DISABLE_USER_PROFILE_UPDATE: v.optional(isOnOrOff, 'off'),
	/** `on`: the widget sends files by direct uploads. Default `off`: with the message. */
	DIRECT_UPLOADS: v.optional(isOnOrOff, 'off'),
	/**
	 * `on`: bots, webhooks and mail servers that were set up at the desk may have addresses on this
	 * machine and in its network. `off`: nothing that somebody entered reaches them. Default `off`;
	 * `npm start` always runs with `on`.
	 */
	PRIVATE_WEBHOOKS: v.optional(isOnOrOff, 'off'),
	/**
	 * Seconds that a visitor waits for a bot's answer before the conversation is opened for the
	 * team. Default `60`.
	 */
	BOT_TIMEOUT: v.optional(wholeNumber(1, 86_400), '60'),
	/**
	 * Seconds without a piece after which a message that a bot writes piece by piece is finished as
	 * it is. Default `30`.
	 */
	STREAM_TIMEOUT: v.optional(wholeNumber(1, 3_600), '30'),
	/** Who provides video calls: `jitsi` or `dyte`. Default `jitsi`. */
	CALL_PROVIDER: v.optional(v.picklist(['jitsi', 'dyte'], 'must be jitsi or dyte'), 'jitsi'),
	/**
	 * Address of the call provider's rooms, or of Dyte's API. Default: the provider's public
	 * server.
	 */
	CALL_URL: v.optional(address('http:', 'https:')),
	/** The Dyte organization that the calls belong to; with `CALL_PROVIDER=dyte`. */
	DYTE_ORGANIZATION_ID: v.optional(v.string()),
	/** The API key of that organization. */
	DYTE_API_KEY: v.optional(v.string()),
});
export type Settings = v.InferOutput<typeof Settings>;

/** A setting is invalid; the message is one line for the operator. */
export class SettingError extends Error {
	/** With what the program ends. */
	readonly exitCode: number;

	constructor(message: string, exitCode = 1) {
		super(message);
		this.exitCode = exitCode;
	}
}

/** Throws a SettingError that names the setting and what it must be. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
	// A blank value counts as unset, since shells and compose files often leave such values behind.
	const given = Object.keys(Settings.entries).map((name) => [name, environment[name]?.trim() || undefined]);
	const result = v.safeParse(Settings, Object.fromEntries(given));
	if (result.success) {
		refuseContradictions(result.output);
		return result.output;
	}
	const [issue] = result.issues;
	const name = v.getDotPath(issue) ?? '';
	const value = SECRET.has(name) ? 'its value is not shown' : `it is "${environment[name] ?? ''}"`;
	throw new SettingError(`${name} ${issue.message} (${value})`);
}

/** What can only be a mistake, since one setting leaves the other without effect. */
function refuseContradictions({
	CALL_PROVIDER,
	DYTE_API_KEY,
	DYTE_ORGANIZATION_ID,
	SECRET_KEY,
	SECRET_KEY_PREVIOUS,
}: Settings): void {
	const ofDyte = DYTE_API_KEY === undefined ? DYTE_ORGANIZATION_ID && 'DYTE_ORGANIZATION_ID' : 'DYTE_API_KEY';
	if (ofDyte && CALL_PROVIDER !== 'dyte')
		throw new SettingError(
			`${ofDyte} is set, but CALL_PROVIDER is ${CALL_PROVIDER}: set CALL_PROVIDER=dyte, or leave it out`,
		);
	if (SECRET_KEY !== undefined && SECRET_KEY_PREVIOUS.includes(SECRET_KEY))
		throw new SettingError('SECRET_KEY_PREVIOUS has the same key as SECRET_KEY: it is for former keys');
}

export function isSetting(name: string): boolean {
	return Object.hasOwn(Settings.entries, name);
}

/** The setting that may be meant by a name that is none. */
export function nearestSetting(name: string): string | undefined {
	const [nearest] = Object.keys(Settings.entries)
		.map((setting) => ({ setting, distance: distanceOf(setting, name.toUpperCase()) }))
		.toSorted((one, other) => one.distance - other.distance);
	return nearest && nearest.distance <= 3 ? nearest.setting : undefined;
}

/** How many characters have to be changed, inserted or left out to make one text of the other. */
function distanceOf(one: string, other: string): number {
	let before = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (const [row, letter] of Array.from(one).entries()) {
		const current = [row + 1];
		for (const [column, otherLetter] of Array.from(other).entries()) {
			const changed = (before[column] ?? 0) + Number(letter !== otherLetter);
			current.push(Math.min(changed, (before[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
		}
		before = current;
	}
	return before[other.length] ?? 0;
}

/** Settings whose values must not be printed or logged; addresses may contain passwords. */
const SECRET = new Set([
	'SECRET_KEY',
	'SECRET_KEY_PREVIOUS',
	'AGENT_TOKEN',
	'METRICS_TOKEN',
	'DATABASE_URL',
	'REDIS_URL',
	'SMTP_URL',
	'IMAP_URL',
	'MAIL_TOKEN',
	'S3_URL',
	'DYTE_API_KEY',
]);
