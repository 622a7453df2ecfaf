/**
 * Settings, by environment variable. The table of docs/operating.md is made from the lines below: the comment above a setting is
 * its description there.
 */
import { isIP } from 'node:net';
import * as v from 'valibot';
import { CONTENT_MAX, MESSAGE_MAX } from '#protocol/limits.ts';

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

/** Addresses and networks, as Fastify's `trustProxy` takes them. */
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

const isOnOrOff = v.picklist(['on', 'off'], 'must be on or off');

const Settings = v.object({
	/** Port to listen on; 0 takes a free one. Default `3000`. */
	PORT: v.optional(port, '3000'),
	/** Address to listen on; put a reverse proxy in front to be reached from elsewhere. Default `127.0.0.1`. */
	HOST: v.optional(v.string(), '127.0.0.1'),
	/** Who may say in `X-Forwarded-For` and the like whom a request comes from: addresses and networks of your reverse proxies, such as `10.0.0.5,172.16.0.0/12`. Rate limits count by it. Default `127.0.0.0/8,::1`, this machine. */
	TRUSTED_PROXIES: v.optional(networks, '127.0.0.0/8,::1'),
	/** Folder for the SQLite database and the key; made when missing. Default `./data`. */
	DATA_DIR: v.optional(v.string(), './data'),
	/** `postgres://…`: PostgreSQL instead of SQLite. */
	DATABASE_URL: v.optional(address('postgres:', 'postgresql:')),
	/** Milliseconds to wait for a connection to PostgreSQL. Default `2000`. */
	DATABASE_CONNECT_TIMEOUT: v.optional(wholeNumber(100, 60_000), '2000'),
	/** Milliseconds that a statement may take there; migrations may take longer. Default `10000`. */
	DATABASE_STATEMENT_TIMEOUT: v.optional(wholeNumber(100, 600_000), '10000'),
	/** Milliseconds after which PostgreSQL ends a transaction in which nothing happens. Default `10000`. */
	DATABASE_IDLE_TIMEOUT: v.optional(wholeNumber(100, 600_000), '10000'),
	/** `redis://…`: several processes on one PostgreSQL share events, presence and rate limits through it. */
	REDIS_URL: v.optional(address('redis:', 'rediss:')),
	/** Begins every name there: installations that share one Redis, such as staging and production, each have their own. Default `live-chat`. */
	REDIS_PREFIX: v.optional(v.pipe(v.string(), v.maxLength(64, 'must have at most 64 characters')), 'live-chat'),
	/** Signs the visitors' tokens, at least 32 characters; changing it makes every visitor a stranger. Default: one that the first start makes and keeps in DATA_DIR/secret-key. Required with REDIS_URL: all processes have the same. */
	SECRET_KEY: v.optional(secret(32)),
	/** The first demo agent's `api_access_token`, for scripts; `npm start` only. Default: none. */
	AGENT_TOKEN: v.optional(secret(8)),
	/** How often an address may ask for something, `on` or `off`; what a visitor may store is limited in any case. Default `on`; `npm start` always runs with them off. */
	RATE_LIMITS: v.optional(isOnOrOff, 'on'),
	/** Characters that a visitor's message may have, 10,000 (what the chat lets visitors type) to 150,000. Default `150000`. */
	VISITOR_MESSAGE_MAX: v.optional(wholeNumber(MESSAGE_MAX, CONTENT_MAX), String(CONTENT_MAX)),
	/** Megabytes of files that one visitor may send within a day. Default `1000`. */
	UPLOAD_MB_PER_DAY: v.optional(wholeNumber(1, 1_000_000_000), '1000'),
	/** Megabytes that stay free on the disk of DATA_DIR: with fewer no file is taken, and messages still are. Default `1000`. */
	DISK_FLOOR_MB: v.optional(wholeNumber(0, 1_000_000_000), '1000'),
	/** Realtime connections that one address may have at each process, and a sixth of those that it may begin there in a minute. Default `100`. */
	CONNECTIONS_PER_ADDRESS: v.optional(wholeNumber(1, 1_000_000), '100'),
	/** Where browsers reach the server, such as `https://chat.example`: addresses of files then are whole, for mails and scripts. Default: addresses without a host. */
	PUBLIC_URL: v.optional(
		v.pipe(
			address('http:', 'https:'),
			v.transform((url) => url.replace(/\/+$/, '')),
		),
	),
	/** `smtp://…` or `smtps://…`, with user and password: sends transcripts, for a day again where it fails. Default: visitors are not offered any; with `npm start` they become files in DATA_DIR/mail. */
	SMTP_URL: v.optional(address('smtp:', 'smtps:')),
	/** Sender of all mail. Default `Live Chat <no-reply@localhost>`. */
	MAIL_FROM: v.optional(v.string(), 'Live Chat <no-reply@localhost>'),
	/** Stands under the chat as "Powered by …", unless the channel hides it. Default `Live Chat`. */
	BRAND_NAME: v.optional(v.string(), 'Live Chat'),
	/** Where that leads; the source and the visitor's site are added. Default: nowhere. */
	WIDGET_BRAND_URL: v.optional(address('http:', 'https:')),
	/** Address of a small square picture beside it. Default: a speech bubble. */
	LOGO_THUMBNAIL: v.optional(address('https:', 'http:', 'data:')),
	/** What you call this server, in the title of a chat that has a window of its own. Default: nothing. */
	INSTALLATION_NAME: v.optional(v.string(), ''),
	/** Your privacy policy, which the pre-chat form's consent links to. Default: none. */
	PRIVACY_URL: v.optional(address('http:', 'https:')),
	/** Your terms of service, likewise. Default: none. */
	TERMS_URL: v.optional(address('http:', 'https:')),
	/** `on`: visitors are not asked for facts about themselves and cannot change them; sites still can, with a hash. Default `off`. */
	DISABLE_USER_PROFILE_UPDATE: v.optional(isOnOrOff, 'off'),
	/** `on`: the widget sends files by direct uploads. Default `off`: with the message. */
	DIRECT_UPLOADS: v.optional(isOnOrOff, 'off'),
	/** `on`: bots and webhooks may have addresses on this machine and in its network; `off`, and nothing that somebody enters there reaches either. Default `off`; `npm start` always runs with `on`. */
	PRIVATE_WEBHOOKS: v.optional(isOnOrOff, 'off'),
	/** Seconds that a visitor waits for a bot's answer before the conversation is the team's. Default `60`. */
	BOT_TIMEOUT: v.optional(wholeNumber(1, 86_400), '60'),
	/** Who provides video calls: `jitsi` or `dyte`. Default `jitsi`. */
	CALL_PROVIDER: v.optional(v.picklist(['jitsi', 'dyte'], 'must be jitsi or dyte'), 'jitsi'),
	/** Where the rooms are, or Dyte's API. Default: the public server of the provider. */
	CALL_URL: v.optional(address('http:', 'https:')),
	/** With `CALL_PROVIDER=dyte`: the account to call from. */
	DYTE_ORGANIZATION_ID: v.optional(v.string()),
	/** The key of that account. */
	DYTE_API_KEY: v.optional(v.string()),
});
export type Settings = v.InferOutput<typeof Settings>;

/** A setting that cannot be used; the message is one line for the person who set it. */
export class SettingError extends Error {}

/** Throws a SettingError that names the setting and what it must be. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
	// Blank means unset: shells and compose files leave such behind.
	const given = Object.keys(Settings.entries).map((name) => [name, environment[name]?.trim() || undefined]);
	const result = v.safeParse(Settings, Object.fromEntries(given));
	if (result.success) return result.output;
	const [issue] = result.issues;
	const name = v.getDotPath(issue) ?? '';
	const value = SECRET.has(name) ? 'its value is not shown' : `it is "${environment[name] ?? ''}"`;
	throw new SettingError(`${name} ${issue.message} (${value})`);
}

/** Not for terminals and logs; addresses may hold passwords. */
const SECRET = new Set(['SECRET_KEY', 'AGENT_TOKEN', 'DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'DYTE_API_KEY']);
