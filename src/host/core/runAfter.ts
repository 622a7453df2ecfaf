/** A timer that `signal` cancels. */
export function runAfter(milliseconds: number, callback: () => void, signal: AbortSignal): void {
	const timer = setTimeout(callback, milliseconds);
	signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
