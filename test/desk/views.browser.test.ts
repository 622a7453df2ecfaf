import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import { choose, key, press } from '../support/browser/input.ts';
import { startFakeServer } from './fakeServer.ts';
import { chooseInAgentMenu, enterToken, findNamed, findTokenField, hasText, until } from './page.ts';
import { ACCESS_TOKEN, AGENT, makeConversation, makeInbox, makePushConversation, PROFILE } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const NOW = 1_767_600_000;
const VIEW = `view:desk:1:${PROFILE.id}`;
const address = location.href;
const server = startFakeServer();
const counts = { mine_count: 1, assigned_count: 1, unassigned_count: 2, all_count: 3 };
/**
 * The queries of the requests for the list. What the socket may have missed is asked for as well,
 * at any time.
 */
let asked: URLSearchParams[] = [];
const hasAsked = (name: string, value: string | null) => asked.some((query) => query.get(name) === value);

const mira = person(1, 'Mira Okonkwo', { labels: ['vip'], priority: 'urgent' });
const threeHoursAgo = Math.floor(Date.now() / 1000) - 12_000;
const jonas = person(2, 'Jonas Vik', { inbox_id: 2, waiting_since: threeHoursAgo });
const hana = person(3, 'Hana Sato', { waiting_since: threeHoursAgo });
const returns = { id: 4, name: 'returns' };
hana.meta.assignee = {
	id: AGENT.id,
	account_id: 1,
	name: AGENT.name,
	available_name: AGENT.available_name,
	email: PROFILE.email,
	role: 'agent',
	thumbnail: '',
	availability_status: 'online',
	auto_offline: false,
	confirmed: true,
};

/** One page for all tests: they follow one agent through one journey. */
before(async () => {
	localStorage.removeItem(VIEW);
	server.answer('GET /api/v1/profile', () => {
		throw 401;
	});
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({
		payload: [
			{
				...makeInbox({ id: 1, name: 'Pottery shop', website_token: 'a' }),
				working_hours_enabled: true,
				working_hours: [],
			},
			{ ...makeInbox({ id: 2, name: 'Kiln rental', website_token: 'b' }), reply_time: 'in_a_day' as const },
		],
	}));
	server.answer(`GET ${ACCOUNT}/labels`, () => ({
		payload: [{ id: 1, title: 'vip', description: null, color: '#aa3366', show_on_sidebar: true }],
	}));
	server.answer(`GET ${ACCOUNT}/teams`, () => [returns]);
	server.answer(`GET ${ACCOUNT}/conversations/meta`, () => ({ meta: counts }));
	server.answer(`GET ${ACCOUNT}/conversations`, ({ query }) => {
		if (query.has('updated_within')) return list([]);
		asked.push(query);
		return list(query.get('status') === 'open' ? [mira, jonas, hana] : []);
	});
	const root = document.createElement('div');
	root.id = 'app';
	document.body.append(root);
	await import('../../src/desk/main.ts');
	await signIn();
});

after(() => {
	server.stop();
	localStorage.removeItem(VIEW);
	history.replaceState(null, '', address);
});

test('the rows tell website, labels, priority and assignee, and each tab its count', async () => {
	await until(() => names().length === 3 && hasText('Kiln rental'));
	assert.match(rowOf('Mira Okonkwo')?.textContent ?? '', /Urgent.*Pottery shop.*vip/);
	assert.match(rowOf('Jonas Vik')?.textContent ?? '', /Kiln rental/);
	assert.match(rowOf('Hana Sato')?.textContent ?? '', /Assigned to Ada/);
	assert.deepEqual(tabs(), ['Mine 1', 'Unassigned 2', 'All 3']);
});

test('a row tells how long its visitor has been waiting, and where that is longer than the website promises', async () => {
	assert.match(rowOf('Jonas Vik')?.textContent ?? '', /3hWaiting: 3 hours/);
	// A weekday without hours is open.
	await until(() => rowOf('Hana Sato')?.textContent.includes('3hWaiting longer than promised: 3 hours'));
	assert.doesNotMatch(rowOf('Mira Okonkwo')?.textContent ?? '', /Waiting/);
});

test('a tab shows whose conversations it names at once, asks the server, and is there again after signing in anew', async () => {
	await press(tab('Unassigned'));
	await until(() => names().join() === 'Mira Okonkwo,Jonas Vik');
	await until(() => hasAsked('assignee_type', 'unassigned'));
	await chooseInAgentMenu('Sign out');
	await signIn();
	await until(() => names().join() === 'Mira Okonkwo,Jonas Vik');
	assert.ok(tab('Unassigned').checked);
});

