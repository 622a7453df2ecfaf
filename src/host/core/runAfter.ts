/** A timer that `signal` cancels. */
export function runAfter(milliseconds: number, callback: () => void, signal: AbortSignal): void {
	if (signal.aborted) return;
	const stop = () => clearTimeout(timer);
	const timer = setTimeout(() => {
		signal.removeEventListener('abort', stop);
		callback();
	}, milliseconds);
	signal.addEventListener('abort', stop, { once: true });
}
