import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addWidget, greet, serve, until } from './hostPages.ts';

const OWN = ' Lamps  &\n lights ';
const before = document.title;
const title = () => document.head.querySelector('title')?.textContent;

beforeEach(() => {
	document.title = 'x';
	const element = document.head.querySelector('title');
	if (element) element.textContent = OWN;
});

afterEach(() => {
	document.title = before;
});

async function addCounting(attributes: Record<string, string> = { 'title-count': '' }) {
	serve({});
	const element = addWidget({ loading: 'eager', ...attributes });
	const frame = await greet(element);
	const unread = (unreadMessageCount: number) => frame.say({ event: 'handleNotificationDot', unreadMessageCount });
	return { element, unread };
}

test('the title has the count where the page wants it, and is restored exactly', async () => {
	const { unread } = await addCounting();
	unread(2);
	await until(() => title() === `(2) ${OWN}`);
	unread(3);
	await until(() => title() === `(3) ${OWN}`);
	unread(0);
	await until(() => title() === OWN);
});

test('a page that does not want it keeps its title, and one that wants it later gets the count', async () => {
	const { element, unread } = await addCounting({});
	const heard = new Promise((resolve) => element.addEventListener('live-chat-widget:unread', resolve, { once: true }));
	unread(2);
	await heard;
	assert.equal(title(), OWN);
	element.titleCount = true;
	await until(() => title() === `(2) ${OWN}`);
	element.titleCount = false;
	await until(() => title() === OWN);
});

test('a title that the page sets meanwhile is its own from then on', async () => {
	const { unread } = await addCounting();
	unread(1);
	await until(() => title() === `(1) ${OWN}`);
	document.title = 'Cups';
	await until(() => title() === '(1) Cups');
	unread(0);
	await until(() => title() === 'Cups');
});

test('what the page adds to a title with a count is added to its own', async () => {
	const { unread } = await addCounting();
	unread(2);
	await until(() => title() === `(2) ${OWN}`);
	document.title += ' | Shop';
	unread(3);
	await until(() => title() === '(3) Lamps & lights | Shop');
	unread(0);
	await until(() => title() === 'Lamps & lights | Shop');
});

test('several widgets count together, and one that is removed takes its share with it', async () => {
	const one = await addCounting();
	const other = await addCounting();
	one.unread(1);
	other.unread(2);
	await until(() => title() === `(3) ${OWN}`);
	other.element.remove();
	await until(() => title() === `(1) ${OWN}`);
	one.element.remove();
	await until(() => title() === OWN);
});
