import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FilterBody } from '#protocol/application/filters/conditions.ts';
import type { CustomFilter } from '#protocol/application/filters/customFilterRoutes.ts';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import { choose, fill, key, press, reach } from '../support/browser/input.ts';
import { startFakeServer } from './fakeServer.ts';
import { chooseInAgentMenu, enterToken, findNamed, findTokenField, hasText, inDialog, until } from './page.ts';
import { ACCESS_TOKEN, makeAgent, makeConversation, makePushConversation, PROFILE } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const NOW = 1_767_600_000;
const VIEW = `view:desk:1:${PROFILE.id}`;
const address = location.href;
const server = startFakeServer();
const [mira, jonas, hana] = [person(1, 'Mira'), person(2, 'Jonas'), person(3, 'Hana')];
/** What the server finds by whichever conditions. */
let found = [mira, hana];
/** The conditions that were asked, and the cursors. */
let asked: { body: FilterBody; cursor: string | null }[] = [];
/** Has answers wait. */
let holding: Promise<void> | undefined;
let nextCursor: string | null = null;
/** How many it says that it has found. */
let allCount: number | undefined;
const NAMES = ['Mira', 'Jonas', 'Hana', 'Kim'];
let views: CustomFilter[] = [];
let saved: object[] = [];

/** One page for all tests: they follow one agent through one journey. */
before(async () => {
	localStorage.removeItem(VIEW);
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer('GET /api/v1/profile', () => {
		throw 401;
	});
	server.answer(`GET ${ACCOUNT}/labels`, () => ({
		payload: ['vip', 'returns'].map((title, index) => ({
			id: index + 1,
			title,
			description: null,
			color: '#aa3366',
			show_on_sidebar: true,
		})),
	}));
	server.answer(`GET ${ACCOUNT}/agents`, () => [makeAgent({ id: 9, name: 'Noor' })]);
	server.answer(`GET ${ACCOUNT}/custom_attribute_definitions`, () => [
		{
			id: 1,
			attribute_display_name: 'Order value',
			attribute_display_type: 'currency',
			attribute_description: null,
			attribute_key: 'order_value',
			attribute_values: [],
			attribute_model: 'conversation_attribute',
			regex_pattern: null,
			regex_cue: null,
			created_at: '',
			updated_at: '',
			etag: '"1"',
		},
	]);
	server.answer(`GET ${ACCOUNT}/conversations`, ({ query }) => ({
		data: {
			meta: { mine_count: 0, assigned_count: 0, unassigned_count: 3, all_count: 3 },
			next_cursor: null,
			payload: query.has('updated_within') ? [] : [mira, jonas, hana],
		},
	}));
	server.answer(`POST ${ACCOUNT}/conversations/filter`, async ({ body, query }) => {
		const cursor = query.get('cursor');
		asked.push({ body: body as FilterBody, cursor });
		const isSecond = cursor !== null;
		const payload = isSecond ? [person(30, 'Kim')] : found;
		await holding;
		return {
			meta: { mine_count: 0, unassigned_count: 0, all_count: allCount },
			next_cursor: isSecond ? null : nextCursor,
			payload,
		};
	});
	server.answer(`GET ${ACCOUNT}/custom_filters`, () => views);
	server.answer(`POST ${ACCOUNT}/custom_filters`, ({ body }) => {
		saved.push(body);
		const view = makeView(views.length + 5, body);
		views = [...views, view];
		answerView(view);
		return view;
	});
	const root = document.createElement('div');
	root.id = 'app';
	document.body.append(root);
	await import('../../src/desk/main.ts');
	await enterToken(ACCESS_TOKEN);
	await until(() => names().length === 3);
});

after(() => {
	server.stop();
	localStorage.removeItem(VIEW);
	history.replaceState(null, '', address);
});

