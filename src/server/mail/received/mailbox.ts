/** The mailbox in which visitors' answers arrive, by IMAP (RFC 9051). */
import { ImapFlow } from 'imapflow';
import { lookupPublic } from '../../base/network/publicHosts.ts';
import { MailboxError } from '../servers/mailFault.ts';
import { isLocal, requireAllowedHost, type MailboxServer } from '../servers/mailServer.ts';

/** Milliseconds; a server that works answers sooner. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 5 * 60_000 };

/** Connects, and opens the folder. Throws MailboxError with what the server says, or what fails. */
export async function openMailbox(server: MailboxServer): Promise<ImapFlow> {
	const { host, port, security, user, password, mayBePrivate, folder } = server;
	let isSignedIn = false;
	let client: ImapFlow | undefined;
	try {
		requireAllowedHost(server);
		client = new ImapFlow({
			host,
			port,
			secure: security === 'tls',
			// A password goes over no network in the clear.
			...(security !== 'tls' && { doSTARTTLS: security === 'starttls' || !isLocal(host) }),
			...(!mayBePrivate && { tls: LOOKED_UP }),
			auth: { user: user ?? '', pass: password ?? '' },
			logger: false,
			disableAutoIdle: true,
			...TIMEOUTS,
		});
		// Calls that wait for an answer reject; without a listener the process would end.
		client.on('error', () => undefined);
		await client.connect();
		isSignedIn = true;
		await client.mailboxOpen(folder);
		return client;
	} catch (error) {
		client?.close();
		throw new MailboxError(isSignedIn, error);
	}
}

/** What imapflow hands on to the socket, encrypted or not, though its types do not say so. */
const LOOKED_UP: object = { lookup: lookupPublic };
