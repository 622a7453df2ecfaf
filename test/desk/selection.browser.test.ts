import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import { choose, hasFinger, hold, hover, key, moveAway, press, tap } from '../support/browser/input.ts';
import { startFakeServer } from './fakeServer.ts';
import { enterToken, findNamed, hasText, says, until } from './page.ts';
import {
	ACCESS_TOKEN,
	AGENT,
	makeAgent,
	makeConversation,
	makeInbox,
	makePushConversation,
	PROFILE,
} from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const NOW = 1_767_600_000;
const NAMES = ['Mira', 'Jonas', 'Hana', 'Bo', 'Kim'];
const address = location.href;
const server = startFakeServer();
const conversations = new Map(NAMES.map((name, index) => [index + 1, person(index + 1, name)]));
/** Bodies of the requests that change several. */
let asked: object[] = [];

/** One page for all tests: they follow one agent through one journey. */
before(async () => {
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({
		payload: [makeInbox({ id: 1, name: 'Pottery shop', website_token: 'a' })],
	}));
	server.answer(`GET ${ACCOUNT}/labels`, () => ({
		payload: [{ id: 1, title: 'vip', description: null, color: '#aa3366', show_on_sidebar: true }],
	}));
	server.answer(`GET ${ACCOUNT}/inboxes/1/assignable_agents`, () => ({
		payload: [makeAgent({ id: 9, name: 'Noor' })],
	}));
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({
		data: {
			meta: { mine_count: 0, assigned_count: 0, unassigned_count: 5, all_count: 5 },
			next_cursor: null,
			payload: [...conversations.values()],
		},
	}));
	server.answer(`POST ${ACCOUNT}/bulk_actions`, ({ body }) => {
		const { type: _, ...change } = body;
		asked.push(change);
		const { ids, fields } = body as { ids: number[]; fields?: { status?: TeamConversation['status'] } };
		for (const id of ids) {
			const conversation = conversations.get(id) ?? assert.fail();
			conversation.status = fields?.status ?? conversation.status;
			server.push('conversation.status_changed', pushed(conversation));
		}
		return { payload: ids };
	});
	const root = document.createElement('div');
	root.id = 'app';
	document.body.append(root);
	await import('../../src/desk/main.ts');
	await enterToken(ACCESS_TOKEN);
	await until(() => names().length === 5);
});

after(() => {
	server.stop();
	history.replaceState(null, '', address);
});

test('over a face is a box that selects; Shift selects all between', async () => {
	// The box covers the face as soon as the mouse is there.
	const face = hover({ selector: 'nav li:nth-child(2) a > :first-child' }).catch(() => {});
	await Promise.race([face, until(() => box('Jonas'))]);
	await until(() => box('Jonas'));
	await press(box('Jonas') ?? assert.fail());
	await until(() => selected().join() === 'Jonas' && hasText('1 conversation'));
	await press(rowOf('Bo') ?? assert.fail(), 'Shift');
	await until(() => selected().join() === 'Jonas,Hana,Bo' && hasText('3 conversations'));
	assert.equal(location.hash, '', 'no conversation is opened');
	await press(box('Hana') ?? assert.fail());
	await until(() => selected().join() === 'Jonas,Bo');
});

test('one press resolves the selected ones, which is told; Undo makes each what it was', async () => {
	conversations.get(4)!.status = 'open';
	const told = says('Done: Resolve – 2 conversations');
	await press('Resolve');
	await until(() => names().join() === 'Mira,Hana,Kim');
	await told;
	assert.deepEqual(asked, [{ ids: [2, 4], fields: { status: 'resolved' } }]);
	assert.ok(!findNamed('button', 'Select all'), 'the selection has ended');
	assert.notEqual(document.activeElement, document.body, 'the focus is in the page');
	asked = [];
	await press('Undo');
	await until(() => names().length === 5);
	assert.deepEqual(asked, [{ ids: [2, 4], fields: { status: 'open', assignee_id: null } }]);
});

