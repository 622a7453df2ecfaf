/** Removes the files that no message took, when the server starts and every hour while it runs. */
import type { FastifyInstance } from 'fastify';
import { HOUR } from '#protocol/duration.ts';
import type { Files } from '../files/files.ts';

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
