/** What the server does by itself, again and again: once it is ready, then every `interval` milliseconds, never twice at a time. */
import type { FastifyInstance } from 'fastify';

/** Closing waits for a run that has begun. `failure` is what the log says of one that fails; the next one tries again. */
export function repeat(app: FastifyInstance, interval: number, failure: string, work: () => Promise<void>): void {
	let running = Promise.resolve();
	const run = () => {
		running = running.then(work).catch((error: unknown) => app.log.error({ err: error }, failure));
	};
	const timer = setInterval(run, interval);
	timer.unref();
	app.addHook('onReady', async () => run());
	app.addHook('onClose', async () => {
		clearInterval(timer);
		await running;
	});
}
