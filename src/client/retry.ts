/** When to try again what a lost connection has kept from happening. */
import { RECONNECT_DELAY, RECONNECT_DELAY_MAX, RETRY_DELAY_SEEN, SEND_RETRY_DELAYS } from '#protocol/limits.ts';

type Listener = (sentAt: number) => void;

const listeners = new Set<Listener>();

/** A request has succeeded, so there is a network. @param sentAt by `performance.now()` */
export function noteSuccess(sentAt: number): void {
	for (const listener of listeners) listener(sentAt);
}

/**
 * Calls `retry` once: after `pause` milliseconds, where somebody sees the page after RETRY_DELAY_SEEN at most; and at once
 * when there is reason to hope, which is when the network or the visitor comes back or another request succeeds. Returns the undo.
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

	/** What was under way when this failed says nothing about what came after. */
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

/** Milliseconds after that many failures in a row, for requests. */
export function requestPause(failures: number): number {
	return SEND_RETRY_DELAYS[Math.min(failures, SEND_RETRY_DELAYS.length - 1)] ?? RECONNECT_DELAY_MAX;
}

/**
 * Milliseconds after that many failures in a row, for connections: at random, since all that one server has lost come back.
 * The first is RECONNECT_DELAY on average, and each twice the one before.
 */
export function connectionPause(failures: number): number {
	const longest = document.visibilityState === 'visible' ? RETRY_DELAY_SEEN : RECONNECT_DELAY_MAX;
	return Math.random() * Math.min(2 * RECONNECT_DELAY * 2 ** failures, longest);
}
