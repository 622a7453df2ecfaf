/** Categories of articles, per portal and language. */
import type { Insertable, Kysely } from 'kysely';
import type { CategoryRow, Database } from '../tables/schema.ts';

type Place = Pick<CategoryRow, 'portal_id' | 'locale'>;

/** Undefined fields stay unchanged. */
export type CategoryChange = {
	[Column in 'name' | 'slug' | 'description' | 'position']?: CategoryRow[Column] | undefined;
};

type NewCategoryRow = Omit<Insertable<Database['categories']>, 'position' | 'created_at'> & {
	position?: number | undefined;
};

export function createCategories(db: Kysely<Database>) {
	const within = ({ portal_id, locale }: Place) =>
		db.selectFrom('categories').where('portal_id', '=', portal_id).where('locale', '=', locale);

	return {
		list: (place: Place): Promise<CategoryRow[]> =>
			within(place).selectAll().orderBy('position').orderBy('id').execute(),

		listByIds: (ids: readonly number[]): Promise<CategoryRow[]> =>
			ids.length === 0 ? Promise.resolve([]) : db.selectFrom('categories').selectAll().where('id', 'in', ids).execute(),

		find: (id: number): Promise<CategoryRow | undefined> =>
			db.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst(),

		findBySlug: (place: Place, slug: string): Promise<CategoryRow | undefined> =>
			within(place).selectAll().where('slug', '=', slug).executeTakeFirst(),

		/** Counts in all languages. */
		async count(portalId: number): Promise<number> {
			const { count } = await db
				.selectFrom('categories')
				.select((of) => of.fn.countAll().as('count'))
				.where('portal_id', '=', portalId)
				.executeTakeFirstOrThrow();
			return Number(count);
		},

		/** The number of categories of portals, by language. */
		countByLocale: (portalIds: readonly number[]): Promise<(Place & { count: number })[]> =>
			portalIds.length === 0
				? Promise.resolve([])
				: db
						.selectFrom('categories')
						.select((of) => ['portal_id', 'locale', of.fn.countAll<number>().as('count')])
						.where('portal_id', 'in', portalIds)
						.groupBy(['portal_id', 'locale'])
						.execute(),

		/** Adds it after the others, unless its position is given. */
		async insert({ position, ...category }: NewCategoryRow): Promise<CategoryRow> {
			const { last } = await within(category)
				.select((of) => of.fn.max('position').as('last'))
				.executeTakeFirstOrThrow();
			return db
				.insertInto('categories')
				.values({ ...category, position: position ?? (last ?? 0) + 1, created_at: Date.now() })
				.returningAll()
				.executeTakeFirstOrThrow();
		},

		update: (id: number, change: CategoryChange): Promise<CategoryRow> =>
			db.updateTable('categories').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

		/** Its articles stay, without a category. */
		async delete(id: number): Promise<void> {
			await db.updateTable('articles').set({ category_id: null }).where('category_id', '=', id).execute();
			await db.deleteFrom('categories').where('id', '=', id).execute();
		},
	};
}
