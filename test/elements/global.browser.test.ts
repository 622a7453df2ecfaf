/** Chatwoot's global in front of the element (docs/wire.md, Page and frame). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeFrame, frameOf, greet, isShown, panelOf, serve, until } from '../host/hostPages.ts';
import '../../elements/global.ts';

type Global = Record<string, (...args: unknown[]) => unknown> & { isOpen: boolean; hasLoaded: boolean };

const page = window as unknown as {
	chatwootSDK: { run(options: object): void };
	chatwootSettings?: object;
	$chatwoot?: Global;
};

async function start(settings: object = {}) {
	serve({});
	delete page.$chatwoot;
	page.chatwootSettings = settings;
	page.chatwootSDK.run({ websiteToken: 'shop', baseUrl: location.origin });
	const element = await until(() => document.querySelector('live-chat-widget'));
	const global = await until(() => page.$chatwoot);
	return { element, global };
}

function heard(...names: string[]) {
	const events: [name: string, detail: unknown][] = [];
	for (const name of names) {
		addEventListener(name, (event) => events.push([name, (event as CustomEvent<unknown>).detail]), { once: true });
	}
	return events;
}

function said(frame: FakeFrame, event: string) {
	return until(() => frame.heard.find((message) => message.event === event));
}

test('run turns settings into attributes, and a second run changes nothing', async () => {
	const { element, global } = await start({
		locale: 'de',
		position: 'left',
		type: 'expanded_bubble',
		launcherTitle: 'Ask us',
		widgetStyle: 'flat',
		darkMode: 'auto',
		hideMessageBubble: true,
		showUnreadMessagesDialog: false,
		showPopoutButton: true,
		baseDomain: 'shop.example',
	});
	assert.deepEqual(
		[element.locale, element.position, element.type, element.launcherTitle, element.widgetStyle, element.darkMode],
		['de', 'left', 'expanded_bubble', 'Ask us', 'flat', 'auto'],
	);
	assert.deepEqual(
		[element.hideMessageBubble, element.showUnreadMessagesDialog, element.showPopoutButton, element.baseDomain],
		[true, false, true, 'shop.example'],
	);
	page.chatwootSDK.run({ websiteToken: 'other', baseUrl: location.origin });
	assert.equal(document.querySelectorAll('live-chat-widget').length, 1);
	assert.equal(page.$chatwoot, global);
	assert.equal(Reflect.get(global, 'websiteToken'), 'shop');
});

test("the global's methods are the element's, and reject with Chatwoot's texts", async () => {
	const { element, global } = await start();
	const events = heard('chatwoot:ready', 'chatwoot:opened', 'chatwoot:closed');
	global['toggle']?.('open');
	const frame = await greet(element);
	await until(() => isShown(panelOf(element)) && global.isOpen && global.hasLoaded);
	global['setUser']?.('u-1', { name: 'Ada' });
	global['setCustomAttributes']?.({ plan: 'pro' });
	global['deleteCustomAttribute']?.('plan');
	global['setConversationCustomAttributes']?.({ order: 7 });
	global['deleteConversationCustomAttribute']?.('order');
	global['setLabel']?.('vip');
	global['removeLabel']?.('vip');
	global['setLocale']?.('de');
	global['setColorScheme']?.('dark');
	global['toggleBubbleVisibility']?.('hide');
	for (const event of [
		'set-user',
		'set-custom-attributes',
		'delete-custom-attribute',
		'set-conversation-custom-attributes',
		'delete-conversation-custom-attribute',
		'set-label',
		'remove-label',
		'set-locale',
		'set-color-scheme',
		'sdk-set-bubble-visibility',
	]) {
		await said(frame, event);
	}
	global['toggle']?.();
	await until(() => !global.isOpen);
	assert.deepEqual(events.map(([name]) => name).toSorted(), ['chatwoot:closed', 'chatwoot:opened', 'chatwoot:ready']);
	global['reset']?.();
	await said(frame, 'reset');
	for (const [name, args, text] of [
		['setUser', [{}, {}], /Identifier should be a string or a number/],
		['setUser', ['u-1', { phone_number: '1' }], /User object should have one of the keys \[avatar_url, email, name\]/],
		['setCustomAttributes', [{}], /Custom attributes should have atleast one key/],
		['deleteCustomAttribute', [''], /Custom attribute is required/],
		['setConversationCustomAttributes', [], /Custom attributes should have atleast one key/],
		['deleteConversationCustomAttribute', [], /Custom attribute is required/],
	] as const) {
		assert.throws(() => global[name]?.(...args), text);
	}
});

test('a user is told without the facts that the page does not know, and facts that are refused are heard of', async () => {
	const { element, global } = await start();
	const errors = heard('chatwoot:error');
	global['setUser']?.(7, { name: 'Ada', avatar_url: null, identifier_hash: 'f00' });
	element.loading = 'eager';
	const frame = await greet(element);
	const message = await said(frame, 'set-user');
	assert.deepEqual(Reflect.get(message, 'user'), { name: 'Ada', identifier_hash: 'f00' });
	global['setUser']?.(7, { name: 'Ada', email: { work: 'ada@example.test' } });
	await until(() => errors.length === 1);
	assert.match(JSON.stringify(errors), /setUser was refused/);
});

test("the window gets the element's events with Chatwoot's details", async () => {
	const { element } = await start();
	const events = heard('chatwoot:on-message', 'chatwoot:on-start-conversation', 'chatwoot:postback', 'chatwoot:error');
	element.loading = 'eager';
	const frame = await greet(element);
	frame.say({ event: 'onMessage', data: { id: 7 } });
	frame.say({ event: 'onEvent', eventIdentifier: 'start-conversation', data: { hasConversation: true } });
	frame.say({ event: 'postback', data: { payload: 'CUP' } });
	frame.say({ event: 'error', errorType: 'SET_USER_ERROR', data: { error: 'HMAC failed' } });
	await until(() => events.length === 4);
	assert.deepEqual(events, [
		['chatwoot:on-message', { id: 7 }],
		['chatwoot:on-start-conversation', { hasConversation: true }],
		['chatwoot:postback', { event: 'postback', data: { payload: 'CUP' } }],
		['chatwoot:error', { error: 'HMAC failed' }],
	]);
});

test('a router that replaces the body takes the widget along, open as it was', async () => {
	const { element, global } = await start();
	global['toggle']?.('open');
	let { iframe } = await greet(element);
	const body = document.body;
	const copy = body.cloneNode(true);
	for (const next of [document.createElement('body'), copy]) {
		document.body.replaceWith(next);
		await until(() => element.parentElement === next && frameOf(element) !== iframe);
		({ iframe } = await greet(element));
		assert.ok(isShown(panelOf(element)) && global.isOpen);
		assert.equal(document.querySelectorAll('live-chat-widget').length, 1);
	}
	element.remove();
	await until(() => !frameOf(element));
	assert.equal(element.parentElement, null, 'what the page takes away stays away');
	document.body.replaceWith(body);
});