test('by the keyboard: x selects the row that has the focus, Tab leads to its box, Escape ends it', async () => {
	await moveAway();
	rowOf('Mira')?.focus();
	await key('x', 'ArrowDown', 'x');
	await until(() => selected().join() === 'Mira,Jonas');
	await key('x');
	await until(() => selected().join() === 'Mira');
	await key('Tab');
	await until(() => document.activeElement === box('Jonas'));
	await key('Space');
	await until(() => selected().join() === 'Mira,Jonas');
	await press('Select all');
	await until(() => selected().length === 5);
	await key('Escape');
	await until(() => selected().length === 0 && !findNamed('button', 'Select all'));
	assert.notEqual(document.activeElement, document.body, 'the focus is in the page');
});

test('after the arrow keys, Tab reaches the box of the row that the mouse has pressed', async () => {
	rowOf('Mira')?.focus();
	await key('ArrowDown');
	await until(() => box('Jonas')?.tabIndex === 0);
	void hover({ selector: 'nav li:nth-child(4) a > :first-child' }).catch(() => {});
	await until(() => box('Bo'));
	await press(box('Bo') ?? assert.fail());
	await until(() => selected().join() === 'Bo');
	await press(box('Bo') ?? assert.fail());
	await until(() => selected().length === 0);
	assert.deepEqual([box('Bo')?.tabIndex, box('Jonas')?.tabIndex], [0, -1]);
	await moveAway();
});

test('what differed before is restored for each: assignees, labels, priorities', async () => {
	const [mira, jonas] = [conversations.get(1) ?? assert.fail(), conversations.get(2) ?? assert.fail()];
	mira.meta.assignee = makeAgent({ id: AGENT.id, name: AGENT.name });
	mira.labels = ['vip'];
	for (const one of [mira, jonas]) server.push('conversation.updated', pushed(one));
	await until(() => rowOf('Mira')?.textContent.includes('vip'));
	rowOf('Mira')?.focus();
	await key('x', 'ArrowDown', 'x');
	await until(() => selected().join() === 'Mira,Jonas');
	asked = [];
	await choose('Assign', { name: 'Noor' });
	await until(() => hasText('Done: Assign – 2 conversations'));
	await press('Undo');
	await until(() => asked.length === 3);
	assert.deepEqual(asked, [
		{ ids: [1, 2], fields: { assignee_id: 9 } },
		{ ids: [1], fields: { assignee_id: AGENT.id } },
		{ ids: [2], fields: { assignee_id: null } },
	]);
	asked = [];
	await choose('Labels', { name: 'vip' });
	await until(() => hasText('Done: Labels – 2 conversations'));
	await press('Undo');
	await until(() => asked.length === 3);
	assert.deepEqual(asked, [
		{ ids: [1, 2], labels: { add: ['vip'] } },
		{ ids: [1], labels: { add: [], remove: [] } },
		{ ids: [2], labels: { add: [], remove: ['vip'] } },
	]);
	asked = [];
	await choose('Priority', { name: /High/ });
	await until(() => asked.length === 1);
	assert.deepEqual(asked, [{ ids: [1, 2], fields: { priority: 'high' } }]);
	await key('Escape');
});

test('Undo leaves alone what somebody else has changed since', async () => {
	const [mira, jonas] = [conversations.get(1) ?? assert.fail(), conversations.get(2) ?? assert.fail()];
	rowOf('Mira')?.focus();
	await key('x', 'ArrowDown', 'x');
	await until(() => selected().join() === 'Mira,Jonas');
	asked = [];
	await choose('Assign', { name: 'You' });
	await until(() => hasText('Done: Assign – 2 conversations'));
	for (const [one, id] of [
		[mira, AGENT.id],
		[jonas, 9],
	] as const) {
		one.meta.assignee = makeAgent({ id, name: id === 9 ? 'Noor' : AGENT.name });
		one.labels = id === 9 ? ['passed-on'] : [];
		server.push('assignee.changed', pushed(one));
	}
	await until(() => hasText('passed-on'));
	await press('Undo');
	await until(() => asked.length === 2);
	await choose('Priority', { name: /Urgent/ });
	await until(() => asked.some((body) => JSON.stringify(body).includes('urgent')));
	assert.deepEqual(asked, [
		{ ids: [1, 2], fields: { assignee_id: AGENT.id } },
		{ ids: [1], fields: { assignee_id: AGENT.id } },
		{ ids: [1, 2], fields: { priority: 'urgent' } },
	]);
	await key('Escape');
});

