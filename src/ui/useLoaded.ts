import { useEffect, useState } from 'react';

export interface Loaded<T extends object> {
	/** What was loaded; undefined until then. */
	value: T | undefined;
	hasFailed: boolean;
	retry: () => void;
}

/** What has loaded, by the function that loads it, so that a component that is drawn again has it at once. */
const arrived = new WeakMap<() => Promise<object>, object>();

/** Loads something when it is first drawn; callers with the same function share one load. */
export function useLoaded<T extends object>(load: () => Promise<T>): Loaded<T> {
	const [attempt, setAttempt] = useState(1);
	const [failedAttempt, setFailedAttempt] = useState(0);
	const [, drawAgain] = useState(0);
	const value = arrived.get(load) as T | undefined;
	const isThere = value !== undefined;

	useEffect(() => {
		if (isThere) return;
		let isGone = false;
		load().then(
			(loaded) => {
				arrived.set(load, loaded);
				if (!isGone) drawAgain(attempt);
			},
			(error: unknown) => {
				console.error(error);
				if (!isGone) setFailedAttempt(attempt);
			},
		);
		return () => {
			isGone = true;
		};
	}, [load, isThere, attempt]);

	return { value, hasFailed: !isThere && failedAttempt === attempt, retry: () => setAttempt(attempt + 1) };
}
