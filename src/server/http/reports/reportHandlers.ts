/** Reports (docs/application-api.md, Reports). */
import { DAY, HOUR } from '#protocol/base/duration.ts';
import { REPORT_DAYS_MAX } from '#protocol/base/limits.ts';
import type { reportRoutes } from '#protocol/application/reportRoutes.ts';
import { knownTimeZone } from '#protocol/base/timeZone.ts';
import { shownNameOf } from '../../domain/contacts/shownName.ts';
import { averageOf, listDays, MEASURES, sumAll, sumByDay, sumByOwner } from '../../domain/reports/reports.ts';
import { METRICS, presentReportPoint, presentReportRow, presentReportTotals } from '../../present/report.ts';
import type { Services } from '../../services/services.ts';
import type { ReportScope } from '../../store/reports/reportRows.ts';
import { csvOf } from '../routing/csv.ts';
import { invalid } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { csatHandlers } from './csatHandlers.ts';

interface Asked {
	since?: number | undefined;
	until?: number | undefined;
	inbox_id?: number | undefined;
	user_id?: number | undefined;
	type?: 'account' | 'inbox' | 'agent';
	id?: number | undefined;
}

interface AskedZone {
	timezone?: string | undefined;
	timezone_offset?: number | undefined;
}

const COLUMNS = [
	'Conversations',
	'Resolutions',
	'Average first response time (seconds)',
	'Average resolution time (seconds)',
	'Average rating',
	'Ratings',
];

export function reportHandlers(services: Services): Handlers<typeof reportRoutes> {
	const { store } = services;

	const listInboxes = async (accountId: number) =>
		(await store.channels.list(await store.channels.listIds(accountId))).map(({ inbox }) => inbox);

	const findTimeZone = async (accountId: number, asked: AskedZone) => {
		if (asked.timezone !== undefined) return asked.timezone;
		if (asked.timezone_offset !== undefined) return nameOffset(asked.timezone_offset);
		const [oldest] = (await listInboxes(accountId)).toSorted((a, b) => a.id - b.id);
		return knownTimeZone(oldest?.timezone ?? 'UTC');
	};

	const listOwners = async (accountId: number, by: 'inbox_id' | 'user_id', asked: Asked) => {
		const scope = scopeOf(accountId, asked);
		const sums = await sumByOwner(store, by, scope);
		const named =
			by === 'inbox_id'
				? await listInboxes(accountId)
				: (await store.users.listWriters(accountId, idsOf([...sums.keys()]))).concat(
						await store.users.listAccount(accountId),
					);
		const names = new Map(
			named.map((owner) => ('user_id' in owner ? [owner.user_id, shownNameOf(owner)] : [owner.id, owner.name])),
		);
		return [...names]
			.map(([id, name]) => presentReportRow({ id, name }, sums.get(id)))
			.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
	};

	const ownersAsCsv = async (accountId: number, by: 'inbox_id' | 'user_id', asked: Asked) =>
		csvOf([
			[by === 'inbox_id' ? 'Inbox' : 'Agent', ...COLUMNS],
			...(await listOwners(accountId, by, asked)).map((row) => [
				row.name,
				row.conversations_count,
				row.resolved_conversations_count,
				rounded(row.avg_first_response_time),
				rounded(row.avg_resolution_time),
				rounded(row.avg_csat_rating, 100),
				row.ratings_count,
			]),
		]);

	const daysAsCsv = async (scope: ReportScope, timeZone: string) => {
		const days = listDays(timeZone, scope);
		const [conversations = [], answers = [], resolutions = [], ratings = []] = await Promise.all(
			MEASURES.map((measure) => sumByDay(store, measure, scope, days)),
		);
		const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
		return csvOf([
			['Day', ...COLUMNS],
			...days.map((day, index) => [
				date.format(day),
				conversations[index]?.count,
				resolutions[index]?.count,
				rounded(averageOf(answers[index])),
				rounded(averageOf(resolutions[index])),
				rounded(averageOf(ratings[index]), 100),
				ratings[index]?.count,
			]),
		]);
	};

	return {
		...csatHandlers(services),

		async listReport({ account, query }) {
			const scope = scopeOf(account.id, query);
			const days = listDays(await findTimeZone(account.id, query), scope);
			const totals = await sumByDay(store, METRICS[query.metric].measure, scope, days);
			return days.map((day, index) => presentReportPoint(day, query.metric, totals[index] ?? { count: 0, sum: 0 }));
		},

		async showReportSummary({ account, query }) {
			const scope = scopeOf(account.id, query);
			const before = { ...scope, since: Math.max(0, 2 * scope.since - scope.until), until: scope.since };
			return {
				...presentReportTotals(await sumAll(store, scope)),
				previous: presentReportTotals(await sumAll(store, before)),
			};
		},

		listAgentReports: async ({ account, query }) => listOwners(account.id, 'user_id', query),
		listInboxReports: async ({ account, query }) => listOwners(account.id, 'inbox_id', query),

		async downloadDayReport({ account, query, reply }) {
			const scope = scopeOf(account.id, query);
			const csv = await daysAsCsv(scope, await findTimeZone(account.id, query));
			reply.header('Content-Disposition', 'attachment; filename="report.csv"');
			return pieces(csv);
		},

		async downloadAgentReport({ account, query, reply }) {
			const csv = await ownersAsCsv(account.id, 'user_id', query);
			reply.header('Content-Disposition', 'attachment; filename="agents_report.csv"');
			return pieces(csv);
		},

		async downloadInboxReport({ account, query, reply }) {
			const csv = await ownersAsCsv(account.id, 'inbox_id', query);
			reply.header('Content-Disposition', 'attachment; filename="inboxes_report.csv"');
			return pieces(csv);
		},
	};
}

/** Throws the refusals of times that are too long, and of what is not named. */
function scopeOf(accountId: number, asked: Asked): ReportScope {
	const until = asked.until === undefined ? Date.now() : asked.until * 1000;
	const since = asked.since === undefined ? Math.max(0, until - 30 * DAY) : asked.since * 1000;
	if (since >= until) throw invalid('Since must be before until', ['since']);
	// The first and the last day may be of different offsets.
	if (until - since > REPORT_DAYS_MAX * DAY + HOUR)
		throw invalid(`Range is too long (maximum is ${REPORT_DAYS_MAX} days)`, ['since']);
	const { type, id } = asked;
	if (type && type !== 'account' && id === undefined) throw invalid("Id can't be blank", ['id']);
	return {
		accountId,
		since: Math.floor(since),
		until: Math.floor(until),
		inboxId: type === 'inbox' ? id : asked.inbox_id,
		userId: type === 'agent' ? id : asked.user_id,
	};
}

/** `5.5` → `+05:30`; to the quarter of an hour, as zones are. */
function nameOffset(hours: number): string {
	const minutes = Math.round(Math.abs(hours) * 4) * 15;
	const [whole, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
	return `${hours < 0 ? '-' : '+'}${whole}:${rest}`;
}

/** To whole ones, or to parts of one; empty where there is nothing. */
function rounded(value: number | null, parts = 1): number | null {
	return value === null ? null : Math.round(value * parts) / parts;
}

function idsOf(ids: readonly (number | null)[]): number[] {
	return ids.filter((id) => id !== null);
}

async function* pieces(text: string): AsyncGenerator<string> {
	yield text;
}
