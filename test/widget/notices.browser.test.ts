/** Whom the chat tells of answers while the page is hidden, and how the visitor asks for that. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { PushMessage } from '#protocol/entities/entities.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { press } from '../support/browser/input.ts';
import { Chat, server } from './chat.ts';

const API = '/api/v1/widget';
const SESSION = { authToken: 'known', pubsubToken: 'pubsub' };
const ADA = { id: 5, name: 'Ada Lovelace', available_name: 'Ada', avatar_url: '', type: 'user' };
const HELLO = {
	id: 9,
	content: 'Hello',
	message_type: 0,
	content_type: 'text',
	content_attributes: {},
	conversation_id: 43,
	created_at: 1_767_600_000,
};

let id = 5_000;
let chat: Chat;

beforeEach(() => {
	chat = new Chat();
	location.hash = '#/messages';
	server.answer(`GET ${API}/conversations`, () => ({ id: 43, inbox_id: 3, contact_last_seen_at: 4e9, status: 'open' }));
	server.answer(`GET ${API}/messages`, () => ({ payload: [HELLO] }));
	server.answer(`POST ${API}/conversations/update_last_seen`, () => null);
});
afterEach(() => {
	chat.close();
	Reflect.deleteProperty(document, 'visibilityState');
});
after(() => server.stop());

const steps = () => chat.heard.flatMap((message) => (message.event === 'notifications' ? [message.step] : []));

async function open() {
	chat.open({ session: SESSION }, 'framed');
	await until(() => chat.store.get(connectionAtom) === 'connected');
}

async function openMenu() {
	await press({ name: 'More options', within: { selector: 'header' } });
	await until(() => findNamed('header li button', 'Download the conversation as text'));
}

/** The visitor asks for notifications, which the page's browser grants. */
async function openAndAsk() {
	await open();
	await openMenu();
	chat.tell({ event: 'config-set', notifications: 'granted' });
	await press({ selector: 'header li button', name: 'Turn on notifications' });
	await until(() => steps().includes('ask'));
}

function hide() {
	Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
}

function answer(content: string, changes: object = {}) {
	id += 1;
	const message = { ...HELLO, id, content, message_type: 1, sender: ADA, sender_type: 'User', ...changes };
	server.push('message.created', message as unknown as PushMessage);
}

/** Resolves when the host has received everything so far, since it answers in order. */
const heardAll = () => until(() => chat.heard.findLast((message) => message.event === 'onMessage')?.data['id'] === id);

test('a visitor who asks is told of answers while the page is hidden, and of nothing else', async () => {
	await open();
	await openMenu();
	await until(() => steps().includes('look'));
	assert.equal(
		findNamed('header li button', 'Turn on notifications'),
		undefined,
		'it is not known whether the page can',
	);
	chat.tell({ event: 'config-set', notifications: 'default' });
	const ask = await until(() => findNamed('header li button', 'Turn on notifications'));
	await axeFindsNothing();
	await press(ask);
	await until(() => steps().includes('ask'));
	chat.tell({ event: 'config-set', notifications: 'granted' });

	answer('While you look');
	await heardAll();
	hide();
	answer('From the bot', { sender_type: 'AgentBot', sender: undefined });
	await heardAll();
	answer('It is\nround');
	await until(() => chat.last('notifications')?.step === 'show');
	assert.deepEqual(chat.last('notifications'), {
		event: 'notifications',
		step: 'show',
		title: 'Ada',
		body: 'It is round',
	});
	assert.equal(steps().filter((step) => step === 'show').length, 1);
});

test('the wish that another tab takes back counts at once', async () => {
	await openAndAsk();
	hide();
	answer('Told');
	await until(() => steps().filter((step) => step === 'show').length === 1);
	const key = Object.keys(localStorage).find((name) => name.includes('notices:')) ?? assert.fail('Nothing is stored');
	localStorage.setItem(key, 'false');
	answer('Not told');
	await heardAll();
	// Its code is imported for each message, in their order: the wish is looked up before the next
	// task.
	await import('../../src/widget/features/notices/notify.ts');
	await new Promise((resolve) => setTimeout(resolve));
	localStorage.setItem(key, 'true');
	answer('Told again');
	const told = () => chat.heard.flatMap((message) => ('body' in message ? [message.body] : []));
	await until(() => told().includes('Told again'));
	assert.deepEqual(told(), ['Told', 'Told again']);
});

test('the wish outlasts a page load, until the visitor takes it back', async () => {
	await openAndAsk();
	chat.close();
	const kept = Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? ''] as const);
	chat = new Chat();
	for (const [key, value] of kept) localStorage.setItem(key, value);
	location.hash = '#/messages';
	await open();
	hide();
	answer('Back again');
	await until(() => steps().includes('show'));
	Reflect.deleteProperty(document, 'visibilityState');
	await openMenu();
	chat.tell({ event: 'config-set', notifications: 'granted' });
	await press({ selector: 'header li button', name: 'Turn off notifications' });
	await until(() => !document.querySelector('header li'));
	const before = steps().length;
	hide();
	answer('Unheard');
	await heardAll();
	assert.equal(steps().length, before);
});

test('where the browser denies it the visitor is told so', async () => {
	await open();
	await openMenu();
	chat.tell({ event: 'config-set', notifications: 'denied' });
	await press({ selector: 'header li button', name: 'Turn on notifications' });
	await until(() => hasText('Your browser does not allow notifications from this page.'));
	assert.ok(!steps().includes('ask'));
});

test('an answer that is read at once is never counted as unread for the page', async () => {
	const seen = { contact_last_seen_at: HELLO.created_at };
	server.answer(`GET ${API}/conversations`, () => ({ id: 43, inbox_id: 3, status: 'open', ...seen }));
	await open();
	// Before the conversation is drawn, the visitor cannot read there.
	await until(() => hasText('Hello'));
	for (const later of [1, 2]) {
		answer('Read', { created_at: HELLO.created_at + later });
		await heardAll();
	}
	const counts = chat.heard.flatMap((message) => (message.event === 'handleNotificationDot' ? [message] : []));
	assert.ok(
		counts.every(({ unreadMessageCount }) => unreadMessageCount === 0),
		JSON.stringify(counts),
	);
});
