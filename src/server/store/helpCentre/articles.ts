/** Articles of help centres. */
import { sql, type Insertable, type Kysely } from 'kysely';
import type { ArticleStatus } from '#protocol/entities/articles.ts';
import { foldText } from '#protocol/base/foldText.ts';
import type { ArticleRow, Database } from '../tables/schema.ts';

/** A search for published articles, and their order. */
export interface ArticleSearch {
	portalId: number;
	locale: string;
	categoryId?: number | undefined;
	/**
	 * Every article that is found contains all of them; articles with them in the title come first.
	 */
	words?: readonly string[];
	/** `views`: most viewed first. */
	sort?: 'views' | 'position' | undefined;
	limit: number;
	offset?: number | undefined;
}

/** Articles of any status, as the team lists them. */
export interface ArticleFilter {
	portalId: number;
	locale?: string | undefined;
	status?: ArticleStatus | undefined;
	/** Of the category in each language. */
	categorySlug?: string | undefined;
	authorId?: number | undefined;
	/** Every article contains all of them. */
	words?: readonly string[];
}

export interface ArticleMatch {
	id: number;
	/** Folded (`foldText`). */
	title: string;
	/** For each part, whether title, description or text contain it. */
	has: readonly boolean[];
}

type Written = Omit<
	Insertable<Database['articles']>,
	'search_title' | 'search_text' | 'position' | 'views' | 'helpful' | 'unhelpful' | 'created_at' | 'updated_at'
>;

type Changeable =
	| 'slug'
	| 'title'
	| 'description'
	| 'content'
	| 'status'
	| 'category_id'
	| 'author_id'
	| 'original_id'
	| 'position';

/** Undefined fields stay unchanged. */
export type ArticleChange = { [Column in Changeable]?: ArticleRow[Column] | undefined };

/** The distance between the positions of two articles, so that another fits between them. */
const POSITION_STEP = 10;

/** A sitemap may have 50,000 addresses, of which some are home pages. */
const ADDRESSES_MAX = 49_900;

export type ArticleAddress = Pick<ArticleRow, 'id' | 'original_id' | 'locale' | 'slug' | 'updated_at'>;

export type ArticlePlace = Pick<ArticleRow, 'id' | 'title' | 'locale' | 'position'>;

export type ArticleCount = Pick<ArticleRow, 'portal_id' | 'locale' | 'status'> & { count: number };