test('what has left the list is selected no more, and takes the bar along', async () => {
	const hana = conversations.get(3) ?? assert.fail();
	rowOf('Hana')?.focus();
	await key('x');
	await until(() => selected().join() === 'Hana' && hasText('1 conversation'));
	hana.status = 'resolved';
	server.push('conversation.status_changed', pushed(hana));
	await until(() => !rowOf('Hana') && !findNamed('button', 'Select all'));
	assert.ok(!hasText('0 conversations'));
	await until(() => document.activeElement !== document.body);
	hana.status = 'open';
	server.push('conversation.status_changed', pushed(hana));
	await until(() => rowOf('Hana'));
	assert.deepEqual(selected(), []);
	assert.ok(!findNamed('button', 'Select all'));
});

test('where the row that has the focus leaves the list, the next one gets it', async () => {
	const leave = (id: number) => {
		const conversation = conversations.get(id) ?? assert.fail();
		conversation.status = 'resolved';
		server.push('conversation.status_changed', pushed(conversation));
	};
	rowOf('Bo')?.focus();
	leave(4);
	await until(() => !rowOf('Bo'));
	await until(() => document.activeElement === rowOf('Kim'));
	leave(5);
	await until(() => !rowOf('Kim'));
	await until(() => document.activeElement === rowOf('Hana'));
	for (const id of [1, 2, 3]) leave(id);
	await until(() => names().length === 0);
	await until(() => document.activeElement !== document.body);
	for (const conversation of conversations.values()) {
		conversation.status = 'open';
		server.push('conversation.status_changed', pushed(conversation));
	}
	await until(() => names().length === 5);
});

if (hasFinger) {
	test('a finger that stays on a row selects it, also where the browser tells of no long press', async () => {
		const hide = (event: Event) => event.stopImmediatePropagation();
		for (const isTold of [false, true]) {
			if (!isTold) addEventListener('contextmenu', hide, true);
			await hold(rowOf('Hana') ?? assert.fail());
			await until(() => selected().join() === 'Hana');
			await tap(rowOf('Bo') ?? assert.fail());
			await until(() => selected().join() === 'Hana,Bo');
			await hold(rowOf('Hana') ?? assert.fail());
			await until(() => selected().join() === 'Bo');
			assert.equal(location.hash, '', 'no conversation is opened');
			removeEventListener('contextmenu', hide, true);
			await key('Escape');
			await until(() => selected().length === 0);
		}
	});
}

test('a change that fails is told, and nothing is undone', async () => {
	rowOf('Kim')?.focus();
	await key('x');
	await until(() => selected().join() === 'Kim');
	server.answer(`POST ${ACCOUNT}/bulk_actions`, () => {
		throw 500;
	});
	await press('Resolve');
	await until(() => hasText('That did not work. Try again.'));
	assert.ok(!findNamed('button', 'Undo'));
	assert.equal(names().length, 5);
	assert.deepEqual(selected(), ['Kim'], 'it can be tried again');
});

function person(id: number, name: string): TeamConversation {
	const conversation = makeConversation({ id, last_activity_at: NOW - id });
	conversation.meta = { ...conversation.meta, sender: { ...conversation.meta.sender, id: 100 + id, name } };
	return conversation;
}

let version = 0;

function pushed({ id, labels, status, last_activity_at, meta }: TeamConversation) {
	const assignee = meta.assignee ? { ...AGENT, id: meta.assignee.id } : null;
	return makePushConversation({
		id,
		labels,
		status,
		last_activity_at,
		updated_at: NOW + 100 + ++version,
		meta: { sender: { ...meta.sender, type: 'contact' }, assignee, team: null, hmac_verified: false },
	});
}

function rowOf(name: string): HTMLElement | undefined {
	return [...document.querySelectorAll<HTMLElement>('nav li > a')].find(
		(row) => row.querySelector('bdi')?.textContent === name,
	);
}

function names(): string[] {
	return [...document.querySelectorAll('nav li > a')].map((row) => row.querySelector('bdi')?.textContent ?? '');
}

function box(name: string): HTMLInputElement | undefined {
	return findNamed<HTMLInputElement>('input[type=checkbox]', `Select ${name}`);
}

function selected(): string[] {
	return names().filter((name) => box(name)?.checked);
}
