import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { DAY } from '#protocol/base/duration.ts';
import type { ReportPoint, ReportTotals } from '#protocol/application/reportRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { choose, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, until } from './page.ts';
import { makeInbox, PROFILE } from './samples.ts';

const REPORTS = '/api/v2/accounts/1/reports';
const SUMMARIES = '/api/v2/accounts/1/summary_reports';
const RATINGS = 'GET /api/v1/accounts/1/csat_survey_responses';
const SHOP = { ...makeInbox({ id: 1, name: 'Shop', website_token: 'shop' }), timezone: 'Asia/Kathmandu' };
const BLOG = { ...makeInbox({ id: 2, name: 'Blog', website_token: 'blog' }), timezone: 'Europe/Berlin' };
const TOTALS: ReportTotals = {
	conversations_count: 12,
	resolutions_count: 9,
	avg_first_response_time: 90,
	first_responses_count: 11,
	avg_resolution_time: 7_200,
	avg_csat_rating: 4.5,
	ratings_count: 2,
};
const NOTHING: ReportTotals = {
	conversations_count: 0,
	resolutions_count: 0,
	avg_first_response_time: 0,
	first_responses_count: 0,
	avg_resolution_time: 0,
	avg_csat_rating: 0,
	ratings_count: 0,
};
const ROW = {
	id: 1,
	name: 'Ada',
	conversations_count: 12,
	resolved_conversations_count: 9,
	avg_first_response_time: 90,
	avg_resolution_time: null,
	avg_csat_rating: 4.5,
	ratings_count: 2,
};
const server = startFakeServer();
const asked: URLSearchParams[] = [];
let endDesk = () => {};

/**
 * Resolves with what the page has asked for the choice. In some browsers the keys lead through
 * other choices.
 */
async function askedFor(list: string, choice: string): Promise<URLSearchParams[]> {
	asked.length = 0;
	await choose(list, choice);
	await until(() => asked.length >= 4 && document.querySelector('main')?.ariaBusy === 'false');
	return asked.slice(-4);
}

/** A day each, of which the last has nothing to average. */
function pointsOf(query: URLSearchParams): ReportPoint[] {
	asked.push(query);
	const since = Number(query.get('since'));
	const isCount = query.get('metric') === 'conversations_count';
	return Array.from({ length: 7 }, (_, day) => ({
		timestamp: since + (day * DAY) / 1000,
		value: day === 6 ? 0 : day + 1,
		count: day === 6 ? 0 : isCount ? day + 1 : 1,
	}));
}

before(async () => {
	await setViewport({ width: 1280, height: 900 });
	server.answer('POST /auth/desk_session', () => ({ ...PROFILE, role: 'administrator' }));
	server.answer('GET /api/v1/accounts/1/inboxes', () => ({ payload: [SHOP, BLOG] }));
	server.answer('GET /api/v1/accounts/1/conversations', () => ({
		data: {
			meta: { mine_count: 0, assigned_count: 0, unassigned_count: 0, all_count: 0 },
			next_cursor: null,
			payload: [],
		},
	}));
	server.answer(`GET ${REPORTS}`, ({ query }) => pointsOf(query));
	server.answer(`GET ${REPORTS}/summary`, () => ({ ...TOTALS, previous: { ...TOTALS, conversations_count: 8 } }));
	server.answer(`GET ${SUMMARIES}/agent`, () => [ROW]);
	server.answer(`GET ${SUMMARIES}/inbox`, () => [{ ...ROW, name: 'Shop' }]);
	server.answer(RATINGS, () => [
		{
			id: 1,
			rating: 5,
			feedback_message: 'Quick and kind',
			account_id: 1,
			message_id: 3,
			conversation_id: 41,
			created_at: 1_767_605_400,
		},
	]);
	endDesk = await beginDesk(server);
	await press({ selector: 'header a', name: 'Reports' });
	await until(() => document.querySelector('main svg rect'));
});

after(() => {
	location.hash = '';
	endDesk();
});

const partOf = (title: string) =>
	[...document.querySelectorAll<HTMLElement>('main section section')].find(
		(part) => part.querySelector('h3')?.textContent === title,
	) ?? assert.fail(title);

test('a chart has a bar for each day, from zero, and the same as a table', () => {
	const part = partOf('Conversations');
	assert.ok(part.textContent.includes('12') && part.textContent.includes('Before: 8'));
	const bars = [...part.querySelectorAll('svg g rect:last-child')];
	const heights = bars.map((bar) => Number(bar.getAttribute('height')));
	assert.equal(heights.length, 7);
	assert.deepEqual(
		heights.map((height) => Math.round(height / (heights[0] ?? 1))),
		[1, 2, 3, 4, 5, 6, 0],
	);
	for (const bar of bars) assert.equal(Number(bar.getAttribute('y')) + Number(bar.getAttribute('height')), 120);
	const cells = [...part.querySelectorAll('tbody td')].map((cell) => cell.textContent);
	assert.deepEqual(cells, ['1', '2', '3', '4', '5', '6', '0']);
	assert.equal(partOf('Average rating').querySelectorAll('tbody td')[6]?.textContent, '–');
});

