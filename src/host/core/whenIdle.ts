/** Calls back once the page has loaded and has nothing better to do, unless `signal` comes first. */
export function whenIdle(callback: () => void, signal: AbortSignal): void {
	if (document.readyState !== 'complete') {
		addEventListener('load', () => whenIdle(callback, signal), { once: true, signal });
	} else if ('requestIdleCallback' in window) {
		const handle = requestIdleCallback(callback);
		signal.addEventListener('abort', () => cancelIdleCallback(handle), { once: true });
	} else {
		// WebKit has no idle callback; after `load` a task of its own is as idle as it gets.
		const handle = setTimeout(callback);
		signal.addEventListener('abort', () => clearTimeout(handle), { once: true });
	}
}
