/** A mail server, and how to connect to it. */
import { connect, type Socket } from 'node:net';
import type { MailSecurity } from '#protocol/application/mailRoutes.ts';
import { isPrivateHost, lookupPublic, PrivateHostError } from '../../base/network/publicHosts.ts';

export interface MailServer {
	host: string;
	port: number;
	security: MailSecurity;
	/** Null: nobody signs in. */
	user: string | null;
	password: string | null;
	/** Whether it may be on this machine or in its network. */
	mayBePrivate: boolean;
}

/**
 * As it was set up; or `smtp://` or `smtps://`, whose query may set nodemailer's options, such as
 * `?connectionTimeout=5000`.
 */
export type SmtpServer = string | MailServer;

export interface MailboxServer extends MailServer {
	folder: string;
}

/** One whose stored password none of the keys has sealed, as after a change of `SECRET_KEY`. */
export interface UnreadableServer extends Pick<MailServer, 'host' | 'port'> {
	isUnreadable: true;
}

export function isUnreadable(server: object | string | undefined): server is UnreadableServer {
	return typeof server === 'object' && 'isUnreadable' in server;
}

/** Hosts to which a password may go without encryption: over no network. */
const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

export function isLocal(host: string): boolean {
	return LOCAL.has(host);
}

/** The server that `IMAP_URL` names. Who sets the environment may name any. */
export function readMailboxUrl(url: string): MailboxServer {
	const { protocol, hostname, port, username, password, pathname } = new URL(url);
	const isSecure = protocol === 'imaps:';
	const host = hostname.replace(/^\[|\]$/g, '');
	return {
		host,
		port: Number(port) || (isSecure ? 993 : 143),
		security: isSecure ? 'tls' : isLocal(host) ? 'none' : 'starttls',
		user: decodeURIComponent(username),
		password: decodeURIComponent(password),
		mayBePrivate: true,
		folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
	};
}

/** Throws PrivateHostError for a private address; names are looked up later. */
export function requireAllowedHost({ host, mayBePrivate }: Pick<MailServer, 'host' | 'mayBePrivate'>): void {
	if (!mayBePrivate && isPrivateHost(host)) throw new PrivateHostError();
}

/**
 * Connects, and looks the name up itself, so that the address that is connected to is the one that
 * was checked. Rejects with the reason.
 */
export function connectTo(
	server: Pick<MailServer, 'host' | 'port' | 'mayBePrivate'>,
	timeout: number,
): Promise<Socket> {
	return new Promise((resolve, reject) => {
		requireAllowedHost(server);
		const { host, port, mayBePrivate } = server;
		const socket = connect({ host, port, ...(mayBePrivate ? {} : { lookup: lookupPublic }) });
		const timer = setTimeout(() => {
			socket.destroy();
			reject(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' }));
		}, timeout);
		socket.once('connect', () => {
			clearTimeout(timer);
			socket.removeListener('error', reject);
			resolve(socket);
		});
		socket.once('error', reject);
		socket.once('close', () => clearTimeout(timer));
	});
}
