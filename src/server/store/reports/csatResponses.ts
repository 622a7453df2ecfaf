/** How visitors rated their conversations. */
import type { Insertable, Kysely } from 'kysely';
import type { CsatRating } from '#protocol/entities/contentTypes.ts';
import type { ReportScope } from './reportRows.ts';
import type { CsatResponse, Database } from '../tables/schema.ts';

export interface CsatFilter extends Omit<ReportScope, 'userId'> {
	userIds?: readonly number[] | undefined;
	rating?: CsatRating | undefined;
}

export interface CsatPage {
	isOldestFirst?: boolean;
	offset: number;
	limit: number;
}

/** `reading`: for queries that may take long. */
export function createCsatResponses(db: Kysely<Database>, reading: Kysely<Database>) {
	const among = ({ accountId, since, until, inboxId, userIds, rating }: CsatFilter) => {
		let query = reading
			.selectFrom('csat_responses')
			.where('account_id', '=', accountId)
			.where('created_at', '>=', since)
			.where('created_at', '<', until);
		if (inboxId !== undefined) query = query.where('inbox_id', '=', inboxId);
		if (userIds !== undefined) query = query.where('assigned_agent_id', 'in', userIds);
		if (rating !== undefined) query = query.where('rating', '=', rating);
		return query;
	};

	return {
		findByMessage: (messageId: number): Promise<CsatResponse | undefined> =>
			db.selectFrom('csat_responses').selectAll().where('message_id', '=', messageId).executeTakeFirst(),

		/** The newest first, unless the page wants them the other way. */
		listPage(filter: CsatFilter, { isOldestFirst = false, offset, limit }: CsatPage): Promise<CsatResponse[]> {
			const order = isOldestFirst ? 'asc' : 'desc';
			return among(filter)
				.selectAll()
				.orderBy('created_at', order)
				.orderBy('id', order)
				.limit(limit)
				.offset(offset)
				.execute();
		},

		/** How many there are of each rating. */
		countByRating: (filter: CsatFilter): Promise<{ rating: CsatRating; count: number }[]> =>
			among(filter)
				.select((column) => ['rating', column.fn.countAll<number>().as('count')])
				.groupBy('rating')
				.execute(),

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
