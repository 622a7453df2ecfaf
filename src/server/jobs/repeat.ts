/**
 * Runs a job repeatedly: once the server is ready, then every `interval` milliseconds, unless a run
 * is under way.
 */
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
	interface FastifyInstance {
		/** Factor on the intervals; undefined: 1. */
		pace?: number;
	}
}

/**
 * Closing the server waits for a run that has begun; `signal` is aborted then, for a run that may
 * take long. `failure` is the log message of a run that fails; the next run tries again.
 */
export function repeat(
	app: FastifyInstance,
	interval: number,
	failure: string,
	work: (signal: AbortSignal) => Promise<void>,
): void {
	const closing = new AbortController();
	let running: Promise<void> | undefined;
	const run = () => {
		running ??= work(closing.signal)
			.catch((error: unknown) => app.log.error({ err: error }, failure))
			.finally(() => (running = undefined));
	};
	const timer = setInterval(run, interval * (app.pace ?? 1));
	timer.unref();
	app.addHook('onReady', async () => run());
	app.addHook('onClose', async () => {
		clearInterval(timer);
		closing.abort();
		await running;
	});
}
