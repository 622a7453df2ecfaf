/** How visitors rated their conversations. */
import type { Insertable, Kysely } from 'kysely';
import type { CsatResponse, Database } from './schema.ts';

export function createCsatResponses(db: Kysely<Database>) {
	return {
		findByMessage: (messageId: number): Promise<CsatResponse | undefined> =>
			db.selectFrom('csat_responses').selectAll().where('message_id', '=', messageId).executeTakeFirst(),

		/** Stores the first answer to a message, or replaces its rating and feedback. */
		put(response: Omit<Insertable<Database['csat_responses']>, 'created_at' | 'updated_at'>): Promise<CsatResponse> {
			const now = Date.now();
			return db
				.insertInto('csat_responses')
				.values({ ...response, created_at: now, updated_at: now })
				.onConflict((conflict) =>
					conflict.column('message_id').doUpdateSet({
						rating: response.rating,
						feedback_message: response.feedback_message ?? null,
						updated_at: now,
					}),
				)
				.returningAll()
				.executeTakeFirstOrThrow();
		},
	};
}
