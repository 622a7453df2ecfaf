/** The labels that an account's conversations may have. */
import type { Kysely } from 'kysely';
import type { Database, LabelRow } from './schema.ts';

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

		insert: (accountId: number, title: string): Promise<LabelRow> =>
			db
				.insertInto('labels')
				.values({ account_id: accountId, title, created_at: Date.now() })
				.returningAll()
				.executeTakeFirstOrThrow(),

		/** Conversations that have the label keep it. */
		async delete(id: number): Promise<void> {
			await db.deleteFrom('labels').where('id', '=', id).execute();
		},
	};
}
