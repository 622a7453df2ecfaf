/** Reports as the wire shows them. */
import type { ReportMetric, ReportPoint, ReportRow, ReportTotals } from '#protocol/application/reportRoutes.ts';
import { averageOf, type Totals } from '../domain/reports/reports.ts';
import type { Measure } from '../store/reports/reportRows.ts';
import { seconds } from './times.ts';

/** What each metric is made of, and whether it averages that. */
export const METRICS: Readonly<Record<ReportMetric, { measure: Measure; isAverage: boolean }>> = {
	conversations_count: { measure: 'conversations', isAverage: false },
	resolutions_count: { measure: 'resolutions', isAverage: false },
	avg_first_response_time: { measure: 'first_responses', isAverage: true },
	avg_resolution_time: { measure: 'resolutions', isAverage: true },
	avg_csat_rating: { measure: 'ratings', isAverage: true },
};

export function presentReportPoint(day: number, metric: ReportMetric, totals: Totals): ReportPoint {
	const value = METRICS[metric].isAverage ? (averageOf(totals) ?? 0) : totals.count;
	return { timestamp: seconds(day), value, count: totals.count };
}

export function presentReportTotals(all: ReadonlyMap<Measure, Totals>): ReportTotals {
	const count = (measure: Measure) => all.get(measure)?.count ?? 0;
	const average = (measure: Measure) => averageOf(all.get(measure)) ?? 0;
	return {
		conversations_count: count('conversations'),
		resolutions_count: count('resolutions'),
		avg_first_response_time: average('first_responses'),
		first_responses_count: count('first_responses'),
		avg_resolution_time: average('resolutions'),
		avg_csat_rating: average('ratings'),
		ratings_count: count('ratings'),
	};
}

export function presentReportRow(
	{ id, name }: { id: number; name: string },
	own: ReadonlyMap<Measure, Totals> | undefined,
): ReportRow {
	return {
		id,
		name,
		conversations_count: own?.get('conversations')?.count ?? 0,
		resolved_conversations_count: own?.get('resolutions')?.count ?? 0,
		avg_first_response_time: averageOf(own?.get('first_responses')),
		avg_resolution_time: averageOf(own?.get('resolutions')),
		avg_csat_rating: averageOf(own?.get('ratings')),
		ratings_count: own?.get('ratings')?.count ?? 0,
	};
}
