/** The page's half of the browser's notifications. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { FakeNotification, fakeNotifications } from '../support/fakeNotification.ts';
import { addWidget, type FakeFrame, greet, panelOf, serve, until } from './hostPages.ts';

let restore: () => void;

beforeEach(() => {
	restore = fakeNotifications();
});
afterEach(() => {
	restore();
	Reflect.deleteProperty(document, 'visibilityState');
});

const told = ({ heard }: FakeFrame) =>
	heard.flatMap((message) => (message.event === 'config-set' && message.notifications ? [message.notifications] : []));

test('the browser is asked only once the visitor wants notifications, and the frame learns the answer', async () => {
	serve({});
	const frame = await greet(addWidget({ loading: 'eager' }));
	frame.say({ event: 'notifications', step: 'look' });
	await until(() => told(frame).length === 1);
	frame.say({ event: 'notifications', step: 'ask' });
	await until(() => told(frame).length === 2);
	assert.deepEqual(told(frame), ['default', 'granted']);
});

test('an answer is shown while the page is hidden, and pressing it opens the chat', async () => {
	serve({});
	FakeNotification.permission = 'granted';
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	frame.say({ event: 'notifications', step: 'show', title: 'Ada', body: 'Seen anyway' });
	frame.say({ event: 'notifications', step: 'look' });
	await until(() => told(frame).length === 1);
	assert.deepEqual(FakeNotification.shown, []);
	Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
	frame.say({ event: 'notifications', step: 'show', title: 'Ada', body: 'It is round' });
	const [notification] = await until(() => FakeNotification.shown.length === 1 && FakeNotification.shown);
	assert.deepEqual([notification?.title, notification?.body], ['Ada', 'It is round']);
	notification?.dispatchEvent(new Event('click'));
	await until(() => panelOf(element)?.dataset['mode'] === 'open');
	assert.ok(notification?.isClosed);
});

test('without a permission nothing is shown', async () => {
	serve({});
	FakeNotification.permission = 'denied';
	Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
	const frame = await greet(addWidget({ loading: 'eager' }));
	frame.say({ event: 'notifications', step: 'show', title: 'Ada', body: 'It is round' });
	frame.say({ event: 'notifications', step: 'ask' });
	await until(() => told(frame)[0] === 'denied');
	assert.deepEqual(FakeNotification.shown, []);
});
