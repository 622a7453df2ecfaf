import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveChatWidget } from '../../elements/live-chat-widget.ts';
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
} from '../host/stage.ts';

test('properties that were set before the tag was defined count', async () => {
	serve({});
	// A document without a window never upgrades, as a page before its scripts have run.
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

test('properties mirror attributes, and what an attribute does not allow means its default', () => {
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

test('the product is where the module came from, unless the page says otherwise', () => {
	const element = document.createElement('live-chat-widget');
	assert.equal(element.baseUrl, location.origin);
	element.baseUrl = 'javascript:alert(1)';
	assert.equal(element.baseUrl, location.origin);
});

test('a removed attribute takes its effect along', async () => {
	serve({});
	const element = addWidget({ 'hide-message-bubble': '', position: 'left' });
	await until(() => asked.length === 1);
	element.removeAttribute('hide-message-bubble');
	element.removeAttribute('position');
	const launcher = await findLauncher(element);
	await until(() => launcher.closest<HTMLElement>('[data-position]')?.dataset['position'] === 'right');
});

test('without a website token it waits for one, and calls wait with it', async () => {
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

test('another website token is another chat', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	const waiting = element.setUser('u-1');
	element.websiteToken = 'other';
	await assert.rejects(waiting, /left the page/);
	const next = await until(() => (frameOf(element) === frame.iframe ? null : frameOf(element)));
	assert.equal(new URL(next.src).searchParams.get('website_token'), 'other');
});

test('open, close and toggle resolve when it is so, and the page hears of it', async () => {
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

test('moveBefore keeps the frame alive', async () => {
	const elsewhere = document.body.appendChild(document.createElement('div'));
	if (!Reflect.has(elsewhere, 'moveBefore')) return elsewhere.remove();
	serve({});
	const element = addWidget();
	const opened = element.open();
	const frame = await greet(element);
	await opened;
	elsewhere.moveBefore(element, null);
	frame.say({ event: 'handleNotificationDot', unreadMessageCount: 3 });
	await until(() => launcherOf(element)?.textContent === '3');
	assert.equal(frameOf(element), frame.iframe);
	elsewhere.remove();
});

test('several on one page do not disturb each other', async () => {
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

test('removed fifty times, also while open, it leaves nothing behind', async () => {
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
		// Shorter ones are Preact's, and last a frame.
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
		if (round % 10 === 0) await greet(element);
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

test('a removed element refuses what it could not do any more', async () => {
	serve({});
	const element = addWidget();
	const answer = element.setUser('u-1');
	element.remove();
	await assert.rejects(answer, /left the page/);
});
