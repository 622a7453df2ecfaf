/** How much waits for a Redis that is away or hangs. */
import type { Redis } from 'ioredis';

/**
 * Answers a function that says whether another command may be sent. Beyond `max` that Redis has not answered it says no, until
 * Redis has: events are hints, and clients ask for what they missed.
 */
export function createBacklog(redis: Pick<Redis, 'ping'>, max: number): () => boolean {
	let unanswered = 0;
	let isAsking = false;

	// Redis answers in order: with this everything before it is through.
	const ask = () => {
		isAsking = true;
		const asOf = unanswered;
		void redis
			.ping()
			.then(
				() => (unanswered -= asOf),
				() => undefined,
			)
			.finally(() => (isAsking = false));
	};

	return () => {
		if (unanswered >= max) {
			if (!isAsking) ask();
			return false;
		}
		unanswered++;
		if (!isAsking) ask();
		return true;
	};
}
