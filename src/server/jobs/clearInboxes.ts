/**
 * Deletes what was said in inboxes that are removed, in slices: thousands of conversations at once
 * would delay everybody else. Which inboxes are removed is in the database, so that nothing stays
 * when the server stops, and a command's removal is finished as well.
 */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services/services.ts';
import { clearRemovedInboxes } from '../services/clearRemovedInboxes.ts';
import { repeat } from './repeat.ts';

const INTERVAL = 10_000;
/** Sessions per run and inbox; the next run continues. */
const AT_ONCE = 250;

export function clearInboxes(app: FastifyInstance, services: Services): void {
	repeat(app, INTERVAL, 'removed inboxes not cleared', () =>
		clearRemovedInboxes(services, AT_ONCE, (error, inbox) =>
			app.log.error({ err: error, inbox }, 'removed inbox not cleared'),
		),
	);
}
