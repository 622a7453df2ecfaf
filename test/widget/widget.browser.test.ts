import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import axe from 'axe-core';
import type { Message, PushMessage } from '#protocol/entities/entities.ts';
import { decodeMessage, encodeMessage } from '#protocol/frame/frameMessages.ts';
import { FrameToHost } from '#protocol/frame/frameToHost.ts';
import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import { boot, type Widget } from '../../src/widget/app/boot.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { hostAtom } from '../../src/widget/features/host/host.ts';
import { startFakeServer } from '../desk/fakeServer.ts';
import { findNamed, hasText, nextPaint, until } from '../desk/page.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { ADA } from './ada.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const HOST_ORIGIN = 'https://shop.example';
const SESSION = { authToken: 'known', pubsubToken: 'pubsub' };
const NOW = Math.floor(Date.now() / 1000);
// One for all tests, since the socket library remembers the WebSocket that it found when it loaded.
const server = startFakeServer();
let widget: Widget;
let history: Message[];
let lastSeen: number;
let heard: FrameToHost[];
let hostPort: MessagePort | undefined;

beforeEach(() => {
	localStorage.clear();
	location.hash = '';
	history = [];
	lastSeen = NOW;
	heard = [];
	server.calls.length = 0;
	server.answer(`POST ${API}/config`, () => ({
		website_channel_config: { auth_token: 'new' },
		contact: { pubsub_token: 'pubsub' },
	}));
	server.answer(`GET ${API}/inbox_members`, () => ({
		payload: [{ id: 5, name: 'Ada', avatar_url: '', availability_status: 'online' }],
	}));
	server.answer(`GET ${API}/conversations`, () =>
		history.length > 0 ? { id: 43, inbox_id: 3, contact_last_seen_at: lastSeen, status: 'open' } : {},
	);
	server.answer(`GET ${API}/messages`, ({ query }) => ({ payload: pageOf(query) }));
	server.answer(`POST ${API}/messages`, ({ body }) => {
		const { content, echo_id } = body['message'] as { content: string; echo_id: string };
		const message = makeMessage(content, { message_type: 0, echo_id });
		history.push(message);
		return message;
	});
	for (const action of ['toggle_typing', 'update_last_seen']) {
		server.answer(`POST ${API}/conversations/${action}`, () => null);
	}
});

afterEach(() => {
	widget.stop();
	document.getElementById('app')?.remove();
});

after(() => server.stop());

test('home has a welcome, shows who is online, and leads into the conversation', async () => {
	start();
	await until(() => findNamed('h1', 'Hi there'));
	await until(() => hasText('We are online'));
	assert.ok(hasText('Ask us anything.'));
	await until(() => document.activeElement?.matches('main'));
	await axeFindsNothing();
	await press('Start Conversation');
	const field = await composer();
	await until(() => document.activeElement === field);
	await fill(field, 'H');
	await until(() => findNamed('[role=log]', 'Conversation'));
	assert.ok(findNamed('h1', 'Halden Stoneware'));
	await axeFindsNothing();
	await press('Back');
	await until(() => findNamed('h1', 'Hi there'));
});

test('Enter sends, Shift+Enter and an input method do not, and blank text stays', async () => {
	const field = await openConversation();
	await fill(field, '  ');
	await key('Enter');
	assert.equal(field.value, '  ');
	await fill(field, 'First');
	await key('Shift+Enter');
	assert.equal(field.value, 'First\n');
	await key('Enter');
	await until(() => bubble('First')?.dataset['state'] === 'sent');
	assert.equal(field.value, '');
	assert.equal(calls('POST', '/messages'), 1);
});

