import { CHAT_URL, HELP_LOCALE, HELP_PORTAL } from './environment.ts';

export interface Found {
	title: string;
	description: string;
	/** Markdown. */
	content: string;
	link: string;
}

interface Listed {
	payload: (Found & { id: number })[];
}

const ARTICLES_MAX = 3;
const WORDS_MAX = 6;
/** Shorter words say little, and so do these. */
const LETTERS_MIN = 4;
const EMPTY_WORDS = new Set(
	'about after again also anything been before could does doing from have help here into just know like long make many more most much need only other over please some tell than thank thanks that them then there these they this those very want were what when where which while will with would your'.split(
		' ',
	),
);

/**
 * The articles of the help centre that fit a question best; none where no word of it is in any. The
 * help centre finds the articles that have all words of a search, and no article has all words of a
 * question, so each word is asked for alone: the fewer articles have it, the more it says.
 */
export async function findArticles(question: string): Promise<Found[]> {
	const results = await Promise.all(wordsOf(question).map(search));
	const scores = new Map<number, { article: Found; score: number }>();
	for (const articles of results)
		for (const [place, article] of articles.entries()) {
			// Those that have the word in their title come first.
			const more = 1 / articles.length + 1 / (10 * (place + 1));
			scores.set(article.id, { article, score: (scores.get(article.id)?.score ?? 0) + more });
		}
	return [...scores.values()]
		.toSorted((one, other) => other.score - one.score)
		.slice(0, ARTICLES_MAX)
		.map(({ article }) => ({ ...article, link: new URL(article.link, CHAT_URL).href }));
}

/** The longest words, without the ends by which they differ in their forms. */
function wordsOf(question: string): string[] {
	const words = (question.toLowerCase().match(/\p{L}+/gu) ?? []).filter(
		(word) => word.length >= LETTERS_MIN && !EMPTY_WORDS.has(word),
	);
	const stems = words.map((word) => word.slice(0, Math.max(LETTERS_MIN, word.length - 2)));
	return [...new Set(stems)].toSorted((one, other) => other.length - one.length).slice(0, WORDS_MAX);
}

async function search(word: string): Promise<Listed['payload']> {
	const address = new URL(`/hc/${HELP_PORTAL}/${HELP_LOCALE}/articles.json`, CHAT_URL);
	address.search = new URLSearchParams({ query: word, per_page: '10' }).toString();
	const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
	if (!response.ok) throw new Error(`The help centre answered ${response.status}`);
	return ((await response.json()) as Listed).payload;
}
