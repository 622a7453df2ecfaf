/**
 * How mail is sent, and what is missing: for administrators at the desk, and for `doctor`.
 */
import type { MailSetting, MailSetup, StoredMail } from '#protocol/application/mailRoutes.ts';
import type { StoredMailSettings } from '../store/receivers/mailSettings.ts';
import type { CurrentMail } from './servers/currentMail.ts';
import { isUnreadable } from './servers/mailServer.ts';

type Sending = Pick<CurrentMail, 'smtp' | 'from'> & {
	/** Address at which browsers reach the server; '' when it is not known. */
	publicUrl: string;
};

interface Facts {
	publicUrl: string;
	/** Whether mails become files where there is no mail server. */
	isDemo: boolean;
	/** Milliseconds after which a visitor who has left is mailed unread answers. */
	pause: number;
}

/** Of the mail servers neither users nor passwords. */
export function readMailSetup(mail: CurrentMail, { publicUrl, isDemo, pause }: Facts): Omit<MailSetup, 'stored'> {
	const { smtp, imap, dkim, from, replyTo, fromEnvironment } = mail;
	return {
		transport: smtp === undefined ? (isDemo ? 'files' : 'none') : 'smtp',
		...smtpAddressOf(smtp),
		sender: from,
		dkim_domain: typeof dkim === 'object' ? dkim.domainName : null,
		pause: pause / 1000,
		reply_to: replyTo ?? null,
		mailbox: imap ? { host: imap.host, port: imap.port } : null,
		missing: listMissing({ smtp, from, publicUrl }),
		from_environment: [...fromEnvironment],
		unreadable: (['smtp', 'imap', 'dkim'] as const).filter(
			(name) => mail[name] === 'unreadable' || isUnreadable(mail[name]),
		),
	};
}

/** Name or IP address of the mail server, as its setting has it. */
export function smtpAddressOf(smtp: CurrentMail['smtp']): Pick<MailSetup, 'host' | 'port'> {
	if (smtp === undefined) return { host: null, port: null };
	if (typeof smtp === 'object') return { host: smtp.host, port: smtp.port };
	const address = new URL(smtp);
	return { host: address.hostname, port: portOf(address) };
}

/** The port that nodemailer takes. */
function portOf({ protocol, port }: URL): number {
	return Number(port) || (protocol === 'smtps:' ? 465 : 587);
}

/** Without `PUBLIC_URL` no mail has links, so that only transcripts are sent. */
export function listMissing({ smtp, from, publicUrl }: Sending): MailSetting[] {
	const missing: MailSetting[] = [];
	if (smtp === undefined) missing.push('SMTP_URL');
	// The default's domain: other mail servers refuse such a sender.
	if (/@localhost>?$/i.test(from)) missing.push('MAIL_FROM');
	if (publicUrl === '') missing.push('PUBLIC_URL');
	return missing;
}

/** What was set up, without passwords. */
export function presentStoredMail(stored: StoredMailSettings): StoredMail {
	const { sender, reply_to, imap_folder, dkim_selector: selector } = stored;
	const smtp = presentServer(stored, 'smtp');
	const imap = presentServer(stored, 'imap');
	const folder = imap_folder ?? 'INBOX';
	return { sender, reply_to, smtp, imap: imap && { ...imap, folder }, dkim: selector === null ? null : { selector } };
}

function presentServer(stored: StoredMailSettings, name: 'smtp' | 'imap'): StoredMail['smtp'] {
	const host = stored[`${name}_host`];
	if (host === null) return null;
	return {
		host,
		port: stored[`${name}_port`] ?? 0,
		security: stored[`${name}_security`] ?? 'tls',
		user: stored[`${name}_user`],
		has_password: stored[`${name}_password`] !== null,
	};
}
