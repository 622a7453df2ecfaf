import { useEffect, useState } from 'react';

interface Fresh<T> {
	/** What was loaded last; undefined until then. */
	value: T | undefined;
	/** Whether there is nothing to show, since loading failed. */
	hasFailed: boolean;
	/** Loads again. */
	retry: () => void;
}

/**
 * Loads something when it is first drawn, and again whenever `occasion` changes; what there is stays until then.
 *
 * @param load the same function each time, or it is called again
 */
export function useFresh<T>(load: () => Promise<T>, occasion?: unknown): Fresh<T> {
	const [attempt, setAttempt] = useState(0);
	const [value, setValue] = useState<T>();
	const [hasFailed, setFailed] = useState(false);
	useEffect(() => {
		let isGone = false;
		load().then(
			(loaded) => {
				if (!isGone) setValue(() => loaded);
			},
			(error: unknown) => {
				console.error(error);
				if (!isGone) setFailed(true);
			},
		);
		return () => {
			isGone = true;
		};
	}, [load, occasion, attempt]);
	const retry = () => {
		setFailed(false);
		setAttempt(attempt + 1);
	};
	return { value, hasFailed: hasFailed && value === undefined, retry };
}
