import { useEffect, useState } from 'react';
import { requestPause, retryLater } from '#client/retry.ts';

export interface Loaded<T extends object> {
	/** What was loaded; undefined until then. */
	value: T | undefined;
	/**
	 * Whether it failed to load the last time that this was asked for. It is tried again by itself.
	 */
	hasFailed: boolean;
	retry: () => void;
}

/**
 * What has loaded, by the function that loads it, so that a component that is drawn again has it at
 * once.
 */
const arrived = new WeakMap<() => Promise<object>, object>();

/**
 * Loads something when it is first drawn; callers with the same function share one load. What
 * failed is loaded again on the occasions of `retryLater`, such as the network's return, while the
 * failure stays in sight.
 */
export function useLoaded<T extends object>(load: () => Promise<T>): Loaded<T> {
	const [attempt, setAttempt] = useState(1);
	const [failedAttempt, setFailedAttempt] = useState(0);
	const [askedAttempt, setAskedAttempt] = useState(1);
	const value = arrived.get(load) as T | undefined;
	const isThere = value !== undefined;

	useEffect(() => {
		if (isThere) return;
		let isGone = false;
		let cancel: (() => void) | undefined;
		const tryAgain = () => setAttempt(attempt + 1);
		load().then(
			(loaded) => {
				arrived.set(load, loaded);
				if (!isGone) tryAgain();
			},
			(error: unknown) => {
				console.error(error);
				if (isGone) return;
				setFailedAttempt(attempt);
				cancel = retryLater(requestPause(attempt), tryAgain);
			},
		);
		return () => {
			isGone = true;
			cancel?.();
		};
	}, [load, isThere, attempt]);

	return {
		value,
		hasFailed: !isThere && failedAttempt >= askedAttempt,
		retry: () => {
			setAttempt(attempt + 1);
			setAskedAttempt(attempt + 1);
		},
	};
}
