/**
 * The element with a frame of Chatwoot, which the test plays by the contract (docs/wire.md, Page
 * and frame).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RawMessage } from '#protocol/frame/chatwootMessages.ts';
import { CHATWOOT_PREFIX } from '#protocol/frame/frameMessages.ts';
import { press } from '../support/browser/input.ts';
import {
	addWidget,
	findLauncher,
	frameOf,
	isShown,
	LOOK,
	panelOf,
	postFrom,
	record,
	serve,
	until,
} from './hostPages.ts';

const TOKEN = `x.${btoa(JSON.stringify({ source_id: 'uuid', inbox_id: 7 }))}.y`;

interface ChatwootFrame {
	window: Window;
	/** What the page has sent, oldest first. */
	heard: RawMessage[];
	/** The target origins of those messages. */
	targets: Set<unknown>;
	say: (message: RawMessage | object) => void;
}

/** Waits for the frame's document, and greets from there as Chatwoot's frame does. */
async function greet(
	element: Element,
	config: object = { authToken: TOKEN, channelConfig: {} },
): Promise<ChatwootFrame> {
	const iframe = await until(() => frameOf(element));
	await until(
		() => iframe.contentDocument?.readyState === 'complete' && iframe.contentWindow?.location.pathname === '/widget',
	);
	const page = iframe.contentWindow;
	assert.ok(page);
	const heard: RawMessage[] = [];
	const targets = new Set<unknown>();
	page.addEventListener('message', ({ data }: MessageEvent<string>) => {
		if (data.startsWith(CHATWOOT_PREFIX)) heard.push(JSON.parse(data.slice(CHATWOOT_PREFIX.length)) as RawMessage);
	});
	const post = page.postMessage.bind(page) as (data: unknown, target: string) => void;
	page.postMessage = (data: unknown, target: unknown) => {
		targets.add(target);
		post(data, String(target));
	};
	const say = (message: object) => postFrom(page, CHATWOOT_PREFIX + JSON.stringify(message));
	say({ event: 'loaded', config });
	await until(() => heard.some(({ event }) => event === 'toggle-close-button'));
	return { window: page, heard, targets, say };
}

const last = (frame: ChatwootFrame, event: string) => frame.heard.findLast((message) => message.event === event);

test("the frame gets the page's wishes in Chatwoot's messages, addressed to its origin only", async () => {
	serve({});
	const element = addWidget({ loading: 'eager', locale: 'de', position: 'left', 'dark-mode': 'auto' });
	const events = record('ready');
	const frame = await greet(element);
	assert.deepEqual(last(frame, 'config-set'), {
		event: 'config-set',
		locale: 'de',
		position: 'left',
		widgetStyle: 'standard',
		darkMode: 'auto',
		hideMessageBubble: false,
		showPopoutButton: false,
		showUnreadMessagesDialog: true,
	});
	assert.equal(last(frame, 'change-url')?.['referrerURL'], location.href);
	assert.equal(events.length, 1);
	assert.match(document.cookie, /cw_conversation_shop=/);

	element.showPopoutButton = true;
	await until(() => last(frame, 'config-set')?.['showPopoutButton'] === true);
	assert.equal(last(frame, 'config-set')?.['locale'], 'de', 'what is left out would be unset');
	await element.open();
	await until(() => last(frame, 'toggle-open')?.['isOpen'] === true && last(frame, 'push-event'));
	element.darkMode = 'dark';
	await until(() => last(frame, 'set-color-scheme')?.['darkMode'] === 'dark');
	assert.deepEqual([...frame.targets], [location.origin]);
	const ours = ['audio-unlocked', 'set-theme'];
	assert.ok(!frame.heard.some(({ event }) => ours.includes(event)));
});

test("a call is done once it is sent, and one that Chatwoot's frame cannot do is rejected", async () => {
	serve({});
	const element = addWidget();
	const called = element.setUser(42, { name: 'Ada', email: 'ada@example.test' });
	const frame = await greet(element);
	await called;
	await until(() => last(frame, 'set-user'));
	assert.deepEqual(last(frame, 'set-user'), {
		event: 'set-user',
		identifier: '42',
		user: { name: 'Ada', email: 'ada@example.test' },
	});
	await element.setCustomAttributes({ plan: 'pro' });
	await element.setLabel('vip');
	await until(() => last(frame, 'set-label')?.['label'] === 'vip');
	assert.deepEqual(last(frame, 'set-custom-attributes')?.['customAttributes'], { plan: 'pro' });
	await assert.rejects(element.sendMessage('Hello'), { code: 'REQUEST_FAILED' });
	assert.ok(!frame.heard.some((message) => message.event === 'send-message' || 'requestId' in message));

	const errors = record('error');
	frame.say({ event: 'error', errorType: 'SET_USER_ERROR', data: { error: 'HMAC failed' } });
	await until(() => errors.length === 1);
	assert.ok(!document.cookie.includes('cw_user'), 'so that it can be tried again');

	const before = frameOf(element);
	await element.reset();
	await until(() => frameOf(element) !== before);
	assert.ok(!document.cookie.includes('cw_conversation'));
});

