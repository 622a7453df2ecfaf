/** What an agent does with a conversation as a whole, in the header of its thread. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { fillDate, findNamed, hasText, until } from './page.ts';
import { AGENT, makeConversation, makeMessage, PROFILE } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const MIRA = `${ACCOUNT}/conversations/1`;
const server = startFakeServer();
let endDesk = () => {};
/** The body of the last request to each route. */
const sent = new Map<string, Record<string, unknown>>();
const mira = makeConversation({ unread_count: 1, last_non_activity_message: makeMessage() });
const noor = agent(6, 'Noor');
const team = [agent(PROFILE.id, PROFILE.available_name), noor, agent(7, 'Nils')];

/** One page for all tests: they follow one administrator through one journey. */
before(async () => {
	server.answer('POST /auth/desk_session', () => ({ ...PROFILE, role: 'administrator' }));
	server.answer(`GET ${ACCOUNT}/conversations`, ({ query }) => ({
		data: { meta: {}, payload: query.has('updated_within') ? [] : [mira], next_cursor: null },
	}));
	server.answer(`GET ${MIRA}`, () => mira);
	server.answer(`GET ${MIRA}/messages`, () => ({ meta: {}, payload: [makeMessage()] }));
	server.answer(`POST ${MIRA}/update_last_seen`, () => ({ ...mira, unread_count: 0 }));
	server.answer(`GET ${ACCOUNT}/labels`, () => ({ payload: [label(1, 'refund'), label(2, 'vip')] }));
	server.answer(`GET ${ACCOUNT}/teams`, () => [{ id: 4, name: 'returns' }]);
	server.answer(`GET ${ACCOUNT}/inboxes/1/assignable_agents`, () => ({ payload: team }));
	answer('assignments', ({ assignee_id }) => team.find(({ id }) => id === assignee_id) ?? null);
	answer('toggle_priority', () => '');
	answer('labels', ({ labels }) => ({ payload: labels }));
	answer('toggle_status', ({ status }) => ({ payload: { current_status: status } }));
	answer('unread', () => ({ ...mira, unread_count: 1 }));
	answer('mute', () => '');
	answer('unmute', () => '');
	endDesk = await beginDesk(server);
	await press({ selector: 'nav li > a' });
	await until(() => findNamed('button', 'Assign'));
});

after(() => endDesk());

test('in a menu arrows, first letters, Home and End move the focus, and Escape returns it', async () => {
	const button = await open('Assign');
	await until(() => item('Noor'));
	assert.equal(focused(), 'Nobody');
	await key('ArrowUp');
	assert.equal(focused(), 'Nils');
	await key('Home');
	await key('ArrowDown');
	assert.equal(focused(), 'You');
	await key('n');
	await key('i');
	assert.equal(focused(), 'Nils');
	await axeFindsNothing();
	await key('Escape');
	await until(() => !document.querySelector('[role=menu]'));
	assert.equal(document.activeElement, button);
});

test('two people of one name are two choices', async () => {
	const reported: unknown[] = [];
	const { error } = console;
	console.error = (...facts) => reported.push(facts);
	const twins = [...team, agent(8, 'Noor')];
	server.answer(`GET ${ACCOUNT}/inboxes/1/assignable_agents`, () => ({ payload: twins }));
	await open('Assign');
	const noors = () => [...document.querySelectorAll('[role=menu] bdi')].filter((name) => name.textContent === 'Noor');
	await until(() => noors().length === 2);
	await key('n', 'o');
	await key('Escape');
	await until(() => !document.querySelector('[role=menu]'));
	console.error = error;
	server.answer(`GET ${ACCOUNT}/inboxes/1/assignable_agents`, () => ({ payload: team }));
	assert.deepEqual(reported, [], 'React knows which is which');
});

test('a conversation is assigned to a team, and to none', async () => {
	for (const [choice, team_id, named] of [
		['returns', 4, 'Team: returns'],
		['No team', null, 'Team'],
	] as const) {
		await open('Team');
		await press(itemOf(choice));
		await until(() => sent.get('assignments')?.['team_id'] === team_id);
		await until(() => menuButton('Team')?.ariaLabel === named);
		// The name is left out where the header is narrow.
		assert.ok(menuButton('Team')?.querySelector('svg')?.checkVisibility(), 'the button shows something');
	}
});

