/** Removes the files that no message took, when the server starts and every hour while it runs. */
import type { FastifyInstance } from 'fastify';
import type { Files } from '../files/files.ts';

const HOUR = 60 * 60_000;

export function cleanUpFiles(app: FastifyInstance, files: Files): void {
	let running = Promise.resolve();
	const cleanUp = () => {
		running = running
			.then(() => files.cleanUp())
			// The next hour tries again.
			.catch((error: unknown) => app.log.error({ err: error }, 'files not cleaned up'));
	};
	const timer = setInterval(cleanUp, HOUR);
	timer.unref();
	app.addHook('onReady', async () => cleanUp());
	app.addHook('onClose', async () => {
		clearInterval(timer);
		await running;
	});
}
