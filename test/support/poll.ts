// Kept, since a test may mock the clock.
const { setTimeout } = globalThis;

interface Polling {
	/** Waits until the next look. */
	pause: () => Promise<unknown>;
	/** Milliseconds until it gives up. */
	patience: number;
	/** What is said then. */
	complain: () => string;
}

/** Resolves with the first answer of `look` that is not undefined, null or false. */
export async function poll<T>(
	look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
	{ pause, patience, complain }: Polling,
): Promise<T> {
	const end = performance.now() + patience;
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== null && found !== false) return found;
		if (performance.now() > end) throw new Error(complain());
		await pause();
	}
}

export function pauseFor(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