test('a new view says what it lacks, and loses nothing that was typed', async () => {
	await press('Views');
	await press(inDialog('New view'));
	await press(inDialog('Save'));
	await until(() => document.activeElement === field('Name'));
	await fill(inDialog(/Name/), 'VIP or Noor’s');
	await press(inDialog('Save'));
	await until(() => document.activeElement === findNamed('select', 'Value'));
	assert.equal(findNamed('select', 'Value')?.ariaInvalid, 'true');
	assert.deepEqual(saved, []);
	await key('Escape');
	await until(() => hasText('Your changes are not saved'));
	await press(inDialog('Continue editing'));
	await until(() => field('Name')?.value === 'VIP or Noor’s');
});

test('conditions are chosen by fields, comparisons and values, of which there may be several', async () => {
	await choose(inDialog('Field'), 'Label');
	await choose(inDialog('Value'), 'vip');
	await choose(inDialog('Value 2'), 'returns');
	await press(inDialog('Add'));
	const second = { role: 'group', name: 'Conditions 2' };
	await choose({ name: 'Joined by', within: second }, 'or');
	await choose({ name: 'Field', within: second }, 'Assigned to');
	await choose({ name: 'Value', within: second }, 'Noor');
	await press(inDialog('Add'));
	const third = { role: 'group', name: 'Conditions 3' };
	await choose({ name: 'Field', within: third }, 'Order value');
	await choose({ name: 'Comparison', within: third }, 'more than');
	await fill({ name: 'Value', within: third }, 'much');
	await press(inDialog('Save'));
	await until(() => hasText('Enter a number.'));
	await fill({ name: 'Value', within: third }, '99.5');
	await press(inDialog('Save'));
	await until(() => names().join() === 'Mira,Hana');
	assert.ok(!document.querySelector('dialog[open]'));
	const query: FilterBody = {
		payload: [
			{ attribute_key: 'labels', filter_operator: 'equal_to', values: ['vip', 'returns'], query_operator: 'or' },
			{ attribute_key: 'assignee_id', filter_operator: 'equal_to', values: [9], query_operator: 'and' },
			{ attribute_key: 'order_value', filter_operator: 'is_greater_than', values: [99.5], query_operator: null },
		],
	};
	assert.deepEqual(saved, [{ name: 'VIP or Noor’s', shared: false, query, filter_type: 'conversation' }]);
	assert.deepEqual(asked.at(-1)?.body, query);
	await until(() => findNamed('nav button', 'VIP or Noor’s'));
	assert.ok(!document.querySelector('nav input:checked'), 'none of Mine, Unassigned and All');
	assert.ok(!findNamed('nav select', 'Status'), 'the view has a status of its own');
});

test('an event has the server asked again which conversations are in the view', async () => {
	found = [jonas, hana];
	server.push('conversation.updated', pushed(jonas, { labels: ['vip'] }));
	await until(() => names().join() === 'Jonas,Hana');
	// The event of a conversation that leaves: the server alone knows why.
	found = [hana];
	server.push('conversation.updated', pushed(jonas, { labels: [], updated_at: NOW + 10 }));
	await until(() => names().join() === 'Hana');
});

test('what was missed while the connection was lost is asked', async () => {
	found = [mira, hana];
	server.answer(`GET ${ACCOUNT}/conversations`, ({ query }) => ({
		data: {
			meta: { mine_count: 0, assigned_count: 0, unassigned_count: 3, all_count: 3 },
			next_cursor: null,
			payload: query.has('updated_within') ? [{ ...mira, labels: ['vip'], updated_at: NOW + 20 }] : [mira, jonas, hana],
		},
	}));
	// The session is checked as well.
	server.answer('GET /api/v1/profile', () => PROFILE);
	await server.cut();
	await until(() => names().join() === 'Mira,Hana');
});

