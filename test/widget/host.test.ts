import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, type TestContext } from 'node:test';
import { IDENTITY_TIMEOUT } from '#protocol/base/limits.ts';
import { encodeMessage } from '#protocol/frame/frameMessages.ts';
import { ChatServer } from './chatServer.ts';
import { type Frame, HOST_ORIGIN, openFrame } from './frame.ts';
import { PORTAL } from './helpCentre.ts';
import { makePage } from './page.ts';
import { until } from './until.ts';

const { hostAtom } = await import('../../src/widget/features/host/host.ts');
const { localeAtom } = await import('../../src/widget/features/language/language.ts');
const { conversationIdAtom } = await import('../../src/widget/features/conversation/conversation.ts');
const { releaseStored } = await import('#client/storage.ts');
const { hasPendingAtom } = await import('#models/outbox.ts');
const { writeDraft, draftAtom } = await import('../../src/widget/features/messages/draft.ts');
const { sendDraft } = await import('../../src/widget/features/sending/sendDraft.ts');

const SESSION = { authToken: 'token-1', pubsubToken: 'pubsub-1' };

let server: ChatServer;
let frame: Frame;

beforeEach(async () => {
	server = await ChatServer.start();
	frame = await openFrame(server);
});

afterEach(async () => {
	await frame.stop();
	releaseStored();
	await server.stop();
});

const answerTo = (id: string) =>
	until(`${id} is settled`, () =>
		frame.heard.filter((message) => message.event === 'settled').find(({ requestId }) => requestId === id),
	);

async function send(content: string) {
	frame.store.set(writeDraft, content);
	void frame.store.set(sendDraft);
	await until('it is stored', () => server.messages.some((message) => message.content === content));
	await until('the answer is there', () => !frame.store.get(hasPendingAtom));
}

test("the frame's first message says that it is ready; a visitor without a session has no token in it", () => {
	assert.deepEqual(frame.heard[0], { event: 'loaded', config: {} });
});

test('the greeting of a returning visitor has the token, from the page or from this browser', async () => {
	await send('Hello');
	frame = await frame.reload();
	assert.deepEqual(frame.heard[0], { event: 'loaded', config: { authToken: 'token-1' } });
});

test('a sandboxed page without an origin gets nothing secret before it has a port', async () => {
	await send('Hello');
	const kept = Object.fromEntries<string>(Object.entries(localStorage));
	await frame.stop();
	frame = await openFrame(server, {}, kept, 'null');
	assert.deepEqual(frame.heard[0], { event: 'loaded', config: {} });
});

