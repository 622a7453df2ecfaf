/** Waiting for what may hang. */
import { Problem } from './problem.ts';

/** Milliseconds until a caller is told that the server cannot answer: clients and proxies lose patience after 5 s. */
export const ANSWER_TIME = 4_500;

/** What `work` answers; throws UNAVAILABLE where it takes longer than `milliseconds`. The work then goes on, and its outcome is ignored. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Problem({ code: 'UNAVAILABLE' })), milliseconds);
	try {
		return await Promise.race([work, promise]);
	} finally {
		clearTimeout(timer);
	}
}
