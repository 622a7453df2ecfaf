/** The labels that an account's conversations may have. */
import type { Kysely } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { Database, LabelRow } from '../tables/schema.ts';

/** What may be chosen of a label, besides its title. */
export type LabelLooks = { [C in 'description' | 'color' | 'show_on_sidebar']?: LabelRow[C] | undefined };

export function createLabels(db: Kysely<Database>) {
	return {
		list: (accountId: number): Promise<LabelRow[]> =>
			db.selectFrom('labels').selectAll().where('account_id', '=', accountId).orderBy('title').execute(),

		find: (accountId: number, title: string): Promise<LabelRow | undefined> =>
			db
				.selectFrom('labels')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('title', '=', title)
				.executeTakeFirst(),

		findById: (accountId: number, id: number): Promise<LabelRow | undefined> =>
			db.selectFrom('labels').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst(),

		/** Throws NOT_FOUND. */
		require: (accountId: number, id: number): Promise<LabelRow> =>
			db
				.selectFrom('labels')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('id', '=', id)
				.executeTakeFirstOrThrow(notFound),

		insert: (accountId: number, title: string, looks: LabelLooks = {}): Promise<LabelRow> =>
			db
				.insertInto('labels')
				.values({ account_id: accountId, title, ...looks, created_at: Date.now() })
				.returningAll()
				.executeTakeFirstOrThrow(),

		update: (
			id: number,
			change: LabelLooks & Pick<LabelRow, 'title'> & Partial<Pick<LabelRow, 'former_titles'>>,
		): Promise<LabelRow> =>
			db.updateTable('labels').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

		/** Labels whose former titles conversations may still have, in all accounts. */
		listRenamed: (): Promise<LabelRow[]> =>
			db.selectFrom('labels').selectAll().where('former_titles', 'is not', null).orderBy('id').execute(),

		/** Conversations that have the label keep it. */
		async delete(id: number): Promise<void> {
			await db.deleteFrom('labels').where('id', '=', id).execute();
		},
	};
}
