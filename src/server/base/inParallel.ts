/** How many are worked on at a time. */
const AT_ONCE = 10;

/** Does the work for each of them, several at a time. Rejects where it fails for one. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
	const left = items.values();
	const workOff = async () => {
		for (const item of left) await work(item);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}
