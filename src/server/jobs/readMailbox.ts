/**
 * Fetches visitors' answers from the mailbox that is set up at that moment: as soon as the server
 * tells of them (IDLE), and by looking again. Each is marked as read once it is stored, so that a
 * process that ends in between reads it once more, and what was stored is recognised. One of
 * several processes reads.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ImapFlow } from 'imapflow';
import type { Lease } from '../base/lease.ts';
import { openMailbox } from '../mail/received/mailbox.ts';
import { isUnreadable, type MailboxServer } from '../mail/servers/mailServer.ts';
import { MAIL_MAX } from '../mail/received/readMail.ts';
import { receiveMail, type Receipt } from '../services/receiveMail.ts';
import type { Services } from '../services/services.ts';

/** Milliseconds; the lease is kept by it, too. */
const LOOK_AGAIN = 20_000;
export const MAILBOX_LEASE = 3 * LOOK_AGAIN;
/** Milliseconds after a failure. */
const PAUSE = 10_000;
/** Milliseconds after which another mailbox may have been set up. */
const FOLLOW = 2_000;

export function readMailbox(app: FastifyInstance, services: Services, lease: Lease): void {
	const closing = new AbortController();
	const { signal } = closing;
	const pace = app.pace ?? 1;
	const wait = (milliseconds: number) => delay(milliseconds * pace, undefined, { signal, ref: false });

	const note = (receipt: Receipt, uid: number) => {
		const level = receipt.outcome === 'refused' ? 'warn' : 'info';
		app.log[level]({ uid, outcome: receipt.outcome, says: receipt.says }, 'mail received');
	};

	const readNew = async (client: ImapFlow): Promise<void> => {
		const uids = (await client.search({ seen: false }, { uid: true })) || [];
		for (const uid of uids) {
			if (signal.aborted || !(await lease.hold())) return;
			const receipt = await receive(services, client, uid);
			if (!receipt) continue;
			note(receipt, uid);
			// What nothing can be done with stands out, for a person.
			const flags = receipt.outcome === 'refused' ? ['\\Seen', '\\Flagged'] : ['\\Seen'];
			await client.messageFlagsAdd(String(uid), flags, { uid: true });
		}
	};

	const findMailbox = async (): Promise<MailboxServer | undefined> => {
		const { imap } = await services.readMail();
		return isUnreadable(imap) ? undefined : imap;
	};

	const isStill = async (mailbox: MailboxServer): Promise<boolean> =>
		!signal.aborted && JSON.stringify(await findMailbox()) === JSON.stringify(mailbox);

	/** Resolves when it is time to look again, or another mailbox is set up. */
	const waitWhile = async (mailbox: MailboxServer): Promise<void> => {
		for (let waited = 0; waited < LOOK_AGAIN && (await isStill(mailbox)); waited += FOLLOW) await wait(FOLLOW);
	};

	const serve = async (mailbox: MailboxServer): Promise<void> => {
		const client = await openMailbox(mailbox);
		try {
			const closed = Promise.withResolvers<never>();
			closed.promise.catch(() => undefined);
			client.once('close', () => closed.reject(new Error('The connection to the mailbox has ended')));
			while ((await isStill(mailbox)) && (await lease.hold())) {
				const news = Promise.withResolvers<void>();
				client.once('exists', () => news.resolve());
				await readNew(client);
				// The next command ends it.
				client.idle().catch(() => undefined);
				await Promise.race([news.promise, closed.promise, waitWhile(mailbox)]);
			}
		} finally {
			client.close();
		}
	};

	const run = async (): Promise<void> => {
		while (!signal.aborted)
			try {
				const mailbox = await findMailbox();
				if (mailbox && (await lease.hold())) await serve(mailbox);
				await wait(FOLLOW);
			} catch (error) {
				if (signal.aborted) break;
				app.log.error({ err: error }, 'mailbox not read');
				await wait(PAUSE).catch(() => undefined);
			}
		await lease.giveUp().catch(() => undefined);
	};

	let running: Promise<void> | undefined;
	app.addHook('onReady', async () => {
		running = run();
	});
	app.addHook('preClose', async () => {
		closing.abort();
		await running;
	});
}

/** Undefined where it has been deleted since. A large one is not fetched. */
async function receive(services: Services, client: ImapFlow, uid: number): Promise<Receipt | undefined> {
	const sized = await client.fetchOne(String(uid), { size: true }, { uid: true });
	if (!sized) return undefined;
	if ((sized.size ?? 0) > MAIL_MAX)
		return { outcome: 'refused', says: `The mail is refused: it has more than ${MAIL_MAX / 1_000_000} MB.` };
	const fetched = await client.fetchOne(String(uid), { source: true }, { uid: true });
	return fetched && fetched.source ? receiveMail(services, fetched.source) : undefined;
}
