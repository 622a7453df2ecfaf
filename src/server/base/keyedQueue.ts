/** Runs work with the same key one after the other, in order of arrival; work with different keys runs concurrently. */
import { Problem } from './problem.ts';

export interface KeyedQueue {
	/**
	 * Resolves with the result of `work`. Throws UNAVAILABLE without starting it when too many wait for the same key, or it
	 * has waited too long.
	 */
	run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface Options {
	/** How many may wait for one key. */
	maxWaiting: number;
	/** Milliseconds after which waiting is useless because the caller has given up. */
	maxWait: number;
}

export function createKeyedQueue(
	{ maxWaiting, maxWait }: Options,
	now: () => number = performance.now.bind(performance),
): KeyedQueue {
	/** Key → the callers that wait for it; a key is present while its work runs. */
	const queues = new Map<string, (() => void)[]>();

	/** Resolves once no other work of the key runs. */
	const enter = (key: string): Promise<void> => {
		const waiting = queues.get(key);
		if (!waiting) {
			queues.set(key, []);
			return Promise.resolve();
		}
		if (waiting.length >= maxWaiting) throw new Problem({ code: 'UNAVAILABLE' });
		const { promise, resolve } = Promise.withResolvers<void>();
		waiting.push(resolve);
		return promise;
	};

	const leave = (key: string): void => {
		const next = queues.get(key)?.shift();
		if (next) next();
		else queues.delete(key);
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
