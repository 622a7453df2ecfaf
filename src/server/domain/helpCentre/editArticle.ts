/** Changes the articles of a help centre, for scripts of the team, commands and the demo alike. */
import { isParsable } from '#markdown/parseArticle.ts';
import type { ArticleStatus } from '#protocol/entities/articles.ts';
import { SLUG_MAX } from '#protocol/base/limits.ts';
import { Problem } from '../../base/problem.ts';
import type { ArticleChange, ArticlePlace } from '../../store/helpCentre/articles.ts';
import type { ArticleRow, PortalRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { ArticleFile } from './articleFile.ts';
import { recordChange } from '../recordChange.ts';
import { keepPictures } from './articlePictures.ts';
import { auditedPortal, checkLocale, createCategory } from './editPortal.ts';
import { slugOf } from '#protocol/base/slug.ts';

/**
 * Defaults for undefined fields: a draft in the portal's own language, after the others, with a
 * slug made of time and title.
 */
export type NewArticle = ArticleChange &
	Pick<ArticleRow, 'title' | 'content'> & { locale?: ArticleRow['locale'] | undefined };

export async function createArticle(store: Repositories, portal: PortalRow, article: NewArticle): Promise<ArticleRow> {
	const { title, content, locale = portal.default_locale, position } = article;
	checkLocale(portal, locale);
	await check(store, portal, { ...article, locale });
	const created = await store.articles.insert({
		portal_id: portal.id,
		locale,
		slug: article.slug ?? (await findFreeSlug(store, portal, title)),
		title,
		description: article.description ?? '',
		content,
		status: article.status ?? 'draft',
		category_id: article.category_id ?? null,
		author_id: article.author_id ?? null,
		original_id: (await findOriginalId(store, portal, article.original_id, { locale })) ?? null,
	});
	const placed = position === undefined ? created : await store.articles.update(created, { position });
	await keepPictures(store, portal.account_id, { after: content });
	await recordChange(store, { ...auditedOf(portal, placed), after: placed });
	return placed;
}

export async function changeArticle(
	store: Repositories,
	portal: PortalRow,
	article: ArticleRow,
	change: ArticleChange,
): Promise<ArticleRow> {
	await check(store, portal, { ...change, locale: article.locale }, article);
	const originalId = await findOriginalId(store, portal, change.original_id, article);
	const changed = await store.articles.update(article, {
		...change,
		original_id: originalId === article.id ? null : originalId,
	});
	await keepPictures(store, portal.account_id, { before: article.content, after: changed.content });
	await recordChange(store, { ...auditedOf(portal, changed), before: article, after: changed });
	return changed;
}

/** Gives articles their positions, by id. Throws NOT_FOUND if one is of another portal. */
export async function orderArticles(
	store: Repositories,
	portal: PortalRow,
	positions: ReadonlyMap<number, number>,
): Promise<void> {
	const before = await store.articles.listPlaces(portal.id);
	// In the same order each time, so that two requests do not wait for each other's rows.
	for (const [id, position] of [...positions].toSorted(([a], [b]) => a - b))
		if (!(await store.articles.move({ portal_id: portal.id, id, position }))) throw new Problem({ code: 'NOT_FOUND' });
	await recordChange(store, {
		...auditedPortal(portal),
		...differenceInOrder(before, await store.articles.listPlaces(portal.id)),
	});
}

/**
 * The titles from the first article that stands elsewhere to the last one, as the audit log has
 * them.
 */
function differenceInOrder(before: readonly ArticlePlace[], after: readonly ArticlePlace[]) {
	const isMoved = ({ id }: ArticlePlace, index: number): boolean => id !== after[index]?.id;
	const [from, to] = [before.findIndex(isMoved), before.findLastIndex(isMoved) + 1];
	const titlesOf = (places: readonly ArticlePlace[]) => ({
		article_order: places.slice(Math.max(from, 0), to).map(({ title }) => title),
	});
	return { before: titlesOf(before), after: titlesOf(after) };
}

/** Deletes an article. Its translations stay, and are no translations any more. */
export async function deleteArticle(store: Repositories, portal: PortalRow, article: ArticleRow): Promise<void> {
	await store.articles.delete(article);
	await keepPictures(store, portal.account_id, { before: article.content });
	await recordChange(store, { ...auditedOf(portal, article), before: article });
}

function auditedOf({ account_id }: PortalRow, { id, title }: ArticleRow) {
	return { accountId: account_id, type: 'Article', id, name: title } as const;
}

export interface SavedArticle {
	portal: PortalRow;
	locale: string;
	file: ArticleFile;
	/** Undefined: unchanged, and a draft where the article is new. */
	status?: ArticleStatus | undefined;
	/** Undefined: unchanged. */
	authorId?: number | null | undefined;
}

/** Creates the article with the file's slug, or replaces it in its language. */
export async function saveArticle(
	store: Repositories,
	{ portal, locale, file, status, authorId }: SavedArticle,
): Promise<ArticleRow> {
	checkLocale(portal, locale);
	const { slug, title, description, content, category, translates } = file;
	const original = translates === undefined ? null : await store.articles.findBySlug(portal.id, translates);
	if (original === undefined) throw new Problem({ code: 'ORIGINAL_UNKNOWN', slug: translates ?? '' });
	const before = await store.articles.findBySlug(portal.id, slug);
	// A translation's file that has the original's slug would replace the original.
	if (before && before.locale !== locale)
		throw new Problem({ code: 'ARTICLE_IN_OTHER_LOCALE', slug, locale: before.locale, wanted: locale });
	const written = {
		title,
		description,
		content,
		status,
		category_id: category === undefined ? null : await findCategoryId(store, portal, locale, category),
		author_id: authorId,
		original_id: original && original.id,
	};
	return before
		? changeArticle(store, portal, before, written)
		: createArticle(store, portal, { ...written, locale, slug });
}

/** Throws NOT_FOUND, also for an article of another portal. */
export async function findArticle(store: Repositories, portal: PortalRow, id: number): Promise<ArticleRow> {
	const article = await store.articles.find(id);
	if (article?.portal_id !== portal.id) throw new Problem({ code: 'NOT_FOUND' });
	return article;
}

/** Checks that what an article refers to belongs to its portal. */
async function check(
	store: Repositories,
	portal: PortalRow,
	written: ArticleChange & { locale: string },
	article?: ArticleRow,
): Promise<void> {
	const { slug, content, author_id, category_id } = written;
	if (content !== undefined && !isParsable(content)) throw new Problem({ code: 'CONTENT_TOO_INTRICATE' });
	const holder = slug === undefined ? undefined : await store.articles.findBySlug(portal.id, slug);
	if (holder && holder.id !== article?.id) throw new Problem({ code: 'SLUG_TAKEN', slug: holder.slug });
	if (typeof author_id === 'number' && !(await store.users.findMember(portal.account_id, author_id)))
		throw new Problem({ code: 'AUTHOR_UNKNOWN' });
	if (typeof category_id === 'number') {
		const [category] = await store.categories.listByIds([category_id]);
		if (category?.portal_id !== portal.id || category.locale !== written.locale)
			throw new Problem({ code: 'CATEGORY_UNKNOWN' });
	}
}

/**
 * Translations of a translation refer to the original, so that all of them are found by its id.
 * Throws for a translation into the original's own language: their pages would take each other for
 * the same one.
 */
async function findOriginalId(
	store: Repositories,
	portal: PortalRow,
	id: number | null | undefined,
	translation: Pick<ArticleRow, 'locale'> & { id?: ArticleRow['id'] },
): Promise<number | null | undefined> {
	if (typeof id !== 'number') return id;
	const named = await findArticle(store, portal, id);
	const original = named.original_id === null ? named : await findArticle(store, portal, named.original_id);
	for (const { id: other, locale, slug } of [named, original])
		if (other !== translation.id && locale === translation.locale)
			throw new Problem({ code: 'ORIGINAL_IN_SAME_LOCALE', slug, locale });
	return original.id;
}

async function findCategoryId(store: Repositories, portal: PortalRow, locale: string, name: string): Promise<number> {
	const slug = slugOf(name);
	const category =
		(await store.categories.findBySlug({ portal_id: portal.id, locale }, slug)) ??
		(await createCategory(store, portal, { locale, slug, name }));
	return category.id;
}

/**
 * A slug made of the time and the title. A number is added where that is taken, such as by a
 * translation with the same title within one second.
 */
async function findFreeSlug(store: Repositories, portal: PortalRow, title: string): Promise<string> {
	const now = Math.floor(Date.now() / 1000);
	for (let count = 1; ; count++) {
		const number = count === 1 ? '' : `-${count}`;
		const slug = slugOf(`${now} ${title}`, SLUG_MAX - number.length) + number;
		if (!(await store.articles.findBySlug(portal.id, slug))) return slug;
	}
}
