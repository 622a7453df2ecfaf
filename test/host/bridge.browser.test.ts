import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeMessage } from '#protocol/frame/frameMessages.ts';
import { press } from '../support/browser/input.ts';
import {
	addWidget,
	findLauncher,
	frameOf,
	greet,
	isShown,
	panelOf,
	postFrom,
	record,
	serve,
	until,
} from './hostPages.ts';

const greeting = encodeMessage({ event: 'loaded', config: { authToken: 'forged' } });

test("the frame's address has the channel, the view, its colours and the origin that it may talk to", async () => {
	serve({});
	const element = addWidget({ locale: 'de' });
	void element.open();
	const { pathname, searchParams } = new URL((await until(() => frameOf(element))).src);
	assert.equal(pathname, '/widget');
	assert.deepEqual(Object.fromEntries(searchParams), {
		website_token: 'shop',
		locale: 'de',
		view: 'open',
		color_scheme: 'light',
		origin: location.origin,
	});
});

test("after the greeting the host sends the page's wishes, its address, and the calls made meanwhile, in order", async () => {
	serve({});
	const element = addWidget({ locale: 'de', 'dark-mode': 'auto', position: 'left' });
	const opened = element.open();
	const first = element.setUser('u-1', { name: 'Ada' });
	const second = element.setUser(2, { name: 'Grace' });
	const frame = await greet(element);
	// A press in an earlier test has unlocked the sound for the whole page.
	const heard = () => frame.heard.filter(({ event }) => event !== 'audio-unlocked');
	await until(() => heard().length === 7);
	assert.deepEqual(
		heard().map((message) => ('identifier' in message ? message.identifier : message.event)),
		['config-set', 'change-url', 'toggle-close-button', 'toggle-open', 'push-event', 'u-1', '2'],
	);
	const [config, address] = frame.heard;
	assert.deepEqual(config, {
		event: 'config-set',
		locale: 'de',
		position: 'left',
		widgetStyle: 'rounded',
		askBefore: '',
		topic: '',
		darkMode: 'auto',
		hideMessageBubble: false,
		showPopoutButton: false,
		showUnreadMessagesDialog: true,
		isOpen: true,
		awaitsUser: true,
	});
	assert.deepEqual(address, { event: 'change-url', referrerURL: location.href, referrerHost: location.host });
	await opened;
	const ids = frame.heard.flatMap((message) =>
		'requestId' in message && message.requestId ? [message.requestId] : [],
	);
	frame.say({ event: 'settled', requestId: ids[1] ?? '', error: 'SET_USER_ERROR', data: { error: 'HMAC failed' } });
	frame.say({ event: 'settled', requestId: ids[0] ?? '' });
	await first;
	await assert.rejects(second, /refused/);
});

test('a frame that fails is replaced by one that continues, and the focus waits for it in the panel', async () => {
	serve({});
	const element = addWidget();
	await press(await findLauncher(element));
	const { iframe, say } = await greet(element);
	await until(() => element.shadowRoot?.activeElement === iframe);
	say({ event: 'startAgain' });
	const next = await until(() => {
		const found = frameOf(element);
		return found !== iframe && found;
	});
	assert.equal(element.shadowRoot?.activeElement, panelOf(element));
	assert.equal(new URL(next.src).searchParams.get('resume'), '1');
	await greet(element);
	await until(() => element.shadowRoot?.activeElement === next);
});

test('a request that the frame would not understand is rejected before it is sent', async () => {
	serve({});
	const element = addWidget();
	await assert.rejects(element.setUser('u-1', JSON.parse('{ "email": 7 }')), /refused: .*expected (a )?string/i);
});

test('forged messages change nothing, and are counted in the debug log', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const launcher = await findLauncher(element);
	const frame = await greet(element, { authToken: 'real' });
	const logged: string[] = [];
	const { debug } = console;
	console.debug = (text: string) => logged.push(text);
	const dot = encodeMessage({ event: 'handleNotificationDot', unreadMessageCount: 9 });
	const ports = () => [new MessageChannel().port1];

	const stranger = document.body.appendChild(document.createElement('iframe'));
	assert.ok(stranger.contentWindow);
	postFrom(stranger.contentWindow, greeting, ports());
	await until(() => logged.length === 1);
	window.postMessage(greeting, '*', ports());
	await until(() => logged.length === 2);
	const source = frame.iframe.contentWindow;
	const forged = new MessageEvent('message', {
		data: greeting,
		source,
		origin: 'https://evil.example',
		ports: ports(),
	});
	window.dispatchEvent(forged);
	await until(() => logged.length === 3);
	assert.ok(source);
	postFrom(source, dot);
	await until(() => logged.length === 4);
	for (const shape of [
		dot.replace('9', '"9"'),
		dot.replace('handleNotificationDot', 'nothing'),
		dot.slice('live-chat-widget:'.length),
		'live-chat-widget:{',
		{ event: 'closeWindow' },
	]) {
		frame.sayRaw(shape);
	}
	await until(() => logged.length === 9);
	console.debug = debug;
	stranger.remove();

	assert.match(logged[0] ?? '', /ignored 1 .*another window/);
	assert.match(logged[2] ?? '', /ignored 3 .*evil\.example/);
	assert.match(logged[8] ?? '', /ignored 9 .*another shape/);
	assert.equal(launcher.getAttribute('aria-label'), 'Chat with us');
	assert.match(document.cookie, /cw_conversation=real/);
});