test('the days are those of the chosen website, else of the oldest', async () => {
	assert.equal(asked.at(-1)?.get('timezone'), 'Asia/Kathmandu');
	for (const query of await askedFor('Website', 'Blog')) {
		assert.deepEqual([query.get('timezone'), query.get('type'), query.get('id')], ['Europe/Berlin', 'inbox', '2']);
		const since = new Date(Number(query.get('since')) * 1000);
		const time = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeStyle: 'short', hourCycle: 'h23' });
		assert.equal(time.format(since), '00:00');
	}
	const [query] = await askedFor('Period', '7 days');
	const days = (Number(query?.get('until')) - Number(query?.get('since'))) / (DAY / 1000);
	assert.ok(days > 5.9 && days <= 7.1, String(days));
	for (const all of await askedFor('Website', 'All websites')) assert.equal(all.get('type'), 'account');
});

test('the reports of a website that is deleted become those of all', async () => {
	await askedFor('Website', 'Blog');
	asked.length = 0;
	server.answer('GET /api/v1/accounts/1/inboxes', () => ({ payload: [SHOP] }));
	server.push('account.cache_invalidated', { account_id: 1, cache_keys: { inbox: '1' } });
	await until(() => asked.length === 4);
	assert.deepEqual(new Set(asked.map((query) => query.get('type'))), new Set(['account']));
	server.answer('GET /api/v1/accounts/1/inboxes', () => ({ payload: [SHOP, BLOG] }));
	server.push('account.cache_invalidated', { account_id: 1, cache_keys: { inbox: '2' } });
	await until(() => document.querySelector('main select[aria-label="Website"]'));
});

test('what visitors said leads to the conversation', async () => {
	await until(() => hasText('Quick and kind'));
	assert.ok(document.querySelector('main a[href="#/conversations/41"]'));
});

test('a table is saved as a file', async () => {
	server.answer(`GET ${REPORTS}/agents`, () => new Response('Agent,Conversations\nAda,12\n'));
	let saved: string | undefined;
	const click = HTMLAnchorElement.prototype.click;
	HTMLAnchorElement.prototype.click = function save() {
		saved = this.download;
	};
	try {
		await press({ role: 'button', within: { selector: 'section', text: 'Ada' } });
		await until(() => saved !== undefined);
		assert.equal(saved, 'agents.csv');
	} finally {
		HTMLAnchorElement.prototype.click = click;
	}
});

test('axe finds nothing on the page, light or dark, and it fits a phone', async () => {
	for (const details of document.querySelectorAll('main details')) (details as HTMLDetailsElement).open = true;
	await axeFindsNothing('body', ['light', 'dark']);
	await setViewport({ width: 360, height: 740 });
	const main = document.querySelector('main') ?? assert.fail();
	assert.ok(main.scrollWidth <= main.clientWidth, `${main.scrollWidth} > ${main.clientWidth}`);
	await setViewport({ width: 1280, height: 900 });
});

test('where nothing happened the page says so, and draws no axis', async () => {
	server.answer(`GET ${REPORTS}/summary`, () => ({ ...NOTHING, previous: NOTHING }));
	server.answer(RATINGS, () => []);
	await choose('Period', '90 days');
	await until(() => hasText('No conversations in this period.'));
	for (const what of ['replies', 'resolved conversations', 'ratings'])
		await until(() => hasText(`No ${what} in this period.`));
	assert.equal(document.querySelector('main svg rect'), null);
});

test('a failure says so, and is tried again', async () => {
	server.answer(`GET ${REPORTS}/summary`, () => {
		throw 500;
	});
	await choose('Period', '30 days');
	const retry = await until(() => findNamed('main button', 'Try again'));
	server.answer(`GET ${REPORTS}/summary`, () => ({ ...TOTALS, previous: TOTALS }));
	await press(retry);
	await until(() => document.querySelector('main svg rect'));
});

test('after a failure another period is loaded, and until then the figures of the one before are marked', async () => {
	server.answer(`GET ${REPORTS}/summary`, () => {
		throw 500;
	});
	await choose('Period', '7 days');
	await until(() => findNamed('main button', 'Try again'));
	const held = Promise.withResolvers<void>();
	server.answer(`GET ${REPORTS}/summary`, () => held.promise.then(() => ({ ...TOTALS, previous: TOTALS })));
	await choose('Period', '90 days');
	await until(() => !findNamed('main button', 'Try again'));
	assert.equal(document.querySelector('main')?.ariaBusy, 'true');
	assert.ok(document.querySelector('main svg rect'));
	held.resolve();
	await until(() => document.querySelector('main')?.ariaBusy === 'false');
});

test('more ratings are shown below those that are there, also after a failure', async () => {
	const make = (id: number) => ({
		id,
		rating: 5,
		account_id: 1,
		message_id: id,
		conversation_id: id,
		created_at: id,
	});
	const all = Array.from({ length: 30 }, (_, index) => make(index + 1));
	let isDown = true;
	server.answer(RATINGS, ({ query }) => {
		const page = Number(query.get('page'));
		if (page > 1 && isDown) throw 500;
		return all.slice((page - 1) * 25, page * 25);
	});
	await choose('Period', '30 days');
	const links = () => document.querySelectorAll('main a[href^="#/conversations/"]').length;
	const more = await until(() => findNamed('main button', 'Show more'));
	await press(more);
	const retry = await until(() => findNamed('main button', 'Try again'));
	assert.equal(links(), 25);
	isDown = false;
	await press(retry);
	await until(() => links() === 30);
	assert.equal(findNamed('main button', 'Show more'), undefined);
});
