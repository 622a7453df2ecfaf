import { useEffect, useState } from 'react';
import { SEARCH_DELAY } from '#protocol/base/limits.ts';

interface Answer<T> {
	query: string;
	/** Undefined where the server could not be asked. */
	found: T | undefined;
}

/**
 * Searches shortly after the last key. While it searches, what was found before stays, and
 * `isSearching` is true. Without words nothing is found.
 *
 * @param ask stays the same function; rejects with a RequestError
 */
export function useSearch<T>(query: string, ask: (query: string) => Promise<T>) {
	const [answer, setAnswer] = useState<Answer<T>>();
	const q = query.trim();
	if (!q && answer) setAnswer(undefined);
	useEffect(() => {
		if (!q) return;
		let isGone = false;
		const answerWith = (found?: T): void => {
			if (!isGone) setAnswer({ query: q, found });
		};
		const timer = setTimeout(
			() =>
				void ask(q).then(
					(found) => answerWith(found),
					() => answerWith(),
				),
			SEARCH_DELAY,
		);
		return () => {
			isGone = true;
			clearTimeout(timer);
		};
	}, [q, ask]);
	return {
		found: answer?.found,
		isSearching: q !== '' && answer?.query !== q,
		hasFailed: answer !== undefined && !answer.found,
	};
}
