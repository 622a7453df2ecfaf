/** What reports add up (docs/application-api.md, Reports). */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { CsatResponse } from '#protocol/application/csatRoutes.ts';
import { DAY, HOUR, MINUTE } from '#protocol/base/duration.ts';
import type { ReportMetric, ReportPoint, ReportRow, ReportTotals } from '#protocol/application/reportRoutes.ts';
import { addAgent } from '../../../src/server/domain/people/agents.ts';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import { createAccessToken } from '../../../src/server/domain/people/manageAccessTokens.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { beginConversation, call, createAgent, createVisitor, type Answer } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

/** What became of one conversation, as the test wrote it down. Times are milliseconds. */
interface Told {
	inbox: number;
	assignee: number | null;
	createdAt: number;
	firstReply: { at: number; by: number } | undefined;
	resolvedAt: number[];
	rating: { at: number; value: number } | undefined;
}

interface Fact {
	at: number;
	inbox: number;
	agent: number | null;
	value: number;
}

/**
 * Zones whose clocks change within the time, by an hour or half of one, and one that is no whole
 * hours ahead.
 */
const ZONES = ['Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York', 'Asia/Kathmandu'];
const SINCE = Date.UTC(2026, 2, 1, 7, 30);
const UNTIL = Date.UTC(2026, 3, 20, 11, 45);

