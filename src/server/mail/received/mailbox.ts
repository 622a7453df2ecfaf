/** The mailbox in which visitors' answers arrive, by IMAP (RFC 9051). */
import { ImapFlow } from 'imapflow';

/** Milliseconds; a server that works answers sooner. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 5 * 60_000 };

/** Connects, and opens the folder. Rejects with what the server says, or what fails on the way. */
export async function openMailbox(url: string): Promise<ImapFlow> {
	const { protocol, hostname, port, username, password, pathname } = new URL(url);
	const isSecure = protocol === 'imaps:';
	const host = hostname.replace(/^\[|\]$/g, '');
	const client = new ImapFlow({
		host,
		port: Number(port) || (isSecure ? 993 : 143),
		secure: isSecure,
		// A password goes over no network in the clear.
		...(!isSecure && !LOCAL.has(host) && { doSTARTTLS: true }),
		auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
		logger: false,
		disableAutoIdle: true,
		...TIMEOUTS,
	});
	// Calls that wait for an answer reject; without a listener the process would end.
	client.on('error', () => undefined);
	try {
		await client.connect();
		await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX');
		return client;
	} catch (error) {
		client.close();
		throw new Error(describeImapError(error), { cause: error });
	}
}

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/** What the server has said, where it has. */
function describeImapError(error: unknown): string {
	const { responseText, message } = error as { responseText?: unknown; message?: unknown };
	return typeof responseText === 'string' && responseText !== '' ? responseText : String(message ?? error);
}
