/** Mail by SMTP. What may succeed later is tried again, under the same Message-ID, so that receivers can tell a repetition. */
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { toMessage } from './mail.ts';
import { MailError } from './mailError.ts';
import type { Mailer } from './mailer.ts';

interface SmtpMailerOptions {
	/** `smtp://` or `smtps://`; its query may set nodemailer's options, such as `?connectionTimeout=5000`. */
	url: string;
	from: string;
	/** Milliseconds before each further attempt. */
	retryDelays?: readonly number[];
}

const RETRY_DELAYS: readonly number[] = [2_000, 10_000, 60_000];

/** Milliseconds. A server that is there answers sooner. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createSmtpMailer({ url, from, retryDelays = RETRY_DELAYS }: SmtpMailerOptions): Mailer {
	const transport = createTransport(withTimeouts(url));
	const closing = new AbortController();
	return {
		async send(mail) {
			const message = toMessage(mail, from);
			for (let attempt = 0; ; attempt++) {
				try {
					await transport.sendMail(message);
					return;
				} catch (cause) {
					if (isFinal(cause)) throw new MailError('REFUSED', { cause });
					const delay = retryDelays[attempt];
					if (delay === undefined || closing.signal.aborted) throw new MailError('UNAVAILABLE', { cause });
					await pause(delay, undefined, { signal: closing.signal }).catch(() => {
						throw new MailError('UNAVAILABLE', { cause });
					});
				}
			}
		},

		close() {
			closing.abort();
			transport.close();
		},
	};
}

/** Those that the address does not set itself. */
function withTimeouts(url: string): string {
	const address = new URL(url);
	for (const [name, value] of Object.entries(TIMEOUTS)) {
		if (!address.searchParams.has(name)) address.searchParams.set(name, String(value));
	}
	return address.href;
}

/** 4xx asks to try again later, 5xx refuses (RFC 5321 section 4.2.1). Without an answer only the connection failed. */
function isFinal(error: unknown): boolean {
	if (typeof error !== 'object' || error === null) return true;
	if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode >= 500;
	return 'code' in error && typeof error.code === 'string' && FINAL_CODES.has(error.code);
}

/** Nodemailer's codes for what no repetition mends: wrong credentials, addresses, mails and settings. */
const FINAL_CODES: ReadonlySet<string> = new Set([
	'EAUTH',
	'ENOAUTH',
	'EENVELOPE',
	'EMESSAGE',
	'EMAXLIMIT',
	'ECONFIG',
	'EOAUTH2',
]);
