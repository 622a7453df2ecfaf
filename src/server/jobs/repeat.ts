/** Runs a job repeatedly: once the server is ready, then every `interval` milliseconds, unless a run is under way. */
import type { FastifyInstance } from 'fastify';

/**
 * Closing the server waits for a run that has begun. `failure` is the log message of a run that fails; the next run tries
 * again.
 */
export function repeat(app: FastifyInstance, interval: number, failure: string, work: () => Promise<void>): void {
	let running: Promise<void> | undefined;
	const run = () => {
		running ??= work()
			.catch((error: unknown) => app.log.error({ err: error }, failure))
			.finally(() => (running = undefined));
	};
	const timer = setInterval(run, interval);
	timer.unref();
	app.addHook('onReady', async () => run());
	app.addHook('onClose', async () => {
		clearInterval(timer);
		await running;
	});
}
