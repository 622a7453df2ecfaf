/** Portals, topics and articles for the team (docs/application-api.md, Help centre). Every member reads lists; administrators change them. */
import type { ArticleStatus } from '#protocol/articles.ts';
import type { helpCentreRoutes, TeamArticle, TeamCategory, TeamPortal } from '#protocol/helpCentreRoutes.ts';
import { ARTICLES_PER_PAGE } from '#protocol/limits.ts';
import { notFound } from '../refusal.ts';
import type { Handlers } from '../registerRoutes.ts';
import { presentPortal } from '../../present/article.ts';
import { seconds } from '../../present/times.ts';
import { changeArticle, createArticle, deleteArticle, findArticle } from '../../domain/editArticle.ts';
import { changePortal, createCategory, createPortal } from '../../domain/editPortal.ts';
import type { Services } from '../../services/services.ts';
import type { ArticleRow, CategoryRow, PortalRow } from '../../store/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { onlyAdministrators } from './administrators.ts';

export function helpCentreHandlers({ store }: Services): Handlers<typeof helpCentreRoutes> {
	return {
		async listPortals({ account }) {
			const portals = await store.portals.list(account.id);
			return {
				payload: await Promise.all(portals.map((portal) => presentTeamPortal(store, portal))),
				meta: { current_page: 1, portals_count: portals.length },
			};
		},

		showPortal: async ({ account, params }) =>
			presentTeamPortal(store, await findPortal(store, account.id, params.slug)),

		createPortal({ account, member, body }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const { config, ...facts } = body;
				const portal = await createPortal(repositories, { ...facts, ...config, account_id: account.id });
				return presentTeamPortal(repositories, portal);
			});
		},

		updatePortal({ account, member, params, body }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const portal = await findPortal(repositories, account.id, params.slug);
				const { config, ...facts } = body;
				return presentTeamPortal(repositories, await changePortal(repositories, portal, { ...facts, ...config }));
			});
		},

		async listCategories({ account, params, query }) {
			const portal = await findPortal(store, account.id, params.slug);
			const place = { portal_id: portal.id, locale: query.locale ?? portal.default_locale };
			const categories = await store.categories.list(place);
			const counts = await store.articles.countByCategory(portal.id, place.locale);
			return {
				payload: categories.map((category) => presentCategory(portal, category, counts.get(category.id) ?? 0)),
				meta: { current_page: 1, categories_count: categories.length },
			};
		},

		createCategory({ account, member, params, body }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const portal = await findPortal(repositories, account.id, params.slug);
				return { payload: presentCategory(portal, await createCategory(repositories, portal, body), 0) };
			});
		},

		async listTeamArticles({ account, params, query }) {
			const portal = await findPortal(store, account.id, params.slug);
			const { page = 1 } = query;
			const filter = { portalId: portal.id, locale: query.locale, status: query.status };
			const articles = await store.articles.listRecent(filter, page, ARTICLES_PER_PAGE);
			const { all, draft, published, archived } = await countArticles(store, portal, query.locale);
			return {
				payload: await Promise.all(articles.map((article) => presentArticle(store, portal, article))),
				meta: {
					all_articles_count: all,
					archived_articles_count: archived,
					articles_count: query.status === undefined ? all : { draft, published, archived }[query.status],
					current_page: page,
					draft_articles_count: draft,
					published_count: published,
				},
			};
		},

		async showArticle({ account, member, params }) {
			onlyAdministrators(member);
			const portal = await findPortal(store, account.id, params.slug);
			return { payload: await presentArticle(store, portal, await findArticle(store, portal, params.id)) };
		},

		createArticle({ account, member, params, body }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const portal = await findPortal(repositories, account.id, params.slug);
				const { associated_article_id: original_id, ...facts } = body;
				const article = await createArticle(repositories, portal, { ...facts, original_id });
				return { payload: await presentArticle(repositories, portal, article) };
			});
		},

		updateArticle({ account, member, params, body }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const portal = await findPortal(repositories, account.id, params.slug);
				const article = await findArticle(repositories, portal, params.id);
				const { associated_article_id: original_id, ...facts } = body;
				const changed = await changeArticle(repositories, portal, article, { ...facts, original_id });
				return { payload: await presentArticle(repositories, portal, changed) };
			});
		},

		deleteArticle({ account, member, params }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const portal = await findPortal(repositories, account.id, params.slug);
				await deleteArticle(repositories, await findArticle(repositories, portal, params.id));
			});
		},
	};
}

async function findPortal(store: Repositories, accountId: number, slug: string): Promise<PortalRow> {
	const portal = await store.portals.findBySlug(slug);
	if (portal?.account_id !== accountId) throw notFound();
	return portal;
}

async function countArticles(store: Repositories, portal: PortalRow, locale?: string) {
	const counts: Record<ArticleStatus, number> = { draft: 0, published: 0, archived: 0 };
	for (const { status, count } of await store.articles.countByStatus(portal.id, locale)) counts[status] = count;
	return { ...counts, all: counts.draft + counts.published + counts.archived };
}

async function presentTeamPortal(store: Repositories, portal: PortalRow): Promise<TeamPortal> {
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

function presentCategory(portal: PortalRow, category: CategoryRow, articlesCount: number): TeamCategory {
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

async function presentArticle(store: Repositories, portal: PortalRow, article: ArticleRow): Promise<TeamArticle> {
	const [category] = await store.categories.listByIds(article.category_id === null ? [] : [article.category_id]);
	const author =
		article.author_id === null ? undefined : await store.users.findMember(portal.account_id, article.author_id);
	return {
		id: article.id,
		account_id: portal.account_id,
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
