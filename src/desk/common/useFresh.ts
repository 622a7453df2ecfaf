import { useEffect, useState } from 'react';

interface Fresh<T> {
	/** What was loaded last; undefined until then. */
	value: T | undefined;
	/** Whether `value` was loaded on this occasion, and not on one before. */
	isFresh: boolean;
	/** Whether loading failed on this occasion. */
	hasFailed: boolean;
	/** Loads again. */
	retry: () => void;
	/** What has been loaded is now this. */
	replace: (value: T) => void;
	/** Changes what has been loaded, as it is by then. */
	update: (change: (value: T) => T) => void;
}

/**
 * Loads something when it is first drawn, and again whenever `occasion` changes; what there is
 * stays until then.
 *
 * @param load the same function each time, or it is called again; undefined where nothing is to be
 * loaded on this occasion
 */
export function useFresh<T>(load: (() => Promise<T>) | undefined, occasion?: unknown): Fresh<T> {
	// A new object each time, so that an occasion that comes back is told from the one before.
	const [attempt, setAttempt] = useState({ occasion });
	if (attempt.occasion !== occasion) setAttempt({ occasion });
	const [loaded, setLoaded] = useState<{ value: T; attempt: object }>();
	const [failed, setFailed] = useState<object>();
	useEffect(() => {
		if (!load) return;
		let isGone = false;
		load().then(
			(value) => {
				if (!isGone) setLoaded({ value, attempt });
			},
			(error: unknown) => {
				console.error(error);
				if (!isGone) setFailed(attempt);
			},
		);
		return () => {
			isGone = true;
		};
	}, [load, attempt]);
	return {
		value: loaded?.value,
		isFresh: loaded?.attempt === attempt,
		hasFailed: failed === attempt,
		retry: () => setAttempt({ occasion }),
		replace: (value) => setLoaded((before) => before && { ...before, value }),
		update: (change) => setLoaded((before) => before && { ...before, value: change(before.value) }),
	};
}
