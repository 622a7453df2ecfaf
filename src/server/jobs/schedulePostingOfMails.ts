/**
 * Posts what visitors have answered by mail. What waits is in the database, whichever process has
 * received it.
 */
import type { FastifyInstance } from 'fastify';
import { postReceivedMails } from '../services/postReceivedMails.ts';
import type { Services } from '../services/services.ts';
import { repeat } from './repeat.ts';

/** A person waits for it to show. */
const INTERVAL = 2_000;
/** Mails per run; the next run continues. */
const AT_ONCE = 20;

export function schedulePostingOfMails(app: FastifyInstance, services: Services): void {
	repeat(app, INTERVAL, 'mails not posted', () =>
		postReceivedMails(services, {
			limit: AT_ONCE,
			onError: (error, mail) => app.log.error({ err: error, mail }, 'mail not posted'),
		}),
	);
}
