/** Portals, categories and articles for the team (docs/application-api.md, Help centre). */
import type { helpCentreRoutes } from '#protocol/application/helpCentreRoutes.ts';
import { ARTICLES_PER_PAGE } from '#protocol/base/limits.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import {
	presentTeamArticle,
	presentTeamArticles,
	presentTeamCategory,
	presentTeamPortal,
	presentTeamPortals,
	sumArticles,
} from '../../present/teamHelpCentre.ts';
import {
	changeArticle,
	createArticle,
	deleteArticle,
	findArticle,
	orderArticles,
} from '../../domain/helpCentre/editArticle.ts';
import {
	changeCategory,
	changePortal,
	createCategory,
	createPortal,
	deleteCategory,
	findCategory,
} from '../../domain/helpCentre/editPortal.ts';
import { ARTICLE_PICTURE_RULES, publishPicture } from '../../domain/helpCentre/articlePictures.ts';
import { withAccountLock, type Services } from '../../services/services.ts';
import { searchWords, type ArticleFilter } from '../../store/helpCentre/articles.ts';
import type { ArticleRow, CategoryRow, PortalRow } from '../../store/tables/schema.ts';

export function teamHelpCentreHandlers(services: Services): Handlers<typeof helpCentreRoutes> {
	const { store, files } = services;

	return {
		async uploadPicture({ account, body }) {
			const file = await files.findAttachable(body.attachment, ARTICLE_PICTURE_RULES);
			return { file_url: await publishPicture(store, account.id, file) };
		},

		async listPortals({ account }) {
			const portals = await store.portals.list(account.id);
			return {
				payload: await presentTeamPortals(store, portals),
				meta: { current_page: 1, portals_count: portals.length },
			};
		},

		showPortal: async ({ account, params }) =>
			presentTeamPortal(store, await store.portals.require(account.id, params.slug)),

		createPortal({ account, body }) {
			return store.transaction(async (repositories) => {
				const { config, ...facts } = body;
				const portal = await createPortal(repositories, { ...facts, ...config, account_id: account.id });
				return presentTeamPortal(repositories, portal);
			});
		},

		updatePortal({ account, params, body, changeIfMatch }) {
			return withAccountLock(services, account.id, async (repositories) => {
				const portal = await repositories.portals.require(account.id, params.slug);
				const { config, ...facts } = body;
				const present = (row: PortalRow) => presentTeamPortal(repositories, row);
				return present(
					await changeIfMatch(portal, present, () => changePortal(repositories, portal, { ...facts, ...config })),
				);
			});
		},

		async listCategories({ account, params, query }) {
			const portal = await store.portals.require(account.id, params.slug);
			const place = { portal_id: portal.id, locale: query.locale ?? portal.default_locale };
			const categories = await store.categories.list(place);
			const counts = await store.articles.countByCategory(portal.id, place.locale);
			return {
				payload: categories.map((category) => presentTeamCategory(portal, category, counts.get(category.id) ?? 0)),
				meta: { current_page: 1, categories_count: categories.length },
			};
		},

		createCategory({ account, params, body }) {
			return store.transaction(async (repositories) => {
				const portal = await repositories.portals.require(account.id, params.slug);
				return { payload: presentTeamCategory(portal, await createCategory(repositories, portal, body), 0) };
			});
		},

		updateCategory({ account, params, body, changeIfMatch }) {
			return withAccountLock(services, account.id, async (repositories) => {
				const portal = await repositories.portals.require(account.id, params.slug);
				const category = await findCategory(repositories, portal, params.id);
				const present = (row: CategoryRow) => presentTeamCategory(portal, row, 0);
				const changed = await changeIfMatch(category, present, () =>
					changeCategory(repositories, portal, category, body),
				);
				const counts = await repositories.articles.countByCategory(portal.id, changed.locale);
				return { payload: presentTeamCategory(portal, changed, counts.get(changed.id) ?? 0) };
			});
		},

		deleteCategory({ account, params }) {
			return store.transaction(async (repositories) => {
				const portal = await repositories.portals.require(account.id, params.slug);
				await deleteCategory(repositories, portal, await findCategory(repositories, portal, params.id));
			});
		},

		async listTeamArticles({ account, params, query }) {
			const portal = await store.portals.require(account.id, params.slug);
			const { page = 1, status } = query;
			const sought: ArticleFilter = {
				portalId: portal.id,
				locale: query.locale,
				categorySlug: query.category_slug || undefined,
				words: searchWords(query.query ?? ''),
			};
			const filter = { ...sought, status, authorId: query.author_id ?? undefined };
			const articles = await store.articles.list(filter, page, ARTICLES_PER_PAGE);
			const { all, draft, published, archived } = sumArticles(await store.articles.countByStatus(sought));
			return {
				payload: await presentTeamArticles(store, portal, articles),
				meta: {
					all_articles_count: all,
					archived_articles_count: archived,
					articles_count: sumArticles(await store.articles.countByStatus(filter)).all,
					current_page: page,
					draft_articles_count: draft,
					published_count: published,
				},
			};
		},

		async showArticle({ account, params }) {
			const portal = await store.portals.require(account.id, params.slug);
			const article = await findArticle(store, portal, params.id);
			return {
				payload: {
					...(await presentTeamArticle(store, portal, article)),
					associated_articles: await presentTeamArticles(store, portal, await store.articles.listByOriginal(article)),
				},
			};
		},

		createArticle({ account, params, body }) {
			return store.transaction(async (repositories) => {
				const portal = await repositories.portals.require(account.id, params.slug);
				const { associated_article_id: original_id, ...facts } = body;
				const article = await createArticle(repositories, portal, { ...facts, original_id });
				return { payload: await presentTeamArticle(repositories, portal, article) };
			});
		},

		updateArticle({ account, params, body, changeIfMatch }) {
			return withAccountLock(services, account.id, async (repositories) => {
				const portal = await repositories.portals.require(account.id, params.slug);
				const article = await findArticle(repositories, portal, params.id);
				const { associated_article_id: original_id, ...facts } = body;
				const present = (row: ArticleRow) => presentTeamArticle(repositories, portal, row);
				const changed = await changeIfMatch(article, present, () =>
					changeArticle(repositories, portal, article, { ...facts, original_id }),
				);
				return { payload: await present(changed) };
			});
		},

		reorderArticles({ account, params, body }) {
			const positions = new Map(Object.entries(body.positions_hash).map(([id, position]) => [Number(id), position]));
			return store.transaction(async (repositories) => {
				await orderArticles(repositories, await repositories.portals.require(account.id, params.slug), positions);
			});
		},

		deleteArticle({ account, params }) {
			return store.transaction(async (repositories) => {
				const portal = await repositories.portals.require(account.id, params.slug);
				await deleteArticle(repositories, portal, await findArticle(repositories, portal, params.id));
			});
		},
	};
}
