import { formatList } from '#protocol/base/formatList.ts';
import type { TeamArticle, TeamPortal } from '#protocol/application/helpCentreRoutes.ts';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';

/** An article in all its languages. */
export interface ArticleGroup {
	/** That of the original. */
	id: number;
	/** By language. */
	versions: ReadonlyMap<string, TeamArticle>;
	/** The original, or another version where the original's language is offered no more. */
	original: TeamArticle;
}

/** What a list of articles in one language takes. */
export interface ArticlesProps {
	portal: TeamPortal;
	locale: string;
	groups: readonly ArticleGroup[];
}

/**
 * Puts translations together with their originals. An article whose original has a version in its
 * language already stands alone, so that each is in one group.
 */
export function groupArticles(articles: readonly TeamArticle[]): ArticleGroup[] {
	const versions = new Map<number, Map<string, TeamArticle>>();
	// Originals first, since their place in their language cannot be another's.
	const sorted = articles.toSorted((a, b) => Number(isTranslation(a)) - Number(isTranslation(b)));
	for (const article of sorted) {
		const originalId = article.associated_article_id ?? article.id;
		const isTaken = versions.get(originalId)?.has(article.locale) ?? false;
		const id = isTaken ? article.id : originalId;
		versions.set(id, (versions.get(id) ?? new Map<string, TeamArticle>()).set(article.locale, article));
	}
	return [...versions].flatMap(([id, group]) => {
		const [first] = group.values();
		return first ? [{ id, versions: group, original: first }] : [];
	});
}

function isTranslation({ associated_article_id }: TeamArticle): boolean {
	return associated_article_id !== null;
}

/**
 * The names of the other languages in which there is the article, as the agent's language lists
 * them.
 */
export function listOtherLanguages({ versions }: ArticleGroup, locale: string, agentLocale: string): string {
	const others = [...versions.keys()].filter((other) => other !== locale);
	return formatList(others.map(nameOfLanguage), agentLocale);
}
