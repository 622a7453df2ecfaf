/** Mail by SMTP. */
import { createTransport } from 'nodemailer';
import { toMessage } from './mail.ts';
import { MailError, type MailErrorCode } from './mailError.ts';
import type { Mailer } from './mailer.ts';
import type { DkimKey } from './servers/dkimKey.ts';
import { saysRecipientUnknown } from './recipientUnknown.ts';
import { connectTo, type SmtpServer } from './servers/mailServer.ts';

interface SmtpMailerOptions {
	server: SmtpServer;
	from: string;
	bouncesTo?: string | undefined;
	dkim?: DkimKey | undefined;
}

/** Milliseconds; a server that works answers sooner. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createSmtpMailer({ server, from, bouncesTo, dkim }: SmtpMailerOptions): Mailer {
	const transport = createSmtpTransport(server);
	return {
		async send(mail) {
			const message = {
				...toMessage(mail, from),
				...(bouncesTo !== undefined && { envelope: { from: bouncesTo, to: [mail.to.address, ...(mail.cc ?? [])] } }),
				...(dkim && { dkim }),
			};
			try {
				await transport.sendMail(message);
			} catch (cause) {
				throw new MailError(codeOf(cause), { cause });
			}
		},

		close: () => transport.close(),
	};
}

/** The connection to the mail server. */
export function createSmtpTransport(server: SmtpServer) {
	if (typeof server === 'string') return createTransport(withTimeouts(server));
	const { host, port, security, user, password } = server;
	return createTransport({
		host,
		port,
		secure: security === 'tls',
		requireTLS: security === 'starttls',
		ignoreTLS: security === 'none',
		...(user !== null && { auth: { user, pass: password ?? '' } }),
		...TIMEOUTS,
		getSocket: (_options, callback) => {
			connectTo(server, TIMEOUTS.connectionTimeout).then(
				(connection) => callback(null, { connection }),
				(error: Error) => callback(error, undefined),
			);
		},
	});
}

/** Adds the timeouts that the address does not set itself. */
function withTimeouts(url: string): string {
	const address = new URL(url);
	for (const [name, value] of Object.entries(TIMEOUTS)) {
		if (!address.searchParams.has(name)) address.searchParams.set(name, String(value));
	}
	return address.href;
}

function codeOf(error: unknown): MailErrorCode {
	if (isOfRecipient(error)) return 'RECIPIENT_UNKNOWN';
	if (isFinal(error)) return 'REFUSED';
	return isOfMail(error) ? 'DEFERRED' : 'UNAVAILABLE';
}

/**
 * Whether another attempt is useless: 5xx refuses, 4xx asks to try again later (RFC 5321 section
 * 4.2.1). Without an answer, only the connection has failed.
 */
function isFinal(error: unknown): boolean {
	if (typeof error !== 'object' || error === null) return true;
	const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
	if (SETTINGS_CODES.has(code)) return false;
	if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode >= 500;
	return MAIL_CODES.has(code);
}

/** Whether the server says, of the recipient's address, that it knows none. */
function isOfRecipient(error: unknown): boolean {
	if (!(error instanceof Error) || !('command' in error) || error.command !== 'RCPT TO') return false;
	return 'response' in error && saysRecipientUnknown(String(error.response));
}

/**
 * Whether the server's answer is about this recipient, such as one whose mailbox is full, or about
 * this mail. With 421 it closes the connection, whatever it was asked (RFC 5321 section 4.2).
 */
function isOfMail(error: unknown): boolean {
	if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false;
	return (error.command === 'RCPT TO' || error.command === 'DATA') && error.responseCode !== 421;
}

/**
 * Nodemailer's codes for wrong credentials and settings: once the operator has corrected them, the
 * mail can be sent.
 */
const SETTINGS_CODES: ReadonlySet<string> = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ECONFIG']);

/** Its codes for invalid addresses and mails: another attempt would fail as well. */
const MAIL_CODES: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE', 'EMAXLIMIT']);
