/** Holds the timers of one delay in the test's hands; the page's other timers keep running. */

export interface HeldTimers {
	/** How many are set now. */
	readonly count: number;
	/** How many have been set so far. */
	readonly started: number;
	/** Fires all that are set. */
	ring: () => void;
	/** Restores the page's own timers. */
	release: () => void;
}

/** From now on timers of `delay` milliseconds are held. */
export function holdTimers(delay: number): HeldTimers {
	const { setTimeout, clearTimeout } = window;
	const held = new Map<number, () => void>();
	let started = 0;
	window.setTimeout = ((run: () => void, after?: number, ...args: unknown[]) => {
		if (after !== delay) return setTimeout(run, after, ...args);
		// A number that the browser has assigned collides with no other timer's.
		const id = setTimeout(() => {}, 0);
		held.set(id, run);
		started += 1;
		return id;
	}) as typeof window.setTimeout;
	window.clearTimeout = (id) => {
		held.delete(Number(id));
		clearTimeout(id);
	};
	return {
		get count() {
			return held.size;
		},
		get started() {
			return started;
		},
		ring() {
			const due = [...held.values()];
			held.clear();
			for (const run of due) run();
		},
		release() {
			window.setTimeout = setTimeout;
			window.clearTimeout = clearTimeout;
		},
	};
}
