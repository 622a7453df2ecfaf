/**
 * `npm run admin -- doctor`: whether everything that the settings name is there and does its work,
 * and what to do where it is not.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { MailPart } from '#protocol/application/mailRoutes.ts';
import { MEGABYTE } from '#protocol/entities/attachments.ts';
import { MINUTE } from '#protocol/base/duration.ts';
import { describeError } from '../base/describeError.ts';
import { readSecretKeys, secretKeyFile } from '../base/secretKey.ts';
import { isSetting, nearestSetting, SettingError, type Settings } from '../base/settings.ts';
import { createIncoming } from '../files/incoming.ts';
import { createS3Storage } from '../files/s3Storage.ts';
import { listMissing } from '../mail/mailSetup.ts';
import { readCurrentMail, readMailEnvironment, SETTING_OF, type CurrentMail } from '../mail/servers/currentMail.ts';
import { isUnreadable } from '../mail/servers/mailServer.ts';
import { readMailTrouble } from '../mail/servers/mailTrouble.ts';
import { openMailbox } from '../mail/received/mailbox.ts';
import { createSmtpTransport } from '../mail/smtpMailer.ts';
import { openDatabase } from '../openDatabase.ts';
import { describeConflict, listServing } from '../store/engines/postgresServing.ts';
import { NO_MAIL_SETTINGS, type StoredMailSettings } from '../store/receivers/mailSettings.ts';
import { checkPublicAddress } from './checkPublicAddress.ts';
import type { Finding } from './finding.ts';
import type { Operation } from './operation.ts';

type Check = (settings: Settings) => Promise<Finding | Finding[]>;

/** Milliseconds by which clocks may differ: rate limits, links and mails reckon with minutes. */
const CLOCK_MAX = MINUTE;
/** Milliseconds that a service has to answer. */
const PATIENCE = 5_000;
const TIMEOUTS = { connect: PATIENCE, statement: PATIENCE, idle: PATIENCE };

const checkDatabase: Check = async (settings) => {
	const about = 'database';
	try {
		const store = await openDatabase(settings, { mayUpgrade: false, timeouts: TIMEOUTS });
		try {
			await store.check();
			return (await store.users.hasAdministrator())
				? { state: 'works', about, says: `${store.database} answers` }
				: {
						state: 'warns',
						about,
						says: `${store.database} answers, and has no administrator yet: open the address that the server prints at its start`,
					};
		} finally {
			await store.close();
		}
	} catch (error) {
		return { state: 'fails', about, says: describeError(error) };
	}
};

/** The servers that run now, which have to go together with one of these settings. */
const checkServers: Check = async (settings) => {
	const about = 'servers';
	const { DATABASE_URL, REDIS_URL, DATA_DIR, SECRET_KEY } = settings;
	if (DATABASE_URL === undefined) return [];
	try {
		const servers = await listServing(DATABASE_URL, PATIENCE);
		if (SECRET_KEY === undefined && !existsSync(secretKeyFile(DATA_DIR)))
			return {
				state: 'warns',
				about,
				says: `SECRET_KEY is not set, and there is no secret-key in DATA_DIR, ${DATA_DIR}`,
			};
		const own = { hasRedis: REDIS_URL !== undefined, secretKeys: readSecretKeys(settings) };
		const conflicts = new Set(servers.flatMap((server) => describeConflict(own, server) ?? []));
		if (conflicts.size > 0) return [...conflicts].map((says) => ({ state: 'fails', about, says }));
		return { state: 'works', about, says: `${servers.length} of this key use the database now` };
	} catch {
		return { state: 'warns', about, says: 'the database does not say which run now' };
	}
};

const checkRedis: Check = async ({ REDIS_URL }) => {
	const about = 'Redis';
	if (REDIS_URL === undefined) return { state: 'works', about, says: 'not set up; only several processes need it' };
	try {
		const off = Math.abs((await timeOfRedis(REDIS_URL)) - Date.now());
		return off > CLOCK_MAX
			? { state: 'fails', about, says: `its clock differs by ${seconds(off)}: synchronise both by NTP` }
			: { state: 'works', about, says: 'answers' };
	} catch (error) {
		return { state: 'fails', about, says: `does not answer (${describeError(error)}): start it, or correct REDIS_URL` };
	}
};

async function timeOfRedis(url: string): Promise<number> {
	const redis = new Redis(url, {
		lazyConnect: true,
		retryStrategy: () => null,
		connectTimeout: PATIENCE,
		commandTimeout: PATIENCE,
		// Its question would have no time limit.
		enableReadyCheck: false,
	});
	let reason: Error | undefined;
	redis.on('error', (error) => (reason = error));
	try {
		await redis.connect();
		const [time] = await redis.time();
		return Number(time) * 1000;
	} catch (error) {
		throw reason ?? error;
	} finally {
		redis.disconnect();
	}
}

