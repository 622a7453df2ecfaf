/** Portals, categories and articles as the team sees them (docs/application-api.md, Help centre). */
import type { ArticleStatus } from '#protocol/articles.ts';
import type { TeamArticle, TeamCategory, TeamPortal } from '#protocol/helpCentreRoutes.ts';
import type { ArticleRow, CategoryRow, PortalRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/users.ts';
import { presentPortal } from './article.ts';
import { seconds } from './times.ts';

/** Counts articles by status, in one language or in all of them. */
export async function countArticles(store: Repositories, portal: PortalRow, locale?: string) {
	const counts: Record<ArticleStatus, number> = { draft: 0, published: 0, archived: 0 };
	for (const { status, count } of await store.articles.countByStatus(portal.id, locale)) counts[status] = count;
	return { ...counts, all: counts.draft + counts.published + counts.archived };
}

export async function presentTeamPortal(store: Repositories, portal: PortalRow): Promise<TeamPortal> {
	const { all, draft, published, archived } = await countArticles(store, portal);
	const locales: TeamPortal['config']['allowed_locales'] = [];
	for (const code of portal.allowed_locales)
		locales.push({
			code,
			articles_count: (await countArticles(store, portal, code)).all,
			categories_count: (await store.categories.list({ portal_id: portal.id, locale: code })).length,
		});
	return {
		...presentPortal(portal),
		config: { allowed_locales: locales },
		meta: {
			all_articles_count: all,
			archived_articles_count: archived,
			published_count: published,
			draft_articles_count: draft,
			categories_count: await store.categories.count(portal.id),
			default_locale: portal.default_locale,
		},
	};
}

export function presentTeamCategory(portal: PortalRow, category: CategoryRow, articlesCount: number): TeamCategory {
	const { id, name, slug, locale, description, position } = category;
	return {
		id,
		account_id: portal.account_id,
		name,
		slug,
		locale,
		description,
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
	return {
		id: article.id,
		account_id: accountId,
		slug: article.slug,
		title: article.title,
		content: article.content,
		description: article.description,
		status: article.status,
		position: article.position,
		views: article.views,
		updated_at: seconds(article.updated_at),
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
				available_name: author.display_name ?? author.name,
				thumbnail: author.avatar_url,
			},
		}),
	};
}
