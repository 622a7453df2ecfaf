/**
 * Assigns conversations where a website has the server do it. Several processes take turns: each
 * looks again once a conversation is locked.
 */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services/services.ts';
import { assignWaiting } from '../services/assignWaiting.ts';
import { repeat } from './repeat.ts';

/** While an agent is free, a conversation waits no longer than that to be assigned. */
const INTERVAL = 2_000;
/** Conversations of one inbox per run; the next run continues. */
const AT_ONCE = 100;

export function assignConversations(app: FastifyInstance, services: Services): void {
	repeat(app, INTERVAL, 'conversations not assigned', () =>
		assignWaiting(services, AT_ONCE, (error, conversation) =>
			app.log.error({ err: error, conversation }, 'conversation not assigned'),
		),
	);
}
