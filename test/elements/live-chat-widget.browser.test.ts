import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { define, LiveChatWidget } from '../../elements/live-chat-widget.ts';
import {
	addWidget,
	asked,
	findLauncher,
	frameOf,
	greet,
	isShown,
	launcherOf,
	panelOf,
	record,
	serve,
	until,
} from '../host/hostPages.ts';

test('the tag takes over properties that were set before it was defined', async () => {
	serve({});
	// A document without a window never upgrades elements, like a page before its scripts have run.
	const early = document.implementation.createHTMLDocument('').createElement('live-chat-widget');
	assert.ok(!(early instanceof LiveChatWidget));
	Object.assign(early, { websiteToken: 'early', baseUrl: location.origin, hideMessageBubble: true, position: 'left' });
	document.body.append(early);
	const element = await until(() => document.querySelector('live-chat-widget'));
	assert.ok(element instanceof LiveChatWidget);
	assert.equal(element.getAttribute('website-token'), 'early');
	assert.equal(element.position, 'left');
	await until(() => asked[0] === `${location.origin}/widget/channel.json?website_token=early`);
	element.hideMessageBubble = false;
	await findLauncher(element);
});

test('properties mirror attributes, and an invalid attribute means its default', () => {
	const element = document.createElement('live-chat-widget');
	assert.deepEqual(
		[element.websiteToken, element.locale, element.position, element.widgetStyle, element.darkMode, element.loading],
		['', '', 'right', 'rounded', 'light', 'auto'],
	);
	element.setAttribute('position', 'left');
	element.setAttribute('dark-mode', 'auto');
	element.setAttribute('hide-message-bubble', '');
	assert.deepEqual([element.position, element.darkMode, element.hideMessageBubble], ['left', 'auto', true]);
	element.setAttribute('position', 'middle');
	element.removeAttribute('hide-message-bubble');
	assert.deepEqual([element.position, element.hideMessageBubble], ['right', false]);
	element.loading = 'eager';
	element.baseUrl = 'https://chat.example/';
	assert.equal(element.getAttribute('loading'), 'eager');
	assert.equal(element.baseUrl, 'https://chat.example');
	Reflect.set(element, 'locale', undefined);
	assert.equal(element.hasAttribute('locale'), false);
});

test('blanks around a pasted text do not count', () => {
	const element = document.createElement('live-chat-widget');
	element.setAttribute('website-token', ' demo\n');
	element.setAttribute('locale', '\tde ');
	assert.deepEqual([element.websiteToken, element.locale], ['demo', 'de']);
});

test('the server is the origin of the module, unless the page says otherwise', () => {
	const element = document.createElement('live-chat-widget');
	assert.equal(element.baseUrl, location.origin);
	element.baseUrl = 'javascript:alert(1)';
	assert.equal(element.baseUrl, location.origin);
});

test('removing an attribute undoes its effect', async () => {
	serve({});
	const element = addWidget({ 'hide-message-bubble': '', position: 'left' });
	await until(() => asked.length === 1);
	element.removeAttribute('hide-message-bubble');
	element.removeAttribute('position');
	const launcher = await findLauncher(element);
	await until(() => launcher.closest<HTMLElement>('[data-position]')?.dataset['position'] === 'right');
});

test('a tag without a website token waits for one, and so do calls', async () => {
	serve({});
	const element = document.createElement('live-chat-widget');
	const opened = element.open();
	document.body.append(element);
	element.baseUrl = location.origin;
	assert.deepEqual(asked, []);
	element.websiteToken = 'late';
	await greet(element);
	await opened;
	assert.ok(isShown(panelOf(element)));
});

test('another website token makes another chat', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	const waiting = element.setUser('u-1');
	element.websiteToken = 'other';
	await assert.rejects(waiting, /left the page/);
	const next = await until(() => (frameOf(element) === frame.iframe ? null : frameOf(element)));
	assert.equal(new URL(next.src).searchParams.get('website_token'), 'other');
});

