/**
 * How mail is sent and fetched now: by what the server's environment sets, and for the rest by what
 * was set up at the desk or by command.
 */
import type { MailPart } from '#protocol/application/mailRoutes.ts';
import { unseal } from '../../base/sealed.ts';
import type { SecretKeys } from '../../base/secretKey.ts';
import type { Settings } from '../../base/settings.ts';
import type { StoredMailSettings } from '../../store/receivers/mailSettings.ts';
import { domainOf } from './domainOf.ts';
import { readDkimKey, type DkimKey } from './dkimKey.ts';
import {
	isUnreadable,
	readMailboxUrl,
	type MailboxServer,
	type MailServer,
	type SmtpServer,
	type UnreadableServer,
} from './mailServer.ts';

/** What the environment sets; undefined where it leaves that to others. */
export interface MailEnvironment {
	smtpUrl?: string | undefined;
	from?: string | undefined;
	replyTo?: string | undefined;
	imapUrl?: string | undefined;
	dkim?: DkimKey | undefined;
	/** Whether servers that were not named by it may be in the server's own network. */
	mayBePrivate: boolean;
}

/** Throws SettingError for a key that cannot be read. */
export function readMailEnvironment(settings: Settings): MailEnvironment {
	const { SMTP_URL, MAIL_FROM, MAIL_REPLY_TO, IMAP_URL, PRIVATE_WEBHOOKS } = settings;
	return {
		smtpUrl: SMTP_URL,
		from: MAIL_FROM,
		replyTo: MAIL_REPLY_TO,
		imapUrl: IMAP_URL,
		dkim: readDkimKey(settings),
		mayBePrivate: PRIVATE_WEBHOOKS === 'on',
	};
}

/** The setting by which the environment sets it. */
export const SETTING_OF: Record<MailPart, keyof Settings> = {
	sender: 'MAIL_FROM',
	reply_to: 'MAIL_REPLY_TO',
	smtp: 'SMTP_URL',
	imap: 'IMAP_URL',
	dkim: 'DKIM_DOMAIN',
};

export interface CurrentMail {
	/** Sender of every mail, such as `Support <support@shop.example>`. */
	from: string;
	/** Address to which visitors answer; undefined: answers are not read. */
	replyTo: string | undefined;
	/** Undefined: there is none. */
	smtp: SmtpServer | UnreadableServer | undefined;
	imap: MailboxServer | UnreadableServer | undefined;
	/** Signs every mail. While it is not readable mails go unsigned, as those without a key. */
	dkim: DkimKey | 'unreadable' | undefined;
	fromEnvironment: readonly MailPart[];
}

/** Other mail servers refuse mail from it. */
const NO_SENDER = 'Live Chat <no-reply@localhost>';

export function readCurrentMail(
	environment: MailEnvironment,
	stored: StoredMailSettings,
	keys: SecretKeys,
): CurrentMail {
	const { smtpUrl, imapUrl, mayBePrivate } = environment;
	const from = environment.from ?? stored.sender ?? NO_SENDER;
	const readServer = (name: 'smtp' | 'imap') => readStoredServer(stored, name, keys, mayBePrivate);
	const readMailbox = () => {
		const server = readServer('imap');
		return !server || isUnreadable(server) ? server : { ...server, folder: stored.imap_folder ?? 'INBOX' };
	};
	return {
		from,
		replyTo: environment.replyTo ?? stored.reply_to ?? undefined,
		smtp: smtpUrl ?? readServer('smtp'),
		imap: imapUrl === undefined ? readMailbox() : readMailboxUrl(imapUrl),
		dkim: environment.dkim ?? readStoredKey(stored, keys, from),
		fromEnvironment: listPartsOf(environment),
	};
}

export function listPartsOf({ smtpUrl, from, replyTo, imapUrl, dkim }: MailEnvironment): MailPart[] {
	const parts: Record<MailPart, unknown> = { sender: from, reply_to: replyTo, smtp: smtpUrl, imap: imapUrl, dkim };
	return (Object.keys(parts) as MailPart[]).filter((part) => parts[part] !== undefined);
}

function readStoredKey(
	{ dkim_selector, dkim_key }: StoredMailSettings,
	keys: SecretKeys,
	from: string,
): CurrentMail['dkim'] {
	if (dkim_selector === null || dkim_key === null) return undefined;
	const privateKey = unseal(keys, 'dkim_key', dkim_key);
	if (privateKey === undefined) return 'unreadable';
	return { domainName: domainOf(from), keySelector: dkim_selector, privateKey };
}

function readStoredServer(
	stored: StoredMailSettings,
	name: 'smtp' | 'imap',
	keys: SecretKeys,
	mayBePrivate: boolean,
): MailServer | UnreadableServer | undefined {
	const host = stored[`${name}_host`];
	const sealed = stored[`${name}_password`];
	if (host === null) return undefined;
	const port = stored[`${name}_port`] ?? 0;
	const password = sealed === null ? null : unseal(keys, `${name}_password`, sealed);
	if (password === undefined) return { host, port, isUnreadable: true };
	return {
		host,
		port,
		security: stored[`${name}_security`] ?? 'tls',
		user: stored[`${name}_user`],
		password,
		mayBePrivate,
	};
}
