/**
 * The help centre's articles as the frame lists them: the most read ones, and the results of a
 * search.
 */
import { type Atom, atom } from 'jotai/vanilla';
import type { Article } from '#protocol/entities/articles.ts';
import { SEARCH_DELAY } from '#protocol/base/limits.ts';
import { listArticles } from './listArticles.ts';
import { articleLocaleAtom } from './portal.ts';

interface Listed {
	state: 'loading' | 'loaded' | 'failed';
	articles: readonly Article[];
}

interface Search extends Pick<Listed, 'articles'> {
	/** The search words as typed. */
	words: string;
	state: 'idle' | 'loading' | 'loaded' | 'failed';
}

const NO_SEARCH: Search = { words: '', state: 'idle', articles: [] };

/** Locale → its most read articles, which are loaded once per frame. */
const popularByLocaleAtom = atom<ReadonlyMap<string, Listed>>(new Map());
const searchPartAtom = atom(NO_SEARCH);
const timerAtom = atom<ReturnType<typeof setTimeout>>();

/** The most read articles in the interface language, at most six. */
export const popularAtom = atom(
	(get): Listed => get(popularByLocaleAtom).get(get(articleLocaleAtom)) ?? { state: 'loading', articles: [] },
);

/**
 * The visitor's search. While its state is `loading`, its articles are those of the search before.
 */
export const searchAtom: Atom<Search> = searchPartAtom;

/**
 * Loads the most read articles. Never rejects: where it fails the list is empty, and the next call
 * tries again.
 */
export const loadPopular = atom(null, async (get, set) => {
	const locale = get(articleLocaleAtom);
	const known = get(popularByLocaleAtom).get(locale)?.state;
	if (known === 'loading' || known === 'loaded') return;
	const keep = (listed: Listed) => set(popularByLocaleAtom, (all) => new Map(all).set(locale, listed));
	keep({ state: 'loading', articles: [] });
	try {
		keep({ state: 'loaded', articles: await listArticles(get, { sort: 'views', status: '1' }) });
	} catch (error) {
		console.debug('live-chat-widget: articles could not be read', error);
		keep({ state: 'failed', articles: [] });
	}
});

/** Searches once the visitor has stopped typing for a moment. An empty field ends the search. */
export const typeSearch = atom(null, (get, set, words: string) => {
	clearTimeout(get(timerAtom));
	set(searchPartAtom, (search) => (words.trim() ? { ...search, words, state: 'loading' } : { ...NO_SEARCH, words }));
	if (words.trim())
		set(
			timerAtom,
			setTimeout(() => void set(runSearch), SEARCH_DELAY),
		);
});

/** Searches at once for the typed words. A late response to earlier words is dropped. */
export const runSearch = atom(null, async (get, set) => {
	clearTimeout(get(timerAtom));
	const { words } = get(searchPartAtom);
	if (!words.trim()) return;
	const settle = (found: Listed) =>
		set(searchPartAtom, (search) => (search.words === words ? { words, ...found } : search));
	set(searchPartAtom, (search) => ({ ...search, state: 'loading' }));
	try {
		const articles = await listArticles(get, { query: words.trim(), status: '1' });
		settle({ state: 'loaded', articles });
	} catch (error) {
		console.debug('live-chat-widget: articles could not be searched', error);
		settle({ state: 'failed', articles: [] });
	}
});
