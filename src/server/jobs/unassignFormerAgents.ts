/**
 * Takes conversations from agents who are no longer in the team, in slices: telling of thousands at
 * once would delay everybody else. Who has left is in the database, so that nothing is forgotten
 * when the server stops, and a command's removal is told of as well. Several processes do not do it
 * twice, since each looks again once a conversation is locked.
 */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services/services.ts';
import { unassignFormer } from '../services/unassignFormer.ts';
import { repeat } from './repeat.ts';

const INTERVAL = 10_000;
/** Conversations per run; the next run continues. */
const AT_ONCE = 100;

export function unassignFormerAgents(app: FastifyInstance, services: Services): void {
	repeat(app, INTERVAL, 'former agents not unassigned', () =>
		unassignFormer(services, AT_ONCE, (error, conversation) =>
			app.log.error({ err: error, conversation }, 'former agent not unassigned'),
		),
	);
}