test('messages of other windows, origins and shapes are ignored', async () => {
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

test('opening the panel is reported once there is a session', async () => {
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

test('setUser is settled when the server has accepted the user', async () => {
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

test("setUser is settled with the server's reason when the user is refused", async () => {
	const body = { error: 'HMAC failed: Invalid Identifier Hash Provided' };
	server.failNext('PATCH /contact/set_user', { status: 401, body });
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: { identifier_hash: 'wrong' } });
	assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1', error: 'SET_USER_ERROR', data: body });
	assert.deepEqual(
		frame.heard.find(({ event }) => event === 'error'),
		{ event: 'error', errorType: 'SET_USER_ERROR', data: body },
	);
});

test('when the proof has expired, the page is asked once for another one, and what was refused is done then', async () => {
	await send('Hello');
	const expired = { status: 401, body: { error: 'Identity has expired', code: 'IDENTITY_EXPIRED' } };
	server.failNext('PATCH /contact', expired);
	server.failNext('POST /messages', expired);
	frame.tell({ event: 'set-custom-attributes', requestId: '1', customAttributes: { plan: 'pro' } });
	frame.store.set(writeDraft, 'Later');
	void frame.store.set(sendDraft);
	const questions = () => frame.heard.filter(({ event }) => event === 'identityExpired').length;
	await until('the page is asked', () => questions() === 1 && server.callsOf('POST /messages').length === 2);
	frame.tell({ event: 'set-user', requestId: '2', identifier: 'mira', user: { jwt: 'new' } });
	assert.deepEqual(await answerTo('2'), { event: 'settled', requestId: '2' });
	assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1' });
	await until('it is stored', () => server.messages.some((message) => message.content === 'Later'));
	assert.equal(questions(), 1);
	assert.equal(server.callsOf('PATCH /contact/set_user').at(-1)?.body['jwt'], 'new');
});

const EXPIRED = { status: 401, body: { error: 'Identity has expired', code: 'IDENTITY_EXPIRED' } };

/** A proven user, whose page fails to prove them again while they send a message. */
async function loseIdentity() {
	await send('Hello');
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: { jwt: 'first' } });
	await answerTo('1');
	server.failNext('POST /messages', EXPIRED, EXPIRED);
	frame.store.set(writeDraft, 'Sent');
	void frame.store.set(sendDraft);
	await until('the page is asked', () => frame.heard.some(({ event }) => event === 'identityExpired'));
	frame.store.set(writeDraft, 'Typed');
	frame.tell({ event: 'config-set', awaitsUser: false });
	await until('the page is told', () => frame.heard.some(({ event }) => event === 'signedOut'));
}

test('a user whom the page does not prove again leaves nothing visible, and nothing is sent for them', async () => {
	const { shownMessagesAtom } = await import('../../src/widget/features/messages/messages.ts');
	const { sessionAtom } = await import('../../src/widget/features/session/session.ts');
	const { outboxAtom } = await import('#models/outbox.ts');
	await loseIdentity();
	assert.deepEqual(frame.store.get(shownMessagesAtom), []);
	assert.deepEqual(frame.store.get(outboxAtom), []);
	assert.equal(frame.store.get(draftAtom), '');
	assert.equal(frame.store.get(sessionAtom), undefined);
	assert.ok(!server.messages.some(({ content }) => content === 'Sent'));
});

test('what a user had typed when they were signed out comes back for them, once they are proven', async () => {
	await loseIdentity();
	frame.tell({ event: 'set-user', requestId: '2', identifier: 'mira', user: {} });
	await answerTo('2');
	assert.equal(frame.store.get(draftAtom), '');
	frame.tell({ event: 'set-user', requestId: '3', identifier: 'mira', user: { jwt: 'second' } });
	await answerTo('3');
	assert.equal(frame.store.get(draftAtom), 'Sent\nTyped');
});

test('what a user had typed when they were signed out is deleted once another user is proven', async () => {
	await loseIdentity();
	for (const [requestId, identifier] of [
		['2', 'grace'],
		['3', 'mira'],
	] as const) {
		frame.tell({ event: 'set-user', requestId, identifier, user: { jwt: identifier } });
		if (identifier === 'mira') frame = await frame.giveWay();
		await answerTo(requestId);
		assert.equal(frame.store.get(draftAtom), '');
	}
});

test('a page on which nobody is signed in ends the session of a user, and of nobody else', async () => {
	const { authTokenAtom } = await import('../../src/widget/features/session/session.ts');
	await send('Hello');
	frame.tell({ event: 'config-set', awaitsUser: false, isSignedOut: true });
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: {} });
	await answerTo('1');
	assert.equal(frame.store.get(authTokenAtom), 'token-1');
	frame.tell({ event: 'config-set', awaitsUser: false, isSignedOut: true });
	await until('the session is left', () => frame.store.get(authTokenAtom) === undefined);
});

/**
 * Opens the page of a browser that has another person's session, draft and unsent message, and that
 * is about to name its user.
 */
async function openPending(identifier: string | undefined) {
	await frame.stop();
	server.admit('token-1');
	const entry = {
		echoId: 'e-1',
		content: 'Unsent',
		queuedAt: 1,
		state: 'in_progress',
		failures: 0,
		isAttempted: false,
	};
	const kept = {
		'session:demo': { ...SESSION, identifier },
		'draft:demo': 'Half',
		'outbox:demo:e-1': { ...entry, referrerUrl: '', afterId: 0 },
	};
	const texts: Record<string, string> = {};
	for (const [key, value] of Object.entries(kept)) texts[`live-chat-widget:${key}`] = JSON.stringify(value);
	frame = await openFrame(server, {}, texts, HOST_ORIGIN, '&user=pending');
	const { outboxAtom } = await import('#models/outbox.ts');
	assert.deepEqual([frame.store.get(draftAtom), frame.store.get(outboxAtom)], ['', []]);
	frame.store.set(writeDraft, 'Hello');
	void frame.store.set(sendDraft);
	frame.store.set(writeDraft, 'Typed');
	// By the end of another call, a message that did not wait would be on its way.
	const { loadAgents } = await import('../../src/widget/features/availability/agents.ts');
	await frame.store.set(loadAgents);
	assert.deepEqual([...server.callsOf('POST /messages'), ...server.callsOf('POST /config')], []);
}

const sentTexts = () => server.messages.map(({ content }) => content);

test('before the page has named its user, nothing of the one before is shown or sent, and what is typed is for the new one', async () => {
	await openPending('mira');
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'grace', user: {} });
	await answerTo('1');
	await until('it is sent', () => sentTexts().includes('Hello'));
	await until('nothing waits', () => !frame.store.get(hasPendingAtom));
	assert.deepEqual([frame.store.get(draftAtom), sentTexts()], ['Typed', ['Hello']]);
	assert.notEqual(server.callsOf('POST /messages').at(-1)?.token, 'token-1');
});

