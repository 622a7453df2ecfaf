/** Limits how long a caller waits. */
import { Problem } from './problem.ts';

/**
 * Milliseconds after which a caller is told that the server cannot answer: clients and proxies give
 * up after 5 s.
 */
export const ANSWER_TIME = 4_500;

/**
 * Resolves with the result of `work`. Throws UNAVAILABLE where that takes longer than
 * `milliseconds`; the work then continues, and its result is ignored.
 */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Problem({ code: 'UNAVAILABLE' })), milliseconds);
	try {
		return await Promise.race([work, promise]);
	} finally {
		clearTimeout(timer);
	}
}
