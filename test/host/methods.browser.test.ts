import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ElementErrorCode } from '#protocol/base/errors.ts';
import type { FrameToHost } from '#protocol/frame/frameToHost.ts';
import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import type { LiveChatWidget } from '../../elements/live-chat-widget.ts';
import { addWidget, type FakeFrame, findLauncher, greet, panelOf, record, serve, until } from './hostPages.ts';

/** A call of the element, and the message that the frame gets for it. */
const SAID: [call: (element: LiveChatWidget) => Promise<unknown>, message: object][] = [
	[
		(element) =>
			element.setUser(7, { name: 'Ada', phone_number: '+4915112345678', custom_attributes: { plan: 'pro' } }),
		{
			event: 'set-user',
			identifier: '7',
			user: { name: 'Ada', phone_number: '+4915112345678', custom_attributes: { plan: 'pro' } },
		},
	],
	[
		(element) =>
			element.setUser(7, {
				name: 'Ada',
				avatar_url: null,
				phone_number: 4_915_112_345_678,
				social_profiles: { github: 'ada', twitter: null },
				custom_attributes: { plan: null, seats: 3 },
			}),
		{
			event: 'set-user',
			identifier: '7',
			user: {
				name: 'Ada',
				phone_number: '4915112345678',
				social_profiles: { github: 'ada' },
				custom_attributes: { seats: 3 },
			},
		},
	],
	[(element) => element.setUser(7, null), { event: 'set-user', identifier: '7', user: {} }],
	[
		(element) => element.setCustomAttributes({ plan: 'pro' }),
		{ event: 'set-custom-attributes', customAttributes: { plan: 'pro' } },
	],
	[(element) => element.deleteCustomAttribute('plan'), { event: 'delete-custom-attribute', customAttribute: 'plan' }],
	[
		(element) => element.setConversationCustomAttributes({ order: 7 }),
		{ event: 'set-conversation-custom-attributes', customAttributes: { order: 7 } },
	],
	[
		(element) => element.deleteConversationCustomAttribute('order'),
		{ event: 'delete-conversation-custom-attribute', customAttribute: 'order' },
	],
	[(element) => element.setLabel('vip'), { event: 'set-label', label: 'vip' }],
	[(element) => element.removeLabel('vip'), { event: 'remove-label', label: 'vip' }],
	[(element) => element.prefill('Hello'), { event: 'prefill', content: 'Hello', isReplacing: false }],
	[(element) => element.showArticle('glazes'), { event: 'show-article', article: 'glazes' }],
	[(element) => element.show('messages'), { event: 'show', view: 'messages' }],
	[(element) => element.show(43), { event: 'show', view: '43' }],
	[(element) => element.triggerCampaign(7), { event: 'trigger-campaign', campaignId: 7 }],
	[(element) => element.prefill('Hello', { replace: true }), { event: 'prefill', content: 'Hello', isReplacing: true }],
];

/** The message without its request id. */
function withoutId(message: object) {
	const { requestId: _id, ...rest } = message as { requestId?: string };
	return rest;
}

function settle(frame: FakeFrame, event: string, outcome: Partial<Extract<FrameToHost, { event: 'settled' }>> = {}) {
	const request = frame.heard.findLast((message) => message.event === event);
	assert.ok(request && 'requestId' in request && request.requestId);
	frame.say({ event: 'settled', requestId: request.requestId, ...outcome });
}

for (const [call, message] of SAID) {
	const { event } = message as HostToFrame;
	test(`${call.toString().replace(/^.*?=>\s*/s, '')} sends ${event}, and resolves when the frame has done it`, async () => {
		serve({});
		const element = addWidget();
		const answer = call(element);
		const frame = await greet(element);
		const said = await until(() => frame.heard.find((heard) => heard.event === event));
		assert.deepEqual(withoutId(said), message);
		settle(frame, event);
		await answer;
	});
}

test('calls made before the chat has loaded are sent in order', async () => {
	serve({});
	const element = document.createElement('live-chat-widget');
	const calls = SAID.map(([call]) => call(element));
	element.websiteToken = 'shop';
	element.baseUrl = location.origin;
	document.body.append(element);
	const frame = await greet(element);
	const requests = await until(() => {
		const heard = frame.heard.filter((message) => 'requestId' in message && message.requestId);
		return heard.length === SAID.length && heard;
	});
	assert.deepEqual(
		requests.map((request) => withoutId(request)),
		SAID.map(([, message]) => message),
	);
	element.remove();
	for (const call of calls) await assert.rejects(call, { code: 'DISCONNECTED' });
});

