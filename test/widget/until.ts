// Kept, since a test may mock the clock.
const { setTimeout } = globalThis;

/** Resolves with the first value that is not false or undefined; rejects with `what` after 20 seconds. */
export async function until<T>(what: string, look: () => T | false | undefined): Promise<T> {
	const deadline = Date.now() + 20_000;
	for (;;) {
		const found = look();
		if (found !== false && found !== undefined) return found;
		if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