test('a message is shown before the server has it, and does not move when it has', async () => {
	const answer = Promise.withResolvers<Message>();
	server.answer(`POST ${API}/messages`, () => answer.promise);
	const field = await openConversation();
	await fill(field, 'Hello');
	await key('Enter');
	const shown = await until(() => bubble('Hello'));
	assert.equal(shown.dataset['state'], 'in_progress');
	// The list measures a new line before it paints it.
	await nextPaint();
	const { top, height } = shown.getBoundingClientRect();
	answer.resolve(makeMessage('Hello', { message_type: 0 }));
	await until(() => shown.dataset['state'] === 'sent');
	assert.ok(shown.isConnected);
	assert.deepEqual({ top, height }, pick(shown.getBoundingClientRect()));
});

test('a message that the server refuses shows "Couldn\'t send, try again" and is sent again in its place', async () => {
	server.answer(`POST ${API}/messages`, () => {
		throw 422;
	});
	const field = await openConversation();
	await fill(field, 'Hello');
	await key('Enter');
	await until(() => hasText("Couldn't send, try again"));
	await axeFindsNothing();
	server.answer(`POST ${API}/messages`, () => makeMessage('Hello', { message_type: 0 }));
	await press('Send message again');
	await until(() => bubble('Hello')?.dataset['state'] === 'sent');
	assert.equal(document.activeElement, bubble('Hello'));
	assert.equal(document.querySelectorAll('[data-state]').length, 1);
});

test('a message that the server refuses can be deleted, and stays deleted after a page load', async () => {
	server.answer(`POST ${API}/messages`, () => {
		throw 422;
	});
	const field = await openConversation();
	await fill(field, 'Hello');
	await key('Enter');
	await press('Delete');
	await until(() => !bubble('Hello'));
	// The list goes with its only message.
	assert.equal(document.activeElement, document.querySelector('main'));
	assert.deepEqual(
		Object.keys(localStorage).filter((key) => key.includes('outbox:')),
		[],
	);
});

test('a returning visitor is led to the conversation, and home offers to continue it', async () => {
	history = [makeMessage('Hello')];
	await continueConversation();
	await press('Back');
	await press('Continue conversation');
	await composer();
});

test('the team is told of the first key, and of the end when the field is left and when the message is sent', async () => {
	const typing: unknown[] = [];
	server.answer(`POST ${API}/conversations/toggle_typing`, ({ body }) => void typing.push(body['typing_status']));
	history = [makeMessage('Hello')];
	await continueConversation();
	// Only then it is known which conversation is typed in.
	await until(() => hasText('Hello'));
	const field = await composer();
	field.focus();
	await key('H', 'e', 'y');
	await press({ role: 'log' });
	await until(() => typing.join() === 'on,off');
	await fill(field, 'Hey!');
	await key('Enter');
	await until(() => typing.join() === 'on,off,on,off');
});

test('a draft is restored after leaving the view, and after a reload', async () => {
	await fill(await openConversation(), 'Half a thou');
	await press('Back');
	await press('Start Conversation');
	assert.equal((await composer()).value, 'Half a thou');
	widget.stop();
	document.getElementById('app')?.remove();
	start();
	assert.equal((await composer()).value, 'Half a thou');
});

test('addresses become links without a referrer, and no other text becomes markup', async () => {
	history = [makeMessage('See https://e.test/a_(b). <b>Not</b> javascript:alert(1)')];
	await continueConversation();
	const link = await until(() => document.querySelector('[role=log] a'));
	assert.equal(link.getAttribute('href'), 'https://e.test/a_(b)');
	assert.equal(link.getAttribute('rel'), 'noopener noreferrer nofollow');
	assert.equal(document.querySelectorAll('[role=log] a').length, 1);
	assert.ok(hasText('<b>Not</b>'));
});

test('a lost connection shows a quiet notice, which nothing covers at home', async () => {
	history = [makeMessage('Hello')];
	await continueConversation();
	await until(() => hasText('Hello'));
	await server.cut(60_000);
	const findNotice = () =>
		[...document.querySelectorAll('[role=status] > p')].find(({ textContent }) =>
			textContent.includes('Connection lost'),
		);
	await until(findNotice);
	await press('Back');
	await until(() => findNamed('button', 'Continue conversation'));
	const notice = await until(findNotice);
	const { x, y, width, height } = notice.getBoundingClientRect();
	assert.equal(document.elementFromPoint(x + width / 2, y + height / 2), notice);
	server.restore();
});

