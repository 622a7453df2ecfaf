import assert from 'node:assert/strict';

/** Resolves with the answer. Fails if it takes `limit` milliseconds or longer. */
export async function answerWithin<T>(limit: number, work: () => Promise<T>): Promise<T> {
	const begunAt = Date.now();
	const answer = await work();
	const took = Date.now() - begunAt;
	assert.ok(took < limit, `${took} ms`);
	return answer;
}
