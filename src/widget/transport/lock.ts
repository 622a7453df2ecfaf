/** Runs `task` while no other tab of this browser runs one of the same name. Where locks are denied it runs at once. */
export async function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
	let hasStarted = false;
	const start = () => {
		hasStarted = true;
		return task();
	};
	try {
		return await navigator.locks.request(`live-chat-widget:${name}`, start);
	} catch (error) {
		// A frame without an origin of its own, an old web view: one tab then has to be enough.
		if (hasStarted) throw error;
		return start();
	}
}
