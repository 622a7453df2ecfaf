/**
 * The help centre for the team: portals by slug, articles by id (docs/application-api.md, Help
 * centre).
 */
import * as v from 'valibot';
import { ARTICLE_SLUG, ArticleStatus, PORTAL_COLOR_FORM, PORTAL_SLUG } from '../entities/articles.ts';
import { maxCharacters } from '../base/characters.ts';
import { entityTag } from '../base/entityTag.ts';
import { ARTICLE_MAX, SLUG_MAX } from '../base/limits.ts';
import { LOCALES } from '../base/locales.ts';
import { accountParams, numeric, orNone, pageNumber, truth } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

/** Articles that one request puts into order. */
export const POSITIONS_MAX = 1_000;

const line = v.pipe(v.string(), v.trim(), v.minLength(1, "can't be blank"), maxCharacters(255, 'is too long'));
const slugLength = maxCharacters(SLUG_MAX, 'Slug is too long');
const slug = v.pipe(v.string(), slugLength, v.regex(PORTAL_SLUG, 'Slug has small letters, digits and dashes'));
const articleSlug = v.pipe(v.string(), slugLength, v.regex(ARTICLE_SLUG, 'Slug is invalid'));
const link = v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'Link must start with http:// or https://'));
const locale = v.picklist(LOCALES, 'Locale is unknown');

export const TeamPortal = v.object({
	id: v.number(),
	account_id: v.number(),
	name: v.string(),
	slug: v.string(),
	color: v.string(),
	header_text: v.nullable(v.string()),
	homepage_link: v.nullable(v.string()),
	page_title: v.nullable(v.string()),
	archived: v.boolean(),
	config: v.object({
		allowed_locales: v.array(v.object({ code: v.string(), articles_count: v.number(), categories_count: v.number() })),
	}),
	meta: v.object({
		all_articles_count: v.number(),
		archived_articles_count: v.number(),
		published_count: v.number(),
		draft_articles_count: v.number(),
		categories_count: v.number(),
		default_locale: v.string(),
	}),
	etag: entityTag,
});
export type TeamPortal = v.InferOutput<typeof TeamPortal>;

export const TeamCategory = v.object({
	id: v.number(),
	account_id: v.number(),
	name: v.string(),
	slug: v.string(),
	locale: v.string(),
	description: v.string(),
	position: v.number(),
	/** Counts published articles alone. */
	meta: v.object({ articles_count: v.number() }),
	etag: entityTag,
});
export type TeamCategory = v.InferOutput<typeof TeamCategory>;

export const TeamArticle = v.object({
	id: v.number(),
	account_id: v.number(),
	slug: v.string(),
	locale: v.string(),
	title: v.string(),
	/** Markdown. */
	content: v.string(),
	description: v.string(),
	status: ArticleStatus,
	position: v.number(),
	/** The article of which this is a translation. */
	associated_article_id: v.nullable(v.number()),
	views: v.number(),
	/** How many readers have said below it that it helped, and that it did not. */
	helpful_count: v.number(),
	unhelpful_count: v.number(),
	/** Seconds since the epoch. */
	updated_at: v.number(),
	category: v.object({
		id: v.nullable(v.number()),
		name: v.nullable(v.string()),
		slug: v.nullable(v.string()),
		locale: v.nullable(v.string()),
	}),
	author: v.optional(v.object({ id: v.number(), name: v.string(), available_name: v.string(), thumbnail: v.string() })),
	etag: entityTag,
});
export type TeamArticle = v.InferOutput<typeof TeamArticle>;

const portalFacts = v.object({
	color: v.optional(v.pipe(v.string(), v.regex(PORTAL_COLOR_FORM, 'Color must be such as #1f93ff'))),
	header_text: v.optional(orNone(line)),
	homepage_link: v.optional(orNone(link)),
	page_title: v.optional(orNone(line)),
	archived: v.optional(truth),
	config: v.optional(
		v.object({
			default_locale: v.optional(locale),
			allowed_locales: v.pipe(v.array(locale), v.minLength(1, 'A portal has at least one locale')),
		}),
	),
	/** The website's channel whose visitors are offered the portal. */
	inbox_id: v.optional(numeric),
});

const articleFacts = v.object({
	slug: v.optional(articleSlug),
	description: v.optional(v.pipe(v.string(), maxCharacters(1_000, 'Description is too long'))),
	category_id: v.optional(orNone(numeric)),
	associated_article_id: v.optional(orNone(numeric)),
	position: v.optional(numeric),
});
const content = v.pipe(
	v.string(),
	v.minLength(1, "Content can't be blank"),
	maxCharacters(ARTICLE_MAX, 'Content is too long'),
);

const portal = v.object({ ...accountParams.entries, slug: v.string() });
/** An article or a category. */
const partOfPortal = v.object({ ...portal.entries, id: numeric });

const PORTALS = '/api/v1/accounts/:account_id/portals';

