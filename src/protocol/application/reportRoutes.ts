/** Reports on what the team did (docs/application-api.md, Reports). */
import * as v from 'valibot';
import { csatRoutes } from './csatRoutes.ts';
import { REPORT_DAYS_MAX } from '../base/limits.ts';
import { accountParams, decimal, moment, numeric } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';
import { isTimeZone } from '../base/timeZone.ts';

/** Chatwoot's names; the last is ours. */
const REPORT_METRICS = [
	'conversations_count',
	'resolutions_count',
	'avg_first_response_time',
	'avg_resolution_time',
	'avg_csat_rating',
] as const;
export type ReportMetric = (typeof REPORT_METRICS)[number];

/**
 * Chatwoot's values, with 0 where there is nothing to average, and the numbers of what was averaged
 * beside them.
 */
const totals = {
	conversations_count: v.number(),
	resolutions_count: v.number(),
	/** Seconds. */
	avg_first_response_time: v.number(),
	first_responses_count: v.number(),
	/** Seconds. */
	avg_resolution_time: v.number(),
	avg_csat_rating: v.number(),
	ratings_count: v.number(),
};
export const ReportTotals = v.object(totals);
export type ReportTotals = v.InferOutput<typeof ReportTotals>;

/** One day. */
export const ReportPoint = v.object({
	/** When the day begins, in seconds since the epoch. */
	timestamp: v.number(),
	value: v.number(),
	/** How many were averaged, or the value itself. */
	count: v.number(),
});
export type ReportPoint = v.InferOutput<typeof ReportPoint>;

/** One agent or inbox; null where there is nothing to average. */
export const ReportRow = v.object({
	id: v.number(),
	name: v.string(),
	conversations_count: v.number(),
	resolved_conversations_count: v.number(),
	avg_first_response_time: v.nullable(v.number()),
	avg_resolution_time: v.nullable(v.number()),
	avg_csat_rating: v.nullable(v.number()),
	ratings_count: v.number(),
});
export type ReportRow = v.InferOutput<typeof ReportRow>;

/** Up to the year 9999, so that there are days after it. */
const time = v.pipe(moment, v.maxValue(253_000_000_000));

const range = {
	/** Seconds since the epoch; without it 30 days before `until`. */
	since: v.optional(time),
	/**
	 * Seconds since the epoch, at most 366 days after `since`; that moment itself does not count.
	 * Without it: now.
	 */
	until: v.optional(time),
};
const filter = {
	...range,
	inbox_id: v.optional(numeric),
	user_id: v.optional(numeric),
};
const zone = {
	/**
	 * IANA name of the zone whose days are meant; without it that of the account's oldest website.
	 */
	timezone: v.optional(v.pipe(v.string(), v.maxLength(64, 'is too long'), v.check(isTimeZone, 'is no time zone'))),
	/** In place of `timezone`: hours ahead of UTC. */
	timezone_offset: v.optional(v.pipe(decimal, v.minValue(-14), v.maxValue(14))),
};

const REPORTS = '/api/v2/accounts/:account_id/reports';
const SUMMARIES = '/api/v2/accounts/:account_id/summary_reports';

export const reportRoutes = {
	...csatRoutes,
	listReport: {
		method: 'GET',
		path: REPORTS,
		role: 'administrator',
		summary: `One metric, day by day, of at most ${REPORT_DAYS_MAX} days`,
		params: accountParams,
		query: v.object({
			metric: v.picklist(REPORT_METRICS, 'is unknown'),
			/** `id` then says which inbox or agent. */
			type: v.optional(v.picklist(['account', 'inbox', 'agent'], 'is unknown'), 'account'),
			id: v.optional(numeric),
			...range,
			...zone,
			group_by: v.optional(v.picklist(['day'], 'is not offered')),
		}),
		response: v.array(ReportPoint),
	},
	showReportSummary: {
		method: 'GET',
		path: `${REPORTS}/summary`,
		role: 'administrator',
		summary: 'All metrics of a time, and of the time of that length before it',
		params: accountParams,
		query: v.object({
			type: v.optional(v.picklist(['account', 'inbox', 'agent'], 'is unknown'), 'account'),
			id: v.optional(numeric),
			...range,
		}),
		response: v.object({ ...totals, previous: ReportTotals }),
	},
	listAgentReports: {
		method: 'GET',
		path: `${SUMMARIES}/agent`,
		role: 'administrator',
		summary: 'All metrics of a time for each agent',
		params: accountParams,
		query: v.object(filter),
		response: v.array(ReportRow),
	},
	listInboxReports: {
		method: 'GET',
		path: `${SUMMARIES}/inbox`,
		role: 'administrator',
		summary: 'All metrics of a time for each inbox',
		params: accountParams,
		query: v.object(filter),
		response: v.array(ReportRow),
	},
	downloadDayReport: {
		method: 'GET',
		path: `${REPORTS}/days`,
		role: 'administrator',
		summary: 'All metrics of each day as a CSV file',
		params: accountParams,
		query: v.object({ ...filter, ...zone }),
		file: 'text/csv; charset=utf-8',
	},
	downloadAgentReport: {
		method: 'GET',
		path: `${REPORTS}/agents`,
		role: 'administrator',
		summary: 'All metrics of each agent as a CSV file',
		params: accountParams,
		query: v.object(filter),
		file: 'text/csv; charset=utf-8',
	},
	downloadInboxReport: {
		method: 'GET',
		path: `${REPORTS}/inboxes`,
		role: 'administrator',
		summary: 'All metrics of each inbox as a CSV file',
		params: accountParams,
		query: v.object(filter),
		file: 'text/csv; charset=utf-8',
	},
} as const satisfies RouteTable;
