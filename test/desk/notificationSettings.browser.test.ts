/**
 * What an agent chooses to be told of, and where. The browser's permission and subscription are
 * stand-ins: no person answers here.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { EMAIL_FLAGS, type NotificationSubscription, PUSH_FLAGS } from '#protocol/application/notificationRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { FakeNotification, fakeNotifications } from '../support/fakeNotification.ts';
import { press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { field, save, seeField, seeNotice } from './form.ts';
import { findNamed, hasText, inDialog, inMain, until } from './page.ts';
import { NOTIFICATION_SETTINGS } from './samples.ts';

const SETTINGS = `${ACCOUNT}/notification_settings`;
const DEVICES = '/api/v1/notification_subscriptions';
const TURN_ON = 'Turn on notifications on this device';
const KEYS = { p256dh: `B${'p'.repeat(86)}`, auth: 'a'.repeat(22) };
const ENDPOINT = 'https://push.example/1';

const server = startFakeServer();
const restoreNotifications = fakeNotifications();
const device = (facts: Partial<NotificationSubscription>): NotificationSubscription => ({
	id: 1,
	subscription_type: 'browser_push',
	device: 'Firefox on Linux',
	created_at: 1_767_600_000,
	current: false,
	...facts,
});
let devices = [device({})];
let keys: unknown[] = [];
let leave = async () => {};

before(async () => {
	const pushManager = {
		getSubscription: () => Promise.resolve(null),
		subscribe({ applicationServerKey }: PushSubscriptionOptionsInit) {
			keys.push(applicationServerKey);
			return Promise.resolve({ endpoint: ENDPOINT, toJSON: () => ({ keys: KEYS }) });
		},
	};
	const serviceWorker = { register: () => Promise.resolve({ active: {}, pushManager }) };
	Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
	server.answer(`GET ${SETTINGS}`, () => NOTIFICATION_SETTINGS);
	server.answer(`GET ${DEVICES}`, () => ({ payload: devices, vapid_public_key: 'server-key' }));
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(async () => {
	await leave();
	Reflect.deleteProperty(navigator, 'serviceWorker');
	restoreNotifications();
});

test('where the server sends no mail, what is chosen there says so', async () => {
	location.hash = '#/settings/notifications';
	const events = await until(() => document.querySelector('main table')?.closest('fieldset'));
	const link = events.querySelector('a');
	const hint = link?.closest('p') ?? assert.fail('no hint');
	assert.match(hint.innerText, /This server sends no such emails\. Email/);
	assert.equal(events.getAttribute('aria-describedby'), hint.id);
	assert.equal(link?.hash, '#/settings/mail');
	const mails = document.head.appendChild(document.createElement('meta'));
	mails.name = 'login-links';
	location.hash = '#/settings/account';
	await until(() => !document.querySelector('main table'));
	location.hash = '#/settings/notifications';
	await until(() => document.querySelector('main table'));
	assert.ok(!hasText('This server sends no such emails.'));
	mails.remove();
	location.hash = '#/settings/account';
	await until(() => !document.querySelector('main table'));
});

test('an agent chooses events by channel; what the server refuses stays chosen, and is said', async () => {
	location.hash = '#/settings/notifications';
	await press(await seeField('push_conversation_creation'));
	server.answer(`PATCH ${SETTINGS}`, () => {
		throw 500;
	});
	await save();
	await until(() => hasText('That did not work. Try again.'));
	assert.equal(field('push_conversation_creation').checked, false);
	server.answer(`PATCH ${SETTINGS}`, ({ body }) => {
		const selected_push_flags = PUSH_FLAGS.slice(1);
		assert.deepEqual(body, { selected_email_flags: EMAIL_FLAGS, selected_push_flags });
		return { ...NOTIFICATION_SETTINGS, selected_push_flags };
	});
	await save();
	await seeNotice('Saved');
});

test('the browser asks only when the agent turns notifications on, and its refusal is said', async () => {
	assert.equal(FakeNotification.permission, 'default');
	FakeNotification.answer = 'denied';
	await press(inMain(TURN_ON));
	await until(() => hasText('The browser blocks notifications from this address.'));
	assert.deepEqual(keys, []);
});

test('the screen has no fault that axe finds, in both themes', () => axeFindsNothing('#app', ['light', 'dark']));

test('a device is added with the key of the server, and has the focus go on', async () => {
	FakeNotification.answer = 'granted';
	server.answer(`POST ${DEVICES}`, ({ body }) => {
		assert.deepEqual(body, {
			subscription_type: 'browser_push',
			subscription_attributes: { endpoint: ENDPOINT, ...KEYS },
		});
		const added = device({ id: 2, device: 'Chrome on Linux', current: true });
		devices = [added, ...devices];
		return added;
	});
	const button = await until(() => findNamed('main button', TURN_ON));
	await press(button);
	await until(() => hasText('This device') && !findNamed('main button', TURN_ON));
	assert.deepEqual(keys, ['server-key']);
	await until(() => document.activeElement === findNamed('main button', 'Send a test'));
});

test('a test is sent, and a failure is said', async () => {
	server.answer(`POST ${DEVICES}/test`, () => {
		throw 500;
	});
	await press(inMain('Send a test'));
	await until(() => hasText('That did not work. Try again.'));
	server.answer(`POST ${DEVICES}/test`, () => ({ success: true }));
	await press(inMain('Send a test'));
	await until(() => hasText('A test is on its way to your devices.'));
});

test('a device is deleted after a question', async () => {
	server.answer(`DELETE ${DEVICES}/1`, () => {
		devices = devices.filter(({ id }) => id !== 1);
		return null;
	});
	await press([...document.querySelectorAll<HTMLButtonElement>('main li button')].at(-1) ?? assert.fail());
	await press(inDialog('Delete'));
	await seeNotice('Deleted');
	await until(() => !hasText('Firefox on Linux'));
});

test('a browser without push says what it takes', async () => {
	location.hash = '#/settings/account';
	await until(() => !findNamed('main button', 'Send a test'));
	const { PushManager } = globalThis;
	Reflect.deleteProperty(globalThis, 'PushManager');
	location.hash = '#/settings/notifications';
	await until(() => hasText('This browser has no push notifications here.'));
	assert.equal(findNamed('main button', TURN_ON), undefined);
	Object.assign(globalThis, { PushManager });
});
