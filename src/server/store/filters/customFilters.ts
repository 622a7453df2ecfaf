/** Filters that agents keep by name. */
import type { Insertable, Kysely, Updateable } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { CustomFilterRow, Database } from '../tables/schema.ts';

type NewFilter = Omit<Insertable<Database['custom_filters']>, 'created_at' | 'updated_at'>;

/** Who asks for filters. */
export type FilterReader = Pick<CustomFilterRow, 'account_id' | 'user_id'>;

export function createCustomFilters(db: Kysely<Database>) {
	const visibleTo = ({ account_id, user_id }: FilterReader) =>
		db
			.selectFrom('custom_filters')
			.selectAll()
			.where('account_id', '=', account_id)
			.where((of) => of.or([of('user_id', '=', user_id), of('shared', '=', true)]));

	return {
		/** Their own, and those that others share, by name. */
		list: (reader: FilterReader, type: CustomFilterRow['filter_type']): Promise<CustomFilterRow[]> =>
			visibleTo(reader).where('filter_type', '=', type).orderBy('name').orderBy('id').execute(),

		/** Throws NOT_FOUND. */
		require: (reader: FilterReader, id: number): Promise<CustomFilterRow> =>
			visibleTo(reader).where('id', '=', id).executeTakeFirstOrThrow(notFound),

		/** How many are the agent's own. */
		async countOwn({ account_id, user_id }: FilterReader): Promise<number> {
			const { count } = await db
				.selectFrom('custom_filters')
				.select((of) => of.fn.countAll<number>().as('count'))
				.where('account_id', '=', account_id)
				.where('user_id', '=', user_id)
				.executeTakeFirstOrThrow();
			return count;
		},

		insert(filter: NewFilter): Promise<CustomFilterRow> {
			const now = Date.now();
			return db
				.insertInto('custom_filters')
				.values({ ...filter, created_at: now, updated_at: now })
				.returningAll()
				.executeTakeFirstOrThrow();
		},

		update: (id: number, change: Updateable<Database['custom_filters']>): Promise<CustomFilterRow> =>
			db
				.updateTable('custom_filters')
				.set({ ...change, updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		async delete(id: number): Promise<void> {
			await db.deleteFrom('custom_filters').where('id', '=', id).execute();
		},
	};
}