const NO_KEY = { DKIM_DOMAIN: undefined, DKIM_SELECTOR: undefined, DKIM_KEY_FILE: undefined };

/** By the environment alone where the database does not answer, of which `checkDatabase` tells. */
async function findMail(settings: Settings): Promise<CurrentMail> {
	// Whether there is a key `checkSignature` finds out.
	const environment = readMailEnvironment({ ...settings, ...NO_KEY });
	const read = (stored: StoredMailSettings) => readCurrentMail(environment, stored, readSecretKeys(settings));
	try {
		const store = await openDatabase(settings, { mayUpgrade: false, timeouts: TIMEOUTS });
		try {
			return read(await store.mailSettings.find());
		} finally {
			await store.close();
		}
	} catch {
		return read(NO_MAIL_SETTINGS);
	}
}

/** Where a setting is to be corrected. */
function placeOf(part: MailPart, { fromEnvironment }: CurrentMail): string {
	return fromEnvironment.includes(part) ? SETTING_OF[part] : 'it at the desk (Settings → Email), or by set-mail';
}

const UNREADABLE =
	'its password cannot be read, since SECRET_KEY is another: enter it again at the desk, or by set-mail';

const checkMail: Check = async (settings) => {
	const about = 'mail';
	const mail = await findMail(settings);
	const { smtp, from } = mail;
	if (smtp === undefined)
		return {
			state: 'warns',
			about,
			says: 'no SMTP_URL, and no mail server set at the desk: transcripts and login links are not mailed',
		};
	if (isUnreadable(smtp)) return { state: 'fails', about, says: UNREADABLE };
	const transport = createSmtpTransport(smtp);
	try {
		await transport.verify();
	} catch (error) {
		const { hasAnswered, why } = readMailTrouble(error);
		const says = `the mail server ${hasAnswered ? 'refuses us' : 'cannot be reached'} (${why}): correct ${placeOf('smtp', mail)}`;
		return { state: 'fails', about, says };
	} finally {
		transport.close();
	}
	const missing = listMissing({ smtp, from, publicUrl: settings.PUBLIC_URL ?? '' });
	const faults: string[] = [];
	if (missing.includes('PUBLIC_URL')) faults.push('without PUBLIC_URL only transcripts are mailed');
	if (missing.includes('MAIL_FROM'))
		faults.push(`others refuse mail from ${from}: set MAIL_FROM, or a sender at the desk`);
	return faults.length > 0
		? faults.map((fault) => ({ state: 'warns', about, says: `the mail server accepts us, but ${fault}` }))
		: { state: 'works', about, says: 'the mail server accepts us' };
};

const checkSignature: Check = async (settings) => {
	const about = 'DKIM';
	try {
		const { dkim } = readMailEnvironment(settings);
		if (dkim) return { state: 'works', about, says: `mails are signed for ${dkim.domainName}` };
	} catch (error) {
		return { state: 'fails', about, says: describeError(error) };
	}
	const says =
		'the key cannot be read, since SECRET_KEY is another: mails go unsigned. Make one at the desk, or by set-mail';
	return (await findMail(settings)).dkim === 'unreadable' ? { state: 'warns', about, says } : [];
};

const checkMailbox: Check = async (settings) => {
	const about = 'mailbox';
	const mail = await findMail(settings);
	const { imap, replyTo } = mail;
	if (imap === undefined) return [];
	if (isUnreadable(imap)) return { state: 'fails', about, says: UNREADABLE };
	try {
		const client = await openMailbox(imap);
		await client.logout();
	} catch (error) {
		return {
			state: 'fails',
			about,
			says: `cannot be read (${describeError(error)}): correct ${placeOf('imap', mail)}`,
		};
	}
	return replyTo === undefined
		? {
				state: 'warns',
				about,
				says: 'can be read, but no mail asks for answers: set MAIL_REPLY_TO, or a reply address at the desk',
			}
		: { state: 'works', about, says: 'can be read' };
};