test('an event moves a conversation into another view, and the counts follow', async () => {
	counts.mine_count = 2;
	counts.unassigned_count = 1;
	server.push('assignee.changed', pushed(jonas, { assignee: AGENT }));
	await until(() => names().join() === 'Mira Okonkwo');
	await until(() => tabs().join() === 'Mine 2,Unassigned 1,All 3');
	await press(tab('Mine'));
	await until(() => names().join() === 'Jonas Vik,Hana Sato');
	server.push('conversation.status_changed', pushed(jonas, { assignee: AGENT, status: 'snoozed' }));
	await until(() => names().join() === 'Hana Sato');
	await choose('Status', 'Snoozed');
	await until(() => names().join() === 'Jonas Vik');
	await choose('Status', 'Open');
	await press(tab('All'));
});

test('a team is chosen, and an event moves a conversation into its view', async () => {
	await until(() => findNamed('select', 'Team'));
	await choose('Team', 'returns');
	await until(() => hasAsked('team_id', '4'));
	await until(() => names().length === 0);
	const event = pushed(hana, {});
	server.push('team.changed', { ...event, meta: { ...event.meta, team: returns } });
	await until(() => names().join() === 'Hana Sato');
	server.push('team.changed', { ...event, updated_at: event.updated_at + 1, meta: { ...event.meta, team: null } });
	await until(() => names().length === 0);
	await choose('Team', 'All teams');
	await until(() => names().includes('Hana Sato'));
});

test('the list of a team that is deleted becomes that of all teams', async () => {
	// The session is checked as well.
	server.answer('GET /api/v1/profile', () => PROFILE);
	await choose('Team', 'returns');
	await until(() => names().length === 0);
	server.answer(`GET ${ACCOUNT}/teams`, () => []);
	server.push('account.cache_invalidated', { account_id: 1, cache_keys: { team: '1' } });
	await until(() => names().includes('Hana Sato') && !findNamed('select', 'Team'));
});

test('website, label and order are chosen, and the server is asked for them', async () => {
	// Websites and labels are loaded again after signing in anew.
	await until(() => findNamed('select', 'Website') && findNamed('select', 'Label'));
	await choose('Website', 'Pottery shop');
	await until(() => hasAsked('inbox_id', '1'));
	await until(() => names().join() === 'Mira Okonkwo,Hana Sato');
	assert.ok(!rowOf('Mira Okonkwo')?.textContent.includes('Pottery shop'), 'all are of this website');
	await choose('Label', 'vip');
	await until(() => hasAsked('labels', 'vip'));
	await until(() => names().join() === 'Mira Okonkwo');
	await choose('Website', 'All websites');
	await choose('Label', 'All labels');
	await choose('Sort by', 'Oldest activity');
	await until(() => hasAsked('sort_by', 'last_activity_at_asc'));
	await until(() => names().join() === 'Hana Sato,Mira Okonkwo');
	await choose('Sort by', 'Newest activity');
});

test('a list of a website that is no longer among the agent’s becomes that of all, at once and after signing in anew', async () => {
	const shop = makeInbox({ id: 1, name: 'Pottery shop', website_token: 'a' });
	const kiln = makeInbox({ id: 2, name: 'Kiln rental', website_token: 'b' });
	const isOfAll = () => names().includes('Mira Okonkwo') && !findNamed('select', 'Website');
	const isOfKiln = () => hasAsked('inbox_id', '2') && !names().includes('Mira Okonkwo');
	// The session is checked as well.
	server.answer('GET /api/v1/profile', () => PROFILE);
	await choose('Website', 'Kiln rental');
	await until(isOfKiln);
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload: [shop] }));
	server.push('account.cache_invalidated', { account_id: 1, cache_keys: { inbox: '1' } });
	await until(isOfAll);
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload: [shop, kiln] }));
	server.push('account.cache_invalidated', { account_id: 1, cache_keys: { inbox: '2' } });
	await until(() => findNamed('select', 'Website'));
	await choose('Website', 'Kiln rental');
	await until(isOfKiln);
	await chooseInAgentMenu('Sign out');
	await until(findTokenField);
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload: [shop] }));
	await signIn();
	await until(isOfAll);
});

test('while the websites cannot be loaded, the list keeps the one that was chosen', async () => {
	const shop = makeInbox({ id: 1, name: 'Pottery shop', website_token: 'a' });
	const kiln = makeInbox({ id: 2, name: 'Kiln rental', website_token: 'b' });
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload: [shop, kiln] }));
	server.push('account.cache_invalidated', { account_id: 1, cache_keys: { inbox: '3' } });
	await until(() => findNamed('select', 'Website'));
	asked = [];
	await choose('Website', 'Pottery shop');
	await until(() => hasAsked('inbox_id', '1'));
	await chooseInAgentMenu('Sign out');
	await until(findTokenField);
	const refused = Promise.withResolvers<void>();
	server.answer(`GET ${ACCOUNT}/inboxes`, () => {
		refused.resolve();
		throw 500;
	});
	asked = [];
	await signIn();
	await refused.promise;
	await until(() => names().length > 0);
	assert.deepEqual(new Set(asked.map((query) => query.get('inbox_id'))), new Set(['1']));
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload: [shop, kiln] }));
	server.push('account.cache_invalidated', { account_id: 1, cache_keys: { inbox: '4' } });
	await until(() => findNamed<HTMLSelectElement>('select', 'Website')?.options.length === 3);
	await choose('Website', 'All websites');
	await until(() => hasAsked('inbox_id', null));
});

