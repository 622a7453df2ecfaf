/**
 * Returns a function that answers what was read at most `maxAge` milliseconds ago. Calls while it
 * is read wait for the same reading; after one that failed, the next call reads again.
 */
export function createRecentReader<T>(
	read: () => Promise<T>,
	maxAge: number,
	now: () => number = performance.now.bind(performance),
): () => Promise<T> {
	let known: { readAt: number; answer: Promise<T> } | undefined;
	return () => {
		if (!known || now() - known.readAt > maxAge) {
			known = { readAt: now(), answer: read() };
			known.answer.catch(() => (known = undefined));
		}
		return known.answer;
	};
}