test('a conversation is assigned to another, to oneself and to nobody', async () => {
	for (const [choice, assignee_id, named] of [
		['Noor', noor.id, 'Assign: Noor'],
		['You', AGENT.id, 'Assign: Ada'],
		['Nobody', null, 'Assign'],
	] as const) {
		await open('Assign');
		await press(itemOf(choice));
		await until(() => sent.get('assignments')?.['assignee_id'] === assignee_id);
		await until(() => menuButton('Assign')?.ariaLabel === named);
		await open('Assign');
		await until(() => item(choice)?.ariaChecked === 'true');
		await key('Escape');
		await until(() => !document.querySelector('[role=menu]'));
	}
});

test('its priority is set, and shown in the list', async () => {
	await open('Priority');
	await press(itemOf('Urgent'));
	await until(() => sent.get('toggle_priority')?.['priority'] === 'urgent');
	await until(() => document.querySelector('nav li')?.textContent.includes('Urgent'));
	assert.equal(menuButton('Priority')?.ariaLabel, 'Priority: Urgent');
});

test('labels are ticked one after the other, and an administrator adds one on the way', async () => {
	await open('Labels');
	await press(itemOf('vip'));
	await until(() => item('vip')?.ariaChecked === 'true');
	await press(itemOf('refund'));
	await until(() => String(sent.get('labels')?.['labels']) === 'vip,refund');
	server.answer(`POST ${ACCOUNT}/labels`, ({ body }) => label(3, String(body['title'])));
	await addLabel('late delivery');
	await until(() => String(sent.get('labels')?.['labels']) === 'vip,refund,late-delivery');
	await until(() => !document.querySelector('dialog') && hasText('late-delivery'));
});

test('a label that the conversation has is not removed by adding it', async () => {
	sent.delete('labels');
	const count = server.calls.length;
	await open('Labels');
	await addLabel('VIP');
	await until(() => !document.querySelector('dialog'));
	assert.equal(sent.has('labels'), false);
	assert.ok(!server.calls.slice(count).includes(`POST ${ACCOUNT}/labels`), 'the account has it');
});

test('a label that could not be given is tried again as it was typed, and added to the account once', async () => {
	answer('labels', () => {
		throw 500;
	});
	server.answer(`POST ${ACCOUNT}/labels`, ({ body }) => label(4, String(body['title'])));
	await open('Labels');
	const field = await addLabel('broken');
	await until(() => findNamed('dialog [role=alert]', 'That did not work. Try again.'));
	assert.equal(field.value, 'broken');
	server.answer(`POST ${ACCOUNT}/labels`, () => {
		throw 422;
	});
	answer('labels', ({ labels }) => ({ payload: labels }));
	await key('Enter');
	await until(() => !document.querySelector('dialog'));
	assert.equal(String(sent.get('labels')?.['labels']), 'vip,refund,late-delivery,broken');
});

test('it is snoozed until next week, or until a chosen time, and woken', async () => {
	await open('Snooze');
	await press(itemOf('Until next week'));
	await until(() => hasText('Snoozed until'));
	const monday = new Date(Number(sent.get('toggle_status')?.['snoozed_until']) * 1000);
	assert.deepEqual([monday.getDay(), monday.getHours(), monday.getMinutes()], [1, 9, 0]);
	assert.ok(monday.getTime() > Date.now());
	await open('Snooze');
	await press(itemOf('Choose a date and time'));
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog input[name=until]'));
	await fillDate(field, '2099-05-04T10:30');
	await key('Enter');
	const chosen = new Date(2099, 4, 4, 10, 30).getTime() / 1000;
	await until(() => sent.get('toggle_status')?.['snoozed_until'] === chosen);
	await until(() => hasText('2099'));
	await open('Snooze');
	await press(itemOf('End snooze now'));
	await until(() => sent.get('toggle_status')?.['status'] === 'open' && !hasText('Snoozed until'));
});