test('what lies behind the loaded pages waits for its page', async () => {
	const early = person(9, 'Early Bird', { last_activity_at: NOW - 900 });
	server.answer(`GET ${ACCOUNT}/conversations`, ({ query }) => {
		if (query.has('cursor')) return list([person(8, 'Between', { last_activity_at: NOW - 500 }), early]);
		return list([mira, hana], '0.1.1');
	});
	await choose('Status', 'Any status');
	await until(() => findNamed('button', 'Show more'));
	server.push('conversation.updated', pushed(early));
	server.push('conversation.created', pushed(person(10, 'Just now', { last_activity_at: NOW + 5 })));
	await until(() => names()[0] === 'Just now');
	assert.ok(!names().includes('Early Bird'));
	await press('Show more');
	await until(() => names().slice(-2).join() === 'Between,Early Bird');
});

test('of ten thousand conversations only those in sight are drawn; keys and scrolling reach all of them', async () => {
	const thousands = Array.from({ length: 10_000 }, (_, index) =>
		person(100 + index, `Visitor ${index}`, { last_activity_at: NOW - index, status: 'resolved' }),
	);
	server.answer(`GET ${ACCOUNT}/conversations`, () => list(thousands));
	// In some browsers the keys have led through the lists of all websites before, which are not
	// loaded again.
	await choose('Website', 'Pottery shop');
	await choose('Status', 'Resolved');
	await until(() => names()[0] === 'Visitor 0');
	assert.ok(names().length < 60, `${names().length} rows`);
	rowOf('Visitor 0')?.focus();
	await key('End');
	await until(() => document.activeElement === rowOf('Visitor 9999') && names().includes('Visitor 9990'));
	const scroller = document.querySelector('nav ul')?.parentElement;
	assert.ok(scroller);
	scroller.scrollTop = scroller.scrollHeight / 2;
	await until(() => names().includes('Visitor 5000'));
	assert.ok(names().length < 60, `${names().length} rows`);
	assert.equal(document.activeElement, rowOf('Visitor 9999'), 'the focus stays in its row');

	const row = rowOf('Visitor 5000');
	const before = row?.getBoundingClientRect().top;
	server.push('conversation.updated', pushed(person(50, 'Above', { last_activity_at: NOW, status: 'resolved' })));
	server.push('conversation.updated', pushed(person(51, 'Above too', { last_activity_at: NOW, status: 'resolved' })));
	await until(() => row?.parentElement?.ariaPosInSet === '5003');
	assert.ok(Math.abs((row?.getBoundingClientRect().top ?? 0) - (before ?? 0)) < 1, 'what is read stays in its place');
});

function person(id: number, name: string, facts: Partial<TeamConversation>): TeamConversation {
	const conversation = makeConversation({ id, last_activity_at: NOW - id, ...facts });
	conversation.meta = { ...conversation.meta, sender: { ...conversation.meta.sender, id: 100 + id, name } };
	return conversation;
}

function pushed(
	{ id, inbox_id, labels, priority, last_activity_at, meta, status: before }: TeamConversation,
	{ assignee = null, status = before }: { assignee?: typeof AGENT | null; status?: TeamConversation['status'] } = {},
) {
	const sender = { ...meta.sender, type: 'contact' as const };
	return makePushConversation({
		id,
		inbox_id,
		labels,
		priority,
		last_activity_at,
		status,
		updated_at: NOW + 100,
		meta: {
			sender,
			assignee,
			team: null,
			hmac_verified: false,
		},
	});
}

function list(payload: TeamConversation[], next_cursor: string | null = null) {
	return { data: { meta: counts, next_cursor, payload } };
}

async function signIn(): Promise<void> {
	await enterToken(ACCESS_TOKEN);
	await until(() => findNamed('button', 'Sign out'));
}

function rows(): HTMLElement[] {
	return [...document.querySelectorAll<HTMLElement>('nav li > a')];
}

/** Whom the rows are of, from the first to the last. */
function names(): string[] {
	return rows().map((row) => row.querySelector('bdi')?.textContent ?? '');
}

function rowOf(name: string): HTMLElement | undefined {
	return rows().find((row) => row.querySelector('bdi')?.textContent === name);
}

function tab(name: string): HTMLInputElement {
	const label = [...document.querySelectorAll('nav label')].find(({ textContent }) => textContent.startsWith(name));
	const input = label?.querySelector('input');
	assert.ok(input);
	return input;
}

function tabs(): string[] {
	return [...document.querySelectorAll('nav label')].map(({ textContent }) => textContent.trim());
}
