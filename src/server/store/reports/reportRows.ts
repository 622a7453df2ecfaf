/**
 * Adds up what happened within a time, from indexes that hold everything that is added
 * (docs/application-api.md, Reports). The caller bounds the time.
 */
import { sql, type AliasableExpression, type Kysely } from 'kysely';
import type { Database } from '../tables/schema.ts';

export interface ReportScope {
	accountId: number;
	/** Milliseconds since the epoch. */
	since: number;
	/** Milliseconds since the epoch; that moment itself does not count. */
	until: number;
	inboxId?: number | undefined;
	userId?: number | undefined;
}

/**
 * What is added up: conversations that began, by who has them now; first answers and resolutions,
 * each with the seconds it took; ratings.
 */
export type Measure = 'conversations' | 'first_responses' | 'resolutions' | 'ratings';

export interface Sum {
	/** The quarter of an hour, counted from the epoch; or the id of the inbox or the agent. */
	key: number | null;
	count: number;
	/** Of the seconds, or of the ratings. */
	sum: number;
}

interface Fact {
	account_id: number;
	inbox_id: number;
	user_id: number | null;
	created_at: number;
	value: number;
}

/** Every time zone's days begin with a quarter of an hour. */
export const QUARTER = 900_000;

export function createReportRows(db: Kysely<Database>) {
	const facts: Record<Measure, () => AliasableExpression<Fact>> = {
		conversations: () =>
			db
				.selectFrom('conversations')
				.select(['account_id', 'inbox_id', 'assignee_id as user_id', 'created_at', sql<number>`0`.as('value')]),
		first_responses: () => eventsOf('first_response'),
		resolutions: () => eventsOf('conversation_resolved'),
		ratings: () =>
			db
				.selectFrom('csat_responses')
				.select(['account_id', 'inbox_id', 'assigned_agent_id as user_id', 'created_at', 'rating as value']),
	};
	const eventsOf = (name: 'first_response' | 'conversation_resolved') =>
		db
			.selectFrom('reporting_events')
			.select(['account_id', 'inbox_id', 'user_id', 'created_at', 'value'])
			.where('name', '=', name);

	return {
		/** Without those of which there are none. */
		async sumBy(
			measure: Measure,
			by: 'quarter' | 'inbox_id' | 'user_id',
			{ accountId, since, until, inboxId, userId }: ReportScope,
		): Promise<Sum[]> {
			let query = db
				.selectFrom(facts[measure]().as('fact'))
				.where('account_id', '=', accountId)
				.where('created_at', '>=', since)
				.where('created_at', '<', until);
			if (inboxId !== undefined) query = query.where('inbox_id', '=', inboxId);
			if (userId !== undefined) query = query.where('user_id', '=', userId);
			const key = by === 'quarter' ? sql<number>`created_at / ${sql.lit(QUARTER)}` : sql.ref<number | null>(by);
			return query
				.select((column) => [
					key.as('key'),
					column.fn.countAll<number>().as('count'),
					column.fn.sum<number>('value').as('sum'),
				])
				.groupBy(key)
				.execute();
		},

		/** How often visitors were asked for a rating. */
		async countAsked({ accountId, since, until }: ReportScope): Promise<number> {
			const { count } = await db
				.selectFrom('messages')
				.select((column) => column.fn.countAll<number>().as('count'))
				.where('account_id', '=', accountId)
				.where('content_type', '=', sql.lit('input_csat'))
				.where('created_at', '>=', since)
				.where('created_at', '<', until)
				.executeTakeFirstOrThrow();
			return count;
		},
	};
}
