/** Removes the files that no message took, and what was given up long ago, when the server starts and every hour while it runs. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services/services.ts';

const HOUR = 60 * 60_000;
/** Milliseconds for which what no receiver took can be delivered again. */
const KEEP_GIVEN_UP = 30 * 24 * HOUR;

export function cleanUp(app: FastifyInstance, { files, store }: Services): void {
	let running = Promise.resolve();
	const run = () => {
		running = running
			.then(() => files.cleanUp())
			.then(() => store.deliveries.deleteGivenUp(Date.now() - KEEP_GIVEN_UP))
			// The next hour tries again.
			.catch((error: unknown) => app.log.error({ err: error }, 'not cleaned up'));
	};
	const timer = setInterval(run, HOUR);
	timer.unref();
	app.addHook('onReady', async () => run());
	app.addHook('onClose', async () => {
		clearInterval(timer);
		await running;
	});
}
