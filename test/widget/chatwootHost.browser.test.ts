/**
 * The frame under Chatwoot's host script, which the test plays by the contract, in a window of its
 * own.
 */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import type { RawMessage } from '#protocol/frame/chatwootMessages.ts';
import { CHATWOOT_PREFIX } from '#protocol/frame/frameMessages.ts';
import { HOST_TIMEOUT } from '#protocol/base/limits.ts';
import type { ServerEventData } from '#protocol/entities/realtime.ts';
import { boot, type Widget } from '../../src/widget/app/boot.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { hostAtom } from '../../src/widget/features/host/host.ts';
import { findNamed, until } from '../desk/page.ts';
import { key, press } from '../support/browser/input.ts';
import { Chat, server } from './chat.ts';
import { holdTimers, type HeldTimers } from './heldTimers.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const session = { authToken: 'known', pubsubToken: 'pubsub' };

let widget: Widget;
let parent: HTMLIFrameElement;
let patience: HeldTimers;
/** What the script has received, and the target origins. */
let heard: RawMessage[];
let targets: string[];

beforeEach(() => {
	// Restores everything that a test may have changed.
	new Chat().close();
	server.answer(`GET ${API}/contact`, () => ({ id: 1, has_email: false, has_name: true, has_phone_number: false }));
	server.answer(`PATCH ${API}/contact/set_user`, () => ({ id: 1 }));
	server.answer(`PATCH ${API}/contact`, () => ({ id: 1 }));
	server.answer(`POST ${API}/events`, () => null);
	server.answer(`POST ${API}/conversations/update_last_seen`, () => null);
	patience = holdTimers(HOST_TIMEOUT);
	parent = document.body.appendChild(document.createElement('iframe'));
	heard = [];
	targets = [];
});

afterEach(() => {
	widget.stop();
	document.documentElement.hidden = false;
	patience.release();
	document.getElementById('app')?.remove();
	parent.remove();
	Object.defineProperty(window, 'parent', { value: window, configurable: true });
});
after(() => server.stop());

/** Starts the frame below that window; the document's address does not name its page. */
function start(page: Parameters<typeof makePage>[0] = { session }): void {
	const above = parent.contentWindow;
	assert.ok(above);
	above.addEventListener('message', ({ data }: MessageEvent<string>) => {
		if (data.startsWith(CHATWOOT_PREFIX)) heard.push(JSON.parse(data.slice(CHATWOOT_PREFIX.length)) as RawMessage);
	});
	const post = above.postMessage.bind(above) as (data: unknown, target: string) => void;
	above.postMessage = (data: unknown, target: unknown) => {
		targets.push(String(target));
		post(data, String(target));
	};
	Object.defineProperty(window, 'parent', { value: above, configurable: true });
	const container = document.body.appendChild(document.createElement('div'));
	container.id = 'app';
	widget = boot(makePage(page), new URLSearchParams({ website_token: 'demo' }), container);
}

/** Posts to this page from another window, with `*`, as Chatwoot's script does. */
function postFrom(from: Window, data: unknown): void {
	const post = Reflect.construct(Reflect.get(from, 'Function') as FunctionConstructor, [
		'to',
		'data',
		'to.postMessage(data, "*")',
	]) as (to: Window, data: unknown) => void;
	post(window, data);
}

function say(message: object): void {
	const above = parent.contentWindow;
	assert.ok(above);
	postFrom(above, CHATWOOT_PREFIX + JSON.stringify(message));
}

const last = (event: string) => heard.findLast((message) => message.event === event);
const host = () => widget.store.get(hostAtom);

/** Sends what the script answers to the greeting. */
async function meet(page?: Parameters<typeof makePage>[0]): Promise<void> {
	start(page);
	await until(() => last('loaded'));
	say({
		event: 'config-set',
		locale: null,
		position: 'right',
		hideMessageBubble: false,
		showPopoutButton: true,
		widgetStyle: 'standard',
		darkMode: 'dark',
		showUnreadMessagesDialog: true,
		campaignsSnoozedTill: '1741000000000',
	});
	say({ event: 'change-url', referrerURL: 'https://shop.example/cups', referrerHost: 'shop.example' });
	say({ event: 'toggle-close-button', isMobile: false });
	await until(() => host().referrerHost === 'shop.example');
}

test('the frame greets with public data only, and sends the token to the one page that has answered', async () => {
	await meet();
	assert.deepEqual(targets.slice(0, 1), ['*']);
	const config = last('loaded')?.['config'] as { authToken: string; channelConfig: { widgetColor: string } };
	assert.equal(config.authToken, '');
	assert.equal(config.channelConfig.widgetColor, '#1f93ff');
	await until(() => last('setAuthCookie'));
	assert.deepEqual(last('setAuthCookie')?.['data'], { widgetAuthToken: 'known' });
	assert.deepEqual(new Set(targets.slice(1)), new Set([location.origin]));
	assert.equal(host().darkMode, 'dark');
	assert.equal(host().hasPopOutButton, true);
	assert.equal(host().isOpen, false);
	assert.equal(patience.count, 0, 'it has a page');
});

