/** Of several tabs one plays the sound, or counts, and holds that role for this long. */
const CLAIM_PERIOD = 5_000;

/** Tabs that are not visible wait for this long before they claim it. */
const HIDDEN_DELAY = 150;

/**
 * Runs `task` while no other tab of this browser runs one of the same name. Where the browser
 * denies locks it runs at once.
 */
export async function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
	let hasStarted = false;
	const start = () => {
		hasStarted = true;
		return task();
	};
	try {
		return await navigator.locks.request(`live-chat-widget:${name}`, start);
	} catch (error) {
		// Locks are denied in a frame with an opaque origin and missing in old web views: the task
		// then runs without one.
		if (hasStarted) throw error;
		return start();
	}
}

/**
 * True in the first tab of this browser that asks, for `CLAIM_PERIOD`. A tab that is not looked at
 * lets the others ask first. Where locks are denied every tab is the first.
 */
export async function claim(name: string, isLookedAt: boolean): Promise<boolean> {
	if (!isLookedAt) await new Promise((resolve) => setTimeout(resolve, HIDDEN_DELAY));
	return new Promise((resolve) => {
		const hold = async (lock: Lock | null) => {
			resolve(lock !== null);
			if (lock) await new Promise((release) => setTimeout(release, CLAIM_PERIOD));
		};
		try {
			navigator.locks.request(`live-chat-widget:${name}`, { ifAvailable: true }, hold).catch(() => resolve(true));
		} catch {
			resolve(true);
		}
	});
}
