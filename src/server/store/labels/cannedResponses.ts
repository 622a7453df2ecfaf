/** Texts that agents insert by a short code. */
import type { Kysely } from 'kysely';
import type { Translations } from '#protocol/entities/translations.ts';
import { notFound } from '../../base/problem.ts';
import type { CannedResponseRow, Database } from '../tables/schema.ts';

export type CannedResponseFacts = Pick<CannedResponseRow, 'short_code' | 'content'> & {
	translations?: Translations | null | undefined;
};

export function createCannedResponses(db: Kysely<Database>) {
	const ofAccount = (accountId: number) => db.selectFrom('canned_responses').where('account_id', '=', accountId);

	return {
		list: (accountId: number): Promise<CannedResponseRow[]> =>
			ofAccount(accountId).selectAll().orderBy('short_code').execute(),

		async count(accountId: number): Promise<number> {
			const { count } = await ofAccount(accountId)
				.select((of) => of.fn.countAll().as('count'))
				.executeTakeFirstOrThrow();
			return Number(count);
		},

		/** Throws NOT_FOUND. */
		require: (accountId: number, id: number): Promise<CannedResponseRow> =>
			ofAccount(accountId).selectAll().where('id', '=', id).executeTakeFirstOrThrow(notFound),

		findByShortCode: (accountId: number, shortCode: string): Promise<CannedResponseRow | undefined> =>
			ofAccount(accountId).selectAll().where('short_code', '=', shortCode).executeTakeFirst(),

		insert(accountId: number, facts: CannedResponseFacts): Promise<CannedResponseRow> {
			const now = Date.now();
			return db
				.insertInto('canned_responses')
				.values({ account_id: accountId, ...facts, created_at: now, updated_at: now })
				.returningAll()
				.executeTakeFirstOrThrow();
		},

		update: (id: number, change: CannedResponseFacts): Promise<CannedResponseRow> =>
			db
				.updateTable('canned_responses')
				.set({ ...change, updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		async delete(id: number): Promise<void> {
			await db.deleteFrom('canned_responses').where('id', '=', id).execute();
		},
	};
}