test('a message is sent under an id of its own and resolves with the stored one; a refusal has its reason', async () => {
	serve({});
	const element = addWidget();
	const sent = element.sendMessage('Is it round?');
	const frame = await greet(element);
	const request = await until(() => frame.heard.find((message) => message.event === 'send-message'));
	assert.ok(request.echoId);
	assert.equal(request.content, 'Is it round?');
	settle(frame, 'send-message', { data: { id: 9, content: 'Is it round?' } });
	assert.deepEqual(await sent, { id: 9, content: 'Is it round?' });

	const refused = element.sendMessage('And now?');
	await until(() => frame.heard.filter((message) => message.event === 'send-message').length === 2);
	settle(frame, 'send-message', { error: 'CONVERSATION_ENDED', data: { status: 'resolved' } });
	await assert.rejects(refused, { code: 'CONVERSATION_ENDED', data: { status: 'resolved' } });
});

test('a call is rejected with a code that only the frame knows, since a pinned tag is older than its frame', async () => {
	serve({});
	const element = addWidget();
	const refused = element.setLabel('vip');
	const frame = await greet(element);
	await until(() => frame.heard.find((message) => message.event === 'set-label'));
	settle(frame, 'set-label', { error: 'OF_A_LATER_VERSION' as ElementErrorCode });
	await assert.rejects(refused, { code: 'OF_A_LATER_VERSION' });
});

test('a message sent again to a reloaded frame has the same id', async () => {
	serve({});
	const element = addWidget();
	const sent = element.sendMessage('Once');
	const before = await greet(element);
	const first = await until(() => before.heard.find((message) => message.event === 'send-message'));
	const elsewhere = document.body.appendChild(document.createElement('div'));
	elsewhere.append(element);
	await until(() => element.shadowRoot?.querySelector('iframe') !== before.iframe);
	const after = await greet(element);
	const second = await until(() => after.heard.find((message) => message.event === 'send-message'));
	assert.equal(second.echoId, first.echoId);
	settle(after, 'send-message', { data: { id: 9 } });
	await sent;
	elsewhere.remove();
});

/** The arguments as a test's name can say them. */
function namesOf(args: readonly unknown[]): string {
	return args
		.map((arg) => (typeof arg === 'function' ? 'a function' : JSON.stringify(arg)))
		.join()
		.slice(0, 22);
}

for (const [name, args, text] of [
	['setUser', [7, 'Ada'], 'setUser was refused'],
	['setUser', [7, { name: 42 }], 'setUser was refused'],
	['setUser', [undefined], 'Identifier should be a string or a number'],
	['setUser', [{ id: 7 }], 'Identifier should be a string or a number'],
	['setCustomAttributes', [{}], 'Custom attributes should have atleast one key'],
	['setCustomAttributes', [], 'Custom attributes should have atleast one key'],
	['deleteCustomAttribute', [''], 'Custom attribute is required'],
	['setConversationCustomAttributes', [null], 'Custom attributes should have atleast one key'],
	['deleteConversationCustomAttribute', [], 'Custom attribute is required'],
	['setLabel', [' '], 'Label should be a text that is not blank'],
	['setLabel', [() => 'vip'], 'Label should be a text that is not blank'],
	['removeLabel', [7], 'Label should be a text that is not blank'],
	['sendMessage', ['  '], 'Message should be a text that is not blank'],
	['sendMessage', ['x'.repeat(10_001)], 'Message is over 10000 characters'],
	['prefill', [7], 'prefill was refused'],
	['showArticle', [''], 'Article should be a text that is not blank'],
	['show', [' '], 'View should be a text that is not blank'],
	['triggerCampaign', ['7'], 'Campaign should be the number of one'],
] as const) {
	test(`${name}(${namesOf(args)}) is rejected, and reported to whom does not wait: ${text}`, async () => {
		const errors = record('error');
		const { warn } = console;
		const warnings: unknown[] = [];
		console.warn = (warning: unknown) => warnings.push(warning);
		serve({});
		const element = addWidget({ loading: 'eager' });
		const frame = await greet(element);
		const call = element[name] as (...given: unknown[]) => Promise<unknown>;
		const refusal = await call.apply(element, [...args]).catch((error: unknown) => error);
		console.warn = warn;
		assert.ok(refusal instanceof Error && 'code' in refusal);
		assert.equal(refusal.code, 'INVALID_ARGUMENT');
		assert.ok(refusal.message.startsWith(text), refusal.message);
		assert.deepEqual(warnings, [`live-chat-widget: ${refusal.message}.`]);
		assert.deepEqual(
			errors.map(({ detail }) => detail),
			[{ code: 'INVALID_ARGUMENT', message: refusal.message }],
		);
		assert.ok(!frame.heard.some((message) => 'requestId' in message && message.requestId));
	});
}

test('methods change language, colours and launcher as attributes do, and load nothing', async () => {
	serve({});
	const element = addWidget();
	await findLauncher(element);
	await element.setLocale('de');
	await element.setColorScheme('dark');
	await element.toggleBubbleVisibility('hide');
	assert.deepEqual([element.locale, element.darkMode, element.hideMessageBubble], ['de', 'dark', true]);
	await element.toggleBubbleVisibility('show');
	assert.equal(element.hideMessageBubble, false);
	await element.toggleBubbleVisibility();
	assert.equal(element.hideMessageBubble, true);
	await element.setLocale();
	await element.setColorScheme();
	assert.deepEqual([element.locale, element.darkMode], ['en', 'light']);
	assert.equal(element.shadowRoot?.querySelector('iframe'), null);
});

