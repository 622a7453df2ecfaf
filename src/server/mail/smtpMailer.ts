/** Mail by SMTP. */
import { createTransport } from 'nodemailer';
import { toMessage } from './mail.ts';
import { MailError } from './mailError.ts';
import type { Mailer } from './mailer.ts';

interface SmtpMailerOptions {
	/** `smtp://` or `smtps://`; its query may set nodemailer's options, such as `?connectionTimeout=5000`. */
	url: string;
	from: string;
}

/** Milliseconds; a server that works answers sooner. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createSmtpMailer({ url, from }: SmtpMailerOptions): Mailer {
	const transport = createTransport(withTimeouts(url));
	return {
		async send(mail) {
			const message = toMessage(mail, from);
			try {
				await transport.sendMail(message);
			} catch (cause) {
				throw new MailError(isFinal(cause) ? 'REFUSED' : 'UNAVAILABLE', { cause });
			}
		},

		close: () => transport.close(),
	};
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

/** Nodemailer's codes for wrong credentials and settings: once the operator has corrected them, the mail can be sent. */
const SETTINGS_CODES: ReadonlySet<string> = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ECONFIG']);

/** Its codes for invalid addresses and mails: another attempt would fail as well. */
const MAIL_CODES: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE', 'EMAXLIMIT']);
