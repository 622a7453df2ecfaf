/** How visitors rated the team (docs/application-api.md, Reports). */
import * as v from 'valibot';
import { CsatRating } from '../entities/contentTypes.ts';
import { Contact, TeamAgent } from '../entities/entities.ts';
import { accountParams, moment, numeric, pageNumber } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

export const CSAT_PER_PAGE = 25;

export const CsatResponse = v.object({
	id: v.number(),
	rating: CsatRating,
	feedback_message: v.nullable(v.string()),
	account_id: v.number(),
	message_id: v.number(),
	contact: v.optional(Contact),
	/** The conversation's number in its account. */
	conversation_id: v.number(),
	/** The assignee when it was rated; absent where there was none. */
	assigned_agent: v.optional(TeamAgent),
	/** Seconds since the epoch. */
	created_at: v.number(),
});
export type CsatResponse = v.InferOutput<typeof CsatResponse>;

const filter = {
	/** Seconds since the epoch; without it from the beginning. */
	since: v.optional(moment),
	/** Seconds since the epoch; that moment itself does not count. */
	until: v.optional(moment),
	/** Separated by commas, or as a list `user_ids[]`. */
	user_ids: v.optional(
		v.pipe(
			v.string(),
			v.check((text) => /^(\d{1,15}(,|$)){0,100}$/.test(text), 'is no list of ids'),
			v.transform((text) => text.split(',').filter(Boolean).map(Number)),
		),
	),
	inbox_id: v.optional(numeric),
	rating: v.optional(v.pipe(numeric, CsatRating)),
	sort: v.optional(v.picklist(['created_at', '-created_at'])),
};

const CSAT = '/api/v1/accounts/:account_id/csat_survey_responses';

export const csatRoutes = {
	listCsatResponses: {
		method: 'GET',
		path: CSAT,
		role: 'administrator',
		summary: 'The ratings of visitors, 25 a page, the newest first unless another order is asked for',
		params: accountParams,
		query: v.object({ ...filter, page: pageNumber }),
		response: v.array(CsatResponse),
	},
	showCsatMetrics: {
		method: 'GET',
		path: `${CSAT}/metrics`,
		role: 'administrator',
		summary: 'How many ratings there are of each kind, and how often visitors were asked',
		params: accountParams,
		query: v.object(filter),
		response: v.object({
			total_count: v.number(),
			/** Ratings that no visitor gave are absent. */
			ratings_count: v.record(v.string(), v.number()),
			/** Of the time alone, whatever else is filtered. */
			total_sent_messages_count: v.number(),
		}),
	},
	downloadCsatResponses: {
		method: 'GET',
		path: `${CSAT}/download`,
		role: 'administrator',
		summary: 'The ratings as a CSV file',
		params: accountParams,
		query: v.object(filter),
		file: 'text/csv; charset=utf-8',
	},
} as const satisfies RouteTable;
