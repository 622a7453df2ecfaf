/**
 * What a page that asks for it may refuse and change: that the panel opens and closes, and what is
 * sent.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import type { LiveChatWidget } from '../../elements/live-chat-widget.ts';
import { press } from '../support/browser/input.ts';
import { addWidget, type FakeFrame, findLauncher, greet, record, serve, until } from './hostPages.ts';

const isOpen = async (element: LiveChatWidget) => (await element.getState()).isOpen;

const answersOf = ({ heard }: FakeFrame) =>
	heard.filter((message): message is Extract<HostToFrame, { event: 'answer' }> => message.event === 'answer');

function askToSend(frame: FakeFrame, id: string, content: string) {
	const attachments = [
		{ id: 'f1', name: 'jug.png', type: 'image/png', size: 3 },
		{ id: 'f2', name: 'lid.png', type: 'image/png', size: 4 },
	];
	frame.say({ event: 'ask', id, about: 'send', detail: { content, attachments } });
}

test('a page that does not want to be asked gets no question', async () => {
	serve({});
	const heard = record('before-open', 'before-close', 'open', 'close');
	const element = addWidget();
	void element.open();
	await greet(element);
	await element.close();
	assert.deepEqual(
		heard.map(({ name }) => name),
		['open', 'close'],
	);
});

test('a listener keeps the panel closed, or open', async () => {
	serve({});
	const element = addWidget({ 'ask-before': 'open close' });
	const launcher = await findLauncher(element);
	let isRefusing = true;
	let questions = 0;
	const answer = (event: Event) => {
		questions += 1;
		if (isRefusing) event.preventDefault();
	};
	element.addEventListener('live-chat-widget:before-open', answer);
	element.addEventListener('live-chat-widget:before-close', answer);

	await press(launcher);
	await until(() => questions === 1);
	await element.open();
	assert.equal(questions, 2);
	assert.equal(await isOpen(element), false);

	isRefusing = false;
	await press(launcher);
	await greet(element);
	assert.equal(await isOpen(element), true);
	await element.open();
	assert.equal(questions, 3, 'an open panel asks nothing');

	isRefusing = true;
	await element.close();
	assert.equal(await isOpen(element), true);
	isRefusing = false;
	await element.close();
	assert.equal(await isOpen(element), false);
});

test('the chat waits for a listener that takes its time, and asks it once', async () => {
	serve({});
	const element = addWidget({ 'ask-before': 'open' });
	await findLauncher(element);
	const consent = Promise.withResolvers<boolean>();
	let questions = 0;
	element.addEventListener('live-chat-widget:before-open', (event) => {
		questions += 1;
		event.waitUntil(consent.promise.then((isGiven) => isGiven || event.preventDefault()));
	});
	const opened = [element.open()];
	await until(() => questions === 1);
	opened.push(element.open());
	// Imports of one module are answered in their order: the second call has asked, or not, by the
	// next task.
	await import('../../src/host/onDemand/hideAndOpen.ts');
	await new Promise((resolve) => setTimeout(resolve));
	assert.equal(await isOpen(element), false);
	consent.resolve(false);
	await Promise.all(opened);
	assert.equal(await isOpen(element), false);
	assert.equal(questions, 1);
});

test('a listener that never ends holds the panel up for 2 seconds', async () => {
	serve({});
	const element = addWidget({ 'ask-before': 'open' });
	await findLauncher(element);
	element.addEventListener('live-chat-widget:before-open', (event) => event.waitUntil(new Promise(() => {})));
	const start = performance.now();
	void element.open();
	await greet(element);
	assert.equal(await isOpen(element), true);
	assert.ok(performance.now() - start >= 1_990);
});

test('closing ends a question whether to open, also where the page is only asked before that', async () => {
	serve({});
	const element = addWidget({ 'ask-before': 'open' });
	await findLauncher(element);
	const consent = Promise.withResolvers<void>();
	let questions = 0;
	element.addEventListener('live-chat-widget:before-open', (event) => {
		questions += 1;
		event.waitUntil(consent.promise);
	});
	const opened = element.open();
	await until(() => questions === 1);
	await element.close();
	await opened;
	consent.resolve();
	await new Promise((resolve) => setTimeout(resolve));
	assert.equal(await isOpen(element), false);

	void element.open();
	await greet(element);
	assert.equal(await isOpen(element), true);
	assert.equal(questions, 2, 'the next opening is a question of its own');
});

test("a listener hides a message of the team's", async () => {
	serve({});
	const element = addWidget({ loading: 'eager', 'ask-before': 'message' });
	const frame = await greet(element);
	assert.equal(new URL(frame.iframe.src).searchParams.get('ask'), 'message');
	element.addEventListener('live-chat-widget:before-message', (event) => {
		if (event.detail.content?.includes('SKU')) event.preventDefault();
	});
	frame.say({ event: 'ask', id: '1', about: 'message', detail: { id: 5, content: 'SKU 4711' } });
	frame.say({ event: 'ask', id: '2', about: 'message', detail: { id: 6, content: 'Hello' } });
	await until(() => answersOf(frame).length === 2);
	assert.deepEqual(Object.fromEntries(answersOf(frame).map(({ id, isRefused }) => [id, isRefused])), {
		1: true,
		2: false,
	});
});

test('signing out closes the panel without a question', async () => {
	serve({});
	const element = addWidget({ 'ask-before': 'close' });
	element.addEventListener('live-chat-widget:before-close', (event) => event.preventDefault());
	void element.open();
	await greet(element);
	void element.reset();
	await until(() => element.shadowRoot?.querySelector('[part=launcher][aria-expanded=false]'));
	assert.equal(await isOpen(element), false);
});

test('the frame learns what the page wants to be asked, and the page changes or refuses what is sent', async () => {
	serve({});
	const element = addWidget({ loading: 'eager', 'ask-before': 'send' });
	const frame = await greet(element);
	assert.ok(frame.heard.some((message) => message.event === 'config-set' && message.askBefore === 'send'));

	element.addEventListener('live-chat-widget:before-send', (event) => {
		const { detail } = event;
		event.waitUntil(
			Promise.resolve().then(() => {
				if (detail.content === 'secret') event.preventDefault();
				detail.content = detail.content.toUpperCase();
				detail.attachments.pop();
				detail.reason = 'Not here';
			}),
		);
	});
	askToSend(frame, '1', 'hello');
	await until(() => answersOf(frame).length === 1);
	askToSend(frame, '2', 'secret');
	await until(() => answersOf(frame).length === 2);
	const attachments = [{ id: 'f1', name: 'jug.png', type: 'image/png', size: 3 }];
	assert.deepEqual(
		answersOf(frame).map(({ id, isRefused, detail }) => ({ id, isRefused, detail })),
		[
			{ id: '1', isRefused: false, detail: { content: 'HELLO', attachments, reason: 'Not here' } },
			{ id: '2', isRefused: true, detail: { content: 'SECRET', attachments, reason: 'Not here' } },
		],
	);

	element.askBefore = '';
	await until(() => frame.heard.some((message) => message.event === 'config-set' && message.askBefore === ''));
});