const checkDisk: Check = async ({ DATA_DIR, DISK_FLOOR_MB }) => {
	const about = 'disk';
	try {
		await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
		const probe = join(DATA_DIR, `.doctor-${randomBytes(4).toString('hex')}`);
		const file = await open(probe, 'wx', 0o600);
		try {
			await file.sync();
		} finally {
			await file.close();
		}
		await rm(probe);
		const { bavail, bsize } = await statfs(DATA_DIR);
		const free = Math.floor((bavail * bsize) / MEGABYTE);
		if (free < DISK_FLOOR_MB)
			return {
				state: 'fails',
				about,
				says: `${free} MB are free, less than DISK_FLOOR_MB: files are refused. Make room`,
			};
		if (((await stat(DATA_DIR)).mode & 0o077) !== 0)
			return { state: 'warns', about, says: `other users can read DATA_DIR: chmod 700 ${DATA_DIR}` };
		return { state: 'works', about, says: `DATA_DIR can be written, ${free} MB are free` };
	} catch (error) {
		return {
			state: 'fails',
			about,
			says: `DATA_DIR cannot be written (${describeError(error)}): give it to this user`,
		};
	}
};

const checkS3: Check = async ({ DATA_DIR, S3_URL }) => {
	const about = 'S3';
	if (S3_URL === undefined) return { state: 'works', about, says: 'not set up: files are in DATA_DIR' };
	const storage = createS3Storage(S3_URL);
	const key = `doctor-${randomBytes(4).toString('hex')}`;
	try {
		await storage.check?.();
		const incoming = createIncoming(DATA_DIR, 0);
		await storage.keep(await incoming.receive(Readable.from([Buffer.from(key)]), key.length), key);
		try {
			const bytes = await storage.read(key, { first: 0, last: 5 });
			if (!bytes || (await text(bytes)) !== 'doctor')
				return { state: 'fails', about, says: 'does not give a part of a file back as it was: use another storage' };
			return (await isReadByAnybody(`${S3_URL.origin}${S3_URL.path}${key}`))
				? { state: 'fails', about, says: 'anybody can read the bucket: take the right to read away from the public' }
				: { state: 'works', about, says: 'files can be written, read and deleted, and strangers cannot read them' };
		} finally {
			await storage.remove(key);
		}
	} catch (error) {
		return {
			state: 'fails',
			about,
			says: `files cannot be written, read and deleted (${describeError(error)}): correct S3_URL, or the rights of its key`,
		};
	}
};

/** Whether a request without a key gets what is at the address. */
async function isReadByAnybody(address: string): Promise<boolean> {
	const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
	await answer.body?.cancel();
	return answer.ok;
}

const checkClock: Check = async ({ DATABASE_URL }) => {
	const about = 'clock';
	if (DATABASE_URL === undefined)
		return { state: 'works', about, says: `it is ${new Date().toISOString()} here; nothing to compare with` };
	const client = new pg.Client({
		connectionString: DATABASE_URL,
		connectionTimeoutMillis: PATIENCE,
		query_timeout: PATIENCE,
	});
	try {
		await client.connect();
		const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
		const off = Math.abs((rows[0]?.now.getTime() ?? 0) - Date.now());
		return off > CLOCK_MAX
			? { state: 'fails', about, says: `differs by ${seconds(off)} from that of the database: synchronise both by NTP` }
			: { state: 'works', about, says: 'agrees with that of the database' };
	} catch {
		return { state: 'warns', about, says: 'cannot be compared with that of the database' };
	} finally {
		await client.end().catch(() => undefined);
	}
};

/** Names in the environment that may be meant as settings. */
const checkNames: Check = async () =>
	Object.keys(process.env)
		.filter((name) => name.length >= 6 && !isSetting(name))
		.flatMap((name): Finding[] => {
			const nearest = nearestSetting(name);
			if (nearest === undefined || Math.abs(nearest.length - name.length) > 1 || nearest[0] !== name[0]) return [];
			return [{ state: 'warns', about: 'settings', says: `${name} is no setting: ${nearest} is one` }];
		});

const CHECKS: readonly Check[] = [
	checkNames,
	checkDatabase,
	checkServers,
	checkRedis,
	checkMail,
	checkSignature,
	checkMailbox,
	checkDisk,
	checkS3,
	checkClock,
	checkPublicAddress,
];

const MARKS = { works: 'ok   ', warns: 'look ', fails: 'FAILS' };

export const doctor: Operation = {
	usage: '',
	async run(settings) {
		const findings: Finding[] = [];
		for (const check of CHECKS) findings.push(...[await check(settings)].flat());
		const text = findings.map(({ state, about, says }) => `${MARKS[state]} ${about}: ${says}`).join('\n');
		if (findings.some(({ state }) => state === 'fails')) throw new SettingError(text);
		return text;
	},
};

function seconds(milliseconds: number): string {
	return `${Math.round(milliseconds / 1000)} s`;
}