test("the frame's messages become the element's events", async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const events = record('message', 'agent-message', 'start-conversation', 'postback', 'unread');
	const frame = await greet(element);
	const message = { id: 7, content: 'Hello', sender_type: 'User' };
	frame.say({ event: 'onEvent', eventIdentifier: 'chatwoot:on-message', data: message });
	frame.say({ event: 'onEvent', eventIdentifier: 'chatwoot:on-start-conversation', data: { hasConversation: false } });
	frame.say({ event: 'postback', data: { payload: 'CUP' } });
	frame.say({ event: 'handleNotificationDot', unreadMessageCount: 2 });
	await until(() => events.length === 5);
	assert.deepEqual(
		events.map(({ name, detail }) => [name, detail]),
		[
			['message', message],
			['agent-message', message],
			['start-conversation', { hasConversation: false }],
			['postback', { payload: 'CUP' }],
			['unread', { count: 2 }],
		],
	);
});

test("the frame's preview shows, closes, and leads into the chat", async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	const mode = () => panelOf(element)?.dataset['mode'];
	const preview = () => {
		frame.say({ event: 'updateIframeHeight', isFixedHeight: true, extraHeight: 180 });
		frame.say({ event: 'setUnreadMode' });
	};
	preview();
	await until(() => mode() === 'preview');
	// "Close"; told so, it leaves its preview.
	frame.say({ event: 'toggleBubble' });
	await until(() => last(frame, 'toggle-open')?.['isOpen'] === false);
	frame.say({ event: 'resetUnreadMode' });
	frame.say({ event: 'updateIframeHeight', isFixedHeight: false });
	await until(() => mode() === 'closed');

	preview();
	await until(() => mode() === 'preview');
	// "See new messages".
	frame.say({ event: 'resetUnreadMode' });
	await until(() => mode() === 'open' && last(frame, 'toggle-open')?.['isOpen'] === true);
	frame.say({ event: 'closeWindow' });
	await until(() => mode() === 'closed');
});

test('messages of another window, origin, prefix or shape are ignored', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	const events = record('unread', 'message');
	const logged: string[] = [];
	const { debug } = console;
	console.debug = (text: string) => logged.push(text);
	const dot = (count: unknown) => JSON.stringify({ event: 'handleNotificationDot', unreadMessageCount: count });

	const stranger = document.body.appendChild(document.createElement('iframe'));
	assert.ok(stranger.contentWindow);
	postFrom(stranger.contentWindow, CHATWOOT_PREFIX + dot(1));
	await until(() => logged.length === 1);
	const forged = { data: CHATWOOT_PREFIX + dot(2), source: frame.window, origin: 'https://evil.example' };
	window.dispatchEvent(new MessageEvent('message', forged));
	await until(() => logged.length === 2);
	postFrom(frame.window, `another-widget:${dot(3)}`);
	postFrom(frame.window, CHATWOOT_PREFIX + dot('4'));
	await until(() => logged.length === 3);
	// Messages that only our frames send, unknown ones, and text that is no JSON.
	frame.say({ event: 'settled', requestId: '1' });
	frame.say({ event: 'onBubbleToggle', isOpen: true });
	postFrom(frame.window, `${CHATWOOT_PREFIX}{`);
	await until(() => logged.length === 6);
	console.debug = debug;
	stranger.remove();
	assert.match(logged[0] ?? '', /another window/);
	assert.match(logged[1] ?? '', /evil\.example/);
	assert.match(logged[5] ?? '', /another shape/);
	assert.deepEqual(events, []);

	postFrom(frame.window, CHATWOOT_PREFIX + dot(5));
	await until(() => events.length === 1);
});

test('where the server has no channel look, its frame is tried, and provides colour and language', async () => {
	// Chatwoot's server answers pages of other sites, but the browser withholds the answer from
	// them.
	window.fetch = (_, init) =>
		init?.mode === 'no-cors' ? Promise.resolve(Response.error()) : Promise.reject(new TypeError('Failed to fetch'));
	const element = addWidget();
	const launcher = await findLauncher(element);
	await press(launcher);
	const frame = await greet(element, {
		authToken: TOKEN,
		channelConfig: { websiteName: LOOK.website_name, widgetColor: '#aa0000', locale: 'en' },
	});
	await until(() => isShown(panelOf(element)) && last(frame, 'toggle-open')?.['isOpen'] === true);
	await until(() => getComputedStyle(launcher).backgroundColor === 'rgb(170, 0, 0)');
});
