import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { SEARCH_PER_PAGE } from '#protocol/base/limits.ts';
import { useSearch } from '../common/useSearch.ts';
import { KINDS, searchEverything, searchFurther, type Found, type FoundKind } from './searchEverything.ts';

interface Progress {
	/** The first page of all kinds, as it was found: another object with other words. */
	first: Found;
	found: Found;
	/** How many pages there are of each kind. */
	pages: Record<FoundKind, number>;
	/** The kinds of which the last page was full. */
	unfinished: readonly FoundKind[];
	/** Of which kind the next page is on its way. */
	loading?: FoundKind | undefined;
	hasFailed?: boolean;
}

/** What the words find: the first of each kind, and more of a kind when the agent asks for them. */
export function useFound(query: string) {
	const { found: first, ...search } = useSearch(query, useSetAtom(searchEverything));
	const ask = useSetAtom(searchFurther);
	const [last, setLast] = useState<Progress>();
	const progress = last?.first === first ? last : first && begin(first);
	const loadMore = async (kind: FoundKind): Promise<void> => {
		if (!progress || progress.loading || search.isSearching) return;
		const asking = { ...progress, loading: kind, hasFailed: false };
		setLast(asking);
		const update = (change: Partial<Progress>) =>
			// With other words, the answer is none of theirs.
			setLast((known) => (known === asking ? { ...asking, loading: undefined, ...change } : known));
		await ask(kind, query.trim(), progress.pages[kind] + 1).then(
			(page) => update(withPage(progress, kind, page)),
			() => update({ hasFailed: true }),
		);
	};
	return {
		found: progress?.found,
		...search,
		/** The kinds of which there is more. */
		unfinished: search.isSearching ? [] : (progress?.unfinished ?? []),
		loading: progress?.loading,
		hasMoreFailed: progress?.hasFailed === true,
		loadMore,
	};
}

function begin(first: Found): Progress {
	const unfinished = KINDS.filter((kind) => first[kind].length === SEARCH_PER_PAGE);
	return { first, found: first, pages: { conversations: 1, messages: 1, contacts: 1 }, unfinished };
}

function withPage({ found, pages, unfinished }: Progress, kind: FoundKind, page: Found[FoundKind]): Partial<Progress> {
	// What is new since moves the others to the next page: they are found once more.
	const news = page.filter(({ id }) => !found[kind].some((known) => known.id === id));
	return {
		found: { ...found, [kind]: [...found[kind], ...news] },
		pages: { ...pages, [kind]: pages[kind] + 1 },
		unfinished: unfinished.filter((one) => one !== kind || page.length === SEARCH_PER_PAGE),
	};
}
