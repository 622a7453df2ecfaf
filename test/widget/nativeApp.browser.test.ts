import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { encodeMessage, MESSAGE_PREFIX } from '#protocol/frame/frameMessages.ts';
import type { UserFacts } from '#protocol/frame/hostRequest.ts';
import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import { hostAtom } from '../../src/widget/features/host/host.ts';
import { press } from '../support/browser/input.ts';
import { Chat, server } from './chat.ts';
import { until } from './until.ts';

const NAMES = ['ReactNativeWebView', 'LiveChatWidgetAndroid', 'webkit'] as const;

/** What the app has received, without the prefix. */
const heard: Record<string, unknown>[] = [];
const bridge = {
	postMessage(text: string) {
		assert.ok(text.startsWith(MESSAGE_PREFIX));
		heard.push(JSON.parse(text.slice(MESSAGE_PREFIX.length)) as Record<string, unknown>);
	},
};

/** Adds to the window what the app does. */
function showInApp(name: (typeof NAMES)[number]): void {
	const value = name === 'webkit' ? { messageHandlers: { liveChatWidget: bridge } } : bridge;
	Object.defineProperty(window, name, { value, configurable: true });
}

/** Posts what the app runs in its web view. */
function say(message: HostToFrame): void {
	window.postMessage(encodeMessage(message), location.origin);
}

let chat: Chat;

afterEach(() => {
	chat.close();
	heard.length = 0;
	for (const name of NAMES) Reflect.deleteProperty(window, name);
});

for (const name of NAMES) {
	test(`an app that has added ${name} is told of the start and of the wish to close, and its messages are accepted`, async () => {
		showInApp(name);
		chat = new Chat();
		chat.open();
		// The chat of the test before may still have had something to say.
		const loaded = await until('the start', () => heard.find(({ event }) => event === 'loaded'));
		const config = loaded['config'] as { channelConfig: { websiteName: string } };
		assert.equal(config.channelConfig.websiteName, 'Halden Stoneware');

		const close = await until(
			'a way to close',
			() => document.querySelector<HTMLElement>('[aria-label="Close"]') ?? undefined,
		);
		await press(close);
		await until('the wish', () => heard.some(({ type }) => type === 'close-widget'));

		say({ event: 'set-color-scheme', darkMode: 'dark' });
		await until('the dark', () => document.documentElement.dataset['theme'] === 'dark');
		say({ event: 'set-user', requestId: '7', identifier: 'u-1', user: { name: 'Ada' } });
		await until('an answer', () => heard.some(({ event, requestId }) => event === 'settled' && requestId === '7'));
	});
}

test('a user is told without the facts that the app does not know', async () => {
	showInApp('ReactNativeWebView');
	chat = new Chat();
	const named: unknown[] = [];
	server.answer('PATCH /api/v1/widget/contact/set_user', ({ body }) => {
		named.push(body);
		return { id: 1, has_email: false, has_name: true, has_phone_number: false };
	});
	chat.open({ session: { authToken: 'known', pubsubToken: 'pubsub' } });
	await until('the start', () => heard.length > 0);
	const user = { name: 'Ada', email: null, phone_number: 4_915_112_345_678, custom_attributes: { plan: null } };
	say({ event: 'set-user', requestId: '8', identifier: 'u-1', user: user as unknown as UserFacts });
	await until('an answer', () => heard.some(({ event, requestId }) => event === 'settled' && requestId === '8'));
	assert.deepEqual(named, [
		{
			identifier: 'u-1',
			name: 'Ada',
			phone_number: '4915112345678',
			custom_attributes: {},
			additional_attributes: {},
		},
	]);
});

test('messages of other windows are ignored, such as a frame in the chat or a page that has opened it', async () => {
	showInApp('ReactNativeWebView');
	chat = new Chat();
	chat.open();
	await until('the start', () => heard.length > 0);
	const data = encodeMessage({ event: 'toggle-close-button', isMobile: false });
	const from = (source: unknown, origin: string) =>
		dispatchEvent(Object.assign(new Event('message'), { data, source, origin, ports: [] }));
	const frame = document.body.appendChild(document.createElement('iframe'));
	from(frame.contentWindow, location.origin);
	from(window, 'https://evil.example');
	from(null, 'https://evil.example');
	assert.equal(chat.store.get(hostAtom).isMobile, true);
	// Android's postWebMessage has neither sender nor origin.
	from(null, '');
	assert.equal(chat.store.get(hostAtom).isMobile, false);
	frame.remove();
});

test("within a page's frame there is no app, whatever the frame's window has", () => {
	showInApp('ReactNativeWebView');
	chat = new Chat();
	chat.open({}, 'framed');
	assert.deepEqual(heard, []);
	assert.equal(chat.last('loaded')?.config.channelConfig, undefined);
});