for (const [name, identifier, named] of [
	['where the page names nobody', undefined, { event: 'config-set', awaitsUser: false }],
	['where the page names the same user', 'mira', { event: 'set-user', identifier: 'mira', user: {} }],
] as const) {
	test(`what was typed before the user was known follows what the browser had kept, ${name}`, async () => {
		await openPending(identifier);
		frame.tell(named);
		await until('both are sent', () => sentTexts().length === 2);
		await until('nothing waits', () => !frame.store.get(hasPendingAtom));
		assert.deepEqual([frame.store.get(draftAtom), sentTexts()], ['Half\nTyped', ['Unsent', 'Hello']]);
		assert.equal(server.callsOf('POST /messages').at(-1)?.token, 'token-1');
	});
}

test('where nobody is signed in, what the user before had typed is kept for them, and the rest goes on', async () => {
	await openPending('mira');
	frame.tell({ event: 'config-set', awaitsUser: false, isSignedOut: true });
	await until('it is sent', () => sentTexts().includes('Hello'));
	assert.deepEqual([frame.store.get(draftAtom), sentTexts()], ['Typed', ['Hello']]);
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: { jwt: 'first' } });
	await answerTo('1');
	assert.equal(frame.store.get(draftAtom), 'Unsent\nHalf\nTyped');
});

for (const why of ['fails', 'takes too long'] as const) {
	test(`where a page that names its user ${why}, the user whom the browser knows is not shown, and comes back once proven`, async (t) => {
		const end = holdTimer(t);
		await openPending('mira');
		if (why === 'fails') frame.tell({ event: 'config-set', awaitsUser: false });
		else end();
		await until('it is sent', () => sentTexts().includes('Hello'));
		assert.deepEqual([frame.store.get(draftAtom), sentTexts()], ['Typed', ['Hello']]);
		assert.notEqual(server.callsOf('POST /messages').at(-1)?.token, 'token-1');
		const read = ['GET /conversations', 'GET /messages', 'GET /contact'].flatMap((name) => server.callsOf(name));
		assert.ok(!read.some(({ token }) => token === 'token-1'));
		frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: { jwt: 'late' } });
		await answerTo('1');
		assert.equal(frame.store.get(draftAtom), 'Unsent\nHalf\nTyped');
	});
}

test('the chat does not wait long for a page that does not answer', async (t) => {
	const end = holdTimer(t);
	await openPending(undefined);
	end();
	await until('both are sent', () => sentTexts().length === 2);
	assert.equal(frame.store.get(draftAtom), 'Half\nTyped');
});

test('a page that takes long to renew a proof that is still valid changes nothing', async () => {
	await send('Hello');
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: { jwt: 'first' } });
	await answerTo('1');
	frame.tell({ event: 'config-set', awaitsUser: false });
	const { authTokenAtom } = await import('../../src/widget/features/session/session.ts');
	await send('Still here');
	assert.equal(frame.store.get(authTokenAtom), 'token-1');
	assert.ok(!frame.heard.some(({ event }) => event === 'signedOut'));
});

/** Answers what ends the wait for the page. */
function holdTimer({ mock }: TestContext): () => void {
	const { setTimeout: own } = globalThis;
	const due: (() => void)[] = [];
	const hold = (run: () => void, after?: number) => (after === IDENTITY_TIMEOUT ? due.push(run) : own(run, after));
	mock.method(globalThis, 'setTimeout', hold);
	return () => due.forEach((run) => run());
}

test('methods that a page calls before its user is known are about that user', async () => {
	await openPending('mira');
	frame.tell({ event: 'forget', requestId: '1' });
	await frame.store.set((await import('../../src/widget/features/availability/agents.ts')).loadAgents);
	assert.equal(frame.heard.filter(({ event }) => event === 'settled').length, 0);
	frame.tell({ event: 'set-user', requestId: '2', identifier: 'mira', user: {} });
	await answerTo('1');
	assert.equal(server.callsOf('DELETE /contact').at(-1)?.token, 'token-1');
});

/**
 * A page's message is under way when another tab has sent it; `change` is what that tab and the
 * server do besides.
 */
async function assertSentElsewhere(change: { before?: () => void; after?: () => void } = {}): Promise<void> {
	await send('Hello');
	server.hasPush = false;
	const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
	server.failNext('POST /messages', isAnswered);
	frame.tell({ event: 'send-message', requestId: '1', content: 'From the page', echoId: 'e-2' });
	await until('it is under way', () => server.callsOf('POST /messages').length === 2);
	change.before?.();
	server.say('From the page', { message_type: 0, sender_type: 'Contact', echo_id: 'e-2', isPushed: false });
	change.after?.();
	localStorage.removeItem('live-chat-widget:outbox:demo:e-2');
	frame.fire('storage');
	const { data, error } = await answerTo('1');
	assert.equal(error, undefined);
	assert.equal((data as { content: string }).content, 'From the page');
	answer();
}

