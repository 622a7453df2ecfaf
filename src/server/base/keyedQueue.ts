/** Work that concerns the same thing, one at a time and in the order of its arrival; work on different things goes on side by side. */
import { Problem } from './problem.ts';

export interface KeyedQueue {
	/** What `work` answers. Throws UNAVAILABLE, and does not begin it, where too much waits for the same key, or for too long. */
	run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface Options {
	/** Of one key. */
	maxWaiting: number;
	/** Milliseconds of waiting after which the caller has given up. */
	maxWait: number;
}

export function createKeyedQueue(
	{ maxWaiting, maxWait }: Options,
	now: () => number = performance.now.bind(performance),
): KeyedQueue {
	/** A key is there while work of it runs, with those that wait for it to end. */
	const queues = new Map<string, (() => void)[]>();

	/** Resolves once nothing else of the key runs. */
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