export const helpCentreRoutes = {
	uploadPicture: {
		method: 'POST',
		path: '/api/v1/accounts/:account_id/upload',
		role: 'administrator',
		summary: 'Uploads a picture for articles, which is deleted unless one shows it within a day',
		params: accountParams,
		isMultipart: true,
		/** A file of a form, or its signed id: PNG, JPEG, GIF or WebP, at most 10 MB. */
		body: v.object({ attachment: v.string('No file provided') }),
		/** What Markdown names it by, without an origin. */
		response: v.object({ file_url: v.string() }),
	},
	listPortals: {
		method: 'GET',
		path: PORTALS,
		role: 'member',
		summary: 'The help centres of the account',
		params: accountParams,
		response: v.object({
			payload: v.array(TeamPortal),
			meta: v.object({ current_page: v.number(), portals_count: v.number() }),
		}),
	},
	showPortal: {
		method: 'GET',
		path: `${PORTALS}/:slug`,
		role: 'member',
		summary: 'One help centre',
		params: portal,
		isConditional: true,
		response: TeamPortal,
	},
	createPortal: {
		method: 'POST',
		path: PORTALS,
		role: 'administrator',
		summary: 'Makes a help centre',
		params: accountParams,
		wrapper: 'portal',
		body: v.object({ ...portalFacts.entries, name: line, slug }),
		response: TeamPortal,
	},
	updatePortal: {
		method: 'PATCH',
		path: `${PORTALS}/:slug`,
		role: 'administrator',
		summary: 'Changes a help centre, or archives it',
		params: portal,
		isConditional: true,
		wrapper: 'portal',
		body: v.object({ ...portalFacts.entries, name: v.optional(line) }),
		response: TeamPortal,
	},
	listCategories: {
		method: 'GET',
		path: `${PORTALS}/:slug/categories`,
		role: 'member',
		summary: 'The categories of a help centre in one language, by position',
		params: portal,
		query: v.object({ locale: v.optional(v.string()) }),
		response: v.object({
			payload: v.array(TeamCategory),
			meta: v.object({ current_page: v.number(), categories_count: v.number() }),
		}),
	},
	createCategory: {
		method: 'POST',
		path: `${PORTALS}/:slug/categories`,
		role: 'administrator',
		summary: 'Makes a category',
		params: portal,
		wrapper: 'category',
		body: v.object({
			name: line,
			slug: articleSlug,
			locale,
			description: v.optional(v.string()),
			/** Without one it comes after the others of its language. */
			position: v.optional(numeric),
		}),
		response: v.object({ payload: TeamCategory }),
	},
	updateCategory: {
		method: 'PATCH',
		path: `${PORTALS}/:slug/categories/:id`,
		role: 'administrator',
		summary: 'Changes a category',
		params: partOfPortal,
		isConditional: true,
		wrapper: 'category',
		body: v.object({
			name: v.optional(line),
			slug: v.optional(articleSlug),
			description: v.optional(v.string()),
			position: v.optional(numeric),
		}),
		response: v.object({ payload: TeamCategory }),
	},
	deleteCategory: {
		method: 'DELETE',
		path: `${PORTALS}/:slug/categories/:id`,
		role: 'administrator',
		summary: 'Deletes a category; its articles stay, without one',
		params: partOfPortal,
	},
	listTeamArticles: {
		method: 'GET',
		path: `${PORTALS}/:slug/articles`,
		role: 'member',
		summary: 'Articles of any status, 25 a page, last changed first, or those of a category by position',
		params: portal,
		query: v.object({
			locale: v.optional(v.string()),
			status: v.optional(ArticleStatus),
			/** Of categories that have this slug, in each language or in that of `locale`. */
			category_slug: v.optional(v.string()),
			author_id: v.optional(orNone(numeric)),
			/** Words, which may be parts of longer ones: articles have all of them. */
			query: v.optional(v.pipe(v.string(), v.maxLength(255))),
			page: pageNumber,
		}),
		response: v.object({
			payload: v.array(TeamArticle),
			/**
			 * Without regard to `status` and `author_id`, except for `articles_count`: those of all
			 * pages.
			 */
			meta: v.object({
				all_articles_count: v.number(),
				archived_articles_count: v.number(),
				articles_count: v.number(),
				current_page: v.number(),
				draft_articles_count: v.number(),
				published_count: v.number(),
			}),
		}),
	},
	showArticle: {
		method: 'GET',
		path: `${PORTALS}/:slug/articles/:id`,
		role: 'administrator',
		summary: 'One article of any status, with its translations',
		params: partOfPortal,
		isConditional: true,
		response: v.object({
			payload: v.object({ ...TeamArticle.entries, associated_articles: v.array(TeamArticle) }),
		}),
	},
	createArticle: {
		method: 'POST',
		path: `${PORTALS}/:slug/articles`,
		role: 'administrator',
		summary: 'Writes an article, which is a draft unless a status is given',
		params: portal,
		wrapper: 'article',
		body: v.object({
			...articleFacts.entries,
			title: line,
			content,
			author_id: numeric,
			locale: v.optional(locale),
			status: v.optional(ArticleStatus),
		}),
		response: v.object({ payload: TeamArticle }),
	},
	updateArticle: {
		method: 'PATCH',
		path: `${PORTALS}/:slug/articles/:id`,
		role: 'administrator',
		summary: 'Changes an article, or publishes it',
		params: partOfPortal,
		isConditional: true,
		wrapper: 'article',
		body: v.object({
			...articleFacts.entries,
			title: v.optional(line),
			content: v.optional(content),
			author_id: v.optional(numeric),
			status: v.optional(ArticleStatus),
		}),
		response: v.object({ payload: TeamArticle }),
	},
	reorderArticles: {
		method: 'POST',
		path: `${PORTALS}/:slug/articles/reorder`,
		role: 'administrator',
		summary: 'Puts articles into order: the position of each by its id',
		params: portal,
		body: v.object({
			positions_hash: v.pipe(
				v.record(v.pipe(v.string(), v.digits(), v.maxLength(15)), numeric),
				v.maxEntries(POSITIONS_MAX, 'Too many positions'),
			),
		}),
	},
	deleteArticle: {
		method: 'DELETE',
		path: `${PORTALS}/:slug/articles/:id`,
		role: 'administrator',
		summary: 'Deletes an article; its translations stay',
		params: partOfPortal,
	},
} as const satisfies RouteTable;