export function createArticles(db: Kysely<Database>) {
	const published = (portalId: number) =>
		db.selectFrom('articles').where('portal_id', '=', portalId).where('status', '=', 'published');

	const ofAnyStatus = ({ portalId, locale, status, categorySlug, authorId, words = [] }: ArticleFilter) => {
		let query = db.selectFrom('articles').where('portal_id', '=', portalId);
		if (locale !== undefined) query = query.where('locale', '=', locale);
		if (status !== undefined) query = query.where('status', '=', status);
		if (authorId !== undefined) query = query.where('author_id', '=', authorId);
		if (categorySlug !== undefined)
			query = query.where('category_id', 'in', (of) =>
				of.selectFrom('categories').select('id').where('portal_id', '=', portalId).where('slug', '=', categorySlug),
			);
		for (const pattern of words.map(containing)) query = query.where(containsText(pattern));
		return query;
	};

	return {
		listPublished({
			portalId,
			locale,
			categoryId,
			words = [],
			sort,
			limit,
			offset,
		}: ArticleSearch): Promise<ArticleRow[]> {
			const patterns = words.map(containing);
			let query = published(portalId).selectAll().where('locale', '=', locale);
			if (categoryId !== undefined) query = query.where('category_id', '=', categoryId);
			for (const pattern of patterns) query = query.where(containsText(pattern));
			if (sort === 'views') query = query.orderBy('views', 'desc');
			else for (const pattern of patterns) query = query.orderBy(sql`search_title like ${pattern} escape '\\'`, 'desc');
			query = query.orderBy('position').orderBy('id');
			return query
				.limit(limit)
				.offset(offset ?? 0)
				.execute();
		},

		/**
		 * Every published article of the language, and which of these parts of words it contains;
		 * in the order in which readers see them.
		 */
		async matchParts(portalId: number, locale: string, parts: readonly string[]): Promise<ArticleMatch[]> {
			const rows = await published(portalId)
				.select(['id', 'search_title'])
				.select(
					parts.map((part, index) =>
						sql<number>`case when ${containsText(containing(part))} then 1 else 0 end`.as(`part_${index}`),
					),
				)
				.where('locale', '=', locale)
				.orderBy('position')
				.orderBy('id')
				.execute();
			return rows.map(({ id, search_title, ...flags }) => {
				const found: Readonly<Record<string, unknown>> = flags;
				return { id, title: search_title, has: parts.map((_, index) => Number(found[`part_${index}`]) === 1) };
			});
		},

		/** In any order. */
		listById: (ids: readonly number[]): Promise<ArticleRow[]> =>
			ids.length === 0 ? Promise.resolve([]) : db.selectFrom('articles').selectAll().where('id', 'in', ids).execute(),

		/** What a search engine needs of the published articles. */
		listAddresses: (portalId: number): Promise<ArticleAddress[]> =>
			published(portalId)
				.select(['id', 'original_id', 'locale', 'slug', 'updated_at'])
				.orderBy('id')
				.limit(ADDRESSES_MAX)
				.execute(),

		/** Counts in all languages. */
		async countPublished(portalId: number): Promise<number> {
			const { count } = await published(portalId)
				.select((of) => of.fn.countAll().as('count'))
				.executeTakeFirstOrThrow();
			return Number(count);
		},

		/** Category id → the number of its articles. */
		async countByCategory(portalId: number, locale: string): Promise<Map<number, number>> {
			const rows = await published(portalId)
				.select((of) => ['category_id', of.fn.countAll().as('count')])
				.where('locale', '=', locale)
				.groupBy('category_id')
				.execute();
			return new Map(rows.map(({ category_id, count }) => [category_id ?? 0, Number(count)]));
		},

		/** The same article in every language in which it is published, including itself. */
		listTranslations(article: ArticleRow): Promise<ArticleRow[]> {
			const root = article.original_id ?? article.id;
			return published(article.portal_id)
				.selectAll()
				.where((of) => of.or([of('id', '=', root), of('original_id', '=', root)]))
				.orderBy('id')
				.execute();
		},

		/** The translations of an article, of any status. */
		listByOriginal: ({ portal_id, id }: Pick<ArticleRow, 'portal_id' | 'id'>): Promise<ArticleRow[]> =>
			db
				.selectFrom('articles')
				.selectAll()
				.where('portal_id', '=', portal_id)
				.where('original_id', '=', id)
				.orderBy('id')
				.execute(),

		/** The last changed first; those of a category as readers see them. */
		list(filter: ArticleFilter, page: number, perPage: number): Promise<ArticleRow[]> {
			const found = ofAnyStatus(filter)
				.selectAll()
				.limit(perPage)
				.offset((page - 1) * perPage);
			return filter.categorySlug === undefined
				? found.orderBy('updated_at', 'desc').orderBy('id', 'desc').execute()
				: found.orderBy('position').orderBy('id').execute();
		},

		countByStatus: (filter: ArticleFilter): Promise<Pick<ArticleCount, 'status' | 'count'>[]> =>
			ofAnyStatus(filter)
				.select((of) => ['status', of.fn.countAll<number>().as('count')])
				.groupBy('status')
				.execute(),

		/** The articles of portals, by language and status. */
		count: (portalIds: readonly number[]): Promise<ArticleCount[]> =>
			portalIds.length === 0
				? Promise.resolve([])
				: db
						.selectFrom('articles')
						.select((of) => ['portal_id', 'locale', 'status', of.fn.countAll<number>().as('count')])
						.where('portal_id', 'in', portalIds)
						.groupBy(['portal_id', 'locale', 'status'])
						.execute(),

		find: (id: number): Promise<ArticleRow | undefined> =>
			db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst(),

		/** Finds an article of any status. */
		findBySlug: (portalId: number, slug: string): Promise<ArticleRow | undefined> =>
			db
				.selectFrom('articles')
				.selectAll()
				.where('portal_id', '=', portalId)
				.where('slug', '=', slug)
				.executeTakeFirst(),

		/** Adds it after the other articles of its portal. */
		async insert(article: Written): Promise<ArticleRow> {
			const { last } = await db
				.selectFrom('articles')
				.select((of) => of.fn.max('position').as('last'))
				.where('portal_id', '=', article.portal_id)
				.executeTakeFirstOrThrow();
			return db
				.insertInto('articles')
				.values({
					...article,
					...searchable(article),
					position: (last ?? 0) + POSITION_STEP,
					created_at: Date.now(),
					updated_at: Date.now(),
				})
				.returningAll()
				.executeTakeFirstOrThrow();
		},

		update: (article: ArticleRow, change: ArticleChange): Promise<ArticleRow> =>
			db
				.updateTable('articles')
				.set({
					...change,
					...searchable({
						title: change.title ?? article.title,
						description: change.description ?? article.description,
						content: change.content ?? article.content,
					}),
					updated_at: Date.now(),
				})
				.where('id', '=', article.id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		/** Whether an article of the account, of any status, has this in its Markdown. */
		async hasText(accountId: number, text: string): Promise<boolean> {
			const found = await db
				.selectFrom('articles')
				.innerJoin('portals', 'portals.id', 'articles.portal_id')
				.select('articles.id')
				.where('portals.account_id', '=', accountId)
				.where('articles.content', 'like', `%${text}%`)
				.limit(1)
				.executeTakeFirst();
			return found !== undefined;
		},

		/** Articles of any status, language by language, in the order in which readers see them. */
		listPlaces: (portalId: number): Promise<ArticlePlace[]> =>
			db
				.selectFrom('articles')
				.select(['id', 'title', 'locale', 'position'])
				.where('portal_id', '=', portalId)
				.orderBy('locale')
				.orderBy('position')
				.orderBy('id')
				.execute(),

		/**
		 * Answers whether the portal has the article. When that was changed, which its readers are
		 * told, stays as it is.
		 */
		async move({ portal_id, id, position }: Pick<ArticleRow, 'portal_id' | 'id' | 'position'>): Promise<boolean> {
			const { numUpdatedRows } = await db
				.updateTable('articles')
				.set({ position })
				.where('id', '=', id)
				.where('portal_id', '=', portal_id)
				.executeTakeFirstOrThrow();
			return numUpdatedRows > 0n;
		},

		/** Its translations stay, and are no translations any more. */
		async delete({ id }: ArticleRow): Promise<void> {
			await db.updateTable('articles').set({ original_id: null }).where('original_id', '=', id).execute();
			await db.deleteFrom('articles').where('id', '=', id).execute();
		},

		/** Adds one view, or one reader's answer to whether the article has helped. */
		async increment(id: number, what: 'views' | 'helpful' | 'unhelpful'): Promise<void> {
			await db
				.updateTable('articles')
				.set((of) => ({ [what]: of(what, '+', 1) }))
				.where('id', '=', id)
				.execute();
		},
	};
}

/** The words of a text in the form that the search compares. */
export function searchWords(text: string): string[] {
	return foldText(text).split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
}

/** Words beyond this number are ignored, since each is compared with every article. */
const WORDS_MAX = 10;

function searchable({ title, description, content }: Pick<ArticleRow, 'title' | 'description' | 'content'>) {
	return { search_title: foldText(title), search_text: foldText(`${title}\n${description}\n${content}`) };
}

function containsText(pattern: string) {
	return sql<boolean>`search_text like ${pattern} escape '\\'`;
}

/** A pattern for `like`, in which the pattern's own characters are escaped. */
function containing(word: string): string {
	return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