test('the view is there again after signing in anew, page by page; its order is chosen', async () => {
	nextCursor = 'more';
	await chooseInAgentMenu('Sign out');
	await until(findTokenField);
	await enterToken(ACCESS_TOKEN);
	await until(() => findNamed('nav button', 'VIP or Noor’s'));
	await until(() => names().join() === 'Mira,Hana');
	await press('Show more');
	await until(() => names().join() === 'Mira,Hana,Kim');
	assert.ok(asked.some(({ cursor }) => cursor === 'more'));
	nextCursor = null;
	await choose('Sort by', 'Oldest activity');
	await until(() => names().join() === 'Hana,Mira');
	await choose('Sort by', 'Newest activity');
});

test('Mine, Unassigned and All lead back, and the view is found by its name', async () => {
	await press(tab('All'));
	await until(() => names().includes('Jonas') && findNamed('nav select', 'Status'));
	document.body.focus();
	await key('v');
	await until(() => findNamed('[role=option]', 'VIP or Noor’s'));
	await key('n', 'o', 'o', 'r');
	await until(() => findNamed('[role=option]', 'VIP or Noor’s'));
	await key('Enter');
	await until(() => names().join() === 'Mira,Hana');
});

test('who has chosen a view by its button goes on from the one that names it', async () => {
	await press(tab('All'));
	await until(() => findNamed('nav select', 'Status'));
	await press('Views');
	await until(() => findNamed('[role=option]', 'VIP or Noor’s'));
	await key('n', 'o', 'o', 'r');
	await key('Enter');
	await until(() => document.activeElement?.matches('button[title=Views]'));
	await until(() => names().join() === 'Mira,Hana');
});

test('a view tells how many conversations it has, and so do all while they are chosen from', async () => {
	const counts = `GET ${ACCOUNT}/custom_filters/counts`;
	let count = 7;
	server.answer(counts, () => ({ payload: [{ id: 5, count }] }));
	allCount = 12_345;
	server.push('conversation.updated', pushed(jonas, { labels: ['vip'], updated_at: NOW + 21 }));
	await until(() => findNamed('nav button', 'VIP or Noor’s 12K'));
	await press({ selector: 'button[title=Views]' });
	await until(() => findNamed('[role=option]', 'VIP or Noor’s 7'));
	count = 8;
	server.push('conversation.updated', pushed(jonas, { labels: [], updated_at: NOW + 22 }));
	await until(() => findNamed('[role=option]', 'VIP or Noor’s 8'));
	await key('Escape');
	allCount = undefined;
	server.answer(counts, () => ({ payload: [] }));
	server.push('conversation.updated', pushed(jonas, { labels: ['vip'], updated_at: NOW + 23 }));
	await until(() => findNamed('nav button', 'VIP or Noor’s'));
});

test('a view is changed and shared, unless somebody else has changed it meanwhile', async () => {
	const [view = assert.fail()] = views;
	const changed = { ...view, name: 'Theirs', etag: '"theirs"' };
	server.answer(`PATCH ${ACCOUNT}/custom_filters/5`, ({ body, headers }) => {
		if (headers.get('if-match') !== '"theirs"') throw 412;
		saved.push(body);
		views = [{ ...changed, ...body }];
		return views[0];
	});
	await press('VIP or Noor’s');
	await press(inDialog('Edit view'));
	await until(() => field('Name')?.value === 'VIP or Noor’s');
	assert.equal(findNamed<HTMLSelectElement>('select', 'Value 2')?.value, 'returns');
	await press(inDialog(/whole team/));
	await press(inDialog('Save'));
	answerView(changed);
	await press(inDialog(/load the current one/));
	await until(() => field('Name')?.value === 'Theirs');
	saved = [];
	await press(inDialog('Remove Conditions 3'));
	await press(inDialog(/whole team/));
	await press(inDialog('Save'));
	await until(() => findNamed('nav button', 'Theirs'));
	assert.equal((saved[0] as CustomFilter).shared, true);
	assert.equal((saved[0] as { query: FilterBody }).query.payload.length, 2);
});

