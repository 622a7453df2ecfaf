/**
 * The help centre: a portal, and its articles as the visitor's side lists them (docs/wire.md, Help
 * centre and The widget page).
 */
import * as v from 'valibot';

export const ARTICLE_STATUSES = ['draft', 'published', 'archived'] as const;
export const ArticleStatus = v.picklist(ARTICLE_STATUSES);
export type ArticleStatus = v.InferOutput<typeof ArticleStatus>;

/** The slug that names a portal in addresses. */
export const PORTAL_SLUG = /^[a-z\d]+(-[a-z\d]+)*$/;
/** The slug that names a topic or an article in addresses: letters of any script. */
export const ARTICLE_SLUG = /^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u;
/** `#rrggbb`. */
export const PORTAL_COLOR_FORM = /^#[\da-f]{6}$/i;

/**
 * A channel's help centre, as the channel's settings name it. Its pages are at
 * `/hc/<slug>/<locale>`.
 */
export const Portal = v.object({
	id: v.number(),
	account_id: v.number(),
	name: v.string(),
	slug: v.string(),
	/** `#rrggbb`. */
	color: v.string(),
	homepage_link: v.nullable(v.string()),
	page_title: v.nullable(v.string()),
	header_text: v.nullable(v.string()),
	archived: v.boolean(),
	config: v.object({ allowed_locales: v.array(v.string()), default_locale: v.string() }),
});
export type Portal = v.InferOutput<typeof Portal>;

/** An article as visitors may read it: drafts are never listed. */
export const Article = v.object({
	id: v.number(),
	category_id: v.nullable(v.number()),
	title: v.string(),
	/** Markdown. */
	content: v.string(),
	description: v.string(),
	status: ArticleStatus,
	position: v.number(),
	account_id: v.number(),
	/** ISO 8601. */
	last_updated_at: v.string(),
	slug: v.string(),
	portal: v.object({
		name: v.string(),
		slug: v.string(),
		page_title: v.nullable(v.string()),
		header_text: v.nullable(v.string()),
		homepage_link: v.nullable(v.string()),
		meta: v.object({ articles_count: v.number(), categories_count: v.number(), default_locale: v.string() }),
	}),
	category: v.optional(v.object({ id: v.number(), slug: v.string(), locale: v.string() })),
	views: v.number(),
	author: v.optional(v.object({ available_name: v.string(), name: v.string(), thumbnail: v.string() })),
	/** Without a slash at the start: `hc/<portal>/articles/<slug>`. */
	link: v.string(),
});
export type Article = v.InferOutput<typeof Article>;

/**
 * How the pages of a portal are shown: `/hc/<portal>/<locale>` and the pages below it, and
 * `/hc/<portal>/articles/<slug>`.
 */
export const PortalPageQuery = v.object({
	/** Without header and footer, for the frame: only pages with this parameter may be framed. */
	show_plain_layout: v.optional(v.literal('true')),
	/** Default: the theme that the reader's system prefers. */
	theme: v.optional(v.picklist(['light', 'dark'])),
});
export type PortalPageQuery = v.InferOutput<typeof PortalPageQuery>;