export function describeReports(database: string, prepare: Prepare): void {
	describe(`reports on ${database}`, () => {
		let setup: ConversationServer;
		let account: number;
		let administrator: string;
		let inboxes: number[];
		let agents: number[];
		const told: Told[] = [];
		const seed = Math.floor(Math.random() * 2 ** 31);
		const random = createRandom(seed);

		const ask = <T>(path: string, query: Record<string, string | number> = {}, version = 2): Promise<Answer<T>> => {
			const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
			return call<T>(setup.server.origin, `/api/v${version}/accounts/${account}/${path}?${text}`, {
				headers: { api_access_token: administrator },
			});
		};
		const seconds = { since: SINCE / 1000, until: UNTIL / 1000 };

		before(async () => {
			setup = await startConversationServer(prepare);
			const store = await openStore(setup.where);
			try {
				account = (await store.accounts.insert('Another')).id;
				inboxes = [];
				for (const name of ['One', 'Two']) {
					const settings = { name, timezone: 'Asia/Kathmandu' };
					inboxes.push((await createChannel(store, { accountId: account, settings })).inbox.id);
				}
				agents = [];
				for (const name of ['=Ada', 'Noor', 'Zoe']) {
					const role = agents.length === 0 ? ('administrator' as const) : ('agent' as const);
					const user = await addAgent(store, account, { name, email: `${randomUUID()}@x.example`, role });
					agents.push(user.id);
				}
				administrator = (await createAccessToken(store, { user_id: agents[0] ?? 0 }, { name: 'test' })).token;
				for (let count = 0; count < 150; count += 1) told.push(makeUp(random, inboxes, agents));
				for (const [index, one] of told.entries()) await enact(store, index + 1, one);
			} finally {
				await store.close();
			}
		});
		after(() => setup.stop());

		/** Writes the conversation as the product does, at other times. */
		const enact = async (store: Awaited<ReturnType<typeof openStore>>, displayId: number, one: Told): Promise<void> => {
			const contact = await store.contacts.insert(account, 'Somebody');
			const session = await store.sessions.insert({
				contactId: contact.id,
				inboxId: one.inbox,
				sourceId: randomUUID(),
				pubsubToken: randomUUID(),
			});
			const conversation = await store.conversations.insert({
				accountId: account,
				displayId,
				uuid: randomUUID(),
				session,
				status: 'open',
				additionalAttributes: {},
				customAttributes: {},
				createdAt: one.createdAt,
			});
			const write = (by: number | null, at: number, contentType: 'text' | 'input_csat' = 'text') =>
				store.messages.insert({
					conversation,
					messageType: by === null ? 3 : 1,
					content: 'Hello',
					contentType,
					contentAttributes: {},
					isPrivate: false,
					echoId: null,
					sender: by === null ? null : { type: 'User', id: by },
					sessionId: null,
					createdAt: at,
				});
			const change = (columns: string) =>
				setup.query(`update conversations set ${columns} where id = ${conversation.id}`);
			if (one.firstReply) {
				await write(one.firstReply.by, one.firstReply.at);
				await change(`first_reply_created_at = ${one.firstReply.at}`);
				// Whoever writes later has not answered first.
				await write(agents[2] ?? 0, one.firstReply.at + 1);
			}
			await change(`assignee_id = ${one.assignee}`);
			for (const at of one.resolvedAt) {
				await change(`status = 'resolved', updated_at = ${at}`);
				await change("status = 'open'");
			}
			if (!one.rating) return;
			const message = await write(null, one.rating.at, 'input_csat');
			await store.csatResponses.put({
				account_id: account,
				inbox_id: one.inbox,
				conversation_id: conversation.id,
				message_id: message.id,
				contact_id: contact.id,
				assigned_agent_id: one.assignee,
				rating: one.rating.value as 1,
				feedback_message: one.rating.value === 1 ? '=1+1' : null,
			});
			await setup.query(`update csat_responses set created_at = ${one.rating.at} where message_id = ${message.id}`);
		};

		/** The facts behind a metric, from what the test wrote down. */
		const factsOf = (metric: ReportMetric): Fact[] =>
			told.flatMap((one): Fact[] => {
				const { inbox, createdAt } = one;
				const agent = one.assignee;
				const wholeSeconds = (at: number) => Math.floor((at - createdAt) / 1000);
				if (metric === 'conversations_count') return [{ at: createdAt, inbox, agent, value: 1 }];
				if (metric === 'avg_first_response_time')
					return one.firstReply
						? [{ at: one.firstReply.at, inbox, agent: one.firstReply.by, value: wholeSeconds(one.firstReply.at) }]
						: [];
				if (metric === 'avg_csat_rating')
					return one.rating ? [{ at: one.rating.at, inbox, agent, value: one.rating.value }] : [];
				return one.resolvedAt.map((at) => ({ at, inbox, agent, value: wholeSeconds(at) }));
			});
		const inTime = (metric: ReportMetric, chosen: (fact: Fact) => boolean = () => true) =>
			factsOf(metric).filter((fact) => fact.at >= SINCE && fact.at < UNTIL && chosen(fact));
		const mean = (facts: readonly Fact[]): number =>
			facts.length === 0 ? 0 : facts.reduce((sum, { value }) => sum + value, 0) / facts.length;

		for (const timezone of ZONES) {
			test(`each metric is added up by the days of ${timezone}`, async () => {
				const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
				const dayOf = (at: number) => calendar.format(at);
				for (const metric of METRICS) {
					for (const [type, id] of [
						['account', undefined],
						['inbox', inboxes[1]],
						['agent', agents[1]],
					] as const) {
						const { status, body } = await ask<ReportPoint[]>('reports', {
							metric,
							type,
							...(id === undefined ? {} : { id }),
							timezone,
							...seconds,
						});
						assert.equal(status, 200, JSON.stringify(body));
						const facts = inTime(
							metric,
							({ inbox, agent }) => id === undefined || id === (type === 'inbox' ? inbox : agent),
						);
						const expected = everyDay(SINCE, UNTIL, dayOf).map((day) => {
							const own = facts.filter(({ at }) => dayOf(at) === day);
							return { day, count: own.length, value: metric.startsWith('avg') ? mean(own) : own.length };
						});
						assert.deepEqual(
							body.map(({ timestamp, count, value }) => ({ day: dayOf(timestamp * 1000), count, value })),
							expected,
							`${metric} of ${type}, seed ${seed}`,
						);
						for (const { timestamp } of body)
							assert.notEqual(dayOf(timestamp * 1000), dayOf(timestamp * 1000 - 1), 'a day begins');
					}
				}
			});
		}

		test('the summary has what each inbox and each agent has, and what was before', async () => {
			const totals = await ask<ReportTotals & { previous: ReportTotals }>('reports/summary', seconds);
			const expected = (metric: ReportMetric) => mean(inTime(metric));
			assert.equal(totals.body.conversations_count, inTime('conversations_count').length);
			assert.equal(totals.body.resolutions_count, inTime('resolutions_count').length);
			assert.equal(totals.body.avg_first_response_time, expected('avg_first_response_time'));
			assert.equal(totals.body.avg_resolution_time, expected('avg_resolution_time'));
			assert.equal(totals.body.avg_csat_rating, expected('avg_csat_rating'));
			const half = (SINCE + UNTIL) / 2000;
			const late = await ask<ReportTotals & { previous: ReportTotals }>('reports/summary', { ...seconds, since: half });
			const early = await ask<ReportTotals>('reports/summary', { ...seconds, until: half });
			const { previous: _before, ...figures } = early.body as ReportTotals & { previous: ReportTotals };
			assert.deepEqual(late.body.previous, figures);
			for (const [by, ids] of [
				['inbox', inboxes],
				['agent', agents],
			] as const) {
				const { body } = await ask<ReportRow[]>(`summary_reports/${by}`, seconds);
				assert.deepEqual(
					body.map(({ id }) => id),
					ids,
				);
				for (const row of body) {
					const own = (metric: ReportMetric) => inTime(metric, (fact) => fact[by] === row.id);
					assert.equal(row.conversations_count, own('conversations_count').length);
					assert.equal(row.resolved_conversations_count, own('resolutions_count').length);
					assert.equal(row.avg_first_response_time ?? 0, mean(own('avg_first_response_time')));
					assert.equal(row.avg_resolution_time ?? 0, mean(own('avg_resolution_time')));
					assert.equal(row.avg_csat_rating ?? 0, mean(own('avg_csat_rating')));
				}
			}
		});

		test('without a zone the days are those of the oldest website, or of an offset', async () => {
			const metric = 'conversations_count';
			const starts = async (zone: Record<string, string | number>) =>
				(await ask<ReportPoint[]>('reports', { metric, ...seconds, ...zone })).body.map(({ timestamp }) => timestamp);
			const ofKathmandu = await starts({ timezone: 'Asia/Kathmandu' });
			assert.deepEqual(await starts({}), ofKathmandu);
			assert.deepEqual(await starts({ timezone_offset: '5.75' }), ofKathmandu);
		});

		test('files have the same, and no formulas', async () => {
			const days = await ask<string>('reports/days', { ...seconds, timezone: 'Europe/Berlin' });
			const lines = days.body.trim().split('\n');
			assert.match(days.headers.get('content-type') ?? '', /^text\/csv/);
			assert.match(lines[0] ?? '', /^Day,Conversations,Resolutions,/);
			assert.equal(lines.length, 1 + 51);
			const sum = lines.slice(1).reduce((total, line) => total + Number(line.split(',')[1]), 0);
			assert.equal(sum, inTime('conversations_count').length);
			assert.match((await ask<string>('reports/agents', seconds)).body, /^'=Ada,\d+/m);
			assert.match((await ask<string>('reports/inboxes', seconds)).body, /^Two,\d+/m);
			const ratings = await ask<string>('csat_survey_responses/download', seconds, 1);
			assert.doesNotMatch(ratings.body, /^=|,=/m);
			assert.match(ratings.body, /Reporting period 2026-03-01 to 2026-04-20\n$/);
		});

		test('ratings are listed by page, filtered and counted', async () => {
			const all = told.filter(({ rating }) => rating && rating.at >= SINCE && rating.at < UNTIL);
			const list = async (query: Record<string, string | number>) =>
				(await ask<CsatResponse[]>('csat_survey_responses', { ...seconds, ...query }, 1)).body;
			const seen: CsatResponse[] = [];
			for (let page = 1; ; page += 1) {
				const found = await list({ page });
				seen.push(...found);
				if (found.length < 25) break;
			}
			assert.deepEqual(
				seen.map(({ conversation_id }) => told[conversation_id - 1]?.rating?.at ?? 0),
				all.map(({ rating }) => rating?.at ?? 0).toSorted((a, b) => b - a),
			);
			const [newest] = seen;
			assert.equal(newest?.rating, told[(newest?.conversation_id ?? 0) - 1]?.rating?.value);
			const poor = await list({ rating: 1, inbox_id: inboxes[0] ?? 0, sort: 'created_at' });
			assert.deepEqual(
				poor.map(({ conversation_id }) => conversation_id).toSorted((a, b) => a - b),
				all
					.filter(({ rating, inbox }) => rating?.value === 1 && inbox === inboxes[0])
					.map((one) => told.indexOf(one) + 1),
			);
			const of = await list({ 'user_ids[]': agents[1] ?? 0 });
			assert.ok(of.every(({ assigned_agent }) => assigned_agent?.id === agents[1]));
			const metrics = await ask<{
				total_count: number;
				ratings_count: Record<string, number>;
				total_sent_messages_count: number;
			}>('csat_survey_responses/metrics', seconds, 1);
			assert.equal(metrics.body.total_count, all.length);
			assert.equal(metrics.body.total_sent_messages_count, all.length);
			for (const value of [1, 2, 3, 4, 5])
				assert.equal(
					metrics.body.ratings_count[value] ?? 0,
					all.filter(({ rating }) => rating?.value === value).length,
				);
		});

		test('a time that is too long, ends before it begins, or names an unknown zone is refused', async () => {
			const metric = 'conversations_count';
			for (const query of [
				{ since: seconds.since, until: seconds.since + (367 * DAY) / 1000 },
				{ since: seconds.until, until: seconds.since },
				{ timezone: 'Europe/Atlantis' },
				{ type: 'agent' },
				{ metric: 'incoming_messages_count' },
			])
				assert.equal((await ask('reports', { metric, ...query })).status, 422, JSON.stringify(query));
			assert.equal((await ask('reports', { metric, until: 253_000_000_000 })).status, 200);
		});

		test('what an agent and a visitor do is counted, and forgotten with the visitor', async () => {
			const { origin, agentToken } = setup.server;
			const agent = createAgent(origin, agentToken);
			const totals = async () =>
				(
					await call<ReportTotals>(origin, '/api/v2/accounts/1/reports/summary', {
						headers: { api_access_token: agentToken },
					})
				).body;
			const before = await totals();
			const [visitor, told] = [await createVisitor(origin), await createVisitor(origin)];
			const message = { content: 'Your order has left' };
			const begun = await agent.call<{ id: number }>('conversations', {
				body: { inbox_id: 1, contact_id: told.contactId, message },
			});
			await agent.write(begun.body.id, 'It comes tomorrow');
			assert.equal((await totals()).first_responses_count, before.first_responses_count);
			const displayId = await beginConversation(visitor);
			await agent.write(displayId, 'A note', { private: true });
			assert.equal((await totals()).first_responses_count, before.first_responses_count);
			await agent.write(displayId, 'Hello');
			await agent.write(displayId, 'Hello again');
			for (const status of ['resolved', 'open', 'resolved'])
				await agent.call(`conversations/${displayId}/toggle_status`, { body: { status } });
			const now = await totals();
			assert.equal(now.conversations_count, before.conversations_count + 2);
			assert.equal(now.first_responses_count, before.first_responses_count + 1);
			assert.equal(now.resolutions_count, before.resolutions_count + 2);
			const rows = await call<ReportRow[]>(origin, '/api/v2/accounts/1/summary_reports/agent', {
				headers: { api_access_token: agentToken },
			});
			const profile = await agent.profile();
			const own = rows.body.find(({ id }) => id === profile.id);
			assert.ok(own && own.resolved_conversations_count >= 2 && own.avg_first_response_time !== null);
			for (const one of [visitor, told]) assert.equal((await one.call('contact', { method: 'DELETE' })).status, 204);
			assert.deepEqual({ ...(await totals()), previous: 0 }, { ...before, previous: 0 });
		});
	});
}

const METRICS = [
	'conversations_count',
	'resolutions_count',
	'avg_first_response_time',
	'avg_resolution_time',
	'avg_csat_rating',
] as const satisfies readonly ReportMetric[];

/** A conversation around the time that is reported, often at the edge of a day. */
function makeUp(random: () => number, inboxes: readonly number[], agents: readonly number[]): Told {
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] ?? assert.fail();
	const after = (at: number) => at + Math.floor(random() ** 3 * 3 * DAY);
	const anyTime = SINCE - 2 * DAY + Math.floor(random() * (UNTIL - SINCE + 4 * DAY));
	const edge = Math.floor(anyTime / HOUR) * HOUR + pick([-1, 0, 1, 15 * MINUTE, 15 * MINUTE - 1]);
	const createdAt = random() < 0.5 ? anyTime : edge;
	const repliedAt = after(createdAt);
	const firstReply = random() < 0.8 ? { at: repliedAt, by: pick(agents) } : undefined;
	const resolvedAt: number[] = [];
	for (let at = after(createdAt); random() < 0.6; at = after(at) + 1) resolvedAt.push(at);
	const rating = random() < 0.5 ? { at: after(createdAt), value: 1 + Math.floor(random() * 5) } : undefined;
	return {
		inbox: pick(inboxes),
		assignee: random() < 0.2 ? null : pick(agents),
		createdAt,
		firstReply,
		resolvedAt,
		rating,
	};
}

/** The names of the days, found half hour by half hour. */
function everyDay(since: number, until: number, dayOf: (at: number) => string): string[] {
	const days = new Set<string>();
	for (let at = since; at < until; at += 30 * MINUTE) days.add(dayOf(at));
	days.add(dayOf(until - 1));
	return [...days];
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
