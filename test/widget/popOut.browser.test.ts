/** The pop-out window, from both ends (docs/wire.md, Page and frame). */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { chatTexts } from 'texts:chat';
import { findNamed, hasText, until } from '../desk/page.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { Chat, server } from './chat.ts';

const API = '/api/v1/widget';
const SESSION = { authToken: 'known', pubsubToken: 'pubsub' };

let chat: Chat;
let opened: string[][];
let isFocused: boolean;
const { open } = window;

beforeEach(() => {
	chat = new Chat();
	opened = [];
	isFocused = false;
	playBrowser({ focus: () => (isFocused = true) });
});
afterEach(() => {
	chat.close();
	window.open = open;
	window.name = '';
	Object.defineProperty(window, 'opener', { value: null, configurable: true });
});
after(() => server.stop());

test("the button opens the session in its own window, in the page's language, and closes the panel", async () => {
	chat.open({ session: SESSION }, 'framed');
	chat.tell({ event: 'config-set', showPopoutButton: true, locale: 'pt-BR' });
	await press('Abrir em uma nova janela');
	assert.deepEqual(opened, [
		[
			`${location.origin}/widget?cw_conversation=known&website_token=demo&locale=pt_BR&color_scheme=light`,
			'webwidget_session_demo',
			'resizable=off,width=400,height=600',
		],
	]);
	assert.ok(isFocused);
	await until(() => chat.last('closeWindow'));
});

test('a visitor without a session opens a window without one', async () => {
	chat.open({}, 'framed');
	chat.tell({ event: 'config-set', showPopoutButton: true });
	await press('Open in a new window');
	assert.equal(opened[0]?.[0], `${location.origin}/widget?website_token=demo&locale=en&color_scheme=light`);
	assert.equal(calls('POST', '/config'), 0);
});

test("the window's address has the topic that the page has chosen, which the window writes about", async () => {
	chat.open({}, 'framed');
	chat.tell({ event: 'config-set', showPopoutButton: true, topic: 'press' });
	await press('Open in a new window');
	const query = new URL(opened[0]?.[0] ?? '').searchParams;
	assert.equal(query.get('topic'), 'press');
	chat.close();

	window.name = 'webwidget_session_demo';
	const sent: unknown[] = [];
	server.answer(`POST ${API}/messages`, ({ body }) => {
		sent.push(body['topic']);
		return answerTo(body);
	});
	chat.open({}, 'window', Object.fromEntries(query));
	const field = await startWriting();
	await fill(field, 'Hello');
	await key('Enter');
	await until(() => sent.length > 0);
	assert.deepEqual(sent, ['press']);
});

test('the window is as dark as the panel that it was opened from', async () => {
	chat.open({}, 'framed');
	chat.tell({ event: 'config-set', showPopoutButton: true, darkMode: 'dark' });
	await press('Open in a new window');
	const query = new URL(opened[0]?.[0] ?? '').searchParams;
	assert.equal(query.get('color_scheme'), 'dark');
	chat.close();

	window.name = 'webwidget_session_demo';
	chat.open({}, 'window', Object.fromEntries(query));
	assert.equal(document.documentElement.dataset['theme'], 'dark');
});

test('the window shows the texts that the page words anew, from the frame that opened it', async () => {
	const [key = ''] = chatTexts['Start Conversation']?.keys ?? [];
	chat.open({}, 'framed');
	chat.tell({ event: 'set-texts', texts: { '': { [key]: ['Ask our potters'] } } });
	await until(() => findNamed('button', 'Ask our potters'));
	const other = await joinAsWindow();
	assert.deepEqual(await other.next(), { event: 'set-texts', texts: { '': { [key]: ['Ask our potters'] } } });
	chat.tell({ event: 'set-texts', texts: {} });
	assert.deepEqual(await other.next(), { event: 'set-texts', texts: {} });
	await until(() => findNamed('button', 'Start Conversation'));
	chat.close();

	window.name = 'webwidget_session_demo';
	const greeted = Promise.withResolvers<MessagePort>();
	const opener = {
		postMessage: (_data: unknown, _origin: string, [port]: MessagePort[]) => port && greeted.resolve(port),
	};
	Object.defineProperty(window, 'opener', { value: opener, configurable: true });
	chat.open();
	const frame = listen(await greeted.promise);
	frame.say({ event: 'set-texts', texts: { '': { [key]: [['name', 'script']] } } });
	frame.say({ event: 'set-texts', texts: { '': { [key]: ['Ask a potter'] } } });
	await until(() => findNamed('button', 'Ask a potter'));
	frame.say({ event: 'set-texts', texts: {} });
	await until(() => findNamed('button', 'Start Conversation'));
});