test('its visitor is blocked and unblocked; a change that fails says so', async () => {
	await open('More options');
	await press(itemOf('Block visitor'));
	await until(() => hasText('Visitor blocked') && findNamed('button', 'Reopen'));
	server.answer(`POST ${MIRA}/unmute`, () => {
		throw 500;
	});
	await open('More options');
	await press(itemOf('Unblock visitor'));
	await until(() => findNamed('[role=alert]', 'That did not work. Try again.'));
	answer('unmute', () => '');
	await open('More options');
	await press(itemOf('Unblock visitor'));
	await until(() => !hasText('Visitor blocked') && !findNamed('[role=alert]', 'That did not work. Try again.'));
	await press('Reopen');
	await until(() => findNamed('button', 'Resolve'));
});

test('marking as unread that fails says so where the conversation was', async () => {
	answer('unread', () => {
		throw 500;
	});
	await open('More options');
	await press(itemOf('Mark as unread'));
	await until(seesChoice);
	await until(() => findNamed('[role=alert]', 'That did not work. Try again.'));
	await press({ selector: 'nav li > a' });
	await until(() => findNamed('button', 'More options'));
	answer('unread', () => ({ ...mira, unread_count: 1 }));
});

test('marked as unread, it leaves the screen and counts again', async () => {
	await until(() => document.title === 'Agent desk');
	await open('More options');
	await press(itemOf('Mark as unread'));
	await until(seesChoice);
	await until(() => document.title === '(1) Agent desk');
	assert.ok(!findNamed('[role=alert]', 'That did not work. Try again.'));
});

test('the key that marks as unread says so, too, where it fails', async () => {
	answer('unread', () => {
		throw 500;
	});
	await press({ selector: 'nav li > a' });
	await until(() => findNamed('button', 'More options'));
	await key('Escape', 'u');
	await until(seesChoice);
	await until(() => findNamed('[role=alert]', 'That did not work. Try again.'));
});

/** Whether no conversation is shown. */
function seesChoice(): boolean {
	return hasText('Choose a conversation to read and reply.');
}

function answer(path: string, said: (body: Record<string, unknown>) => unknown): void {
	server.answer(`POST ${MIRA}/${path}`, ({ body }) => {
		sent.set(path, body);
		return said(body);
	});
}

/** Its name says what is chosen as well. */
function menuButton(name: string): HTMLElement | undefined {
	const buttons = [...document.querySelectorAll<HTMLElement>('header button[aria-haspopup=menu]')];
	return buttons.find(({ ariaLabel }) => ariaLabel === name || ariaLabel?.startsWith(`${name}: `));
}

/** Opens a menu of the header by its name; answers its button. */
async function open(name: string): Promise<HTMLElement> {
	const button = await until(() => menuButton(name));
	await press(button);
	await until(() => document.activeElement?.role?.startsWith('menuitem'));
	return button;
}

/** Adds a label in the menu of labels, which is open; answers the field. */
async function addLabel(title: string): Promise<HTMLInputElement> {
	await press(itemOf('Add label'));
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog input[name=title]'));
	await fill(field, title);
	await key('Enter');
	return field;
}

function focused(): string {
	return document.activeElement?.querySelector('bdi')?.textContent ?? '';
}

const itemOf = (name: string) => ({ selector: '[role^=menuitem]:has(bdi)', name: new RegExp(`^${name}`) });

function item(name: string): HTMLElement | undefined {
	const items = [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')];
	return items.find((candidate) => candidate.querySelector('bdi')?.textContent === name);
}

function agent(id: number, name: string): TeamAgent {
	return {
		id,
		name,
		available_name: name,
		account_id: 1,
		email: `${id}@team.example`,
		role: 'agent',
		thumbnail: '',
		availability_status: 'online',
		auto_offline: false,
		confirmed: true,
	};
}

function label(id: number, title: string) {
	return { id, title, description: null, color: '#aa3366', show_on_sidebar: true };
}
