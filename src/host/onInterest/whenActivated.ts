/** Gestures after which browsers let a page play sounds. */
const GESTURES = ['pointerup', 'keydown', 'touchend'] as const;

/**
 * Calls back once the visitor has interacted with the page or its frames; at once if they already
 * have.
 */
export function whenActivated(callback: () => void, signal: AbortSignal): void {
	// Firefox has this since 120.
	const activation = navigator.userActivation as UserActivation | undefined;
	if (activation?.hasBeenActive) return callback();
	const gestures = new AbortController();
	const stop = () => gestures.abort();
	signal.addEventListener('abort', stop, { once: true, signal: gestures.signal });
	for (const gesture of GESTURES) {
		const handle = () => {
			if (activation && !activation.hasBeenActive) return;
			stop();
			callback();
		};
		addEventListener(gesture, handle, { capture: true, passive: true, signal: gestures.signal });
	}
}