test("a page's message that another tab has sent is sent, also before the server's event comes", async () => {
	await assertSentElsewhere();
});

test("a page's message that another tab has sent in a new session, since the server forgot the old one, is sent", async () => {
	await assertSentElsewhere({
		before: () => server.admit(ELSEWHERE.authToken),
		after: () => changeElsewhere(ELSEWHERE),
	});
});

test('a user who is proven again goes on in what was read', async () => {
	await send('Hello');
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: { jwt: 'first' } });
	await answerTo('1');
	await until('it is read as the proven user', () => frame.store.get(conversationIdAtom) !== undefined);
	const { visitSignalAtom } = await import('../../src/widget/features/session/session.ts');
	const visit = frame.store.get(visitSignalAtom);
	frame.tell({ event: 'set-user', requestId: '2', identifier: 'mira', user: { jwt: 'second' } });
	await answerTo('2');
	assert.equal(visit.aborted, false);
});

test("another user's session replaces this one completely", async () => {
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

test('a reset does not wait for setUser on a slow server, and the user is not accepted after it', async () => {
	await send('Hello');
	const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
	server.failNext('PATCH /contact/set_user', isAnswered);
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: {} });
	frame.tell({ event: 'set-custom-attributes', requestId: '2', customAttributes: { plan: 'pro' } });
	await until('it is under way', () => server.callsOf('PATCH /contact/set_user').length === 1);
	frame.tell({ event: 'reset', requestId: '3' });
	assert.deepEqual(await answerTo('3'), { event: 'settled', requestId: '3' });
	const { shownMessagesAtom } = await import('../../src/widget/features/messages/messages.ts');
	assert.deepEqual([frame.store.get(shownMessagesAtom), localStorage.length], [[], 0]);
	answer();
	for (const id of ['1', '2']) assert.equal((await answerTo(id)).error, 'DISCONNECTED');
	assert.equal(localStorage.length, 0);
	assert.deepEqual(server.callsOf('PATCH /contact'), []);
	assert.ok(!frame.heard.some(({ event }) => event === 'error'));
});

test('a user is identified once more where the server has forgotten the visitor', async () => {
	await send('Hello');
	server.tokens.clear();
	server.admit('other');
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: {} });
	assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1' });
	assert.deepEqual(
		server.callsOf('PATCH /contact/set_user').map(({ token }) => token),
		['token-1', 'token-2'],
	);
	const { contactAtom } = await import('../../src/widget/features/contact/contact.ts');
	assert.equal(frame.store.get(contactAtom)?.identifier, 'mira');
});

for (const [request, name] of [
	[{ event: 'set-user', identifier: 'mira', user: {} }, 'PATCH /contact/set_user'],
	[{ event: 'trigger-campaign', campaignId: 1 }, 'GET /campaigns'],
] as const) {
	test(`${request.event} is given up where the server does not answer, and does not block later requests`, async (t) => {
		const { timeout } = AbortSignal;
		AbortSignal.timeout = () => timeout.call(AbortSignal, 50);
		t.after(() => {
			AbortSignal.timeout = timeout;
		});
		server.failNext(name, new Promise(() => {}));
		frame.tell({ ...request, requestId: '1' });
		frame.tell({ event: 'prefill', requestId: '2', content: 'Hello', isReplacing: false });
		assert.deepEqual((await answerTo('1')).data, { code: 'TIMEOUT' });
		await answerTo('2');
	});
}

test('the locale is the wish where it is enabled, else its language, else that of the channel', async () => {
	for (const [wish, expected] of [
		['de-AT', 'de'],
		['pt_BR', 'pt_BR'],
		['eo', 'en'],
	] as const) {
		frame.tell({ event: 'set-locale', locale: wish });
		await until(`${wish} shows as ${expected}`, () => frame.store.get(localeAtom) === expected);
	}
});

test("attributes of the visitor's record are merged and removed by the server, for a new visitor too", async () => {
	frame.tell({ event: 'set-custom-attributes', requestId: '1', customAttributes: { plan: 'pro' } });
	frame.tell({ event: 'delete-custom-attribute', requestId: '2', customAttribute: 'plan' });
	assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1' });
	assert.deepEqual(await answerTo('2'), { event: 'settled', requestId: '2' });
	assert.deepEqual(server.callsOf('PATCH /contact')[0]?.body, { custom_attributes: { plan: 'pro' } });
	assert.deepEqual(server.callsOf('POST /contact/destroy_custom_attributes')[0]?.body, { custom_attributes: ['plan'] });
});

