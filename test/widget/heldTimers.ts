/** A clock in the test's hands, for one of the product's times: the page's other timers go on. */

export interface HeldTimers {
	/** How many are set now. */
	readonly count: number;
	/** How many have been set so far. */
	readonly started: number;
	/** The time has passed: each that is set does what it was set for. */
	ring: () => void;
	/** Puts the page's own clock back. */
	release: () => void;
}

/** From now on timers of `delay` milliseconds stand still. */
export function holdTimers(delay: number): HeldTimers {
	const { setTimeout, clearTimeout } = window;
	const held = new Map<number, () => void>();
	let started = 0;
	window.setTimeout = ((run: () => void, after?: number, ...args: unknown[]) => {
		if (after !== delay) return setTimeout(run, after, ...args);
		// Only a number that the browser has given is nobody else's.
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
