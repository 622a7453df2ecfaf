/** What an agent does by keys: shortcuts, their list, and the search for commands. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { chooseInAgentMenu, enterToken, findNamed, hasText, inDialog, until } from './page.ts';
import { makeConversation, makeMessage, PROFILE, VISITOR } from './samples.ts';
import { CHUNK_TIMEOUT } from '../../src/client/chunk.ts';

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
	// A conversation stays after it is resolved (resolving.browser.test.ts has the other way).
	localStorage.setItem('live-chat-widget:resolving:desk', '{"goesOn":false}');
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
	localStorage.removeItem('live-chat-widget:resolving:desk');
	localStorage.removeItem('shortcuts:desk');
});

test('j and k show the next and the previous conversation, also on a keyboard without Latin letters', async () => {
	await key('j');
	await until(() => location.hash === '#/conversations/1' && document.activeElement?.matches('textarea'));
	await leaveComposer();
	hold({ key: 'о', code: 'KeyJ' });
	await until(() => location.hash === '#/conversations/2' && document.activeElement === composer());
	await leaveComposer();
	await key('j');
	assert.equal(location.hash, '#/conversations/2', 'it is the last one');
	await key('k');
	await until(() => location.hash === '#/conversations/1' && document.activeElement === composer());
});

test('in the composer the same keys are text, until Escape leaves it', async () => {
	await key('e');
	assert.equal(composer().value, 'e', 'the browser types it');
	await key('Backspace');
	await key('Escape');
	assert.equal(document.activeElement?.role, 'log');
	await key('e');
	await until(() => sent.get('toggle_status')?.['status'] === 'resolved' && findNamed('button', 'Reopen'));
	await key('e');
	await until(() => sent.get('toggle_status')?.['status'] === 'open' && findNamed('button', 'Resolve'));
	await key('n');
	await until(() => document.activeElement?.ariaLabel === 'Write a note that only the team sees');
	await leaveComposer();
	await key('r');
	await until(() => document.activeElement?.ariaLabel === 'Write to the visitor');
	await leaveComposer();
});

test('Caps Lock makes no other key of one, and a key that is held acts once', async () => {
	await key('Q');
	assert.ok(findNamed('header button', 'Sign out'), 'the agent is still signed in');
	for (const repeat of [true, true, false]) hold({ key: 'v', shiftKey: true, repeat });
	await press(inDialog('Video call'));
	await until(() => calls.length > 0 && !document.querySelector('dialog'));
	hold({ key: 'J', repeat: true });
	await until(() => location.hash === '#/conversations/2' && document.activeElement === composer());
	await leaveComposer();
	await key('K');
	await until(() => location.hash === '#/conversations/1' && document.activeElement === composer());
	assert.equal(calls.length, 1);
	await leaveComposer();
});

test('a draft stays when the agent changes their availability', async () => {
	server.answer('POST /api/v1/profile/availability', ({ body }) => ({
		...PROFILE,
		accounts: [{ ...PROFILE.accounts[0], availability: body['availability'] }],
	}));
	await fill(composer(), 'Half a sentence');
	await leaveComposer();
	await key('8');
	await until(() => findNamed('header button', 'Ada Busy'));
	assert.equal(composer().value, 'Half a sentence');
	await fill(composer(), '');
	await leaveComposer();
});

test('the focus returns from a dialog to where it was, and from the menu’s own to the menu', async () => {
	const log = document.activeElement;
	assert.equal(log?.role, 'log');
	await key('Shift+N');
	await until(() => document.querySelector('dialog[open]'));
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
	assert.equal(document.activeElement, log);
	await chooseInAgentMenu('Keyboard shortcuts');
	await until(() => document.querySelector('dialog[open]'));
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
	assert.equal(document.activeElement, findNamed('header button', 'Ada Busy'));
	await leaveComposer();
});

test('a dialog that does not load says so for a moment, and the keys go on', async () => {
	const { setTimeout } = globalThis;
	const expireAtOnce = (act: () => void, delay?: number, ...rest: unknown[]) =>
		delay === CHUNK_TIMEOUT ? act() : setTimeout(act, delay, ...rest);
	Object.assign(globalThis, { setTimeout: expireAtOnce });
	await key('/');
	await until(() => hasText('That did not work. Try again.'));
	Object.assign(globalThis, { setTimeout });
	await key('/');
	await until(() => document.querySelector('dialog[open] [role=combobox]'));
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog') && !hasText('That did not work. Try again.'));
});

test('Escape closes a dialog whose code is still loading: it does not come later', async () => {
	const before = document.activeElement;
	// A dialog, and one of the contact: neither was opened before.
	for (const letter of ['P', 'E']) {
		hold({ key: letter, shiftKey: true });
		// React has drawn then, and no file has come yet.
		await Promise.resolve();
		hold({ key: 'Escape' });
	}
	await import('../../src/desk/session/views/PasswordDialog.tsx');
	await import('../../src/desk/thread/contact/EditContactDialog.tsx');
	assert.equal(document.activeElement, before);
	await key('/');
	await until(() => document.querySelector('dialog[open] [role=combobox]'));
	assert.equal(document.querySelectorAll('dialog').length, 1);
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
});

test('a key opens a menu of the thread, whose own letters then find its items', async () => {
	await key('p');
	await until(() => document.activeElement?.role === 'menuitemradio');
	await key('l');
	assert.equal(document.activeElement?.querySelector('bdi')?.textContent, 'Low');
	await key('Escape');
	await until(() => !document.querySelector('[role=menu]'));
	await key('i');
	await until(() => sent.get('assignments')?.['assignee_id'] === PROFILE.id);
});

test('Control and K find every action by its name, from the composer too', async () => {
	composer().focus();
	await key('Control+k');
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog [role=combobox]'));
	await axeFindsNothing('dialog');
	await fill(field, 'nothing of that');
	await until(() => hasText('No results found'));
	await fill(field, 'conv snoo');
	await until(() => document.querySelectorAll('dialog [role=option]').length === 1);
	await key('Enter');
	await until(() => !document.querySelector('dialog') && document.activeElement?.role === 'menuitem');
	const hour = document.activeElement?.textContent ?? '';
	assert.match(hour, /For an hour/);
	await key('Enter');
	await until(() => sent.get('toggle_status')?.['status'] === 'snoozed');
	const end = Number(sent.get('toggle_status')?.['snoozed_until']);
	assert.ok(Math.abs(end - Date.now() / 1000 - 3600) < 60, 'the hour begins when the menu opens');
});

test('? lists every key once, and single keys can be turned off', async () => {
	await leaveComposer();
	await key('?');
	const dialog = await until(() => document.querySelector('dialog'));
	await until(() => dialog.querySelectorAll('dd').length > 20);
	const keys = [...dialog.querySelectorAll('dd')].map(({ textContent }) => textContent);
	assert.equal(new Set(keys).size, keys.length);
	await axeFindsNothing('dialog');
	await press({ selector: 'dialog [name=single-keys]' });
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
	const before = location.hash;
	await key('j');
	await key('k');
	assert.equal(location.hash, before);
	await key('Meta+k');
	await until(() => document.querySelector('dialog [role=combobox]'));
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
});

test('a dialog that is open at the end of a session is not open in the next one', async () => {
	await key('Control+k');
	await until(() => document.querySelector('dialog[open]'));
	server.answer('GET /api/v1/profile', () => {
		throw 401;
	});
	server.push('account.cache_invalidated', { account_id: 1, cache_keys: { inbox: '1' } });
	await enterToken('access-1');
	await until(() => hasText('Mira Okonkwo'));
	assert.equal(document.querySelector('dialog'), null);
	await key('Control+k');
	await until(() => document.querySelector('dialog[open]'));
});

/** A key of another keyboard, or one that is held. */
function hold(facts: KeyboardEventInit): void {
	const target = document.activeElement ?? document.body;
	target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...facts }));
}

/** Escape leads from the text to the thread. */
async function leaveComposer(): Promise<void> {
	if (document.activeElement !== composer()) return;
	await key('Escape');
	await until(() => document.activeElement !== composer());
}

function composer(): HTMLTextAreaElement {
	const field = document.querySelector('textarea');
	if (!field) throw new Error('There is no composer');
	return field;
}