for (const [request, name, body] of [
	[
		{ event: 'set-conversation-custom-attributes', customAttributes: { order: 7 } },
		'POST /conversations/set_custom_attributes',
		{ custom_attributes: { order: 7 } },
	],
	[
		{ event: 'delete-conversation-custom-attribute', customAttribute: 'order' },
		'POST /conversations/destroy_custom_attributes',
		{ custom_attribute: ['order'] },
	],
	[{ event: 'set-label', label: 'vip' }, 'POST /labels', { label: 'vip' }],
	[{ event: 'remove-label', label: 'a b/c' }, 'DELETE /labels/a%20b%2Fc', {}],
] as const) {
	test(`${request.event} is refused without a conversation, and creates no contact`, async () => {
		frame.tell({ ...request, requestId: '1' });
		assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1', error: 'NO_CONVERSATION' });
		assert.deepEqual(
			server.calls.filter((call) => call.name === 'POST /config' || call.name === name),
			[],
		);
		await send('Hello');
		frame.tell({ ...request, requestId: '2' });
		assert.deepEqual(await answerTo('2'), { event: 'settled', requestId: '2' });
		assert.deepEqual(server.callsOf(name)[0]?.body, body);
	});
}

test("a refused request has the server's reason", async () => {
	const body = { message: 'Custom attributes plan length should be < 1500', attributes: ['custom_attributes'] };
	server.failNext('PATCH /contact', { status: 422, body }, 'cut');
	frame.tell({ event: 'set-custom-attributes', requestId: '1', customAttributes: { plan: 'x' } });
	assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1', error: 'REQUEST_FAILED', data: body });
	frame.tell({ event: 'set-custom-attributes', requestId: '2', customAttributes: { plan: 'x' } });
	const lost = await answerTo('2');
	assert.deepEqual(lost, {
		event: 'settled',
		requestId: '2',
		error: 'REQUEST_FAILED',
		data: { code: 'NETWORK_ERROR' },
	});
});

test('sendMessage sends one message as the visitor, and answers with it', async () => {
	frame.store.set(writeDraft, 'Half a thought');
	frame.tell({ event: 'send-message', requestId: '1', content: 'Is it round?', echoId: 'e-1' });
	frame.tell({ event: 'send-message', requestId: '2', content: 'Is it round?', echoId: 'e-1' });
	const [first, second] = [await answerTo('1'), await answerTo('2')];
	const [stored] = server.messages;
	assert.equal(server.messages.length, 1);
	for (const { data } of [first, second]) {
		const { id, content, echo_id } = data as { id: number; content: string; echo_id: string };
		assert.deepEqual([id, content, echo_id], [stored?.id, 'Is it round?', 'e-1']);
	}
	assert.equal(frame.store.get(draftAtom), 'Half a thought');
});

test('a message that the server refuses stays in the chat, and the page is told that it failed', async () => {
	server.failNext('POST /messages', { status: 422, body: { message: 'Too many messages', attributes: ['base'] } });
	frame.tell({ event: 'send-message', requestId: '1', content: 'Hello', echoId: 'e-2' });
	assert.equal((await answerTo('1')).error, 'REQUEST_FAILED');
	const { outboxAtom } = await import('#models/outbox.ts');
	assert.deepEqual(
		frame.store.get(outboxAtom).map(({ content, state }) => [content, state]),
		[['Hello', 'failed']],
	);
});

test('prefill does not overwrite what the visitor has typed, unless it is told to', async () => {
	frame.tell({ event: 'prefill', requestId: '1', content: 'About order 7: ', isReplacing: false });
	await answerTo('1');
	assert.equal(frame.store.get(draftAtom), 'About order 7: ');
	frame.store.set(writeDraft, 'My own words');
	frame.tell({ event: 'prefill', requestId: '2', content: 'Other', isReplacing: false });
	assert.deepEqual(await answerTo('2'), { event: 'settled', requestId: '2', error: 'DRAFT_EXISTS' });
	assert.equal(frame.store.get(draftAtom), 'My own words');
	frame.tell({ event: 'prefill', requestId: '3', content: 'Other', isReplacing: true });
	await answerTo('3');
	assert.equal(frame.store.get(draftAtom), 'Other');
});

