import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { QueuedCall } from '../../elements/live-chat-widget.ts';
import { addWidget, greet, isShown, panelOf, serve, takeAway, until } from '../host/hostPages.ts';

const { warn } = console;
/** What was logged as a warning. */
let warnings: unknown[][];

beforeEach(() => {
	serve({});
	globalThis.liveChatWidget = undefined;
	warnings = [];
	console.warn = (...said: unknown[]) => warnings.push(said);
});

afterEach(() => {
	console.warn = warn;
});

/** Pushes a call as a page does, before the tag's code has loaded or afterwards. */
function push(...calls: QueuedCall[]): void {
	(window.liveChatWidget ||= []).push(...calls);
}

const waiting = () => [...(window.liveChatWidget ?? [])];

test('calls that were pushed before the tag was there are made once and in order', async () => {
	push(['setLocale', 'de'], ['setLocale', 'fr']);
	push(['open']);
	const element = addWidget();
	assert.equal(element.locale, 'fr');
	await greet(element);
	await until(() => isShown(panelOf(element)));
	assert.deepEqual(waiting(), []);

	// A tag that is added later finds no calls left.
	await element.close();
	await takeAway(element);
	const next = addWidget();
	assert.equal(next.locale, '');
	assert.equal(panelOf(next), null);
	assert.deepEqual(warnings, []);
});

test('calls that are pushed afterwards are made at once', () => {
	const element = addWidget();
	push(['setLocale', 'de']);
	assert.equal(element.locale, 'de');
	const early = window.liveChatWidget;
	push(['setColorScheme', 'dark'], ['setLocale', 'fr']);
	assert.deepEqual([element.darkMode, element.locale], ['dark', 'fr']);
	assert.equal(window.liveChatWidget, early);
});

test('a call without a selector is for the first tag of the page, with one for the first that matches', () => {
	push(['setLocale', 'de'], ['#second', 'setLocale', 'fr'], ['.third', 'setLocale', 'es']);
	const first = addWidget();
	const second = addWidget({ id: 'second' });
	assert.deepEqual([first.locale, second.locale], ['de', 'fr']);
	push(['#second', 'setLocale', 'it'], ['setLocale', 'nl']);
	assert.deepEqual([first.locale, second.locale], ['nl', 'it']);
	// The call's own tag is not there yet, and other tags do not take the call.
	assert.deepEqual(waiting(), [['.third', 'setLocale', 'es']]);
	assert.equal(addWidget({ class: 'third' }).locale, 'es');
	assert.deepEqual(waiting(), []);
});

test('a call that another one pushes is made once', () => {
	push(['open'], ['setLocale', 'de']);
	const listeners = new AbortController();
	document.addEventListener('live-chat-widget:open', () => push(['setColorScheme', 'dark'], ['#late', 'close']), {
		signal: listeners.signal,
	});
	const element = addWidget();
	listeners.abort();
	assert.deepEqual([element.darkMode, element.locale], ['dark', 'de']);
	assert.deepEqual(waiting(), [['#late', 'close']]);
});

test('a call that fails is logged as a warning, and the others are made', async () => {
	push(['opne'] as never, ['#shop[', 'open'], ['setLocale', 'de'], ['showArticle', 'https://elsewhere.example/']);
	const element = addWidget({ 'website-token': 'shop' });
	assert.equal(element.locale, 'de');
	await takeAway(element);
	await until(() => warnings.length === 3);
	assert.deepEqual(
		warnings.map(([, call]) => call),
		[['opne'], ['#shop[', 'open'], ['showArticle', 'https://elsewhere.example/']],
	);
});

test('a tag whose id is the queue’s name does not stand in its way', () => {
	Reflect.deleteProperty(window, 'liveChatWidget');
	const element = addWidget({ id: 'liveChatWidget' });
	window.liveChatWidget?.push(['setLocale', 'de']);
	assert.equal(element.locale, 'de');
});