test('open, close and toggle resolve when the panel has changed, and the page gets an event', async () => {
	serve({});
	const element = addWidget();
	const events = record('ready', 'open', 'close');
	const opened = element.toggle();
	await greet(element);
	await opened;
	assert.ok(isShown(panelOf(element)));
	await element.toggle();
	await until(() => panelOf(element)?.dataset['mode'] === 'closed');
	await element.close();
	assert.deepEqual(
		events.map(({ name, detail }) => [name, detail]),
		[
			['open', null],
			['ready', null],
			['close', null],
		],
	);
	assert.ok(frameOf(element), 'the frame lives on');
});

test('a move reloads the frame and leaves the panel open', async () => {
	serve({});
	const element = addWidget();
	void element.open();
	const before = await greet(element, { authToken: 'kept' });
	const elsewhere = document.body.appendChild(document.createElement('div'));
	elsewhere.append(element);
	await until(() => frameOf(element) !== before.iframe);
	assert.equal(new URL(frameOf(element)?.src ?? '').searchParams.get('cw_conversation'), 'kept');
	const after = await greet(element);
	assert.ok(isShown(panelOf(element)));
	await until(() => after.heard.some((message) => message.event === 'toggle-open' && message.isOpen));
	assert.equal(asked.length, 1, 'the channel is the same');
	elsewhere.remove();
});

test('moveBefore keeps the frame alive; where the browser reloads it, another frame takes over', async () => {
	const elsewhere = document.body.appendChild(document.createElement('div'));
	if (!Reflect.has(elsewhere, 'moveBefore')) return elsewhere.remove();
	serve({});
	const element = addWidget();
	const opened = element.open();
	const frame = await greet(element);
	await opened;
	const page = frame.iframe.contentWindow;
	elsewhere.moveBefore(element, null);
	if (frame.iframe.contentWindow === page) {
		frame.say({ event: 'handleNotificationDot', unreadMessageCount: 3 });
		await until(() => launcherOf(element)?.textContent === '3');
		assert.equal(frameOf(element), frame.iframe);
	} else {
		await until(() => frameOf(element) !== frame.iframe);
		assert.equal(new URL((await greet(element)).iframe.src).searchParams.get('resume'), '1');
	}
	assert.ok(isShown(panelOf(element)));
	elsewhere.remove();
});

test('a tag that a router puts back after promises reloads its frame and stays open', async () => {
	serve({});
	const element = addWidget();
	const closings = record('close');
	void element.open();
	const before = await greet(element);
	element.remove();
	for (let step = 0; step < 10; step += 1) await Promise.resolve();
	document.body.append(element);
	await until(() => frameOf(element) !== before.iframe);
	assert.equal(new URL(frameOf(element)?.src ?? '').searchParams.get('resume'), '1');
	await greet(element);
	assert.ok(isShown(panelOf(element)));
	assert.deepEqual(closings, []);
});

test('a tag that replaces another takes over its state, and leaves the focus where it is', async () => {
	serve({});
	const page = document.body.appendChild(document.createElement('main'));
	const first = addWidget({}, page);
	void first.open();
	const frame = await greet(first, { authToken: 'kept' });
	await first.open();
	for (const how of ['last', 'first'] as const) {
		const [left] = document.querySelectorAll('live-chat-widget');
		const next = document.createElement('main');
		next.innerHTML = `<a href="#">Home</a>${left?.outerHTML}`;
		// Routers insert the next page before or after they remove the last one.
		if (how === 'first') document.querySelector('main')?.before(next);
		else document.querySelector('main')?.replaceWith(next);
		if (how === 'first') document.querySelectorAll('main')[1]?.remove();
		next.querySelector('a')?.focus();
		const successor = document.querySelector('live-chat-widget');
		assert.ok(successor && successor !== left);
		await until(() => frameOf(successor));
		assert.ok(isShown(panelOf(successor)));
		const { searchParams } = new URL(frameOf(successor)?.src ?? '');
		assert.deepEqual([searchParams.get('cw_conversation'), searchParams.get('resume')], ['kept', '1']);
		await greet(successor);
		await until(() => left && !frameOf(left));
		assert.equal(document.activeElement, next.querySelector('a'));
	}
	assert.ok(!frame.iframe.isConnected);
	const [last] = document.querySelectorAll('live-chat-widget');
	await last?.close();
	await until(() => last && panelOf(last)?.dataset['mode'] === 'closed');
	await last?.open();
	await until(() => document.activeElement === last);
	document.querySelector('main')?.remove();
});

