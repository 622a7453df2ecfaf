/**
 * Waits for all of them, and then rejects with the error of the first in the list that failed. For
 * statements of one transaction that need nothing from each other: PostgreSQL gets them at once,
 * and runs them in order. With `Promise.all`, some could still run when the transaction is over.
 */
export async function allSettled<const Promises extends readonly unknown[]>(
	promises: Promises,
): Promise<{ -readonly [Index in keyof Promises]: Awaited<Promises[Index]> }> {
	await Promise.allSettled(promises);
	return Promise.all(promises);
}
