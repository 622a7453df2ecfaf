/** Decides when to repeat what failed because the connection was lost. */
import { RECONNECT_DELAY, RECONNECT_DELAY_MAX } from '#protocol/base/limits.ts';

/** The longest pause on a page that is visible. */
const RETRY_DELAY_SEEN = 5_000;

/** Pauses between attempts while the server cannot be reached. */
const SEND_RETRY_DELAYS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

type Listener = (sentAt: number) => void;

const listeners = new Set<Listener>();

/**
 * Notes that a request has succeeded, so there is a network. @param sentAt by `performance.now()`
 */
export function noteSuccess(sentAt: number): void {
	for (const listener of listeners) listener(sentAt);
}

/**
 * Calls `retry` once: after `pause` milliseconds (at most RETRY_DELAY_SEEN while the page is
 * visible), or at once when the network returns, the visitor returns to the page, or another
 * request succeeds. Returns the undo.
 */
export function retryLater(pause: number, retry: () => void): () => void {
	const pausedAt = performance.now();
	const isSeen = () => document.visibilityState === 'visible';
	const waiting = new AbortController();
	const { signal } = waiting;

	function cancel() {
		clearTimeout(timer);
		waiting.abort();
		listeners.delete(noteLater);
	}

	function end() {
		cancel();
		retry();
	}

	/** Only a request that was sent after the failure shows that the network is back. */
	function noteLater(sentAt: number) {
		if (sentAt > pausedAt) end();
	}

	const timer = setTimeout(end, isSeen() ? Math.min(pause, RETRY_DELAY_SEEN) : pause);
	listeners.add(noteLater);
	addEventListener('online', end, { signal });
	addEventListener('focus', end, { signal });
	document.addEventListener('visibilitychange', () => isSeen() && end(), { signal });
	return cancel;
}

/** The pause in milliseconds before a request is repeated, after so many failures in a row. */
export function requestPause(failures: number): number {
	return SEND_RETRY_DELAYS[Math.min(failures, SEND_RETRY_DELAYS.length - 1)] ?? RECONNECT_DELAY_MAX;
}

/**
 * The pause in milliseconds before reconnecting, after so many failures in a row. It is random,
 * because all clients that one server has lost reconnect. The first is RECONNECT_DELAY on average,
 * and each further one is twice as long.
 */
export function connectionPause(failures: number): number {
	const longest = document.visibilityState === 'visible' ? RETRY_DELAY_SEEN : RECONNECT_DELAY_MAX;
	return Math.random() * Math.min(2 * RECONNECT_DELAY * 2 ** failures, longest);
}
