import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { encodeMessage } from '#protocol/frameMessages.ts';
import { ChatServer } from './chatServer.ts';
import { type Frame, HOST_ORIGIN, openFrame } from './frame.ts';
import { until } from './until.ts';

const { hostAtom } = await import('../../src/widget/features/host/host.ts');
const { localeAtom } = await import('../../src/widget/features/language/language.ts');
const { writeDraft, draftAtom } = await import('../../src/widget/features/messages/draft.ts');
const { sendDraft } = await import('../../src/widget/features/messages/sending.ts');

let server: ChatServer;
let frame: Frame;

beforeEach(async () => {
	server = await ChatServer.start();
	frame = await openFrame(server);
});

afterEach(async () => {
	await frame.stop();
	await server.stop();
});

const answerTo = (id: string) =>
	until(`${id} is settled`, () =>
		frame.heard.find((message) => message.event === 'settled' && message.requestId === id),
	);

async function send(content: string) {
	frame.store.set(writeDraft, content);
	frame.store.set(sendDraft);
	await until('it is stored', () => server.messages.some((message) => message.content === content));
}

test('the first thing it says is that it listens; a visitor without a session brings no token', () => {
	assert.deepEqual(frame.heard[0], { event: 'loaded', config: {} });
});

test('a returning visitor brings the token, from the page or from this browser', async () => {
	await send('Hello');
	frame = await frame.reload();
	assert.deepEqual(frame.heard[0], { event: 'loaded', config: { authToken: 'token-1' } });
});

test('other windows, other origins and other shapes are not heard', async () => {
	const said = encodeMessage({ event: 'toggle-close-button', isMobile: true });
	const say = (data: string, origin: string, source: unknown) =>
		dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
	say(said, 'https://evil.example', window.parent);
	say(said, HOST_ORIGIN, window);
	say('live-chat-widget:{"event":"toggle-close-button","isMobile":"yes"}', HOST_ORIGIN, window.parent);
	assert.equal(frame.store.get(hostAtom).isMobile, false);
	say(said, HOST_ORIGIN, window.parent);
	assert.equal(frame.store.get(hostAtom).isMobile, true);
});

test('an opening waits for a session before it is reported', async () => {
	frame.tell({ event: 'change-url', referrerURL: 'https://shop.example/cups', referrerHost: 'shop.example' });
	frame.tell({ event: 'push-event', eventName: 'webwidget.triggered' });
	await until('it is heard', () => frame.store.get(hostAtom).referrerUrl !== '');
	assert.deepEqual(server.callsOf('POST /events'), []);
	await send('Hello');
	const [event] = await until('it is reported', () => {
		const events = server.callsOf('POST /events');
		return events.length > 0 && events;
	});
	assert.equal((event?.body['event_info'] as { referer: string } | undefined)?.referer, 'https://shop.example/cups');
});

test('an accepted user is settled', async () => {
	const user = { name: 'Mira', city: 'Halden', custom_attributes: { plan: 'pro' } };
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user });
	assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1' });
	const [call] = server.callsOf('PATCH /contact/set_user');
	assert.deepEqual(call?.body, {
		identifier: 'mira',
		name: 'Mira',
		custom_attributes: { plan: 'pro' },
		additional_attributes: { city: 'Halden' },
	});
});

test('a refused user is an error with the reason of the server', async () => {
	const body = { error: 'HMAC failed: Invalid Identifier Hash Provided' };
	server.failNext('PATCH /contact/set_user', { status: 401, body });
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: { identifier_hash: 'wrong' } });
	assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1', error: 'SET_USER_ERROR', data: body });
	assert.deepEqual(
		frame.heard.find(({ event }) => event === 'error'),
		{ event: 'error', errorType: 'SET_USER_ERROR', data: body },
	);
});

test("another user's session replaces this one, with nothing of it left", async () => {
	await send('Mine');
	frame.store.set(writeDraft, 'Also mine');
	server.admit('other');
	server.messages = [];
	server.failNext('PATCH /contact/set_user', { status: 200, body: { id: 2, widget_auth_token: 'other' } });
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: {} });
	await answerTo('1');
	assert.equal(frame.store.get(draftAtom), '');
	const { shownMessagesAtom } = await import('../../src/widget/features/messages/messages.ts');
	assert.deepEqual(frame.store.get(shownMessagesAtom), []);
	await until('the host has the token', () =>
		frame.heard.some((message) => message.event === 'setAuthCookie' && message.data.widgetAuthToken === 'other'),
	);
	await send('As the other');
	assert.equal(server.callsOf('POST /messages').at(-1)?.token, 'other');
});

test('a reset leaves nothing on this device', async () => {
	await send('Hello');
	frame.store.set(writeDraft, 'Half');
	frame.tell({ event: 'reset', requestId: '1' });
	await answerTo('1');
	assert.equal(localStorage.length, 0);
	frame = await frame.reload();
	assert.deepEqual(frame.heard[0], { event: 'loaded', config: {} });
});

test('the locale is the wish where it is enabled, else its language, else that of the channel', async () => {
	for (const [wish, expected] of [
		['de-AT', 'de'],
		['pt_BR', 'pt_BR'],
		['sv', 'en'],
	] as const) {
		frame.tell({ event: 'set-locale', locale: wish });
		await until(`${wish} shows as ${expected}`, () => frame.store.get(localeAtom) === expected);
	}
});
