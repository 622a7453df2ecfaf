/**
 * `/hc/…`: the help centre's pages for readers (docs/wire.md, Help centre). They work without
 * JavaScript. The plain layout is for the widget's frame; all other pages forbid framing, and show
 * the chat of the website that offers the help centre.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beginningOf } from '#protocol/base/characters.ts';
import { ARTICLES_PER_PAGE } from '#protocol/base/limits.ts';
import { cleanBody } from '../../base/cleanBody.ts';
import { tagOf } from '../../base/entityTag.ts';
import { isKnown } from '../routing/etag.ts';
import { publicOrigin } from '../routing/publicOrigin.ts';
import { msg } from '../../language/msg.ts';
import { translate } from '../../language/translate.ts';
import { ancestorsOf, policy } from '../routing/securityHeaders.ts';
import { findPortal } from '../../domain/helpCentre/helpCentre.ts';
import type { Services } from '../../services/services.ts';
import type { ArticleRow, CategoryRow, PortalRow } from '../../store/tables/schema.ts';
import type { Store } from '../../store/store.ts';
import { portalDocument, SCRIPT, STYLE, type PortalDocument } from './portalDocument.ts';
import { portalSitemap } from './portalSitemap.ts';
import { sendNoPortal } from './sendNoPortal.ts';
import { takeAnswer } from './takeAnswer.ts';
import { takeSearch } from './takeSearch.ts';
import { linkTo, localeForReader, paths, readPortalPage, type PortalPage } from './portalPage.ts';
import { articleView, homeView, listView, missingView, type Shelf } from './portalViews.ts';

const POPULAR = 6;
/** Number of articles of a category on the home page. */
const SHELF = 5;
const RELATED = 4;

interface Asked {
	request: FastifyRequest;
	portal: PortalRow;
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, string | undefined>>;
}

type Found = Omit<PortalDocument, 'origin'> & {
	/** The article, if the page is one. */
	article?: ArticleRow;
};

