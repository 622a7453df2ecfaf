import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { DAY, MINUTE } from '#protocol/base/duration.ts';
import { ChatServer } from './chatServer.ts';
import { type Frame, openFrame } from './frame.ts';
import { until } from './until.ts';

const { shownMessagesAtom } = await import('../../src/widget/features/messages/messages.ts');
const { writeDraft } = await import('../../src/widget/features/messages/draft.ts');
const { retryMessage } = await import('#models/sending.ts');
const { outboxAtom } = await import('#models/outbox.ts');
const { sendDraft } = await import('../../src/widget/features/sending/sendDraft.ts');
const { connectionAtom } = await import('../../src/widget/features/connection/connection.ts');

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

const shown = () => frame.store.get(shownMessagesAtom).map(({ content, state }) => `${content}: ${state}`);
const stored = () => server.messages.map(({ content }) => content);
const send = (content: string) => {
	frame.store.set(writeDraft, content);
	void frame.store.set(sendDraft);
};
const told = () => frame.heard.flatMap((message) => (message.event === 'onMessage' ? [message.data['content']] : []));
const untilShown = (...expected: string[]) =>
	until(`it shows ${expected.join()}, not ${shown().join()}`, () => shown().join() === expected.join());

test('opening the widget creates no contact; the first message does, once', async () => {
	frame.tell({ event: 'config-set', isOpen: false });
	assert.deepEqual(server.callsOf('POST /config'), []);
	send('One');
	send('Two');
	await untilShown('One: sent', 'Two: sent');
	assert.equal(server.callsOf('POST /config').length, 1);
	assert.equal(frame.heard.filter(({ event }) => event === 'setAuthCookie').length, 1);
});

test('the page is told of each message once, also of the one that begins the conversation', async () => {
	frame.tell({ event: 'config-set', isOpen: false });
	send('One');
	await untilShown('One: sent');
	await until('pushes arrive', () => frame.store.get(connectionAtom) === 'connected');
	send('Two');
	await untilShown('One: sent', 'Two: sent');
	server.say('Three');
	await until('the last is told', () => told().includes('Three'));
	assert.deepEqual(told(), ['One', 'Two', 'Three']);
});

test('a message is shown at once, and keeps its place and key when it is sent', async () => {
	send('Hello');
	assert.deepEqual(shown(), ['Hello: in_progress']);
	const [before] = frame.store.get(shownMessagesAtom);
	await untilShown('Hello: sent');
	assert.equal(frame.store.get(shownMessagesAtom)[0]?.key, before?.key);
});

test('blank text is not a message', () => {
	send(' \n ');
	assert.deepEqual(shown(), []);
});

test('the same text sent twice quickly is two messages, in order', async () => {
	for (const content of ['Hi', 'Hi', 'there']) send(content);
	await untilShown('Hi: sent', 'Hi: sent', 'there: sent');
	assert.deepEqual(stored(), ['Hi', 'Hi', 'there']);
});

test('the same text sent twice is two messages also on a server without echo ids', async () => {
	server.hasEcho = false;
	send('first');
	await untilShown('first: sent');
	await until('it is connected', () => frame.store.get(connectionAtom) === 'connected');
	for (const content of ['Hi', 'Hi', 'there']) send(content);
	await untilShown('first: sent', 'Hi: sent', 'Hi: sent', 'there: sent');
	assert.deepEqual(stored(), ['first', 'Hi', 'Hi', 'there']);
});

test('a message whose response was lost is sent again and stored once', async () => {
	server.failNext('POST /messages', 'lose the answer');
	send('Hello');
	await untilShown('Hello: sent');
	assert.deepEqual(stored(), ['Hello']);
	const ids = server.callsOf('POST /messages').map(({ body }) => (body['message'] as { echo_id: string }).echo_id);
	assert.equal(ids.length, 2);
	assert.equal(new Set(ids).size, 1);
});

test('a lost network never marks a message as failed', async () => {
	server.failNext('POST /messages', 'cut', 'cut', 'cut', 'cut');
	const states = new Set<string>();
	frame.store.sub(shownMessagesAtom, () => shown().forEach((state) => states.add(state)));
	send('Hello');
	await until('it is sent', () => {
		frame.fire('online');
		return shown()[0] === 'Hello: sent';
	});
	assert.equal(server.callsOf('POST /messages').length, 5);
	assert.deepEqual([...states], ['Hello: in_progress', 'Hello: sent']);
});

test('a visitor who is deleted in another tab is forgotten here too', async () => {
	send('Hello');
	await untilShown('Hello: sent');
	const key = 'live-chat-widget:session:demo';
	localStorage.removeItem(key);
	dispatchEvent(Object.assign(new Event('storage'), { key }));
	assert.deepEqual(shown(), []);
	send('As somebody else');
	await until('it is stored', () => stored().includes('As somebody else'));
	const tokens = server.callsOf('POST /messages').map(({ token }) => token);
	assert.deepEqual(tokens, ['token-1', 'token-2']);
});

test('a message that another tab leaves behind is sent by this one', async () => {
	send('Mine');
	await untilShown('Mine: sent');
	const entry = { echoId: 'other-tab', content: 'Of the other tab', queuedAt: 1, referrerUrl: '' };
	const progress = { state: 'in_progress', failures: 0, isAttempted: false, afterId: 0 };
	const key = 'live-chat-widget:outbox:demo:other-tab';
	localStorage.setItem(key, JSON.stringify({ ...entry, ...progress }));
	dispatchEvent(Object.assign(new Event('storage'), { key }));
	await untilShown('Mine: sent', 'Of the other tab: sent');
	assert.equal(localStorage.getItem(key), null);
});