test("showArticle shows an article by slug and by address, and nothing outside the channel's help centre", async () => {
	frame.tell({ event: 'show-article', requestId: 'none', article: 'glazes' });
	assert.equal((await answerTo('none')).error, 'NOT_IN_HELP_CENTRE');
	await frame.stop();
	frame = await openFrame(server, { channel: { ...makePage().channel, portal: PORTAL } });
	const { origin } = new URL(server.origin);
	for (const [id, article, path] of [
		['slug', 'glazes', '/hc/help/articles/glazes'],
		['odd slug', 'a b?c', '/hc/help/articles/a%20b%3Fc'],
		['address', `${origin}/hc/help/articles/kilns?utm=mail`, '/hc/help/articles/kilns'],
		['path', '/hc/help/en', '/hc/help/en'],
	] as const) {
		frame.tell({ event: 'show-article', requestId: id, article });
		assert.deepEqual(await answerTo(id), { event: 'settled', requestId: id });
		assert.equal(location.hash, `#/article?${new URLSearchParams({ link: path })}`);
	}
	const { hash } = location;
	for (const article of ['https://evil.example/hc/help/articles/x', '/hc/other/en', '/desk', 'javascript:alert(1)']) {
		frame.tell({ event: 'show-article', requestId: article, article });
		assert.equal((await answerTo(article)).error, 'NOT_IN_HELP_CENTRE', article);
	}
	assert.equal(location.hash, hash);
});

test('show leads to every view', async () => {
	await send('Hello');
	await frame.stop();
	frame = await openFrame(server, { session: SESSION, channel: { ...makePage().channel, portal: PORTAL } });
	await until('the messages are there', () => frame.store.get(conversationIdAtom));
	const current = String(frame.store.get(conversationIdAtom));
	for (const [view, hash] of [
		['messages', '#/messages'],
		['home', '#/'],
		['77', '#/conversation?conversation=77'],
		['78', '#/conversation?conversation=78'],
		[current, '#/messages'],
		['history', '#/'],
		['glazes', '#/article?link=%2Fhc%2Fhelp%2Farticles%2Fglazes'],
		['home', '#/'],
	] as const) {
		const requestId = `${view} ${hash} ${frame.heard.length}`;
		frame.tell({ event: 'show', requestId, view });
		assert.deepEqual(await answerTo(requestId), { event: 'settled', requestId });
		assert.equal(location.hash, hash, view);
	}
	frame.tell({ event: 'show', requestId: 'elsewhere', view: 'https://evil.example/' });
	assert.equal((await answerTo('elsewhere')).error, 'NOT_IN_HELP_CENTRE');
});

test('the chat begins with the view that the page names', async () => {
	frame.tell({ event: 'config-set', view: 'messages' });
	await until('it is shown', () => location.hash === '#/messages');
});

test('forget deletes the visitor on the server first, then here; after a failure everything stays', async () => {
	await send('Hello');
	frame.store.set(writeDraft, 'Half');
	const before = localStorage.length;
	server.failNext('DELETE /contact', { status: 503 });
	frame.tell({ event: 'forget', requestId: '1' });
	assert.equal((await answerTo('1')).error, 'REQUEST_FAILED');
	assert.equal(localStorage.length, before);
	frame.tell({ event: 'forget', requestId: '2' });
	assert.deepEqual(await answerTo('2'), { event: 'settled', requestId: '2' });
	assert.equal(server.callsOf('DELETE /contact')[1]?.token, 'token-1');
	assert.equal(localStorage.length, 0);
	frame = await frame.reload();
	assert.deepEqual(frame.heard[0], { event: 'loaded', config: {} });
});

test('a visitor who gets the event of the deletion before the response is forgotten as well', async () => {
	await send('Hello');
	await until('it listens', () =>
		frame.heard.some((message) => message.event === 'connectionChanged' && message.state === 'connected'),
	);
	const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
	server.failNext('DELETE /contact', isAnswered);
	frame.tell({ event: 'forget', requestId: '1' });
	await until('it is under way', () => server.callsOf('DELETE /contact').length === 1);
	server.push('contact.deleted', { id: 1, account_id: 1, conversation_ids: [43] });
	const { shownMessagesAtom } = await import('../../src/widget/features/messages/messages.ts');
	await until('it is heard', () => frame.store.get(shownMessagesAtom).length === 0);
	answer();
	assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1' });
	assert.equal(localStorage.length, 0);
});

test('a visitor without a session is forgotten without a request', async () => {
	frame.tell({ event: 'forget', requestId: '1' });
	assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1' });
	assert.deepEqual(
		server.calls.filter(({ name }) => name !== 'GET /inbox_members'),
		[],
	);
});

