/**
 * Runs work with the same key in order of arrival, one or a few at a time; work with different keys
 * runs concurrently. Between two works of one key the event loop turns: with SQLite, a transaction
 * never waits for anything outside the process, so that a long queue of one key would otherwise run
 * without a pause, and no other request would be read until its end.
 */
import { Problem } from './problem.ts';

export interface KeyedQueue {
	/**
	 * Resolves with the result of `work`. Throws UNAVAILABLE without starting it when too many wait
	 * for the same key, or it has waited too long.
	 */
	run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface Options {
	/** How many of one key run at the same time; default 1. */
	atOnce?: number;
	/** How many may wait for one key. */
	maxWaiting: number;
	/** Milliseconds after which waiting is useless because the caller has given up. */
	maxWait: number;
}

export function createKeyedQueue(
	{ atOnce = 1, maxWaiting, maxWait }: Options,
	now: () => number = performance.now.bind(performance),
): KeyedQueue {
	/** Present while work of the key runs. */
	const queues = new Map<string, { running: number; waiting: (() => void)[] }>();

	/** Resolves once there is room for work of the key. */
	const enter = (key: string): Promise<void> => {
		const queue = queues.get(key) ?? { running: 0, waiting: [] };
		queues.set(key, queue);
		if (queue.running < atOnce) {
			queue.running += 1;
			return Promise.resolve();
		}
		if (queue.waiting.length >= maxWaiting) throw new Problem({ code: 'UNAVAILABLE' });
		const { promise, resolve } = Promise.withResolvers<void>();
		queue.waiting.push(resolve);
		return promise;
	};

	const leave = (key: string): void => {
		const queue = queues.get(key);
		if (!queue) return;
		const next = queue.waiting.shift();
		if (next) setImmediate(next);
		else if (queue.running === 1) queues.delete(key);
		else queue.running -= 1;
	};

	return {
		async run(key, work) {
			const arrivedAt = now();
			await enter(key);
			try {
				if (now() - arrivedAt > maxWait) throw new Problem({ code: 'UNAVAILABLE' });
				return await work();
			} finally {
				leave(key);
			}
		},
	};
}

/** Lets everything run at once, for limits that the installation has turned off. */
export const UNQUEUED: KeyedQueue = { run: (_key, work) => work() };
