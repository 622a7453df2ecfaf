/**
 * Sends what is queued, and tries again later what may succeed then. Several processes share one queue: whoever takes a mail has
 * it for a while. A mail is sent at least once; a repetition has the same Message-ID, by which receivers know it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { QueuedMail } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Mail } from './mail.ts';
import { MailError } from './mailError.ts';
import type { Mailer } from './mailer.ts';

export interface MailSenderOptions {
	store: Pick<Store, 'mailQueue'>;
	mailer: Mailer;
	log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
	/** Milliseconds after the first, second, … attempt that failed; after the last one it is given up. */
	backOff?: readonly number[];
}

export interface MailSender {
	/** There is something new. */
	wake(): void;
	/** Resolves when nothing is under way, or a slow mail server has been waited for long enough. */
	close(): Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Two days: a mail server that is down over a weekend's night loses nothing. */
const BACK_OFF: readonly number[] = [5_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];
/** Milliseconds within which an attempt is over; then whoever made it is gone, and another process may. */
const LEASE = 5 * MINUTE;
/** Milliseconds until the next look where nobody says that there is something new: another process may have ended early. */
const PAUSE_MAX = MINUTE;
const CLOSE_WITHIN = 3_000;

export function createMailSender({ store, mailer, log, backOff = BACK_OFF }: MailSenderOptions): MailSender {
	let looking: Promise<void> | undefined;
	let isWoken = false;
	let isClosed = false;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function wake(): void {
		isWoken = true;
		if (isClosed) return;
		looking ??= look().finally(() => {
			looking = undefined;
			if (isWoken) wake();
		});
	}

	async function look(): Promise<void> {
		clearTimeout(timer);
		isWoken = false;
		let wait = PAUSE_MAX;
		try {
			for (;;) {
				const due = await store.mailQueue.findDue(Date.now());
				if (!due || isClosed) break;
				if (await store.mailQueue.claim(due, Date.now() + LEASE)) await attempt(due);
			}
			const next = await store.mailQueue.nextDueAt();
			if (next !== undefined) wait = Math.min(Math.max(next - Date.now(), 0), PAUSE_MAX);
		} catch (error) {
			log.error({ err: error }, 'mail queue not looked after');
		}
		if (!isClosed) timer = setTimeout(wake, wait).unref();
	}

	async function attempt({ id, mail, attempts }: QueuedMail): Promise<void> {
		try {
			await mailer.send(JSON.parse(mail) as Mail);
		} catch (error) {
			const delay = error instanceof MailError && error.code === 'UNAVAILABLE' ? backOff[attempts] : undefined;
			if (delay !== undefined) {
				log.warn({ err: error, mail: id }, 'mail not sent yet');
				return store.mailQueue.postpone(id, Date.now() + delay);
			}
			log.error({ err: error, mail: id }, 'mail given up');
		}
		await store.mailQueue.delete(id);
	}

	return {
		wake,
		async close() {
			isClosed = true;
			clearTimeout(timer);
			// What is still under way then is tried again once its lease is over.
			await Promise.race([looking, pause(CLOSE_WITHIN, undefined, { ref: false })]);
			mailer.close();
		},
	};
}