test('a visitor who was deleted from another browser is anonymous here', async () => {
	await send('Hello');
	await until('it listens', () =>
		frame.heard.some((message) => message.event === 'connectionChanged' && message.state === 'connected'),
	);
	server.push('contact.deleted', { id: 1, account_id: 1, conversation_ids: [43] });
	const { shownMessagesAtom } = await import('../../src/widget/features/messages/messages.ts');
	await until('it is forgotten', () => frame.store.get(shownMessagesAtom).length === 0);
	frame = await frame.reload();
	assert.deepEqual(frame.heard[0], { event: 'loaded', config: {} });
});

test('the page is told what agents write, that the visitor begins, and whether the connection holds', async () => {
	const { startConversation } = await import('../../src/widget/app/routing/navigate.ts');
	const heard = (event: string) => frame.heard.filter((message) => message.event === event);
	frame.store.set(startConversation);
	await send('Hello');
	await until('it is connected', () => JSON.stringify(heard('connectionChanged')).includes('"connected"'));
	const said = server.say('Welcome');
	await until('it is told', () => heard('onEvent').length === 2);
	assert.deepEqual(
		frame.heard.flatMap((message) => (message.event === 'onEvent' ? [[message.eventIdentifier, message.data]] : [])),
		[
			['start-conversation', { hasConversation: false }],
			['agent-message', JSON.parse(JSON.stringify(said))],
		],
	);
	server.cut();
	await until('it is lost', () => JSON.stringify(heard('connectionChanged').at(-1)).includes('"lost"'));
});

/** Another window of this browser stores another session, or removes it. */
function changeElsewhere(session?: { authToken: string; pubsubToken: string; identifier?: string }) {
	const key = 'live-chat-widget:session:demo';
	if (session) localStorage.setItem(key, JSON.stringify(session));
	else localStorage.removeItem(key);
	dispatchEvent(Object.assign(new Event('storage'), { key }));
}

const ELSEWHERE = { authToken: 'elsewhere', pubsubToken: 'pubsub' };

test('a window whose page has named its user writes into no session that another window has just stored', async () => {
	localStorage.setItem('live-chat-widget:session:demo', JSON.stringify({ ...ELSEWHERE, identifier: 'grace' }));
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'ada', user: {} });
	assert.equal((await answerTo('1')).error, undefined);
	await frame.stop();
	frame = await openFrame(server);
	frame.tell({ event: 'config-set', identifier: 'ada' });
	localStorage.setItem('live-chat-widget:session:demo', JSON.stringify({ ...ELSEWHERE, identifier: 'grace' }));
	frame.tell({ event: 'begin-session', requestId: '2' });
	assert.deepEqual((await answerTo('2')).data, { code: 'ABORTED' });
	await until('the page is told', () => frame.heard.some(({ event }) => event === 'visitEnded'));
	assert.ok(server.calls.every(({ token }) => token !== ELSEWHERE.authToken));
});

for (const [what, change] of [
	['begins the visit of another user', () => changeElsewhere({ ...ELSEWHERE, identifier: 'grace' })],
	['forgets the user', () => changeElsewhere()],
	[
		'forgets the user, and an anonymous visitor writes there',
		() => {
			changeElsewhere();
			changeElsewhere(ELSEWHERE);
		},
	],
] as const) {
	test(`where another window ${what}, a window with a user shows no visitor and takes over no session`, async () => {
		frame.tell({ event: 'set-user', requestId: '1', identifier: 'ada', user: {} });
		await answerTo('1');
		await send('Of Ada');
		const { shownMessagesAtom } = await import('../../src/widget/features/messages/messages.ts');
		await until('it shows', () => frame.store.get(shownMessagesAtom).length === 1);
		change();
		const kept = localStorage.getItem('live-chat-widget:session:demo');
		assert.deepEqual(frame.store.get(shownMessagesAtom), []);
		await until('the page hears of it', () => frame.heard.filter(({ event }) => event === 'visitEnded').length === 1);
		// Reads that began when the socket connected may still be under way.
		const writes = () => server.calls.filter(({ name }) => !name.startsWith('GET '));
		const before = writes();
		frame.tell({ event: 'begin-session', requestId: '2' });
		assert.deepEqual((await answerTo('2')).data, { code: 'ABORTED' });
		assert.deepEqual(writes(), before);
		assert.equal(localStorage.getItem('live-chat-widget:session:demo'), kept);
		assert.ok(!JSON.stringify(frame.heard).includes('elsewhere'));
	});
}

test('the window shows its user again when the page names them', async () => {
	frame.tell({ event: 'config-set', identifier: 'ada' });
	await send('Of Ada');
	changeElsewhere({ ...ELSEWHERE, identifier: 'grace' });
	await until('the page hears of it', () => frame.heard.some(({ event }) => event === 'visitEnded'));
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'ada', user: {} });
	assert.deepEqual(await answerTo('1'), { event: 'settled', requestId: '1' });
	await send('Of Ada again');
	assert.equal(server.callsOf('POST /messages').at(-1)?.token, 'token-2');
});

