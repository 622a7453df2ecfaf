/** Waiting for what may hang. */
import { Problem } from './problem.ts';

/** What `work` answers; throws UNAVAILABLE where it takes longer than `milliseconds`. Then it goes on, and nobody hears of its end. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Problem({ code: 'UNAVAILABLE' })), milliseconds);
	try {
		return await Promise.race([work, promise]);
	} finally {
		clearTimeout(timer);
	}
}