test('a closed panel shows the last three unread messages as a preview; the host gets count, mode and height', async () => {
	history = ['One', 'Two', 'Three', 'Four'].map((content) => makeMessage(content));
	lastSeen = 0;
	start({ session: SESSION }, 'closed');
	await until(() => findNamed('h1', 'You have unread messages'));
	assert.ok(!hasText('One'));
	for (const content of ['Two', 'Three', 'Four']) assert.ok(hasText(content));
	assert.ok(hasText('from Halden Stoneware'));
	await axeFindsNothing();
	await until(() => last('updateIframeHeight'));
	await until(() => last('setUnreadMode'));
	assert.equal(last('handleNotificationDot')?.unreadMessageCount, 4);
	assert.equal(last('updateIframeHeight')?.extraHeight, 48 + (document.querySelector('main')?.offsetHeight ?? 0));
	await press('See new messages');
	await until(() => last('openWindow'));
	tell({ event: 'toggle-open', isOpen: true });
	await composer();
	await until(() => last('resetUnreadMode'));
	await until(() => calls('POST', '/conversations/update_last_seen') === 1);
	await until(() => last('handleNotificationDot')?.unreadMessageCount === 0);
});

test('the preview says what a message without words shows', async () => {
	const items = [{ title: 'Caring for glaze', link: 'https://shop.example/care' }];
	history = [makeMessage('', { content_type: 'article', content_attributes: { items } })];
	lastSeen = 0;
	start({ session: SESSION }, 'closed');
	await until(() => hasText('Caring for glaze'));
});

test('an answer within the second of one that the visitor has seen is unread, since its id is higher', async () => {
	const created_at = NOW - 10;
	const seen = makeMessage('First one', { created_at });
	history = [seen];
	lastSeen = 0;
	const told: unknown[] = [];
	server.answer(`POST ${API}/conversations/update_last_seen`, ({ body }) => void told.push(body));
	location.hash = '#/messages';
	start({ session: SESSION }, 'open');
	await until(() => told.length === 1);
	assert.deepEqual(told[0], { contact_last_seen_at: created_at, last_seen_message_id: seen.id });
	await until(() => widget.store.get(connectionAtom) === 'connected');
	tell({ event: 'toggle-open', isOpen: false });
	await until(() => !widget.store.get(hostAtom).isOpen);
	const next = makeMessage('Next one', { created_at });
	history.push(next);
	server.push('message.created', next as PushMessage);
	await until(() => findNamed('h1', 'You have unread messages') && hasText('Next one'));
	assert.ok(!hasText('First one'));
	await until(() => last('handleNotificationDot')?.unreadMessageCount === 1);
});

test('closing the preview marks its messages as read, and does not open the panel', async () => {
	history = [makeMessage('Hello')];
	lastSeen = 0;
	start({ session: SESSION }, 'closed');
	await press('Close');
	await until(() => last('resetUnreadMode'));
	await until(() => calls('POST', '/conversations/update_last_seen') === 1);
	assert.equal(last('openWindow'), undefined);
});

test('Escape asks the host to close, and so does the button where the launcher cannot be reached', async () => {
	start({}, 'open');
	await until(() => findNamed('h1', 'Hi there'));
	assert.equal(findNamed('button', 'Close'), undefined);
	await key('Escape');
	await until(() => last('closeWindow'));
	heard.length = 0;
	tell({ event: 'toggle-close-button', isMobile: true });
	await press('Close');
	await until(() => last('closeWindow'));
});

