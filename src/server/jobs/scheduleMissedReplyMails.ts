/**
 * Mails visitors who have left what they have not read, and agents who are away what waits for
 * them. What waits is in the database, so that nothing is forgotten when the server stops. Several
 * processes do not do it twice, since each looks again once a conversation is locked.
 */
import type { FastifyInstance } from 'fastify';
import { mailAgents } from '../services/mailAgents.ts';
import { mailMissedReplies } from '../services/mailMissedReplies.ts';
import type { Services } from '../services/services.ts';
import { repeat } from './repeat.ts';

const INTERVAL = 10_000;
/** Conversations per run; the next run continues. */
const AT_ONCE = 100;

/** @param pause milliseconds after which what is unread is mailed */
export function scheduleMissedReplyMails(app: FastifyInstance, services: Services, pause: number): void {
	for (const [who, mail] of [
		['visitor', mailMissedReplies],
		['agents', mailAgents],
	] as const)
		repeat(app, Math.min(INTERVAL, pause), `${who} not mailed`, () =>
			mail(services, {
				since: Date.now() - pause,
				limit: AT_ONCE,
				onError: (error, conversation) => app.log.error({ err: error, conversation }, `${who} not mailed`),
			}),
		);
}
