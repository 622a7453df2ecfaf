/**
 * Texts in an owner's words on the page's side: the channel's, and the page's by the property
 * `texts`.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { chatTexts } from 'texts:chat';
import type { LiveChatWidget } from '../../elements/live-chat-widget.ts';
import { addWidget, findLauncher, greet, launcherOf, serve, until, type FakeFrame } from './hostPages.ts';

const CHAT = 'Chat with us';
const keyOf = (id: string) => chatTexts[id]?.keys[0] ?? assert.fail(id);
const nameOf = (element: Element) => launcherOf(element)?.getAttribute('aria-label');
const told = ({ heard }: FakeFrame) =>
	heard.flatMap((message) => (message.event === 'set-texts' ? [message.texts] : [])).at(-1);

const { warn } = console;
let warnings: string[] = [];
beforeEach(() => {
	warnings = [];
	console.warn = (...words: unknown[]) => warnings.push(words.join(' '));
});
afterEach(() => {
	console.warn = warn;
});

test("the launcher has the channel's words, in the language of the page", async () => {
	serve({ texts: { en: { [keyOf(CHAT)]: ['Ask us on #pottery'] }, de: { [keyOf(CHAT)]: ['Frag uns'] } } });
	const element = addWidget();
	await until(() => nameOf(element) === 'Ask us on #pottery');
	element.locale = 'de';
	await until(() => nameOf(element) === 'Frag uns');
	element.locale = 'fr';
	await until(() => nameOf(element) === 'Discutez avec nous');
});

test("the page's words come before the channel's, follow each change, and go when the page takes them away", async () => {
	serve({ texts: { en: { [keyOf(CHAT)]: ['Ask us'] } } });
	const element = addWidget();
	element.texts = { [CHAT]: 'Talk to Ada', de: { [CHAT]: 'Sprich mit Ada' } };
	await until(() => nameOf(element) === 'Talk to Ada');
	element.locale = 'de';
	await until(() => nameOf(element) === 'Sprich mit Ada');
	element.texts = { [CHAT]: 'Talk to Grace' };
	await until(() => nameOf(element) === 'Talk to Grace');
	element.locale = '';
	element.texts = null;
	await until(() => nameOf(element) === 'Ask us');
	assert.deepEqual(warnings, []);
});

test('a tag takes up the texts that were set before it was defined', async () => {
	serve({});
	const element = document.createElement('live-chat-widget');
	const value = { [CHAT]: 'Early' };
	Object.defineProperty(element, 'texts', { value, configurable: true, enumerable: true });
	element.setAttribute('website-token', 'shop');
	element.setAttribute('base-url', location.origin);
	document.body.append(element);
	await until(() => nameOf(element) === 'Early');
});

test('texts that a page sets before the visitor consents are shown afterwards', async () => {
	serve({});
	const element = addWidget({ consent: 'required' });
	element.texts = { [CHAT]: 'Ask us' };
	element.texts = { [CHAT]: 'Talk to us' };
	await element.grantConsent();
	await until(() => nameOf(element) === 'Talk to us');
});

test('the frame is told all texts once it listens, again when it was reloaded, and each change', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	element.texts = { 'Start Conversation': 'Go', de: { 'Powered by {name}': 'Von {name}' } };
	const frame = await greet(element);
	await until(() => told(frame));
	const texts = {
		'': { [keyOf('Start Conversation')]: ['Go'] },
		de: { [keyOf('Powered by {name}')]: ['Von ', ['name']] },
	};
	assert.deepEqual(told(frame), texts);
	const again = await greet(element);
	await until(() => told(again));
	assert.deepEqual(told(again), texts);
	element.texts = { 'Start Conversation': 'Begin' };
	await until(() => told(again)?.['']?.[keyOf('Start Conversation')]?.[0] === 'Begin');
	assert.equal(told(again)?.['de'], undefined);
	element.texts = undefined;
	await until(() => Object.keys(told(again) ?? { x: 1 }).length === 0);
});

test('a text that cannot be shown is named in the console, and the others are shown', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const given: Record<string, unknown> = {
		[CHAT]: 'Ask us',
		'Powered by {name}': 'By us',
		'Start conversation': 'Go',
		Close: 4,
		tlh: { Close: 'SoQ' },
		Cancel: '',
	};
	element.texts = given as LiveChatWidget['texts'];
	await findLauncher(element);
	await until(() => nameOf(element) === 'Ask us');
	const frame = await greet(element);
	await until(() => told(frame));
	assert.deepEqual(told(frame), { '': { [keyOf(CHAT)]: ['Ask us'] } });
	for (const expected of [
		'"Powered by {name}" has to contain {name}',
		'"Start conversation" is no text of the chat',
		'"Close" is replaced by what is no text',
		'"Close" is in tlh, which the chat does not speak',
	])
		assert.ok(
			warnings.some((warning) => warning.includes(expected)),
			`${expected} in ${warnings.join('\n')}`,
		);
	assert.equal(warnings.length, 4);
	element.texts = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`text ${index}`, 'x']));
	await until(() => warnings.length === 5);
	assert.match(warnings[4] ?? '', /there may be 2000 texts/);
	await until(() => nameOf(element) === CHAT);
});