test('the frame opens, closes and identifies its visitor as the page says', async () => {
	await meet();
	say({ event: 'toggle-open', isOpen: true });
	say({ event: 'push-event', eventName: 'webwidget.triggered' });
	await until(() => host().isOpen && server.calls.includes(`POST ${API}/events`));
	const close = await until(() => findNamed('button', 'Start Conversation'));
	assert.ok(close);
	await key('Escape');
	await until(() => last('closeWindow'));
	say({ event: 'toggle-open', isOpen: false });
	await until(() => !host().isOpen);

	const user = { name: 'Ada', email: null, plan: 'pro', phone_number: 491, social_profiles: { github: null } };
	const told = new Promise((resolve) =>
		server.answer(`PATCH ${API}/contact/set_user`, ({ body }) => {
			resolve(body);
			return { id: 1 };
		}),
	);
	say({ event: 'set-user', identifier: 42, user });
	assert.deepEqual(await told, {
		identifier: '42',
		name: 'Ada',
		phone_number: '491',
		additional_attributes: { social_profiles: {} },
	});
	say({ event: 'set-custom-attributes', customAttributes: { plan: 'pro' } });
	await until(() => server.calls.includes(`PATCH ${API}/contact`));
	assert.ok(!last('settled'));
});

test("the page gets the frame's messages in Chatwoot's form, and a preview leads into the open panel", async () => {
	await meet();
	server.answer(`GET ${API}/conversations`, () => ({ id: 43, inbox_id: 3, contact_last_seen_at: 0, status: 'open' }));
	await until(() => widget.store.get(connectionAtom) === 'connected');
	const message: Message = {
		id: 9,
		content: 'Hello',
		message_type: 1,
		content_type: 'text',
		content_attributes: {},
		created_at: Math.floor(Date.now() / 1000),
		conversation_id: 43,
		sender_type: 'User',
	};
	server.push('message.created', message as ServerEventData<'message.created'>);
	await until(() => last('onEvent'));
	assert.equal(last('onEvent')?.['eventIdentifier'], 'chatwoot:on-message');
	assert.equal((last('onEvent')?.['data'] as Message | undefined)?.content, 'Hello');
	await until(() => last('setUnreadMode'));
	// The script opens its panel for the preview, and reports that.
	say({ event: 'toggle-open', isOpen: true });
	say({ event: 'push-event', eventName: 'webwidget.triggered' });
	say({ event: 'set-locale', locale: 'de' });
	const see = await until(() => findNamed('button', 'Neue Nachrichten ansehen'));
	assert.equal(host().isOpen, false, 'a preview does not count');
	heard = [];
	await press(see);
	await until(() => last('resetUnreadMode') && last('updateIframeHeight')?.['isFixedHeight'] === false);
	await until(() => host().isOpen);
	assert.ok(!heard.some(({ event }) => ['openWindow', 'settled', 'connectionChanged'].includes(event)));
});

test('messages of another window, origin, prefix or shape are ignored', async () => {
	start();
	await until(() => last('loaded'));
	const { debug } = console;
	const logged: unknown[] = [];
	console.debug = (text: unknown) => logged.push(text);
	const open = CHATWOOT_PREFIX + JSON.stringify({ event: 'toggle-open', isOpen: true });
	const above = parent.contentWindow;
	assert.ok(above);

	// Before the page has answered, another window cannot become the page.
	const stranger = document.body.appendChild(document.createElement('iframe'));
	assert.ok(stranger.contentWindow);
	postFrom(stranger.contentWindow, open);
	window.postMessage(open, '*');
	await until(() => logged.length === 2);
	window.dispatchEvent(new MessageEvent('message', { data: open, source: above, origin: 'null' }));
	say({ event: 'toggle-open', isOpen: 'yes' });
	say({ event: 'set-user', identifier: 'u-1' });
	await until(() => logged.length === 5);
	assert.equal(last('setAuthCookie'), undefined);
	assert.deepEqual(targets, ['*']);

	say({ event: 'config-set', darkMode: 'light' });
	await until(() => last('setAuthCookie'));
	window.dispatchEvent(new MessageEvent('message', { data: open, source: above, origin: 'https://evil.example' }));
	postFrom(above, open.replace(CHATWOOT_PREFIX, 'another-widget:'));
	postFrom(above, { event: 'toggle-open', isOpen: true });
	// A message of ours that the script does not know.
	say({ event: 'forget' });
	say({ event: 'set-color-scheme', darkMode: 'dark' });
	await until(() => host().darkMode === 'dark');
	console.debug = debug;
	stranger.remove();
	assert.equal(logged.length, 6);
	assert.equal(host().isOpen, false);
});

test('a page that does not answer has only embedded the frame, so the chat opens', async () => {
	start({ session: null });
	await until(() => last('loaded'));
	assert.equal(host().isOpen, false);
	patience.ring();
	await until(() => findNamed('button', 'Start Conversation'));
	assert.equal(host().isPresent, false);

	// A script that was only slow is the host from then on.
	say({ event: 'config-set', darkMode: 'dark' });
	await until(() => host().darkMode === 'dark');
	assert.deepEqual([host().isPresent, host().isOpen], [true, false]);
});

test('the chat waits while the frame is not visible, since the page may only be slow', async () => {
	document.documentElement.hidden = true;
	start({ session: null });
	await until(() => last('loaded'));
	patience.ring();
	await looked();
	assert.equal(host().isOpen, false);
	document.documentElement.hidden = false;
	await until(() => host().isOpen);
});

/** Resolves when the browser has notified observers of visibility. */
function looked(): Promise<void> {
	return new Promise((resolve) => {
		const observer = new IntersectionObserver(() => {
			observer.disconnect();
			resolve();
		});
		observer.observe(document.documentElement);
	});
}
