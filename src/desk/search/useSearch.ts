import { useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useEffect, useState } from 'react';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { SEARCH_DELAY } from '#protocol/limits.ts';
import type { RouteResponse } from '#protocol/routes.ts';
import { account, call } from '../session/api.ts';

export type Found = RouteResponse<typeof applicationRoutes.search>['payload'];

interface Answer {
	query: string;
	/** Undefined where the server could not be asked. */
	found: Found | undefined;
}

const askServer = atom(null, async (get, _set, q: string): Promise<Found> => {
	return (await call(get, applicationRoutes.search, { params: account(get), query: { q } })).payload;
});

/**
 * Searches conversations, contacts and messages shortly after the last key. While it searches, what was found before stays;
 * `isCurrent` tells whether the answer is that to `query`.
 */
export function useSearch(query: string) {
	const [answer, setAnswer] = useState<Answer>();
	const ask = useSetAtom(askServer);
	const q = query.trim();
	useEffect(() => {
		if (!q) return;
		let isGone = false;
		const answerWith = (found?: Found): void => {
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
	const known = q ? answer : undefined;
	return { found: known?.found, isCurrent: known?.query === q, hasFailed: known !== undefined && !known.found };
}