test('a blocked window is reported, and the panel stays open', async () => {
	playBrowser(null);
	chat.open({}, 'framed');
	chat.tell({ event: 'config-set', showPopoutButton: true });
	await press('Open in a new window');
	await until(() => hasText('Your browser blocked the new window.'));
	assert.equal(chat.last('closeWindow'), undefined);
});

test('there is no button unless the page wants it, nor on a phone, nor in the window itself', async () => {
	const button = () => findNamed('button', 'Open in a new window');
	chat.open({}, 'framed');
	await until(() => findNamed('h1', 'Hi there'));
	assert.equal(button(), undefined);
	chat.tell({ event: 'config-set', showPopoutButton: true });
	await until(button);
	chat.tell({ event: 'toggle-close-button', isMobile: true });
	await until(() => !button());
	chat.close();

	window.name = 'webwidget_session_demo';
	chat.open();
	await until(() => findNamed('h1', 'Hi there'));
	assert.equal(button(), undefined);
});

test('the frame takes over from the window who the visitor is, and what they have typed', async () => {
	chat.open({}, 'framed');
	await fill(await startWriting(), 'Half a ');
	const other = await joinAsWindow();
	assert.deepEqual(await other.next(), { key: 'draft:demo', text: '"Half a "' });
	other.say({ key: 'draft:demo', text: '"Half a thought"' });
	await until(() => composer()?.value === 'Half a thought');
	other.say({ key: 'session:demo', text: JSON.stringify(SESSION) });
	await until(() => chat.last('setAuthCookie')?.data.widgetAuthToken === 'known');
	other.say({ key: 'draft:demo', text: null });
	await until(() => composer()?.value === '');
	await fill(composer() ?? assert.fail(), 'B');
	assert.deepEqual(await other.next(), { key: 'draft:demo', text: '"B"' });
});

test('the reply that the visitor is writing, and what is half typed into a form, go with the window', async () => {
	const form = {
		id: 1,
		content: 'Your order?',
		message_type: 1,
		content_type: 'form',
		content_attributes: { items: [{ name: 'number', type: 'text', label: 'Number' }] },
		created_at: 1,
		conversation_id: 43,
	};
	server.answer(`GET ${API}/messages`, () => ({ payload: [form] }));
	server.answer(`GET ${API}/conversations`, () => ({ id: 43, inbox_id: 3, contact_last_seen_at: 2, status: 'open' }));
	localStorage.setItem('live-chat-widget:reply:demo', '1');
	location.hash = '#/messages';
	chat.open({ session: SESSION, hasConversation: true }, 'framed');
	const number = await until(() => document.querySelector<HTMLInputElement>('[role=log] input'));
	await fill(number, '47');
	await until(() => localStorage.getItem('live-chat-widget:answers:demo'));
	const other = await joinAsWindow();
	const told = new Map<string, string | null>();
	while (!told.has('reply:demo') || !told.has('answers:demo')) {
		const { key, text } = await other.next();
		told.set(key, text);
	}
	assert.deepEqual([told.get('reply:demo'), told.get('answers:demo')], ['1', '[[1,[["number","47"]]]]']);
	// And back, while the form is shown.
	other.say({ key: 'answers:demo', text: '[[1,[["number","471"]]]]' });
	await until(() => number.value === '471');
});

test('only a page of ours can connect, and only shared keys are accepted', async () => {
	chat.open({}, 'framed');
	const field = await startWriting();
	const { port1, port2 } = new MessageChannel();
	const heard: unknown[] = [];
	port1.onmessage = ({ data }) => heard.push(data);
	dispatchEvent(new MessageEvent('message', { origin: 'https://evil.example', data: GREETING, ports: [port2] }));
	await fill(field, 'Secret');
	const other = await joinAsWindow();
	assert.deepEqual(await other.next(), { key: 'draft:demo', text: '"Secret"' });
	assert.deepEqual(heard, []);
	other.say({ key: 'outbox:demo:1', text: '{}' });
	other.say({ key: 'draft:demo', text: '"Said"' });
	await until(() => composer()?.value === 'Said');
	assert.equal(localStorage.getItem('live-chat-widget:outbox:demo:1'), null);
});

