import { runAfter } from './runAfter.ts';

/**
 * Calls back once the page has loaded and the browser is idle, unless `signal` is aborted before.
 */
export function whenIdle(callback: () => void, signal: AbortSignal): void {
	if (document.readyState !== 'complete') {
		addEventListener('load', () => whenIdle(callback, signal), { once: true, signal });
	} else if ('requestIdleCallback' in window) {
		const handle = requestIdleCallback(callback);
		signal.addEventListener('abort', () => cancelIdleCallback(handle), { once: true });
	} else {
		// WebKit has no idle callback. A task of its own after `load` is the closest to it.
		runAfter(0, callback, signal);
	}
}
