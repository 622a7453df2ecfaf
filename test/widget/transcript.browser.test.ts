/** What the visitor takes along: the conversation as a file, and a message in the clipboard. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { press } from '../support/browser/input.ts';
import { bubble, chooseInMenu, Conversation, moreButton, server } from './conversation.ts';

const { click } = HTMLAnchorElement.prototype;

let chat: Conversation;
let saved: { name: string; content: string; type: string }[];

beforeEach(() => {
	chat = new Conversation();
	saved = [];
	// The test's browser would ask where to put the file.
	HTMLAnchorElement.prototype.click = function () {
		void keep(this.download, this.href);
	};
});
afterEach(() => {
	chat.close();
	HTMLAnchorElement.prototype.click = click;
	Reflect.deleteProperty(navigator, 'clipboard');
});
after(() => server.stop());

test('the conversation is downloaded as text and as HTML, without asking the server for what is there', async () => {
	chat.add('Which **colour**?');
	chat.add('<b>Blue</b>', { message_type: 0, echo_id: 'one' });
	await chat.open();
	await until(() => bubble('<b>Blue</b>'));
	await until(moreButton);
	const before = server.calls.length;
	await chooseInMenu('Download the conversation as text');
	const text = await until(() => saved[0]);
	assert.match(text.name, /^Halden-Stoneware-\d{4}-\d\d-\d\d\.txt$/);
	// Chromium's headless shell answers the type without its parameters.
	assert.match(text.type, /^text\/plain(;charset=utf-8)?$/);
	assert.match(
		text.content,
		/^Conversation with Halden Stoneware\n\nAda \([^)]+\)\n {4}Which \*\*colour\*\*\?\n\nYou \([^)]+\)\n {4}<b>Blue<\/b>$/,
	);
	await chooseInMenu('Download the conversation as HTML');
	const page = await until(() => saved[1]);
	assert.match(page.name, /\.html$/);
	const written = new DOMParser().parseFromString(page.content, 'text/html');
	assert.equal(written.title, 'Conversation with Halden Stoneware');
	assert.equal(written.querySelector('section p[dir=auto] strong')?.textContent, 'colour');
	assert.equal(written.querySelector('b'), null, 'what the visitor typed is no markup');
	assert.equal(server.calls.length, before);
});

test('a long conversation is downloaded from its first message on, and the list stays where it is', async () => {
	chat.addMany(45);
	await chat.open();
	await until(() => bubble('Message 44\nwith\nlines'));
	await chooseInMenu('Download the conversation as text');
	const { content } = await until(() => saved[0]);
	const told = [...content.matchAll(/Message (\d+)/g)].map(([, index]) => Number(index));
	assert.deepEqual(
		told,
		Array.from({ length: 45 }, (_, index) => index),
	);
	assert.ok(!bubble('Message 0\nwith\nlines'));
});

test('a download that fails says so', async () => {
	chat.addMany(45);
	await chat.open();
	await until(moreButton);
	chat.olderAllowed = Promise.reject(500);
	chat.olderAllowed.catch(() => {});
	await chooseInMenu('Download the conversation as HTML');
	await until(() => hasText('There was an error, please try again'));
	assert.deepEqual(saved, []);
});

test('there is nothing to download before the first message', async () => {
	location.hash = '#/messages';
	await chat.open();
	assert.equal(moreButton(), undefined);
});

test('a message is copied as it was written', async () => {
	const copied: string[] = [];
	useClipboard({ writeText: async (text) => void copied.push(text) });
	chat.add('Fire at **1240 °C**\nfor an hour');
	await chat.open();
	const button = await until(() => findNamed('[role=log] button', 'Copy'));
	await axeFindsNothing();
	await press(button);
	await until(() => hasText('Copied'));
	assert.deepEqual(copied, ['Fire at **1240 °C**\nfor an hour']);
});

test('a copy that the browser denies says so, and without a clipboard none is offered', async () => {
	useClipboard({ writeText: () => Promise.reject(new Error('denied')) });
	chat.add('Hello');
	await chat.open();
	await press({ name: 'Copy', within: { selector: '[role=log]' } });
	await until(() => hasText('There was an error, please try again'));
	chat.close();
	useClipboard(undefined);
	await chat.open();
	await until(() => findNamed('[role=log] button', 'Reply'));
	assert.equal(findNamed('[role=log] button', 'Copy'), undefined);
});

async function keep(name: string, address: string) {
	const file = await (await fetch(address)).blob();
	saved.push({ name, content: await file.text(), type: file.type });
}

/** @param clipboard undefined for a page without TLS, on which browsers have none */
function useClipboard(clipboard: { writeText: (text: string) => Promise<void> } | undefined): void {
	Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
}
