/** Portals and articles as the wire shows them (docs/wire.md, Help centre and The widget page). */
import type { Article, Portal } from '#protocol/entities/articles.ts';
import { shownNameOf } from '../domain/contacts/shownName.ts';
import type { ArticleRow, CategoryRow, PortalRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/people/users.ts';
import { byId } from './byId.ts';
import { PAGE_BYTES } from '../store/messages/messages.ts';

export function presentPortal(portal: PortalRow): Portal {
	return {
		id: portal.id,
		account_id: portal.account_id,
		name: portal.name,
		slug: portal.slug,
		color: portal.color,
		homepage_link: portal.homepage_link,
		page_title: portal.page_title,
		header_text: portal.header_text,
		archived: portal.archived,
		config: { allowed_locales: portal.allowed_locales, default_locale: portal.default_locale },
	};
}

export async function presentArticles(
	store: Repositories,
	portal: PortalRow,
	articles: readonly ArticleRow[],
): Promise<{ payload: Article[]; meta: { articles_count: number } }> {
	const articlesCount = await store.articles.countPublished(portal.id);
	const shownPortal: Article['portal'] = {
		name: portal.name,
		slug: portal.slug,
		page_title: portal.page_title,
		header_text: portal.header_text,
		homepage_link: portal.homepage_link,
		meta: {
			articles_count: articlesCount,
			categories_count: await store.categories.count(portal.id),
			default_locale: portal.default_locale,
		},
	};
	const contents = fittingContents(articles);
	const categories = byId(await store.categories.listByIds(known(articles.map((article) => article.category_id))));
	const authors = byId(
		await store.users.listWriters(portal.account_id, known(articles.map((article) => article.author_id))),
	);
	return {
		payload: articles.map((article, index) => ({
			id: article.id,
			category_id: article.category_id,
			title: article.title,
			content: contents[index] ?? '',
			description: article.description,
			status: article.status,
			position: article.position,
			account_id: portal.account_id,
			last_updated_at: new Date(article.updated_at).toISOString(),
			slug: article.slug,
			portal: shownPortal,
			...categoryOf(categories.get(article.category_id ?? 0)),
			views: article.views,
			...authorOf(authors.get(article.author_id ?? 0)),
			link: `hc/${encodeURIComponent(portal.slug)}/articles/${encodeURIComponent(article.slug)}`,
		})),
		meta: { articles_count: articlesCount },
	};
}

/** The texts, and empty ones from where all together would be too large for one page. */
function fittingContents(articles: readonly ArticleRow[]): string[] {
	let bytes = 0;
	return articles.map(({ content }) => {
		bytes += Buffer.byteLength(content);
		return bytes > PAGE_BYTES ? '' : content;
	});
}

function categoryOf(category: CategoryRow | undefined): Pick<Article, 'category'> {
	return category ? { category: { id: category.id, slug: category.slug, locale: category.locale } } : {};
}

function authorOf(author: Member | undefined): Pick<Article, 'author'> {
	if (!author) return {};
	const name = shownNameOf(author);
	return { author: { available_name: name, name, thumbnail: author.avatar_url } };
}

function known(ids: readonly (number | null)[]): number[] {
	return [...new Set(ids.filter((id) => id !== null))];
}