test('a view is deleted after a question, by the keyboard alone', async () => {
	server.answer(`DELETE ${ACCOUNT}/custom_filters/5`, () => {
		views = [];
		return new Response(null, { status: 204 });
	});
	await reach('Theirs');
	await key('Enter');
	await until(() => findNamed('[role=option]', 'Edit view'));
	await key('ArrowDown', 'Enter');
	await until(() => field('Name'));
	await reach(inDialog('Delete'));
	await key('Enter');
	await until(() => hasText('Delete “Theirs”?'));
	await reach({ name: 'Delete', within: { role: 'dialog', name: 'Delete “Theirs”?' } });
	await key('Enter');
	await until(() => names().includes('Jonas') && !document.querySelector('dialog[open]'));
	assert.ok(tab('All').checked);
	assert.notEqual(document.activeElement, document.body, 'the focus is in the page');
});

test('a view that somebody else has deleted is no longer shown', async () => {
	views = [makeView(6, { name: 'Old', query: { payload: [] } })];
	answerView(views[0] ?? assert.fail());
	await press('Views');
	await press(inDialog('Old'));
	await until(() => findNamed('nav button', 'Old') && names().join() === 'Mira,Hana');
	server.answer(`GET ${ACCOUNT}/custom_filters/6`, () => {
		throw 404;
	});
	server.push('conversation.updated', pushed(jonas, { labels: ['vip'], updated_at: NOW + 30 }));
	await until(() => tab('All').checked && names().includes('Jonas'));
});

test('what happens while a view is being read is in it, too', async () => {
	views = [makeView(7, { name: 'Slow', query: { payload: [] } })];
	answerView(views[0] ?? assert.fail());
	const answer = Promise.withResolvers<void>();
	found = [mira];
	asked = [];
	holding = answer.promise;
	await press('Views');
	await press(inDialog('Slow'));
	await until(() => asked.length === 1);
	found = [mira, hana];
	server.push('conversation.updated', pushed(hana, { labels: ['vip'], updated_at: NOW + 40 }));
	holding = undefined;
	answer.resolve();
	await until(() => names().join() === 'Mira,Hana');
});

test('where the view has been deleted before the agent signs in, all are shown', async () => {
	server.answer(`GET ${ACCOUNT}/custom_filters/7`, () => {
		throw 404;
	});
	views = [];
	await chooseInAgentMenu('Sign out');
	await until(findTokenField);
	await enterToken(ACCESS_TOKEN);
	await until(() => document.querySelector('nav input') && tab('All').checked && names().includes('Jonas'));
});

function makeView(id: number, facts: object): CustomFilter {
	return {
		id,
		name: '',
		filter_type: 'conversation',
		query: {},
		shared: false,
		user_id: PROFILE.id,
		created_at: '',
		updated_at: '',
		etag: `"${id}"`,
		...facts,
	};
}

function answerView(view: CustomFilter): void {
	server.answer(`GET ${ACCOUNT}/custom_filters/${view.id}`, () => view);
}

function person(id: number, name: string): TeamConversation {
	const conversation = makeConversation({ id, last_activity_at: NOW - id });
	conversation.meta.sender = { ...conversation.meta.sender, id: id + 100, name };
	return conversation;
}

function pushed({ id, meta }: TeamConversation, facts: { labels?: string[]; updated_at?: number }) {
	const event = makePushConversation({ id, last_activity_at: NOW - id, updated_at: NOW + 1, ...facts });
	return { ...event, meta: { ...event.meta, sender: { ...event.meta.sender, ...meta.sender } } };
}

function names(): string[] {
	return [...document.querySelectorAll('nav li')].map(
		(row) => NAMES.find((name) => row.textContent.includes(name)) ?? '?',
	);
}

function tab(name: string): HTMLInputElement {
	const label = [...document.querySelectorAll('nav label')].find(({ textContent }) => textContent.startsWith(name));
	return label?.querySelector('input') ?? assert.fail();
}

function field(name: string): HTMLInputElement | undefined {
	return [...document.querySelectorAll<HTMLInputElement>('dialog input')].find((input) =>
		input.labels?.[0]?.textContent.startsWith(name),
	);
}
