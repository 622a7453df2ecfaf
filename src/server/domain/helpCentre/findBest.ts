/**
 * The articles that a sentence is about: of what people write to ask something, most words stand in
 * no article, so that the search for all of them would find nothing.
 */
import { beginningOf } from '#protocol/base/characters.ts';
import { foldText } from '#protocol/base/foldText.ts';
import { languageTag } from '#protocol/base/locales.ts';
import type { ArticleMatch } from '../../store/helpCentre/articles.ts';
import type { Repositories } from '../../store/store.ts';
import type { ArticleRow } from '../../store/tables/schema.ts';

/** Each is compared with every article. The last ones count: people greet first. */
const WORDS_MAX = 12;
const TEXT_MAX = 1_000;

/** A word of the title says more than one of the text. */
const IN_TITLE = 3;
/** Of what is found of the sentence, an article has at least this much. */
const SHARE_MIN = 1 / 3;

interface Place {
	portalId: number;
	locale: string;
	limit: number;
	offset: number;
}

/** The best comes first. */
export async function findBest(
	store: Pick<Repositories, 'articles'>,
	text: string,
	{ portalId, locale, limit, offset }: Place,
): Promise<ArticleRow[]> {
	const words = wordsOf(text, locale);
	if (words.length === 0) return [];
	const stems = words.map(stemOf);
	const ids = rank(words, stems, await store.articles.matchParts(portalId, locale, stems)).slice(
		offset,
		offset + limit,
	);
	const found = new Map((await store.articles.listById(ids)).map((article) => [article.id, article]));
	return ids.map((id) => found.get(id)).filter((article) => article !== undefined);
}

/** The words that may say what a text is about; languages without spaces have them, too. */
function wordsOf(text: string, locale: string): string[] {
	const segments = new Intl.Segmenter(languageTag(locale), { granularity: 'word' }).segment(
		beginningOf(text, TEXT_MAX),
	);
	const words = [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => foldText(segment));
	return [...new Set(words)].filter((word) => word.length >= shortest(word)).slice(-WORDS_MAX);
}

/** In alphabets, words of two letters say nothing; in other scripts they are whole words. */
function shortest(word: string): number {
	return IS_ALPHABETIC.test(word) ? 3 : 2;
}

const IS_ALPHABETIC = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]/u;

/**
 * Without what a word may end with, so that "returns" finds "returning", and "Lieferung" finds
 * "liefern".
 */
function stemOf(word: string): string {
	return word.slice(0, Math.max(word.length - 3, 4));
}

/** Ids of those that answer best. */
function rank(words: readonly string[], stems: readonly string[], articles: readonly ArticleMatch[]): number[] {
	const weights = stems.map((_, index) => weigh(articles.filter(({ has }) => has[index]).length, articles.length));
	const least = SHARE_MIN * sum(weights);
	return articles
		.map(({ id, title, has }) => {
			const titleWords = title.split(/[^\p{L}\p{N}]+/u);
			const found = words.map((word, index) => {
				if (!has[index] || weights[index] === 0) return 0;
				// Texts have a short word within many a longer one: it counts in titles only.
				if (IS_ALPHABETIC.test(word) && word.length < 4) return titleWords.includes(word) ? IN_TITLE : 0;
				return title.includes(stems[index] ?? word) ? IN_TITLE : 1;
			});
			const isAbout = found.includes(IN_TITLE) || found.filter(Boolean).length > 1;
			const share = sum(weights.filter((_, index) => found[index]));
			const score = sum(weights.map((weight, index) => weight * (found[index] ?? 0)));
			return { id, isFit: isAbout && share >= least, score };
		})
		.filter(({ isFit }) => isFit)
		.toSorted((one, other) => other.score - one.score)
		.map(({ id }) => id);
}

/** The rarer a word, the more it says; what most articles have says nothing. */
function weigh(count: number, all: number): number {
	return count === 0 || (all > 3 && count > all / 2) ? 0 : Math.log(1 + all / count);
}

function sum(values: readonly number[]): number {
	return values.reduce((one, other) => one + other, 0);
}
