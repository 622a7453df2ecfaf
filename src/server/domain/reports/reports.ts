/** What the team did within a time (docs/application-api.md, Reports). */
import { HOUR } from '#protocol/base/duration.ts';
import { startOfDay } from '#protocol/base/timeZone.ts';
import type { Repositories } from '../../store/store.ts';
import { QUARTER, type Measure, type ReportScope, type Sum } from '../../store/reports/reportRows.ts';

export type Totals = Pick<Sum, 'count' | 'sum'>;

export const MEASURES: readonly Measure[] = ['conversations', 'first_responses', 'resolutions', 'ratings'];

/** When each day begins that a part of the time belongs to, in milliseconds since the epoch. */
export function listDays(timeZone: string, { since, until }: Pick<ReportScope, 'since' | 'until'>): number[] {
	const days: number[] = [];
	// A day has 23 to 25 hours, so 36 hours after its beginning it is the next one.
	for (let day = startOfDay(timeZone, since); day < until; day = startOfDay(timeZone, day + 36 * HOUR)) days.push(day);
	return days;
}

/** @param days from `listDays` */
export async function sumByDay(
	{ reports }: Repositories,
	measure: Measure,
	scope: ReportScope,
	days: readonly number[],
): Promise<Totals[]> {
	const totals = days.map(() => ({ count: 0, sum: 0 }));
	const sums = await reports.sumBy(measure, 'quarter', scope);
	let day = 0;
	for (const { key, count, sum } of sums.toSorted((a, b) => (a.key ?? 0) - (b.key ?? 0))) {
		while (((key ?? 0) + 1) * QUARTER > (days[day + 1] ?? Infinity)) day += 1;
		const total = totals[day];
		if (!total) break;
		total.count += count;
		total.sum += sum;
	}
	return totals;
}

/**
 * The measures of each inbox or agent of which there are some; null for conversations that no agent
 * had.
 */
export async function sumByOwner(
	{ reports }: Repositories,
	by: 'inbox_id' | 'user_id',
	scope: ReportScope,
): Promise<Map<number | null, Map<Measure, Totals>>> {
	const owners = new Map<number | null, Map<Measure, Totals>>();
	for (const measure of MEASURES) {
		for (const { key, ...totals } of await reports.sumBy(measure, by, scope)) {
			const own = owners.get(key) ?? new Map<Measure, Totals>();
			owners.set(key, own.set(measure, totals));
		}
	}
	return owners;
}

/** Those of all agents and inboxes of the scope together. */
export async function sumAll(store: Repositories, scope: ReportScope): Promise<Map<Measure, Totals>> {
	const all = new Map<Measure, Totals>();
	for (const own of (await sumByOwner(store, 'inbox_id', scope)).values())
		for (const [measure, { count, sum }] of own) {
			const before = all.get(measure) ?? { count: 0, sum: 0 };
			all.set(measure, { count: before.count + count, sum: before.sum + sum });
		}
	return all;
}

/** Null where there is nothing to average. */
export function averageOf(totals: Totals | undefined): number | null {
	return totals && totals.count > 0 ? totals.sum / totals.count : null;
}
