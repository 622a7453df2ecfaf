/** Portals, topics and articles for the team (docs/application-api.md, Help centre). Every member reads lists; administrators change them. */
import { isParsable } from '#markdown/parseArticle.ts';
import type { ArticleStatus } from '#protocol/articles.ts';
import type { helpCentreRoutes, TeamArticle, TeamCategory, TeamPortal } from '#protocol/helpCentreRoutes.ts';
import { ARTICLES_PER_PAGE, SLUG_MAX } from '#protocol/limits.ts';
import { DEFAULT_LOCALE } from '#protocol/locales.ts';
import { slugOf } from '../../domain/slug.ts';
import { invalid, notFound } from '../refusal.ts';
import type { Handlers } from '../registerRoutes.ts';
import { presentPortal } from '../../present/article.ts';
import { seconds } from '../../present/times.ts';
import { PORTAL_COLOR } from '../../domain/editHelpCentre.ts';
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
				if (await repositories.portals.findBySlug(body.slug)) throw invalid('Slug has already been taken', ['slug']);
				const portal = await repositories.portals.insert({
					account_id: account.id,
					name: body.name,
					slug: body.slug,
					color: body.color ?? PORTAL_COLOR,
					header_text: body.header_text ?? null,
					homepage_link: body.homepage_link ?? null,
					page_title: body.page_title ?? null,
					...localesOf(body.config ?? { allowed_locales: [DEFAULT_LOCALE] }),
				});
				await offer(repositories, portal, body.inbox_id);
				return presentTeamPortal(repositories, portal);
			});
		},

		updatePortal({ account, member, params, body }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const portal = await findPortal(repositories, account.id, params.slug);
				const { config, inbox_id, ...facts } = body;
				await offer(repositories, portal, inbox_id);
				return presentTeamPortal(
					repositories,
					await repositories.portals.update(portal.id, {
						...facts,
						...(config && localesOf(config, portal.default_locale)),
					}),
				);
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
				checkLocale(portal, body.locale);
				const place = { portal_id: portal.id, locale: body.locale };
				if (await repositories.categories.findBySlug(place, body.slug))
					throw invalid('Slug has already been taken', ['slug']);
				const category = await repositories.categories.insert({
					...place,
					slug: body.slug,
					name: body.name,
					description: body.description ?? '',
				});
				return { payload: presentCategory(portal, category, 0) };
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
				const { associated_article_id, locale = portal.default_locale, slug, position, ...facts } = body;
				checkLocale(portal, locale);
				await check(repositories, portal, { ...body, locale });
				const article = await repositories.articles.insert({
					...facts,
					description: body.description ?? '',
					locale,
					portal_id: portal.id,
					slug: slug ?? (await findFreeSlug(repositories, portal, body.title)),
					category_id: body.category_id ?? null,
					original_id: associated_article_id ?? null,
					status: 'draft',
				});
				const placed = position === undefined ? article : await repositories.articles.update(article, { position });
				return { payload: await presentArticle(repositories, portal, placed) };
			});
		},

		updateArticle({ account, member, params, body }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const portal = await findPortal(repositories, account.id, params.slug);
				const article = await findArticle(repositories, portal, params.id);
				const { associated_article_id, ...facts } = body;
				await check(repositories, portal, { ...body, locale: article.locale }, article);
				const changed = await repositories.articles.update(article, {
					...facts,
					...(associated_article_id === undefined ? {} : { original_id: associated_article_id }),
				});
				return { payload: await presentArticle(repositories, portal, changed) };
			});
		},

		deleteArticle({ account, member, params }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const portal = await findPortal(repositories, account.id, params.slug);
				await repositories.articles.delete(await findArticle(repositories, portal, params.id));
			});
		},
	};
}

async function findPortal(store: Repositories, accountId: number, slug: string): Promise<PortalRow> {
	const portal = await store.portals.findBySlug(slug);
	if (portal?.account_id !== accountId) throw notFound();
	return portal;
}

async function findArticle(store: Repositories, portal: PortalRow, id: number): Promise<ArticleRow> {
	const article = await store.articles.find(id);
	if (article?.portal_id !== portal.id) throw notFound();
	return article;
}

function checkLocale(portal: PortalRow, locale: string): void {
	if (!portal.allowed_locales.includes(locale))
		throw invalid(`Locale ${locale} is not one of the portal's`, ['locale']);
}

interface Written {
	locale: string;
	content?: string | undefined;
	slug?: string | undefined;
	category_id?: number | null | undefined;
	author_id?: number | undefined;
	associated_article_id?: number | null | undefined;
}

/** What an article names belongs to its portal. */
async function check(store: Repositories, portal: PortalRow, written: Written, article?: ArticleRow): Promise<void> {
	const { slug, content, author_id, category_id, associated_article_id } = written;
	if (content !== undefined && !isParsable(content))
		throw invalid('Content has a paragraph that is too intricate', ['content']);
	const holder = slug === undefined ? undefined : await store.articles.findBySlug(portal.id, slug);
	if (holder && holder.id !== article?.id) throw invalid('Slug has already been taken', ['slug']);
	if (author_id !== undefined && !(await store.users.findMember(portal.account_id, author_id)))
		throw invalid('Author must exist', ['author_id']);
	if (typeof category_id === 'number') {
		const [category] = await store.categories.listByIds([category_id]);
		if (category?.portal_id !== portal.id || category.locale !== written.locale)
			throw invalid('Category must exist', ['category_id']);
	}
	if (typeof associated_article_id === 'number') await findArticle(store, portal, associated_article_id);
}

/** Made of the time and the title; a number keeps apart what is written within one second, such as translations that share a title. */
async function findFreeSlug(store: Repositories, portal: PortalRow, title: string): Promise<string> {
	const now = Math.floor(Date.now() / 1000);
	for (let count = 1; ; count++) {
		const number = count === 1 ? '' : `-${count}`;
		const slug = slugOf(`${now} ${title}`, SLUG_MAX - number.length) + number;
		if (!(await store.articles.findBySlug(portal.id, slug))) return slug;
	}
}

/** Makes the portal the one that the channel's visitors are offered. */
async function offer(store: Repositories, portal: PortalRow, inboxId: number | undefined): Promise<void> {
	if (inboxId === undefined) return;
	if (!(await store.channels.listIds(portal.account_id)).includes(inboxId)) throw notFound();
	await store.channels.update(inboxId, { inbox: { portal_id: portal.id } });
}

/** The columns. Who says nothing of the default keeps the one before, as long as it is offered. */
function localesOf(config: { default_locale?: string | undefined; allowed_locales: string[] }, before = '') {
	const [first = ''] = config.allowed_locales;
	const { default_locale = config.allowed_locales.includes(before) ? before : first } = config;
	if (!config.allowed_locales.includes(default_locale))
		throw invalid('Default locale must be one of the allowed ones', ['default_locale']);
	return { default_locale, allowed_locales: config.allowed_locales };
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