test('messages of other programs are ignored', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	await greet(element);
	const { debug } = console;
	let logged = 0;
	console.debug = () => (logged += 1);
	const heard = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
	window.postMessage({ type: 'webpackOk' }, '*');
	await heard;
	console.debug = debug;
	assert.equal(logged, 0);
});

test('a preview is above the launcher with the height that the frame sends, and open() always leaves it', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const events = record('open', 'close');
	const frame = await greet(element);
	frame.say({ event: 'updateIframeHeight', isFixedHeight: true, extraHeight: 180 });
	frame.say({ event: 'setUnreadMode' });
	await until(() => isShown(panelOf(element)));
	assert.equal(panelOf(element)?.offsetHeight, 180);
	assert.equal((await findLauncher(element)).getAttribute('aria-expanded'), 'false');
	assert.equal(events.length, 0);
	await element.open();
	await until(() => panelOf(element)?.dataset['mode'] === 'open');
	await until(() => frame.heard.some((message) => message.event === 'toggle-open' && message.isOpen));
	await until(() => (panelOf(element)?.offsetHeight ?? 0) > 180);

	await element.close();
	frame.say({ event: 'setUnreadMode' });
	await until(() => panelOf(element)?.dataset['mode'] === 'preview');
	frame.say({ event: 'openWindow' });
	await until(() => panelOf(element)?.dataset['mode'] === 'open');
	assert.deepEqual(
		events.map(({ name }) => name),
		['open', 'close', 'open'],
	);
});

test('Close in a preview tells the frame that the panel is closed', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	frame.say({ event: 'setUnreadMode' });
	await until(() => isShown(panelOf(element)));
	frame.say({ event: 'closeWindow' });
	await until(() => panelOf(element)?.dataset['mode'] === 'closed');
	await until(() => frame.heard.some((message) => message.event === 'toggle-open' && !message.isOpen));
});

test("the page's address is sent again whenever it changes", async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	const before = location.href;
	history.pushState(null, '', '#somewhere');
	await until(() =>
		frame.heard.some((message) => message.event === 'change-url' && message.referrerURL.endsWith('#somewhere')),
	);
	history.replaceState(null, '', before);
});

test("the address is also sent where browsers have no event for it, with the page's own navigation called as it is", async () => {
	serve({});
	const names = ['navigation', 'NavigateEvent'];
	const natives = names.map((name) => Object.getOwnPropertyDescriptor(window, name));
	for (const name of names) Reflect.deleteProperty(window, name);
	const nav = document.body.appendChild(document.createElement('nav'));
	nav.id = 'navigation';
	const frame = await greet(addWidget({ loading: 'eager' }));
	const before = location.href;
	history.pushState(null, '', '#elsewhere');
	await until(() =>
		frame.heard.some((message) => message.event === 'change-url' && message.referrerURL.endsWith('#elsewhere')),
	);
	history.replaceState(null, '', before);
	nav.remove();
	for (const [index, native] of natives.entries()) {
		if (native) Object.defineProperty(window, names[index] ?? '', native);
	}
});

test('a frame that sends nothing is given up, and can be tried again', async () => {
	serve({});
	const element = addWidget();
	const errors = record('error');
	const opened = element.open();
	const silent = await until(() => frameOf(element));
	const alert = await until(() => panelOf(element)?.querySelector('[role=alert]'));
	assert.match(alert.textContent ?? '', /cannot be reached/);
	await assert.rejects(opened, /cannot be shown/);
	assert.match(JSON.stringify(errors[0]?.detail), /"code":"FRAME_UNREACHABLE"/);
	await press({ role: 'button', within: { role: 'alert' } });
	await until(() => frameOf(element) !== silent);
	await greet(element);
	await until(() => panelOf(element)?.getAttribute('aria-busy') === 'false');
	assert.ok(isShown(frameOf(element)));
});

test('language, colours and events pass through', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const events = record('ready', 'message', 'postback', 'error');
	const frame = await greet(element);
	element.darkMode = 'dark';
	element.locale = 'pt-BR';
	await until(() => frame.heard.some((message) => message.event === 'set-color-scheme' && message.darkMode === 'dark'));
	await until(() => frame.heard.some((message) => message.event === 'set-locale' && message.locale === 'pt_BR'));
	element.locale = 'zh-Hant-HK';
	await until(() => element.shadowRoot?.querySelector('[lang=zh-TW]'));
	frame.say({ event: 'onMessage', data: { id: 7, content: 'Hello' } });
	frame.say({ event: 'postback', data: { payload: 'CUP' } });
	frame.say({ event: 'error', errorType: 'SET_USER_ERROR', data: { error: 'HMAC failed' } });
	await until(() => events.length === 4);
	assert.deepEqual(
		events.map(({ name }) => name),
		['ready', 'message', 'postback', 'error'],
	);
	assert.deepEqual(events[1]?.detail, { id: 7, content: 'Hello' });
	assert.deepEqual(events[2]?.detail, { payload: 'CUP' });
	assert.ok(events.every(({ target }) => target === element));
});