test('forget() ends the frame once the server has deleted everything, and keeps it if the server did not', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element, { authToken: 'mine' });
	const refused = element.forget();
	await until(() => frame.heard.some((message) => message.event === 'forget'));
	settle(frame, 'forget', { error: 'REQUEST_FAILED', data: { code: 'NETWORK_ERROR' } });
	await assert.rejects(refused, { code: 'REQUEST_FAILED', data: { code: 'NETWORK_ERROR' } });
	assert.match(document.cookie, /cw_conversation=mine/);

	const forgotten = element.forget();
	await until(() => frame.heard.filter((message) => message.event === 'forget').length === 2);
	settle(frame, 'forget');
	await forgotten;
	assert.doesNotMatch(document.cookie, /cw_/);
	await until(() => !frame.iframe.isConnected);
});

test('showArticle opens the panel once the frame has the article, and not for a refused one', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	const refused = element.showArticle('https://elsewhere.example/');
	await until(() => frame.heard.some((message) => message.event === 'show-article'));
	settle(frame, 'show-article', { error: 'NOT_IN_HELP_CENTRE' });
	await assert.rejects(refused, { code: 'NOT_IN_HELP_CENTRE' });
	assert.equal(panelOf(element)?.dataset['mode'], 'closed');

	const shown = element.showArticle('glazes');
	await until(() => frame.heard.filter((message) => message.event === 'show-article').length === 2);
	settle(frame, 'show-article');
	await shown;
	await until(() => panelOf(element)?.dataset['mode'] === 'open');
});

test('the view of the attribute is told to the first frame alone, and opens nothing', async () => {
	serve({});
	const element = addWidget({ loading: 'eager', view: 'home' });
	const first = await greet(element);
	const viewTold = ({ heard }: FakeFrame) => heard.find((message) => message.event === 'config-set')?.view;
	await until(() => viewTold(first) === 'home');
	assert.equal(panelOf(element)?.dataset['mode'], 'closed');
	first.say({ event: 'startAgain' });
	await until(() => !first.iframe.isConnected);
	const second = await greet(element);
	await until(() => second.heard.some((message) => message.event === 'config-set'));
	assert.equal(viewTold(second), undefined);
});

test('a frame of Chatwoot opens, closes and pops out the chat by its own messages', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	const becomes = (mode: string) => until(() => panelOf(element)?.dataset['mode'] === mode);
	frame.say({ event: 'toggleBubble' });
	await becomes('open');
	frame.say({ event: 'toggleBubble' });
	await becomes('closed');
	frame.say({ event: 'setUnreadMode' });
	await becomes('preview');
	frame.say({ event: 'toggleBubble' });
	await becomes('closed');
	frame.say({ event: 'toggleBubble' });
	await becomes('open');
	frame.say({ event: 'closeChat' });
	await becomes('closed');

	const opened: string[] = [];
	const { open } = window;
	window.open = (_address, name) => {
		opened.push(String(name));
		return null;
	};
	frame.say({ event: 'toggleBubble' });
	await becomes('open');
	frame.say({ event: 'popoutChatWindow' });
	await until(() => opened.length > 0);
	window.open = open;
	assert.deepEqual(opened, ['webwidget_session_shop']);
});

test("the page gets the chat's events", async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const events = record('agent-message', 'start-conversation', 'connection');
	const frame = await greet(element);
	frame.say({ event: 'connectionChanged', state: 'lost' });
	frame.say({ event: 'onEvent', eventIdentifier: 'agent-message', data: { id: 7 } });
	frame.say({ event: 'onEvent', eventIdentifier: 'start-conversation', data: { hasConversation: false } });
	await until(() => events.length === 3);
	assert.deepEqual(
		events.map(({ name, detail }) => [name, detail]),
		[
			['connection', { state: 'lost' }],
			['agent-message', { id: 7 }],
			['start-conversation', { hasConversation: false }],
		],
	);
	assert.ok(events.every(({ target }) => target === element));
});

test("getState answers at once, loads nothing, and follows the chat's state", async () => {
	serve({});
	const element = addWidget();
	await findLauncher(element);
	assert.deepEqual(await element.getState(), { isOpen: false, unreadCount: 0, connection: 'idle' });
	assert.equal(panelOf(element), null);
	const opened = element.open();
	const frame = await greet(element);
	await opened;
	const events = record('connection');
	frame.say({ event: 'handleNotificationDot', unreadMessageCount: 2 });
	frame.say({ event: 'connectionChanged', state: 'connected' });
	await until(() => events.length === 1);
	assert.deepEqual(await element.getState(), { isOpen: true, unreadCount: 2, connection: 'connected' });
	await element.close();
	assert.equal((await element.getState()).isOpen, false);
});
