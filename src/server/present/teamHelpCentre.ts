/**
 * Portals, categories and articles as the team sees them (docs/application-api.md, Help centre).
 */
import type { ArticleStatus } from '#protocol/entities/articles.ts';
import type { TeamArticle, TeamCategory, TeamPortal } from '#protocol/application/helpCentreRoutes.ts';
import { shownNameOf } from '../domain/contacts/shownName.ts';
import type { ArticleCount } from '../store/helpCentre/articles.ts';
import type { ArticleRow, CategoryRow, PortalRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/people/users.ts';
import { presentPortal } from './article.ts';
import { etagOf, withTag } from './tagged.ts';
import { seconds } from './times.ts';

/** Articles by status, and all together. */
export function sumArticles(found: readonly Pick<ArticleCount, 'status' | 'count'>[]) {
	const counts: Record<ArticleStatus, number> = { draft: 0, published: 0, archived: 0 };
	for (const { status, count } of found) counts[status] += count;
	return { ...counts, all: counts.draft + counts.published + counts.archived };
}

function isIn(locale: string | undefined, of: { locale: string }): boolean {
	return locale === undefined || of.locale === locale;
}

/** Presents portals with two statements, however many they are. */
export async function presentTeamPortals(store: Repositories, portals: readonly PortalRow[]): Promise<TeamPortal[]> {
	const ids = portals.map(({ id }) => id);
	const articles = await store.articles.count(ids);
	const categories = await store.categories.countByLocale(ids);
	return portals.map((portal) => {
		const isOf = ({ portal_id }: { portal_id: number }) => portal_id === portal.id;
		return presentCountedPortal(portal, articles.filter(isOf), categories.filter(isOf));
	});
}

export async function presentTeamPortal(store: Repositories, portal: PortalRow): Promise<TeamPortal> {
	const [presented] = await presentTeamPortals(store, [portal]);
	if (!presented) throw new Error('A portal was not presented');
	return presented;
}

function presentCountedPortal(
	portal: PortalRow,
	articles: readonly ArticleCount[],
	categories: readonly { locale: string; count: number }[],
): TeamPortal {
	const countCategories = (locale?: string) =>
		categories.filter((count) => isIn(locale, count)).reduce((sum, { count }) => sum + count, 0);
	const { all, draft, published, archived } = sumArticles(articles);
	return {
		...presentPortal(portal),
		config: {
			allowed_locales: portal.allowed_locales.map((code) => ({
				code,
				articles_count: sumArticles(articles.filter((count) => isIn(code, count))).all,
				categories_count: countCategories(code),
			})),
		},
		meta: {
			all_articles_count: all,
			archived_articles_count: archived,
			published_count: published,
			draft_articles_count: draft,
			categories_count: countCategories(),
			default_locale: portal.default_locale,
		},
		etag: etagOf(presentPortal(portal)),
	};
}

export function presentTeamCategory(portal: PortalRow, category: CategoryRow, articlesCount: number): TeamCategory {
	const { id, name, slug, locale, description, position } = category;
	return {
		...withTag({ id, account_id: portal.account_id, name, slug, locale, description }),
		position,
		meta: { articles_count: articlesCount },
	};
}

/** Presents articles of one portal with two statements, however many they are. */
export async function presentTeamArticles(
	store: Repositories,
	portal: PortalRow,
	articles: readonly ArticleRow[],
): Promise<TeamArticle[]> {
	const categories = await store.categories.listByIds(articles.flatMap(({ category_id }) => category_id ?? []));
	const members = await store.users.listWriters(
		portal.account_id,
		articles.flatMap(({ author_id }) => author_id ?? []),
	);
	return articles.map((article) =>
		presentArticle(
			article,
			categories.find(({ id }) => id === article.category_id),
			members.find(({ user_id, removed_at }) => user_id === article.author_id && removed_at === null),
			portal.account_id,
		),
	);
}

export async function presentTeamArticle(
	store: Repositories,
	portal: PortalRow,
	article: ArticleRow,
): Promise<TeamArticle> {
	const [presented] = await presentTeamArticles(store, portal, [article]);
	if (!presented) throw new Error('An article was not presented');
	return presented;
}

function presentArticle(
	article: ArticleRow,
	category: CategoryRow | undefined,
	author: Member | undefined,
	accountId: number,
): TeamArticle {
	const edited = {
		id: article.id,
		account_id: accountId,
		slug: article.slug,
		locale: article.locale,
		title: article.title,
		content: article.content,
		description: article.description,
		status: article.status,
		associated_article_id: article.original_id,
	};
	return {
		...edited,
		updated_at: seconds(article.updated_at),
		position: article.position,
		views: article.views,
		helpful_count: article.helpful,
		unhelpful_count: article.unhelpful,
		category: {
			id: category?.id ?? null,
			name: category?.name ?? null,
			slug: category?.slug ?? null,
			locale: category?.locale ?? null,
		},
		...(author && {
			author: {
				id: author.user_id,
				name: author.name,
				available_name: shownNameOf(author),
				thumbnail: author.avatar_url,
			},
		}),
		etag: etagOf({ ...edited, category_id: article.category_id, author_id: article.author_id }),
	};
}