test('a window whose page has named no user follows the others, and learns who its visitor has turned out to be', async () => {
	await send('Hello');
	changeElsewhere({ authToken: 'token-1', pubsubToken: 'pubsub-of-token-1', identifier: 'ada' });
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'grace', user: {} });
	frame = await frame.giveWay();
	await answerTo('1');
	assert.equal(server.callsOf('PATCH /contact/set_user')[0]?.token, 'token-2', 'the session is that of Ada');
	await frame.stop();
	frame = await openFrame(server);
	await send('Hello');
	changeElsewhere({ ...ELSEWHERE, identifier: 'ada' });
	await until('the host has the token', () => JSON.stringify(frame.heard).includes('elsewhere'));
	assert.ok(!frame.heard.some(({ event }) => event === 'visitEnded'));
});

test('an isolated frame neither reads nor changes the session that the browser has stored', async () => {
	await send('Of another user');
	const kept = Object.fromEntries<string>(Object.entries(localStorage));
	await frame.stop();
	frame = await openFrame(server, {}, { ...kept, 'live-chat-widget:draft:demo': '"Half"' }, HOST_ORIGIN, '&user=apart');
	const before = JSON.stringify(Object.entries(localStorage));
	assert.deepEqual(frame.heard[0], { event: 'loaded', config: {} });
	assert.equal(frame.store.get(draftAtom), '');
	await send('Of nobody in particular');
	assert.equal(server.callsOf('POST /messages').at(-1)?.token, 'token-2');
	assert.equal(JSON.stringify(Object.entries(localStorage)), before);
});

test('what is written for a user before the server has answered is not given to the user who is named next', async () => {
	await send('Of nobody in particular');
	const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
	server.failNext('PATCH /contact/set_user', isAnswered);
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'ada', user: {} });
	await until('it is under way', () => server.callsOf('PATCH /contact/set_user').length === 1);
	await send('Of Ada');
	frame.store.set(writeDraft, 'Half a thought of Ada');
	frame.tell({ event: 'set-user', requestId: '2', identifier: 'grace', user: {} });
	frame = await frame.giveWay();
	answer();
	assert.deepEqual(await answerTo('2'), { event: 'settled', requestId: '2' });
	const [ofAda, ofGrace] = server.callsOf('PATCH /contact/set_user');
	assert.deepEqual([ofAda?.token, ofGrace?.token], ['token-1', 'token-2']);
	assert.equal(frame.store.get(draftAtom), '');
});

test("another user's session is left the moment that the page names one, and nothing of it shows again", async () => {
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'ada', user: {} });
	await answerTo('1');
	await send('Of Ada');
	const { shownMessagesAtom } = await import('../../src/widget/features/messages/messages.ts');
	await until('it shows', () => frame.store.get(shownMessagesAtom).length === 1);
	server.messages = [];
	frame.store.set(writeDraft, 'Half a thought of Ada');
	const left = frame;
	frame.tell({ event: 'set-user', requestId: '2', identifier: 'grace', user: {} });
	frame.tell({ event: 'prefill', requestId: '3', content: 'For Grace', isReplacing: false });
	await until('it is left', () => left.heard.some(({ event }) => event === 'startAgain'));
	assert.deepEqual([left.store.get(shownMessagesAtom), left.store.get(draftAtom)], [[], '']);
	assert.equal(server.callsOf('PATCH /contact/set_user').length, 1, 'the next document names her');
	frame = await frame.giveWay();
	const shown: string[] = [];
	const undo = frame.store.sub(shownMessagesAtom, () => {
		for (const { content } of frame.store.get(shownMessagesAtom)) shown.push(content ?? '');
	});
	assert.deepEqual(await answerTo('2'), { event: 'settled', requestId: '2' });
	assert.deepEqual(await answerTo('3'), { event: 'settled', requestId: '3' });
	assert.equal(frame.store.get(draftAtom), 'For Grace');
	assert.ok(!left.heard.some((message) => message.event === 'settled' && message.requestId === '3'));
	const [first, second, third] = server.callsOf('PATCH /contact/set_user');
	assert.equal(first?.token, 'token-1');
	assert.equal(second?.token, 'token-2', 'it is asked for with a session of its own');
	assert.equal(third, undefined);
	await send('Of Grace');
	assert.equal(server.callsOf('POST /messages').at(-1)?.token, 'token-2');
	await until('it shows', () => shown.includes('Of Grace'));
	assert.ok(!shown.includes('Of Ada'));
	undo();
});
