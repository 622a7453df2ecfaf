/** A mail server on a free port that keeps the mails it gets, and can be told to refuse. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
	/** The envelope's, to which bounces go. */
	sender: string;
	recipients: string[];
	raw: string;
}

export interface TestSmtpServer {
	url: string;
	mails: ReceivedMail[];
	/**
	 * Answers to the next attempts to name a recipient, which begin with their status; when none is
	 * left, it accepts.
	 */
	refusals: (number | string)[];
	/** Senders from whom it takes no mail. */
	refusedSenders: Set<string>;
	/** Addresses whose mailbox is full: it asks to try again later. */
	full: Set<string>;
	/** How many times a client began a mail. */
	attempts(): number;
}

/** A test, or what ends with a suite. */
interface Suite {
	after(end: () => Promise<void>): void;
}

export async function startSmtpServer(t: Suite): Promise<TestSmtpServer> {
	const mails: ReceivedMail[] = [];
	const refusals: (number | string)[] = [];
	const full = new Set<string>();
	const refusedSenders = new Set<string>();
	let attempts = 0;
	const server = new SMTPServer({
		disabledCommands: ['STARTTLS'],
		authOptional: true,
		allowInsecureAuth: true,
		logger: false,
		onAuth: ({ username, password }, _session, done) => {
			if (username === 'me' && password === 'secret') done(null, { user: 'me' });
			else done(Object.assign(new Error('no'), { responseCode: 535 }));
		},
		onMailFrom: ({ address }, _session, done) =>
			done(refusedSenders.has(address) ? Object.assign(new Error('Not yours'), { responseCode: 553 }) : null),
		onRcptTo: ({ address }, _session, done) => {
			attempts++;
			const [code, ...words] = String(full.has(address) ? '452 4.2.2 Mailbox full' : (refusals.shift() ?? '')).split(
				' ',
			);
			const error = new Error(words.join(' ') || 'refused');
			done(code ? Object.assign(error, { responseCode: Number(code) }) : null);
		},
		onData: (stream, session, done) => {
			const chunks: Buffer[] = [];
			const { mailFrom, rcptTo } = session.envelope;
			const sender = mailFrom ? mailFrom.address : '';
			const recipients = rcptTo.map(({ address }) => address);
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.once('end', () => {
				mails.push({ sender, recipients, raw: Buffer.concat(chunks).toString() });
				done();
			});
		},
	});
	const { server: socket } = server;
	server.listen(0, '127.0.0.1');
	await once(socket, 'listening');
	t.after(() => new Promise<void>((resolve) => server.close(resolve)));
	return {
		url: `smtp://127.0.0.1:${(socket.address() as AddressInfo).port}`,
		mails,
		refusals,
		refusedSenders,
		full,
		attempts: () => attempts,
	};
}
