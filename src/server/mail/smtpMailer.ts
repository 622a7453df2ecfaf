/** Mail by SMTP. */
import { createTransport } from 'nodemailer';
import { toMessage } from './mail.ts';
import { MailError } from './mailError.ts';
import type { Mailer } from './mailer.ts';
import type { DkimKey } from './readDkimKey.ts';

interface SmtpMailerOptions {
	/** `smtp://` or `smtps://`; its query may set nodemailer's options, such as `?connectionTimeout=5000`. */
	url: string;
	from: string;
	dkim?: DkimKey | undefined;
}

/** Milliseconds; a server that works answers sooner. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createSmtpMailer({ url, from, dkim }: SmtpMailerOptions): Mailer {
	const transport = createSmtpTransport(url);
	return {
		async send(mail) {
			const message = { ...toMessage(mail, from), ...(dkim && { dkim }) };
			try {
				await transport.sendMail(message);
			} catch (cause) {
				const code = isFinal(cause) ? 'REFUSED' : 'UNAVAILABLE';
				throw new MailError(isOfRecipient(cause) ? 'RECIPIENT_UNKNOWN' : code, { cause });
			}
		},

		close: () => transport.close(),
	};
}

/** The connection to the mail server that the address names. */
export function createSmtpTransport(url: string) {
	return createTransport(withTimeouts(url));
}

/** Adds the timeouts that the address does not set itself. */
function withTimeouts(url: string): string {
	const address = new URL(url);
	for (const [name, value] of Object.entries(TIMEOUTS)) {
		if (!address.searchParams.has(name)) address.searchParams.set(name, String(value));
	}
	return address.href;
}

/**
 * Whether another attempt is useless: 5xx refuses, 4xx asks to try again later (RFC 5321 section 4.2.1). Without an answer,
 * only the connection has failed.
 */
function isFinal(error: unknown): boolean {
	if (typeof error !== 'object' || error === null) return true;
	const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
	if (SETTINGS_CODES.has(code)) return false;
	if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode >= 500;
	return MAIL_CODES.has(code);
}

/**
 * Whether the server knows no such recipient: it refuses the address itself, and not because of who we are, what we send, or how
 * much (RFC 3463: the second number of `5.1.1` is 1 for addresses and 2 for mailboxes, of which 2 is a full one).
 */
function isOfRecipient(error: unknown): boolean {
	if (!(error instanceof Error) || !('command' in error) || error.command !== 'RCPT TO') return false;
	const [, code, kind] =
		/\b(55[0-9])[ -](?:5\.(\d\.\d+))?/.exec('response' in error ? String(error.response) : '') ?? [];
	if (code === undefined) return false;
	return kind === undefined ? code === '550' || code === '553' : /^(1\.|2\.1$)/.test(kind);
}

/** Nodemailer's codes for wrong credentials and settings: once the operator has corrected them, the mail can be sent. */
const SETTINGS_CODES: ReadonlySet<string> = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ECONFIG']);

/** Its codes for invalid addresses and mails: another attempt would fail as well. */
const MAIL_CODES: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE', 'EMAXLIMIT']);
