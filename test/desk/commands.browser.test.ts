/** What an agent does by keys: shortcuts, their list, and the search for commands. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CHUNK_TIMEOUT } from '#protocol/limits.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { fill, findNamed, findTokenField, hasText, press, until } from './page.ts';
import { makeConversation, makeMessage, PROFILE, VISITOR } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const server = startFakeServer();
let endDesk = () => {};
const mira = makeConversation({ last_activity_at: 1_767_600_100 });
const jo = makeConversation({
	id: 2,
	uuid: 'uuid-2',
	meta: { ...mira.meta, sender: { ...mira.meta.sender, id: VISITOR.id + 1, name: 'Jo Meyer' } },
});
/** The bodies of the messages that were sent: all of them invite to a call. */
const calls: Record<string, unknown>[] = [];
/** The body of the last request to each route. */
const sent = new Map<string, Record<string, unknown>>();

/** One page for all tests: they follow one agent who uses no mouse. */
before(async () => {
	localStorage.removeItem('shortcuts:desk');
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({ data: { meta: {}, payload: [mira, jo], next_cursor: null } }));
	server.answer(`GET ${ACCOUNT}/inboxes/1/assignable_agents`, () => ({ payload: [] }));
	for (const { id } of [mira, jo]) {
		const path = `${ACCOUNT}/conversations/${id}`;
		server.answer(`GET ${path}/messages`, () => ({ meta: {}, payload: [makeMessage({ conversation_id: id })] }));
		server.answer(`POST ${path}/messages`, ({ body }) => {
			calls.push(body);
			return makeMessage({ id: 100, conversation_id: id, message_type: 1, echo_id: String(body['echo_id']) });
		});
		server.answer(`POST ${path}/toggle_typing_status`, () => null);
		server.answer(`POST ${path}/toggle_status`, ({ body }) => {
			sent.set('toggle_status', body);
			return { payload: { current_status: body['status'] } };
		});
		server.answer(`POST ${path}/assignments`, ({ body }) => {
			sent.set('assignments', body);
			return null;
		});
	}
	endDesk = await beginDesk(server);
	await until(() => hasText('Mira Okonkwo') && hasText('Jo Meyer'));
});

after(() => {
	endDesk();
	localStorage.removeItem('shortcuts:desk');
});

test('j and k show the next and the previous conversation, also on a keyboard without Latin letters', async () => {
	key('j');
	await until(() => location.hash === '#/conversations/1' && document.activeElement?.matches('textarea'));
	leaveComposer();
	key('о', { code: 'KeyJ' });
	await until(() => location.hash === '#/conversations/2' && document.activeElement === composer());
	leaveComposer();
	key('j');
	assert.equal(location.hash, '#/conversations/2', 'it is the last one');
	key('k');
	await until(() => location.hash === '#/conversations/1' && document.activeElement === composer());
});

test('in the composer the same keys are text, until Escape leaves it', async () => {
	assert.ok(press(composer(), 'e'), 'the browser types it');
	press(composer(), 'Escape');
	assert.equal(document.activeElement?.role, 'log');
	key('e');
	await until(() => sent.get('toggle_status')?.['status'] === 'resolved' && findNamed('button', 'Reopen'));
	key('e');
	await until(() => sent.get('toggle_status')?.['status'] === 'open' && findNamed('button', 'Resolve'));
	key('n');
	await until(() => document.activeElement?.ariaLabel === 'Write a note that only the team sees');
	leaveComposer();
	key('r');
	await until(() => document.activeElement?.ariaLabel === 'Write to the visitor');
	leaveComposer();
});

test('Caps Lock makes no other key of one, and a key that is held acts once', async () => {
	key('Q');
	assert.ok(findNamed('header button', 'Sign out'), 'the agent is still signed in');
	for (const repeat of [true, true, false]) key('v', { shiftKey: true, repeat });
	await until(() => calls.length > 0);
	key('J', { repeat: true });
	await until(() => location.hash === '#/conversations/2' && document.activeElement === composer());
	leaveComposer();
	key('K');
	await until(() => location.hash === '#/conversations/1' && document.activeElement === composer());
	assert.equal(calls.length, 1);
	leaveComposer();
});

test('a draft stays when the agent changes their availability', async () => {
	server.answer('POST /api/v1/profile/availability', ({ body }) => ({
		...PROFILE,
		accounts: [{ ...PROFILE.accounts[0], availability: body['availability'] }],
	}));
	fill(composer(), 'Half a sentence');
	leaveComposer();
	key('8');
	await until(() => findNamed('header button', 'Ada Busy'));
	assert.equal(composer().value, 'Half a sentence');
	fill(composer(), '');
	leaveComposer();
});

