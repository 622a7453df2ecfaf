/** Making portals and articles: what the demo and the admin script have in common. */
import type { ArticleStatus } from '#protocol/articles.ts';
import type { ArticleFile } from './articleFile.ts';
import { slugOf } from './slug.ts';
import { SettingError } from '../base/settings.ts';
import type { ArticleRow, PortalRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

/** Of a portal that says nothing of its colour. */
export const PORTAL_COLOR = '#1f93ff';

export interface NewPortal {
	accountId: number;
	slug: string;
	name: string;
	/** `#rrggbb`. */
	color: string;
	/** The first one is where readers arrive. */
	locales: readonly [string, ...string[]];
	homepageLink?: string | undefined;
}

export function createPortal(store: Repositories, portal: NewPortal): Promise<PortalRow> {
	return store.portals.insert({
		account_id: portal.accountId,
		slug: portal.slug,
		name: portal.name,
		color: portal.color,
		default_locale: portal.locales[0],
		allowed_locales: portal.locales,
		homepage_link: portal.homepageLink ?? null,
	});
}

export interface SavedArticle {
	portal: PortalRow;
	locale: string;
	file: ArticleFile;
	/** Undefined: as it was, and a draft where it is new. */
	status?: ArticleStatus | undefined;
	/** Undefined: as it was. */
	authorId?: number | null | undefined;
}

/** Writes the article with the file's slug, or writes it anew in its language. Undefined: there is no article that it could translate. */
export async function saveArticle(
	store: Repositories,
	{ portal, locale, file, status, authorId }: SavedArticle,
): Promise<ArticleRow | undefined> {
	const original = file.translates === undefined ? null : await store.articles.findBySlug(portal.id, file.translates);
	if (original === undefined) return undefined;
	const before = await store.articles.findBySlug(portal.id, file.slug);
	// A translation whose file has the original's name would take the place of the original.
	if (before && before.locale !== locale) {
		throw new SettingError(
			`Article ${file.slug} exists in ${before.locale}: give the one in ${locale} a slug of its own, such as "slug: ${file.slug}-${locale}"`,
		);
	}
	const written = {
		title: file.title,
		description: file.description,
		content: file.content,
		category_id: file.category === undefined ? null : await findCategoryId(store, portal, locale, file.category),
		original_id: original && (original.original_id ?? original.id),
		status: status ?? before?.status ?? 'draft',
		author_id: authorId === undefined ? (before?.author_id ?? null) : authorId,
	};
	return before
		? store.articles.update(before, written)
		: store.articles.insert({ ...written, locale, portal_id: portal.id, slug: file.slug });
}

async function findCategoryId(store: Repositories, portal: PortalRow, locale: string, name: string): Promise<number> {
	const place = { portal_id: portal.id, locale };
	const slug = slugOf(name);
	const category =
		(await store.categories.findBySlug(place, slug)) ??
		(await store.categories.insert({ ...place, slug, name, description: '' }));
	return category.id;
}