test("a tag of another channel, or one that was there before, does not take over a removed tag's chat", async () => {
	serve({});
	const page = document.body.appendChild(document.createElement('main'));
	const beside = addWidget({ position: 'left' });
	await findLauncher(beside);
	const element = addWidget({}, page);
	void element.open();
	await greet(element);
	page.innerHTML = '<live-chat-widget website-token="other" base-url="/"></live-chat-widget>';
	const other = page.querySelector('live-chat-widget');
	assert.ok(other);
	await findLauncher(other);
	await until(() => !frameOf(element));
	assert.deepEqual([frameOf(other), frameOf(beside)], [null, null]);
	page.remove();
});

test('several tags on one page do not disturb each other', async () => {
	serve({});
	const one = addWidget({ 'website-token': 'one', loading: 'eager' });
	const other = addWidget({ 'website-token': 'other', loading: 'eager', position: 'left' });
	const frame = await greet(one);
	await greet(other);
	frame.say({ event: 'handleNotificationDot', unreadMessageCount: 4 });
	await until(() => launcherOf(one)?.textContent === '4');
	assert.equal(launcherOf(other)?.textContent, '');
	one.remove();
	await other.open();
	assert.ok(isShown(panelOf(other)));
});

test('a tag that is removed fifty times, also while it is open, leaves nothing behind', async () => {
	serve({});
	const html = document.documentElement.outerHTML;
	const sheets = document.adoptedStyleSheets.length;
	const signals = new Set<AbortSignal | undefined>();
	const timers = new Set<number>();
	const listen = window.addEventListener.bind(window);
	const set = window.setTimeout.bind(window);
	const clear = window.clearTimeout.bind(window);
	Reflect.set(window, 'addEventListener', (...[type, listener, options]: Parameters<typeof listen>) => {
		signals.add((options as AddEventListenerOptions | undefined)?.signal);
		listen(type, listener, options);
	});
	Reflect.set(window, 'setTimeout', (callback: () => void, delay = 0) => {
		const timer = set(callback, delay);
		// Shorter timers are Preact's, and last for one frame.
		if (delay >= 1_000) timers.add(timer);
		return timer;
	});
	Reflect.set(window, 'clearTimeout', (timer: number) => {
		timers.delete(timer);
		clear(timer);
	});
	for (let round = 0; round < 50; round += 1) {
		const element = addWidget({ loading: 'eager' });
		void element.open();
		await until(() => frameOf(element));
		if (round % 10 === 0) {
			await greet(element);
			const successor = document.createElement('live-chat-widget');
			for (const { name, value } of element.attributes) successor.setAttribute(name, value);
			element.replaceWith(successor);
			await until(() => frameOf(successor));
			successor.remove();
			await until(() => !frameOf(successor));
		}
		element.remove();
		await until(() => !frameOf(element));
	}
	Object.assign(window, { addEventListener: listen, setTimeout: set, clearTimeout: clear });
	assert.ok(signals.size >= 50);
	assert.ok([...signals].every((signal) => signal?.aborted));
	assert.equal(timers.size, 0);
	assert.equal(document.documentElement.outerHTML, html);
	assert.equal(document.adoptedStyleSheets.length, sheets);
	assert.equal(window.frames.length, 0);
});

test('a removed element rejects calls that it can no longer carry out', async () => {
	serve({});
	const element = addWidget();
	const answer = element.setUser('u-1');
	element.remove();
	await assert.rejects(answer, /left the page/);
});

/**
 * Replaces `open` by one that returns an empty window and records where it is led. It is restored
 * after the test.
 */