export function servePortalPages(app: FastifyInstance, services: Services): void {
	const { store } = services;
	app.get('/hc/portal.css', async (request, reply) => {
		const { color } = request.query as { color?: string };
		reply.headers({
			'Content-Type': 'text/css; charset=utf-8',
			'Cache-Control': 'public, max-age=31536000, immutable',
		});
		return /^[\da-f]{6}$/i.test(color ?? '') ? `:root { --portal: #${color} }\n${STYLE}` : STYLE;
	});

	app.get('/hc/portal.js', (_request, reply) =>
		reply
			.headers({
				'Content-Type': 'text/javascript; charset=utf-8',
				'Cache-Control': 'public, max-age=31536000, immutable',
			})
			.send(SCRIPT),
	);

	/** `find` resolves with undefined where there is no such page. */
	const serve = (path: string, find: (asked: Asked) => Promise<Found | undefined>) => {
		app.get(path, { config: { hasETag: true } }, async (request, reply) => {
			const params = cleanBody(request.params) as { slug: string } & Record<string, string>;
			const query = request.query as Record<string, string>;
			const portal = await findPortal(store, params.slug);
			if (!portal) return sendNoPortal(request, reply);
			const found = await find({ request, portal, params, query });
			const { article, ...document } = found ?? missing(portal, params['locale'], query);
			const { page } = document;
			await setHeaders(store, reply, page);
			const chat = page.isPlain ? undefined : await store.portals.findWebsiteToken(portal.id);
			const text = portalDocument({ ...document, chat, origin: publicOrigin(services, request) });
			if (article && query['answer'] === undefined && isReading(request, text))
				await store.articles.increment(article.id, 'views');
			return reply.code(found ? 200 : 404).send(text);
		});
	};

	/** The article with that address, if readers may see it. */
	const findArticle = async (portal: PortalRow, params: Asked['params'], query: unknown) => {
		const article = await store.articles.findBySlug(portal.id, params['article_slug'] ?? '');
		const page = article?.status === 'published' ? pageIn(portal, article.locale, query) : undefined;
		return article && page && { article, page };
	};

	app.get('/hc/:slug', async (request, reply) => {
		const { slug } = cleanBody(request.params) as { slug: string };
		const portal = await findPortal(store, slug);
		if (!portal) return sendNoPortal(request, reply);
		const locale = localeForReader(portal, request.headers['accept-language']);
		const page = readPortalPage(portal, locale, request.query);
		return reply
			.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language' })
			.redirect(linkTo(page, paths.home(portal, page.locale)));
	});

	serve('/hc/:slug/:locale', async ({ portal, params, query }) => {
		const page = pageIn(portal, params['locale'], query);
		if (!page) return undefined;
		const { locale } = page;
		const popular = await store.articles.listPublished({ portalId: portal.id, locale, sort: 'views', limit: POPULAR });
		const shelves: Shelf[] = [];
		for (const category of await store.categories.list({ portal_id: portal.id, locale })) {
			const articles = await listCategory(store, portal, category, SHELF + 1);
			if (articles.length > 0)
				shelves.push({ category, articles: articles.slice(0, SHELF), hasMore: articles.length > SHELF });
		}
		return {
			page,
			...(portal.header_text === null ? {} : { description: portal.header_text }),
			paths: inEveryLanguage(portal, paths.home),
			main: homeView(page, popular, shelves),
		};
	});

	serve('/hc/:slug/:locale/articles', async ({ request, portal, params, query }) => {
		const page = pageIn(portal, params['locale'], query);
		if (!page) return undefined;
		const sought = beginningOf((query['query'] ?? '').trim(), 200);
		const number = pageNumber(query['page']);
		const articles = await store.articles.listPublished({
			portalId: portal.id,
			locale: page.locale,
			words: await takeSearch(services, request, sought),
			limit: ARTICLES_PER_PAGE + 1,
			offset: (number - 1) * ARTICLES_PER_PAGE,
		});
		const heading =
			sought === ''
				? translate(page.spoken, msg`All articles`)
				: translate(page.spoken, msg`Results for “${{ query: sought }}”`);
		const beside = (other: number) =>
			linkTo(page, paths.articles(portal, page.locale), {
				...(sought === '' ? {} : { query: sought }),
				page: String(other),
			});
		return {
			page,
			title: heading,
			paths: sought === '' && number === 1 ? inEveryLanguage(portal, paths.articles) : undefined,
			main: listView(page, {
				heading,
				query: sought,
				articles: articles.slice(0, ARTICLES_PER_PAGE),
				previous: number > 1 ? beside(number - 1) : undefined,
				next: articles.length > ARTICLES_PER_PAGE ? beside(number + 1) : undefined,
			}),
		};
	});

	serve('/hc/:slug/:locale/categories/:category_slug', async ({ portal, params, query }) => {
		const page = pageIn(portal, params['locale'], query);
		if (!page) return undefined;
		const place = { portal_id: portal.id, locale: page.locale };
		const category = await store.categories.findBySlug(place, params['category_slug'] ?? '');
		if (!category) return undefined;
		const number = pageNumber(query['page']);
		const articles = await listCategory(store, portal, category, ARTICLES_PER_PAGE + 1, number);
		const beside = (other: number) => linkTo(page, paths.category(portal, category), { page: String(other) });
		return {
			page,
			title: category.name,
			description: category.description,
			paths: number === 1 ? new Map([[page.locale, paths.category(portal, category)]]) : undefined,
			main: listView(page, {
				heading: category.name,
				description: category.description,
				query: '',
				articles: articles.slice(0, ARTICLES_PER_PAGE),
				previous: number > 1 ? beside(number - 1) : undefined,
				next: articles.length > ARTICLES_PER_PAGE ? beside(number + 1) : undefined,
			}),
		};
	});

	serve('/hc/:slug/articles/:article_slug', async ({ portal, params, query }) => {
		const found = await findArticle(portal, params, query);
		if (!found) return undefined;
		const { article, page } = found;
		const [category] = await store.categories.listByIds(article.category_id === null ? [] : [article.category_id]);
		const siblings = category ? await listCategory(store, portal, category, RELATED + 1) : [];
		const related = siblings.filter(({ id }) => id !== article.id).slice(0, RELATED);
		const translations = (await store.articles.listTranslations(article)).filter(({ locale }) =>
			portal.allowed_locales.includes(locale),
		);
		return {
			page,
			article,
			title: article.title,
			description: article.description,
			// The last of a language counts: its own path, whatever else is there in its language.
			paths: new Map([...translations, article].map((of) => [of.locale, paths.article(portal, of)])),
			main: articleView(page, { article, category, related, isAnswered: query['answer'] !== undefined }),
		};
	});

	app.post('/hc/:slug/articles/:article_slug/answer', async (request, reply) => {
		const params = cleanBody(request.params) as { slug: string } & Record<string, string>;
		const portal = await findPortal(store, params.slug);
		const found = portal && (await findArticle(portal, params, request.query));
		if (!found) return sendNoPortal(request, reply);
		const { article, page } = found;
		const answer = await takeAnswer(services, request, article);
		return reply.redirect(`${linkTo(page, paths.article(page.portal, article), { answer })}#answer`, 303);
	});

	app.get('/hc/:slug/sitemap.xml', async (request, reply) => {
		const { slug } = cleanBody(request.params) as { slug: string };
		const portal = await findPortal(store, slug);
		if (!portal) return sendNoPortal(request, reply);
		reply.headers({ 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' });
		return portalSitemap(publicOrigin(services, request), portal, await store.articles.listAddresses(portal.id));
	});
}

/** Undefined if the portal does not offer that language. */
function pageIn(portal: PortalRow, locale: string | undefined, query: unknown): PortalPage | undefined {
	if (locale === undefined || !portal.allowed_locales.includes(locale)) return undefined;
	return readPortalPage(portal, locale, query);
}

function missing(portal: PortalRow, locale: string | undefined, query: unknown): Found {
	const page = pageIn(portal, locale, query) ?? readPortalPage(portal, portal.default_locale, query);
	return { page, title: translate(page.spoken, msg`This page does not exist`), main: missingView(page) };
}

/** The page's number counts pages of ARTICLES_PER_PAGE. */
function listCategory(store: Store, portal: PortalRow, { id, locale }: CategoryRow, limit: number, page = 1) {
	const offset = (page - 1) * ARTICLES_PER_PAGE;
	return store.articles.listPublished({ portalId: portal.id, locale, categoryId: id, limit, offset });
}

function inEveryLanguage(
	portal: PortalRow,
	path: (portal: PortalRow, locale: string) => string,
): ReadonlyMap<string, string> {
	return new Map(portal.allowed_locales.map((locale) => [locale, path(portal, locale)]));
}

function pageNumber(written: string | undefined): number {
	return /^[1-9]\d{0,5}$/.test(written ?? '') ? Number(written) : 1;
}

/**
 * Only an article that was sent to a reader counts as a view; revalidations, HEAD requests and
 * prefetches do not.
 */
function isReading(request: FastifyRequest, text: string): boolean {
	const isPrefetch = /prefetch|prerender/.test(String(request.headers['sec-purpose'] ?? ''));
	return request.method === 'GET' && !isPrefetch && !isKnown(request, tagOf(text));
}

async function setHeaders(store: Store, reply: FastifyReply, { portal, isPlain }: PortalPage): Promise<void> {
	const ancestors = isPlain ? ancestorsOf(await store.portals.listAllowedDomains(portal.id)) : "'none'";
	reply.headers({
		// Browsers may show a cached page only after they have revalidated it.
		'Cache-Control': 'no-cache',
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': policy({
			'default-src': "'none'",
			'style-src': "'self'",
			...(isPlain ? {} : { 'script-src': "'self'", 'connect-src': "'self'", 'frame-src': "'self'" }),
			// Articles may show pictures of other sites; `data:` is for the empty icon.
			'img-src': "'self' https: data:",
			'base-uri': "'none'",
			'form-action': "'self'",
			'frame-ancestors': ancestors,
		}),
		...(isPlain ? {} : { 'X-Frame-Options': 'DENY' }),
	});
}