test('language, direction and theme follow the host while the chat is open', async () => {
	start({}, 'open');
	await until(() => findNamed('h1', 'Hi there'));
	tell({ event: 'set-color-scheme', darkMode: 'dark' });
	await until(() => document.documentElement.dataset['theme'] === 'dark');
	await axeFindsNothing();
	tell({ event: 'set-locale', locale: 'ar' });
	await until(() => document.documentElement.dir === 'rtl' && document.documentElement.lang === 'ar');
	tell({ event: 'set-locale', locale: 'pt-BR' });
	await until(() => document.documentElement.dir === 'ltr' && document.documentElement.lang === 'pt-BR');
	tell({ event: 'set-locale', locale: 'nb-NO' });
	await until(() => document.documentElement.lang === 'no');
	tell({ event: 'set-color-scheme', darkMode: 'light' });
	await until(() => document.documentElement.dataset['theme'] === 'light');
});

function start(page: Parameters<typeof makePage>[0] = {}, framed?: 'open' | 'closed') {
	const container = document.createElement('div');
	container.id = 'app';
	document.body.append(container);
	if (framed) playHost();
	widget = boot(makePage(page), new URLSearchParams(framed ? { view: framed, origin: HOST_ORIGIN } : {}), container);
	Object.defineProperty(window, 'parent', { value: window, configurable: true });
}

/** A parent window that takes the greeting, and then uses its port. */
function playHost() {
	const hear = (data: unknown) => {
		const message = decodeMessage(FrameToHost, data);
		if (message) heard.push(message);
	};
	const parent = {
		postMessage(data: unknown, _origin: string, [port]: MessagePort[]) {
			hear(data);
			hostPort = port;
			if (port) port.onmessage = (event) => hear(event.data);
		},
	};
	Object.defineProperty(window, 'parent', { value: parent, configurable: true });
}

function tell(message: HostToFrame) {
	// A port has no target origin; the options only tell the linter so.
	hostPort?.postMessage(encodeMessage(message), {});
}

function last<E extends FrameToHost['event']>(event: E) {
	return heard.findLast((message): message is Extract<FrameToHost, { event: E }> => message.event === event);
}

async function openConversation(): Promise<HTMLTextAreaElement> {
	start();
	await press('Start Conversation');
	return composer();
}

/** Opens the conversation as a returning visitor, to whom events are pushed. */
async function continueConversation() {
	start({ session: SESSION });
	await composer();
	await until(() => widget.store.get(connectionAtom) === 'connected');
}

/** The field, once it has the focus: by then React also follows the models. */
function composer(): Promise<HTMLTextAreaElement> {
	return until(() => {
		const field = findNamed<HTMLTextAreaElement>('textarea', 'Type your message');
		return document.activeElement === field && field;
	});
}

/** The message with that text. */
function bubble(content: string): HTMLElement | undefined {
	const items = [...document.querySelectorAll<HTMLElement>('[data-state]')];
	return items.find((item) => item.querySelector('p')?.textContent === content);
}

function calls(method: string, path: string): number {
	return server.calls.filter((call) => call === `${method} ${API}${path}`).length;
}

function pick({ top, height }: DOMRect) {
	return { top, height };
}

let nextId = 900;

function makeMessage(content: string, changes: Partial<Message> = {}): Message {
	nextId += 1;
	return {
		id: nextId,
		content,
		message_type: 1,
		content_type: 'text',
		content_attributes: {},
		created_at: NOW - 5_000 + nextId,
		conversation_id: 43,
		...(changes.message_type === 0 ? {} : { sender: ADA, sender_type: 'User' }),
		...changes,
	};
}

function pageOf(query: URLSearchParams): Message[] {
	const [upTo, from] = [query.get('before'), query.get('after')];
	if (from !== null) return history.filter(({ id }) => id > Number(from));
	return history.filter(({ id }) => upTo === null || id < Number(upTo)).slice(-20);
}

/** Runs axe once motion is over, since it would judge colours and focus in between. */
async function axeFindsNothing() {
	await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
	const { violations } = await axe.run('#app', {
		runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
	});
	assert.deepEqual(
		violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
		[],
	);
}