function playWindows(isAllowed = true) {
	const opened: string[][] = [];
	const led: string[] = [];
	const opens = {
		closed: false,
		location: { href: 'about:blank', replace: (address: string) => led.push(address) },
		close: () => (opens.closed = true),
		isInFront: false,
		focus: () => (opens.isInFront = true),
	};
	const { open } = window;
	window.open = (...parameters) => {
		opened.push(parameters.map(String));
		return isAllowed ? (opens as unknown as Window) : null;
	};
	afterEach(() => {
		window.open = open;
	});
	return { opened, led, opens };
}

const POP_OUT = ['', 'webwidget_session_shop', 'resizable=off,width=400,height=600'];

test('popout opens the visitor’s session in its own window and closes the panel', async () => {
	serve({});
	const { opened, led, opens } = playWindows();
	document.cookie = 'cw_conversation=known; Path=/';
	const element = addWidget();
	const isOpen = element.open();
	await greet(element);
	await isOpen;
	await element.popout();
	assert.deepEqual(opened, [POP_OUT]);
	assert.deepEqual(led, [
		`${location.origin}/widget?cw_conversation=known&website_token=shop&locale=en&color_scheme=light`,
	]);
	assert.ok(opens.isInFront);
	await until(() => panelOf(element)?.dataset['mode'] === 'closed');
});

test('popout opens the window before it returns, and loads the chat once the visitor has a session', async () => {
	serve({});
	const { opened, led, opens } = playWindows();
	const element = addWidget();
	const answer = element.popout();
	// Browsers block a window that is opened later, as they do with advertisements.
	assert.deepEqual(opened, [POP_OUT]);
	const frame = await greet(element);
	const request = await until(() => frame.heard.find(({ event }) => event === 'begin-session'));
	assert.deepEqual(led, []);
	frame.say({ event: 'setAuthCookie', data: { widgetAuthToken: 'new' } });
	frame.say({ event: 'settled', requestId: (request as { requestId: string }).requestId });
	await answer;
	assert.deepEqual(led, [
		`${location.origin}/widget?cw_conversation=new&website_token=shop&locale=en&color_scheme=light`,
	]);
	assert.equal(opens.closed, false);
});

test('popout leaves no empty window behind', async () => {
	serve({});
	const { led, opens } = playWindows();
	let element = addWidget();
	const refused = element.popout();
	const frame = await greet(element);
	const request = await until(() => frame.heard.find(({ event }) => event === 'begin-session'));
	frame.say({
		event: 'settled',
		requestId: (request as { requestId: string }).requestId,
		error: 'REQUEST_FAILED',
		data: {},
	});
	await assert.rejects(refused, { code: 'REQUEST_FAILED' });
	assert.ok(opens.closed);
	opens.closed = false;
	element.remove();
	element = addWidget();
	const left = element.popout();
	element.remove();
	await assert.rejects(left, { code: 'DISCONNECTED' });
	await until(() => opens.closed);
	assert.deepEqual(led, []);
});

test('popout rejects when the browser opens no window', async () => {
	serve({});
	playWindows(false);
	await assert.rejects(addWidget().popout(), { code: 'POP_OUT_BLOCKED' });
});

test('the tag can be registered under a second name, and registering it again changes nothing', async () => {
	serve({});
	define('shop-chat');
	const registered = customElements.get('shop-chat');
	define('shop-chat');
	define();
	assert.equal(customElements.get('shop-chat'), registered);
	assert.equal(customElements.get('live-chat-widget'), LiveChatWidget);
	const element = document.createElement('shop-chat');
	assert.ok(element instanceof LiveChatWidget);
	Object.assign(element, { websiteToken: 'shop', baseUrl: location.origin });
	document.body.append(element);
	await findLauncher(element);
	element.remove();
});

test('a scoped registry takes the tag under its own name', () => {
	const defined: string[] = [];
	const registry = { get: () => undefined, define: (name: string) => defined.push(name) };
	define('live-chat-widget', registry as unknown as CustomElementRegistry);
	assert.deepEqual(defined, ['live-chat-widget']);
});