test('a sent message that another tab puts back into the outbox is shown once', async () => {
	send('Mine');
	await untilShown('Mine: sent');
	const echoId = String(server.messages[0]?.echo_id);
	const entry = { echoId, content: 'Mine', queuedAt: 1, referrerUrl: '', afterId: 0 };
	const key = `live-chat-widget:outbox:demo:${echoId}`;
	localStorage.setItem(key, JSON.stringify({ ...entry, state: 'in_progress', failures: 1, isAttempted: true }));
	const seen = new Set<string>();
	frame.store.sub(shownMessagesAtom, () => seen.add(shown().join()));
	dispatchEvent(Object.assign(new Event('storage'), { key }));
	assert.equal(frame.store.get(outboxAtom).length, 1);
	await until('it is sent again', () => localStorage.getItem(key) === null);
	assert.deepEqual(stored(), ['Mine']);
	assert.deepEqual(
		[...seen, shown().join()].filter((texts) => texts !== 'Mine: sent'),
		[],
	);
});

test('a message is marked as failed after three server errors, and can be sent again in its place', async () => {
	server.failNext('POST /messages', { status: 503 }, { status: 500 }, { status: 408 });
	send('Hello');
	send('After it');
	await until('three attempts are made', () => {
		frame.fire('online');
		return server.callsOf('POST /messages').length >= 3;
	});
	await untilShown('After it: sent', 'Hello: failed');
	const failed = frame.store.get(shownMessagesAtom).find(({ state }) => state === 'failed');
	frame.store.set(retryMessage, failed?.key ?? '');
	await untilShown('After it: sent', 'Hello: sent');
});

test('a rate-limited message waits as long as the server says, shows it, and is then sent in order', async () => {
	const tooSoon = { status: 429, body: 'Retry later', headers: { 'Retry-After': '1' } };
	server.failNext('POST /messages', tooSoon, tooSoon, tooSoon, tooSoon);
	const attempts: number[] = [];
	const heldBack = () => frame.store.get(shownMessagesAtom).map(({ heldBackTill }) => heldBackTill !== undefined);
	const calls = () => server.callsOf('POST /messages').length;
	send('Hello');
	for (let attempt = 1; attempt <= 4; attempt += 1) {
		await until(`attempt ${attempt}`, () => calls() === attempt && heldBack()[0] === true);
		attempts.push(performance.now());
		// Neither a network that returns nor another message sends it earlier.
		frame.fire('online');
		if (attempt === 1) send('After it');
	}
	await untilShown('Hello: sent', 'After it: sent');
	attempts.push(performance.now());
	assert.deepEqual(stored(), ['Hello', 'After it']);
	assert.deepEqual(heldBack(), [false, false]);
	const pauses = attempts.slice(1).map((time, index) => time - (attempts[index] ?? 0));
	// The test reads its clock a little later than the product.
	assert.ok(
		pauses.every((pause) => pause > 800),
		`${pauses.join()} ms`,
	);
});

test('a rate-limited message still waits after a reload', async () => {
	server.failNext('POST /messages', { status: 429, headers: { 'Retry-After': String(DAY / 1_000) } });
	send('Hello');
	await until('it is held back', () => frame.store.get(shownMessagesAtom)[0]?.heldBackTill);
	frame = await frame.reload();
	const { heldBackTill = 0 } = frame.store.get(shownMessagesAtom)[0] ?? {};
	assert.ok(heldBackTill > Date.now() + DAY - MINUTE, 'the whole day of a daily limit');
	frame.fire('online');
	send('After it');
	assert.deepEqual(shown(), ['Hello: in_progress', 'After it: in_progress']);
	assert.equal(server.callsOf('POST /messages').length, 1);
});

test('a refusal marks the message as failed at once', async () => {
	server.failNext('POST /messages', { status: 422, body: { message: 'Content is too long', attributes: ['content'] } });
	send('Too long');
	await untilShown('Too long: failed');
	assert.equal(server.callsOf('POST /messages').length, 1);
});

test('messages written while the server was away are sent after a reload, once', async () => {
	server.failNext('POST /messages', ...Array<'cut'>(50).fill('cut'));
	send('Written offline');
	await until('it was tried', () => server.callsOf('POST /messages').length > 0);
	assert.deepEqual(frame.heard.filter(({ event }) => event === 'setOutboxPending').at(-1), {
		event: 'setOutboxPending',
		isPending: true,
	});
	const reloaded = frame.reload();
	server.failNext('POST /messages');
	frame = await reloaded;
	await untilShown('Written offline: sent');
	assert.deepEqual(stored(), ['Written offline']);
	await until('the host knows', () => {
		const last = frame.heard.findLast((message) => message.event === 'setOutboxPending');
		return last?.isPending === false;
	});
});

test('a session that the server forgot is replaced once, and the message arrives', async () => {
	send('Before');
	await untilShown('Before: sent');
	server.tokens.clear();
	server.messages = [];
	send('After');
	await untilShown('After: sent');
	assert.equal(server.callsOf('POST /config').length, 2);
	assert.deepEqual(stored(), ['After']);
});