test('the focus returns from a dialog to where it was, and from the menu’s own to the menu', async () => {
	const log = document.activeElement;
	assert.equal(log?.role, 'log');
	key('N', { shiftKey: true });
	await until(() => document.querySelector('dialog[open]'));
	findNamed('dialog button', 'Close')?.click();
	await until(() => !document.querySelector('dialog'));
	assert.equal(document.activeElement, log);
	const menu = findNamed('header button', 'Ada Busy');
	menu?.click();
	const entry = await until(() => findNamed('header button', 'Keyboard shortcuts'));
	entry.focus();
	entry.click();
	await until(() => document.querySelector('dialog[open]'));
	findNamed('dialog button', 'Close')?.click();
	await until(() => !document.querySelector('dialog'));
	assert.equal(document.activeElement, menu);
	leaveComposer();
});

test('a dialog that does not load says so for a moment, and the keys go on', async () => {
	const { setTimeout } = globalThis;
	const expireAtOnce = (act: () => void, delay?: number, ...rest: unknown[]) =>
		delay === CHUNK_TIMEOUT ? act() : setTimeout(act, delay, ...rest);
	Object.assign(globalThis, { setTimeout: expireAtOnce });
	key('/');
	await until(() => hasText('That did not work. Try again.'));
	Object.assign(globalThis, { setTimeout });
	key('/');
	await until(() => document.querySelector('dialog[open] [role=combobox]'));
	findNamed('dialog button', 'Close')?.click();
	await until(() => !document.querySelector('dialog') && !hasText('That did not work. Try again.'));
});

test('a key opens a menu of the thread, whose own letters then find its items', async () => {
	key('p');
	await until(() => document.activeElement?.role === 'menuitemradio');
	press(document.activeElement ?? document.body, 'l');
	assert.equal(document.activeElement?.querySelector('bdi')?.textContent, 'Low');
	press(document.activeElement ?? document.body, 'Escape');
	await until(() => !document.querySelector('[role=menu]'));
	key('i');
	await until(() => sent.get('assignments')?.['assignee_id'] === PROFILE.id);
});

test('Control and K find every action by its name, from the composer too', async () => {
	composer().focus();
	assert.ok(!press(composer(), 'k', { ctrlKey: true }));
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog [role=combobox]'));
	await axeFindsNothing('dialog');
	fill(field, 'nothing of that');
	await until(() => hasText('No results found'));
	fill(field, 'conv snoo');
	await until(() => document.querySelectorAll('dialog [role=option]').length === 1);
	press(field, 'Enter');
	await until(() => !document.querySelector('dialog') && document.activeElement?.role === 'menuitem');
	const hour = document.activeElement?.textContent ?? '';
	assert.match(hour, /For an hour/);
	(document.activeElement as HTMLElement).click();
	await until(() => sent.get('toggle_status')?.['status'] === 'snoozed');
	const end = Number(sent.get('toggle_status')?.['snoozed_until']);
	assert.ok(Math.abs(end - Date.now() / 1000 - 3600) < 60, 'the hour begins when the menu opens');
});

test('? lists every key once, and single keys can be turned off', async () => {
	leaveComposer();
	key('?');
	const dialog = await until(() => document.querySelector('dialog'));
	await until(() => dialog.querySelectorAll('dd').length > 20);
	const keys = [...dialog.querySelectorAll('dd')].map(({ textContent }) => textContent);
	assert.equal(new Set(keys).size, keys.length);
	await axeFindsNothing('dialog');
	dialog.querySelector<HTMLInputElement>('[name=single-keys]')?.click();
	findNamed('dialog button', 'Close')?.click();
	await until(() => !document.querySelector('dialog'));
	const before = location.hash;
	key('j');
	key('k');
	assert.equal(location.hash, before);
	key('k', { metaKey: true });
	await until(() => document.querySelector('dialog [role=combobox]'));
	findNamed('dialog button', 'Close')?.click();
	await until(() => !document.querySelector('dialog'));
});

test('a dialog that is open at the end of a session is not open in the next one', async () => {
	key('k', { ctrlKey: true });
	await until(() => document.querySelector('dialog[open]'));
	findNamed('header button', 'Sign out')?.click();
	const field = await until(findTokenField);
	fill(field, 'access-1');
	field.form?.requestSubmit();
	await until(() => hasText('Mira Okonkwo'));
	assert.equal(document.querySelector('dialog'), null);
	key('k', { ctrlKey: true });
	await until(() => document.querySelector('dialog[open]'));
});

/** Presses a key where no field has the focus. */
function key(name: string, modifiers: KeyboardEventInit = {}): void {
	press(document.activeElement ?? document.body, name, modifiers);
}

function leaveComposer(): void {
	press(composer(), 'Escape');
}

function composer(): HTMLTextAreaElement {
	const field = document.querySelector('textarea');
	if (!field) throw new Error('There is no composer');
	return field;
}
