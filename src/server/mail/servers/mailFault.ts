/** What is wrong with a mail server, by what its client throws. */
import type { MailFault } from '#protocol/application/mailRoutes.ts';
import { Problem } from '../../base/problem.ts';
import { PrivateHostError } from '../../base/network/publicHosts.ts';
import { codesOf } from './mailTrouble.ts';

/** The stored password was sealed with another `SECRET_KEY`. */
export class PasswordUnreadableError extends Error {
	constructor() {
		super('The password of the mail server cannot be read: SECRET_KEY is another one');
	}
}

/** The mailbox could not be opened; `cause` is the library's error. */
export class MailboxError extends Error {
	/** Whether the server has signed us in, and does not open the folder. */
	readonly isOfFolder: boolean;

	constructor(isOfFolder: boolean, cause: unknown) {
		super(describeImapError(cause), { cause });
		this.isOfFolder = isOfFolder;
	}
}

export function readMailFault(error: unknown): MailFault {
	for (let each = error; each instanceof Error; each = each.cause) {
		const fault = faultOf(each);
		if (fault) return fault;
	}
	return 'OTHER';
}

function faultOf(error: Error): MailFault | undefined {
	if (error instanceof PrivateHostError) return 'HOST_PRIVATE';
	if (error instanceof PasswordUnreadableError) return 'PASSWORD_UNREADABLE';
	if (error instanceof MailboxError && error.isOfFolder) return 'FOLDER_MISSING';
	// `withTimeout` gives up so.
	if (error instanceof Problem && error.reason.code === 'UNAVAILABLE') return 'TIMED_OUT';
	const { code, command, authenticationFailed, tlsFailed } = error as Error & Record<string, unknown>;
	if (code === 'EAUTH' || code === 'ENOAUTH' || authenticationFailed === true) return 'SIGN_IN_REFUSED';
	if (command === 'MAIL FROM') return 'SENDER_REFUSED';
	if (command === 'RCPT TO') return 'RECIPIENT_REFUSED';
	if (tlsFailed === true) return 'TLS_FAILED';
	const nested = error instanceof AggregateError ? error.errors : [];
	const codes = [code, ...codesOf(error), ...nested.flatMap(codesOf)].map(String);
	return codes.map(faultOfCode).find((fault) => fault !== undefined);
}

function faultOfCode(code: string): MailFault | undefined {
	if (Object.hasOwn(OF_CODE, code)) return OF_CODE[code];
	// OpenSSL's, and those of certificates.
	return /^(?:ERR_(?:TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code) ? 'TLS_FAILED' : undefined;
}

const OF_CODE: Partial<Record<string, MailFault>> = {
	ENOTFOUND: 'HOST_NOT_FOUND',
	EAI_AGAIN: 'HOST_NOT_FOUND',
	EDNS: 'HOST_NOT_FOUND',
	ECONNREFUSED: 'NOT_CONNECTED',
	ECONNRESET: 'NOT_CONNECTED',
	EHOSTUNREACH: 'NOT_CONNECTED',
	ENETUNREACH: 'NOT_CONNECTED',
	ETIMEDOUT: 'TIMED_OUT',
	CONNECT_TIMEOUT: 'TIMED_OUT',
	GREETING_TIMEOUT: 'TIMED_OUT',
	UPGRADE_TIMEOUT: 'TIMED_OUT',
	ETLS: 'TLS_FAILED',
	EPROTO: 'TLS_FAILED',
};

/** What the server has said, where it has. */
function describeImapError(error: unknown): string {
	const { responseText, message } = error as { responseText?: unknown; message?: unknown };
	return typeof responseText === 'string' && responseText !== '' ? responseText : String(message ?? error);
}
