/** Reads the figures of a period. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { HOUR } from '#protocol/base/duration.ts';
import type { CsatResponse } from '#protocol/application/csatRoutes.ts';
import type { ReportMetric, ReportPoint, ReportRow, ReportTotals } from '#protocol/application/reportRoutes.ts';
import { startOfDay } from '#protocol/base/timeZone.ts';
import { receiveFile, saveFile } from '#client/receiveFile.ts';
import { account, call } from '../session/api.ts';

export interface Period {
	/** Seconds since the epoch. */
	since: number;
	/** Seconds since the epoch. */
	until: number;
	/** Whose days are meant. */
	timezone: string;
	/** Undefined: all websites. */
	inboxId: number | undefined;
}

/** The metrics that have a chart. */
const CHARTED = [
	'conversations_count',
	'avg_first_response_time',
	'avg_resolution_time',
	'avg_csat_rating',
] as const satisfies readonly ReportMetric[];
type Charted = (typeof CHARTED)[number];

export interface Report {
	period: Period;
	totals: ReportTotals;
	previous: ReportTotals;
	days: Record<Charted, readonly ReportPoint[]>;
	agents: readonly ReportRow[];
	inboxes: readonly ReportRow[];
}

/** The last days up to now, today included. */
export function lastDays(count: number, timezone: string, inboxId: number | undefined): Period {
	const now = Date.now();
	let since = startOfDay(timezone, now);
	for (let day = 1; day < count; day += 1) since = startOfDay(timezone, since - 12 * HOUR);
	return { since: since / 1000, until: Math.ceil(now / 1000), timezone, inboxId };
}

/** Rejects with a RequestError. */
export const loadReport = atom(null, async (get, _set, period: Period): Promise<Report> => {
	const params = account(get);
	const { since, until, timezone, inboxId } = period;
	const of = inboxId === undefined ? ({ type: 'account' } as const) : ({ type: 'inbox', id: inboxId } as const);
	const readDays = (metric: Charted) =>
		call(get, applicationRoutes.listReport, { params, query: { metric, since, until, timezone, ...of } });
	const query = queryOf(period);
	const [{ previous, ...totals }, agents, inboxes, ...days] = await Promise.all([
		call(get, applicationRoutes.showReportSummary, { params, query: { since, until, ...of } }),
		call(get, applicationRoutes.listAgentReports, { params, query }),
		call(get, applicationRoutes.listInboxReports, { params, query }),
		...CHARTED.map(readDays),
	]);
	const daysOf = (metric: Charted) => days[CHARTED.indexOf(metric)] ?? [];
	return {
		period,
		totals,
		previous,
		days: {
			conversations_count: daysOf('conversations_count'),
			avg_first_response_time: daysOf('avg_first_response_time'),
			avg_resolution_time: daysOf('avg_resolution_time'),
			avg_csat_rating: daysOf('avg_csat_rating'),
		},
		agents,
		inboxes: inboxes.filter(({ id }) => inboxId === undefined || id === inboxId),
	};
});

/** A page of ratings, the newest first. Rejects with a RequestError. */
export const loadRatings = atom(null, (get, _set, period: Period, page: number): Promise<CsatResponse[]> => {
	const query = { ...queryOf(period), page };
	return call(get, applicationRoutes.listCsatResponses, { params: account(get), query });
});

const FILES = {
	days: applicationRoutes.downloadDayReport,
	agents: applicationRoutes.downloadAgentReport,
	inboxes: applicationRoutes.downloadInboxReport,
	ratings: applicationRoutes.downloadCsatResponses,
};
export type ReportFile = keyof typeof FILES;

/** Saves the file where the browser saves downloads. Rejects with a RequestError. */
export const downloadReport = atom(null, async (get, _set, file: ReportFile, period: Period): Promise<void> => {
	const query = { ...queryOf(period), ...(file === 'days' ? { timezone: period.timezone } : {}) };
	const content: unknown = await call(get, FILES[file], { params: account(get), query }, { send: receiveFile });
	saveFile(content as Blob, `${file}.csv`);
});

function queryOf({ since, until, inboxId }: Period) {
	return { since, until, ...(inboxId === undefined ? {} : { inbox_id: inboxId }) };
}