test('the window stores nothing for longer than it is open, and nothing of an earlier visitor', async () => {
	window.name = 'webwidget_session_demo';
	sessionStorage.setItem(
		'live-chat-widget:session:demo',
		JSON.stringify({ authToken: 'a', pubsubToken: 'of another' }),
	);
	sessionStorage.setItem('live-chat-widget:draft:demo', '"Of another"');
	chat.open();
	const field = await startWriting();
	assert.equal(field.value, '');
	await fill(field, 'Mine');
	await until(() => sessionStorage.getItem('live-chat-widget:draft:demo') === '"Mine"');
	assert.equal(localStorage.length, 0);
});

test('the window tells its opener what changes', async () => {
	window.name = 'webwidget_session_demo';
	const greeting = Promise.withResolvers<{ data: unknown; origin: string; port: MessagePort }>();
	const opener = {
		postMessage: (data: unknown, origin: string, [port]: MessagePort[]) =>
			port && greeting.resolve({ data, origin, port }),
	};
	Object.defineProperty(window, 'opener', { value: opener, configurable: true });
	server.answer(`POST ${API}/messages`, ({ body }) => answerTo(body));
	chat.open();
	const { data, origin, port } = await greeting.promise;
	assert.deepEqual([data, origin], [GREETING, location.origin], 'a page of another origin does not hear it');
	const other = listen(port);
	const field = await startWriting();
	await fill(field, 'H');
	assert.deepEqual(await other.next(), { key: 'draft:demo', text: '"H"' });
	await key('Enter');
	const learned: Change[] = [];
	while (!learned.some(({ key }) => key === 'session:demo')) learned.push(await other.next());
	assert.ok(learned.some(({ key, text }) => key === 'draft:demo' && text === null));
	assert.ok(learned.some(({ key, text }) => key === 'session:demo' && text?.includes('"authToken":"new"')));
});

test("the browser's Back goes through the views of the window", async () => {
	window.name = 'webwidget_session_demo';
	chat.open();
	await startWriting();
	history.back();
	await until(() => findNamed('h1', 'Hi there') && location.hash !== '#/messages');
	history.forward();
	await until(composer);
});

test('within the page, changing the view adds no history entry', async () => {
	const before = history.length;
	chat.open({}, 'framed');
	await startWriting();
	await press('Back');
	await until(() => findNamed('h1', 'Hi there'));
	assert.equal(history.length, before);
});

test('Close closes the window', async () => {
	window.name = 'webwidget_session_demo';
	let isClosed = false;
	const { close } = window;
	window.close = () => (isClosed = true);
	chat.open();
	await press('Close');
	window.close = close;
	assert.ok(isClosed);
});

const GREETING = 'live-chat-widget:pop-out:demo';

interface Change {
	key: string;
	text: string | null;
}

function answerTo(body: Record<string, unknown>) {
	return {
		...(body['message'] as object),
		id: 1,
		message_type: 0,
		content_type: 'text',
		content_attributes: {},
		created_at: 1,
		conversation_id: 43,
	};
}

function playBrowser(window_: object | null) {
	window.open = (...parameters) => {
		opened.push(parameters.map(String));
		return window_ as Window | null;
	};
}

/** Greets the frame as its pop-out window does. */
async function joinAsWindow() {
	const { port1, port2 } = new MessageChannel();
	const other = listen(port1);
	dispatchEvent(new MessageEvent('message', { origin: location.origin, data: GREETING, ports: [port2] }));
	return other;
}

function listen(port: MessagePort) {
	const waiting: Change[] = [];
	port.onmessage = ({ data }) => waiting.push(data as Change);
	return {
		next: () => until(() => waiting.shift()),
		say: (change: Change | { event: 'set-texts'; texts: object }) => port.postMessage(change, {}),
	};
}

async function startWriting(): Promise<HTMLTextAreaElement> {
	await press('Start Conversation');
	return until(() => document.activeElement === composer() && composer());
}

function composer() {
	return findNamed<HTMLTextAreaElement>('textarea', 'Type your message');
}

function calls(method: string, path: string): number {
	return server.calls.filter((call) => call === `${method} ${API}${path}`).length;
}
