/**
 * Goes on with the renaming of labels, which takes a change of each conversation that has them.
 * What is left is in the database, so that no conversation keeps an old title when the server
 * stops.
 */
import type { FastifyInstance } from 'fastify';
import { renameLabels } from '../services/renameLabels.ts';
import type { Services } from '../services/services.ts';
import { repeat } from './repeat.ts';

const INTERVAL = 10_000;

export function finishRenames(app: FastifyInstance, services: Services): void {
	repeat(app, INTERVAL, 'labels not renamed', (signal) =>
		renameLabels(services, signal, (error, label) => app.log.error({ err: error, label }, 'label not renamed')),
	);
}
