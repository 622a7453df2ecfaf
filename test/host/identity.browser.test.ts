/**
 * Who the visitor is, and what the page stores about that (docs/wire.md, Cookies and storage and
 * Page and frame).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveChatWidget } from '../../elements/live-chat-widget.ts';
import { loadMethods } from '../../src/host/onInterest/frameLink.ts';
import { press } from '../support/browser/input.ts';
import {
	addWidget,
	asked,
	type FakeFrame,
	findLauncher,
	frameOf,
	greet,
	launcherOf,
	panelOf,
	record,
	serve,
	takeAway,
	until,
} from './hostPages.ts';
import { holdTimers } from '../widget/heldTimers.ts';
import { IDENTITY_RENEWAL } from '../../src/host/onDemand/identityProvider.ts';

// Imported as the page does: otherwise the bundler puts it into this test's file, which other tests
// would then run too.
const { fingerprint } = await import('../../src/host/onDemand/hostMethodHandlers.ts');

const ADA = { name: 'Ada', email: 'ada@example.test' };

function cookie(name: string): string | undefined {
	return document.cookie
		.split('; ')
		.find((entry) => entry.startsWith(`${name}=`))
		?.slice(name.length + 1);
}

/** A visitor token in the form of the server's. */
function tokenOf(inbox: number, source = 'a'): string {
	return `head.${btoa(JSON.stringify({ source_id: source, inbox_id: inbox }))}.sign`;
}

function usersOf(frame: FakeFrame) {
	return frame.heard.filter((message) => message.event === 'set-user');
}

/** Settles the newest setUser as accepted. */
async function accept(frame: FakeFrame, count = 1) {
	const users = await until(() => usersOf(frame).length === count && usersOf(frame));
	frame.say({ event: 'settled', requestId: users.at(-1)?.requestId ?? '' });
}

/** Denies cookies until the test restores `document.cookie`. */
function denyCookies() {
	const deny = () => {
		throw new DOMException('denied', 'SecurityError');
	};
	Object.defineProperty(document, 'cookie', { configurable: true, get: deny, set: deny });
}

/** Loads the next page of the same visitor. */
async function turnPage(element: LiveChatWidget, attributes: Record<string, string> = {}): Promise<LiveChatWidget> {
	await takeAway(element);
	return addWidget(attributes);
}

test("the fingerprint is Chatwoot's, and other facts are part of it too", () => {
	assert.equal(fingerprint('42', ADA), 'c1713d990a90f07b7c4b5b1ed9f6f2ff');
	const prints = [
		{},
		ADA,
		{ ...ADA, phone_number: '+491' },
		{ ...ADA, custom_attributes: { plan: 'pro' } },
		{ ...ADA, custom_attributes: { plan: 'free' } },
		{ ...ADA, identifier_hash: 'x' },
	].map((user) => fingerprint('42', user));
	assert.equal(new Set(prints).size, prints.length);
	assert.equal(fingerprint('1', { city: 'A', name: 'B' }), fingerprint('1', { name: 'B', city: 'A' }));
});

test('naming the same user on the next page makes no request and needs no frame; a changed attribute does', async () => {
	serve({});
	let element = addWidget();
	const first = element.setUser(42, ADA);
	let frame = await greet(element, { authToken: 'mine' });
	await accept(frame);
	await first;
	assert.equal(cookie('cw_user_shop'), 'c1713d990a90f07b7c4b5b1ed9f6f2ff');

	element = await turnPage(element, { loading: 'interaction' });
	await element.setUser('42', ADA);
	await element.setUser('42', { ...ADA, avatar_url: null, city: null });
	assert.equal(frameOf(element), null);

	const changed = element.setUser('42', { ...ADA, custom_attributes: { plan: 'pro' } });
	frame = await greet(element, { authToken: 'mine' });
	await accept(frame);
	await changed;
	assert.equal(cookie('cw_user_shop'), fingerprint('42', { ...ADA, custom_attributes: { plan: 'pro' } }));
});

test('a user named before the channel has answered is compared with the remembered one', async () => {
	document.cookie = `cw_conversation=${encodeURIComponent(tokenOf(1))}; Path=/`;
	document.cookie = `cw_user_shop=${fingerprint('42', ADA)}; Path=/`;
	serve({});
	const answer = window.fetch;
	const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
	window.fetch = async (input) => {
		await isAsked;
		return answer(input);
	};
	const element = addWidget({ loading: 'interaction' });
	const told = element.setUser('42', ADA);
	// The call's code has loaded before the channel has answered.
	await loadMethods();
	await new Promise((resolve) => setTimeout(resolve));
	ask();
	await told;
	await findLauncher(element);
	assert.equal(frameOf(element), null);
});

test('a refused user is not remembered, and can be named again', async () => {
	serve({});
	const element = addWidget();
	const refused = element.setUser('42', { identifier_hash: 'wrong' });
	const frame = await greet(element, { authToken: 'mine' });
	const [request] = await until(() => usersOf(frame).length === 1 && usersOf(frame));
	const data = { error: 'HMAC failed' };
	frame.say({ event: 'settled', requestId: request?.requestId ?? '', error: 'SET_USER_ERROR', data });
	await assert.rejects(refused, { code: 'SET_USER_ERROR', data });
	assert.equal(cookie('cw_user_shop'), undefined);
	const again = element.setUser('42', { identifier_hash: 'wrong' });
	await accept(frame, 2);
	await again;
});

test('a user whose naming was superseded does not affect the next one', async () => {
	serve({});
	const element = addWidget();
	const first = element.setUser('ada');
	const second = element.setUser('grace');
	const frame = await greet(element, { authToken: 'mine' });
	const [ada] = await until(() => usersOf(frame).length === 2 && usersOf(frame));
	await accept(frame, 2);
	await second;
	frame.say({ event: 'settled', requestId: ada?.requestId ?? '', error: 'DISCONNECTED' });
	await assert.rejects(first, { code: 'DISCONNECTED' });
	frame.say({ event: 'setAuthCookie', data: { widgetAuthToken: 'new' } });
	await until(() => usersOf(frame).at(-1)?.identifier === 'grace' && usersOf(frame).length === 3);
});

test('switching users there and back ends with the one named last', async () => {
	serve({});
	const element = addWidget();
	void element.setUser('ada');
	const frame = await greet(element, { authToken: 'mine' });
	await accept(frame);
	await until(() => cookie('cw_user_shop'));
	void element.setUser('grace');
	const back = element.setUser('ada');
	await accept(frame, 3);
	await back;
	assert.deepEqual(
		usersOf(frame).map(({ identifier }) => identifier),
		['ada', 'grace', 'ada'],
	);
});

test('a frame that leaves its user for another one is replaced: the panel stays open, and the next frame answers the call', async () => {
	serve({});
	const element = addWidget();
	const told = element.setUser('ada');
	void element.open();
	const frame = await greet(element, { authToken: 'of ada' });
	await accept(frame);
	await told;
	const labelled = element.setLabel('of-ada');
	const other = element.setUser('grace');
	const later = element.setLabel('of-grace');
	await until(() => frame.heard.filter(({ event }) => event === 'set-label').length === 2);
	const heard = record('unread');
	frame.say({ event: 'handleNotificationDot', unreadMessageCount: 2 });
	frame.say({ event: 'startAgain', isLeft: true });
	await assert.rejects(labelled, { code: 'DISCONNECTED' });
	assert.deepEqual(
		heard.map(({ detail }) => (detail as { count: number }).count),
		[2, 0],
	);
	assert.equal(cookie('cw_conversation'), undefined);
	assert.equal(panelOf(element)?.dataset['mode'], 'open');
	await until(() => frameOf(element) !== frame.iframe && frameOf(element));
	const next = await greet(element);
	const { searchParams } = new URL(next.iframe.src);
	assert.deepEqual(
		['user', 'view', 'cw_conversation'].map((name) => searchParams.get(name)),
		['pending', 'open', null],
	);
	await accept(next);
	await other;
	const asked = await until(() => next.heard.find((message) => message.event === 'set-label'));
	assert.ok(asked.event === 'set-label' && asked.label === 'of-grace');
	next.say({ event: 'settled', requestId: asked.requestId ?? '' });
	await later;
});

test('after reset() the same user is identified again, and the next frame begins anonymous', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	void element.setUser('ada');
	const frame = await greet(element, { authToken: 'mine' });
	await accept(frame);
	const reset = element.reset();
	const request = await until(() => frame.heard.find((message) => message.event === 'reset'));
	frame.say({ event: 'settled', requestId: request.requestId ?? '' });
	await reset;
	assert.equal(document.cookie.includes('cw_'), false);
	const again = element.setUser('ada');
	const next = await greet(element);
	assert.equal(new URL(next.iframe.src).searchParams.get('cw_conversation'), null);
	await accept(next);
	await again;
});

test('where the server has forgotten the visitor, the user is identified again automatically', async () => {
	serve({});
	let element = addWidget();
	void element.setUser('ada', ADA);
	await accept(await greet(element, { authToken: 'old' }));
	await until(() => cookie('cw_user_shop'));
	element = await turnPage(element, { loading: 'eager' });
	await element.setUser('ada', ADA);
	const frame = await greet(element, { authToken: 'old' });
	assert.equal(usersOf(frame).length, 0);
	frame.say({ event: 'setAuthCookie', data: { widgetAuthToken: 'new' } });
	await accept(frame);
	assert.deepEqual(usersOf(frame)[0]?.user, ADA);
});

test('a user whose session has ended in another window is forgotten, and identified again only when the page names them', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const told = element.setUser('ada', ADA);
	const first = await greet(element, { authToken: 'mine' });
	await accept(first);
	await told;
	// As the page in the other window does for its own user.
	document.cookie = 'cw_conversation=theirs; Path=/';
	document.cookie = 'cw_user_shop=theirs; Path=/';
	first.say({ event: 'visitEnded' });
	await until(() => frameOf(element) !== first.iframe && frameOf(element));
	const apart = await greet(element);
	const { searchParams } = new URL(apart.iframe.src);
	assert.deepEqual([searchParams.get('cw_conversation'), searchParams.get('user')], [null, 'apart']);
	const unread = record('unread');
	apart.say({ event: 'setAuthCookie', data: { widgetAuthToken: 'apart' } });
	apart.say({ event: 'handleNotificationDot', unreadMessageCount: 1 });
	await until(() => unread.length === 1);
	assert.equal(usersOf(apart).length, 0);
	assert.deepEqual([cookie('cw_conversation'), cookie('cw_user_shop')], ['theirs', 'theirs']);

	const again = element.setUser('ada', ADA);
	await until(() => frameOf(element) !== apart.iframe && frameOf(element));
	const last = await greet(element, { authToken: 'mine' });
	assert.equal(new URL(last.iframe.src).searchParams.get('user'), 'pending');
	await accept(last);
	await again;
	assert.deepEqual([cookie('cw_conversation'), cookie('cw_user_shop')], ['mine', fingerprint('ada', ADA)]);
});

test('the frame is told whose window it is, also where the user is known', async () => {
	serve({});
	let element = addWidget();
	void element.setUser('ada');
	await accept(await greet(element, { authToken: 'mine' }));
	await until(() => cookie('cw_user_shop'));
	element = await turnPage(element, { loading: 'eager' });
	let frame = await greet(element, { authToken: 'mine' });
	const hears = () => frame.heard.some((message) => message.event === 'config-set' && message.identifier === 'ada');
	assert.ok(!hears());
	await element.setUser('ada');
	await until(hears);
	element.parentElement?.append(element);
	await until(() => frameOf(element) !== frame.iframe && frameOf(element));
	frame = await greet(element, { authToken: 'mine' });
	await until(hears);
});

test('a frame that starts while a user is being named waits, and shows nothing remembered before', async () => {
	serve({});
	const element = addWidget();
	void element.setUser('grace');
	void element.open();
	const frame = await greet(element);
	assert.equal(new URL(frame.iframe.src).searchParams.get('user'), 'pending');
	const [config] = frame.heard;
	assert.ok(config?.event === 'config-set' && config.awaitsUser);
});

test("the token is stored for a year under Chatwoot's name", async () => {
	serve({});
	await greet(addWidget({ loading: 'eager' }), { authToken: tokenOf(1) });
	assert.equal(decodeURIComponent(cookie('cw_conversation') ?? ''), tokenOf(1));
	assert.deepEqual(document.cookie.match(/cw_\w+/g), ['cw_conversation']);
	if (!('cookieStore' in window)) return;
	const entry = await (cookieStore as unknown as { get(name: string): Promise<Record<string, unknown>> }).get(
		'cw_conversation',
	);
	const days = (Number(entry['expires']) - Date.now()) / 86_400_000;
	// Only Chromium tells the cookie's expiry.
	if (entry['expires']) assert.ok(days > 364 && days <= 365.1, String(days));
	if (entry['sameSite']) assert.equal(entry['sameSite'], 'lax');
});

test('two channels on one page store a token each, and each gets its own back', async () => {
	serve({});
	const [one, other] = [addWidget({ loading: 'eager' }), addWidget({ 'website-token': 'other', loading: 'eager' })];
	await greet(one, { authToken: tokenOf(1) });
	await greet(other, { authToken: tokenOf(2) });
	await takeAway(one, other);
	const tokens = await Promise.all(
		['shop', 'other'].map(async (websiteToken) => {
			const frame = await greet(addWidget({ 'website-token': websiteToken, loading: 'eager' }));
			return new URL(frame.iframe.src).searchParams.get('cw_conversation');
		}),
	);
	assert.deepEqual(tokens, [tokenOf(1), tokenOf(2)]);
});

test('changing the channel of a tag begins anonymous, and identifies the user again', async () => {
	serve((address) => ({ inbox_id: address.includes('other') ? 2 : 1 }));
	const element = addWidget({ loading: 'eager' });
	const told = element.setUser('ada');
	const frame = await greet(element, { authToken: tokenOf(1) });
	await accept(frame);
	await told;
	element.setAttribute('website-token', 'other');
	await until(() => frameOf(element) !== frame.iframe && frameOf(element));
	const next = await greet(element);
	assert.equal(new URL(next.iframe.src).searchParams.get('cw_conversation'), null);
	const again = element.setUser('ada');
	await accept(next);
	await again;
});

test('changing the server of a tag does not send it the remembered token', async () => {
	serve({});
	denyCookies();
	try {
		const element = addWidget({ loading: 'eager' });
		const frame = await greet(element, { authToken: 'mine' });
		element.setAttribute('base-url', `${location.origin}/elsewhere`);
		const next = await until(() => frameOf(element) !== frame.iframe && frameOf(element));
		assert.equal(new URL(next.src).searchParams.get('cw_conversation'), null);
	} finally {
		Reflect.deleteProperty(document, 'cookie');
	}
});

test("another channel's token is not sent, and does not start the frame", async () => {
	document.cookie = `cw_conversation=${encodeURIComponent(tokenOf(2))}; Path=/`;
	serve((address) => ({ inbox_id: address.includes('other') ? 2 : 1 }));
	const [element, other] = [addWidget(), addWidget({ 'website-token': 'other' })];
	// The other channel's frame starts later, after the same steps.
	await until(() => frameOf(other));
	assert.equal(frameOf(element), null);
	await takeAway(element, other);

	// Also when the panel is opened before the channel is known.
	for (const [inbox_id, expected] of [
		[1, null],
		[2, tokenOf(2)],
	] as const) {
		serve({ inbox_id });
		const opened = addWidget();
		void opened.open();
		const { searchParams } = new URL((await until(() => frameOf(opened))).src);
		assert.equal(searchParams.get('cw_conversation'), expected);
		await takeAway(opened);
	}
});

test('cookies of a base domain are removed with it', async () => {
	serve({});
	const written: string[] = [];
	Object.defineProperty(document, 'cookie', {
		configurable: true,
		get: () => 'cw_conversation=mine',
		set(text: string) {
			written.push(text);
		},
	});
	const element = addWidget({ loading: 'eager', 'base-domain': 'shop.example' });
	const frame = await greet(element, { authToken: 'mine' });
	assert.ok(written.some((text) => text.startsWith('cw_conversation=mine') && text.includes('Domain=shop.example')));
	written.length = 0;
	const reset = element.reset();
	const request = await until(() => frame.heard.find((message) => message.event === 'reset'));
	frame.say({ event: 'settled', requestId: request.requestId ?? '' });
	await reset;
	assert.ok(written.some((text) => /^cw_conversation=; Max-Age=0;.*Domain=shop\.example/.test(text)));
	Reflect.deleteProperty(document, 'cookie');
});

test('where cookies are denied the chat works, and the page remembers until it is closed', async () => {
	serve({});
	denyCookies();
	const element = addWidget({ loading: 'eager' });
	const told = element.setUser('ada');
	const frame = await greet(element, { authToken: 'mine' });
	await accept(frame);
	await told;
	await element.setUser('ada');
	assert.equal(usersOf(frame).length, 1);
	const elsewhere = document.body.appendChild(document.createElement('div'));
	elsewhere.append(element);
	await until(() => frameOf(element) !== frame.iframe);
	assert.equal(new URL(frameOf(element)?.src ?? '').searchParams.get('cw_conversation'), 'mine');
	elsewhere.remove();
	Reflect.deleteProperty(document, 'cookie');
});

test('without required consent nothing is requested, shown or stored; with it calls are carried out', async () => {
	serve({});
	const element = addWidget({ consent: 'required', loading: 'eager' });
	const opened = element.open();
	void element.setUser('ada');
	await new Promise((resolve) => requestAnimationFrame(resolve));
	assert.deepEqual([asked, launcherOf(element), frameOf(element), document.cookie], [[], null, null, '']);
	await element.grantConsent();
	assert.equal(element.getAttribute('consent'), 'granted');
	const frame = await greet(element, { authToken: 'mine' });
	await opened;
	await accept(frame);

	element.setAttribute('consent', 'required');
	await until(() => frameOf(element) === null && launcherOf(element) === null);
	element.removeAttribute('consent');
	await findLauncher(element);
});

/** A token whose signature only the server checks. */
function jwtOf(sub: string, lifetime: number): string {
	return `head.${btoa(JSON.stringify({ sub, exp: Math.floor(Date.now() / 1000) + lifetime }))}.sign`;
}

test('a page that is asked who its user is is asked once the chat loads, and not before', async () => {
	serve({});
	const element = addWidget({ loading: 'interaction' });
	let asks = 0;
	element.identityProvider = async () => {
		asks += 1;
		return { jwt: jwtOf('u-1', 3_600), name: 'Ada' };
	};
	const launcher = await findLauncher(element);
	await loadMethods();
	assert.equal(frameOf(element), null);
	assert.equal(asks, 0);

	await press(launcher);
	const frame = await greet(element, { authToken: 'mine' });
	assert.equal(new URL(frame.iframe.src).searchParams.get('user'), 'pending');
	await accept(frame);
	const [message] = usersOf(frame);
	assert.ok(message?.event === 'set-user');
	assert.deepEqual([message.identifier, message.user.name, Boolean(message.user.jwt)], ['u-1', 'Ada', true]);
	assert.equal(asks, 1);
});

test('a page is asked again before a token expires, and when the server wants another one', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	// Expires so soon that it is renewed after the shortest pause.
	const lifetimes = [1, 3_600, 3_600];
	let asks = 0;
	element.identityProvider = () => ({ jwt: jwtOf('u-1', lifetimes[asks++] ?? 0) });
	const frame = await greet(element, { authToken: 'mine' });
	await accept(frame);
	await accept(frame, 2);
	assert.equal(asks, 2);
	// Once the answer to the second is in.
	await until(() => {
		frame.say({ event: 'identityExpired' });
		return asks === 3;
	});
	await accept(frame, 3);
});

test('a page is asked ever less often where each token seems to expire at once, as by a clock that is ahead', async () => {
	serve({});
	const pauses = [1, 2, 4].map((times) => holdTimers((times * IDENTITY_RENEWAL) / 10));
	const element = addWidget({ loading: 'eager' });
	let asks = 0;
	element.identityProvider = () => {
		asks += 1;
		return { jwt: jwtOf('u-1', asks > pauses.length ? 3_600 : asks) };
	};
	const frame = await greet(element, { authToken: 'mine' });
	for (const [index, pause] of pauses.entries()) {
		await accept(frame, index + 1);
		await until(() => pause.count === 1);
		pause.ring();
	}
	await accept(frame, pauses.length + 1);
	assert.equal(asks, pauses.length + 1);
	for (const pause of pauses.toReversed()) pause.release();
});

test('a renewal that is due while the call before is unanswered is made after it', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const lifetimes = [1, 3_600];
	let asks = 0;
	element.identityProvider = () => ({ jwt: jwtOf('u-1', lifetimes[asks++] ?? 0) });
	const frame = await greet(element, { authToken: 'mine' });
	await until(() => usersOf(frame).length === 1);
	// Set after the renewal's own timer, and so due after it.
	await new Promise((resolve) => setTimeout(resolve, IDENTITY_RENEWAL / 10));
	assert.equal(asks, 1);
	await accept(frame);
	await accept(frame, 2);
	assert.equal(asks, 2);
});

test('a page whose user the frame has left remembers none, and can name one again', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	element.identityProvider = () => ({ jwt: jwtOf('u-1', 3_600) });
	const frame = await greet(element, { authToken: 'mine' });
	await accept(frame);
	await until(() => cookie('cw_user_shop'));
	element.identityProvider = () => null;
	await until(() => frame.heard.find((message) => message.event === 'config-set' && message.isSignedOut));
	frame.say({ event: 'signedOut' });
	await until(() => document.cookie === '');
	element.identityProvider = () => ({ jwt: jwtOf('u-1', 3_600) });
	await accept(frame, 2);
	await until(() => cookie('cw_user_shop'));
});

test('where the page says that another user is signed in now, the next frame is asked for that one, and renews their proof', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	element.identityProvider = () => ({ identifier: 'ada', ...ADA });
	const frame = await greet(element, { authToken: 'of ada' });
	await accept(frame);
	await until(() => cookie('cw_user_shop'));
	let asks = 0;
	element.identityProvider = () => {
		asks += 1;
		return { identifier: 'grace' };
	};
	await until(() => usersOf(frame).at(-1)?.identifier === 'grace');
	frame.say({ event: 'startAgain', isLeft: true });
	await until(() => frameOf(element) !== frame.iframe && frameOf(element));
	const next = await greet(element, { authToken: 'of grace' });
	await accept(next);
	assert.deepEqual(
		usersOf(next).map(({ identifier }) => identifier),
		['grace'],
	);
	await until(() => cookie('cw_user_shop') === fingerprint('grace', {}));
	assert.equal(asks, 1);
	// Once the answer is in.
	await until(() => {
		next.say({ event: 'identityExpired' });
		return asks === 2;
	});
});

test('a page without a provider does not keep the frame waiting for a proof', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const told = element.setUser('ada', { jwt: jwtOf('ada', 1) });
	const frame = await greet(element, { authToken: 'mine' });
	await accept(frame);
	await told;
	frame.say({ event: 'identityExpired' });
	await until(() => frame.heard.some((message) => message.event === 'config-set' && message.awaitsUser === false));
});

test('a page that says at once that nobody is signed in has the frame leave the former user before it shows anything', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	let hasSaid = false;
	element.identityProvider = () => {
		hasSaid = true;
		return null;
	};
	await until(() => hasSaid && frameOf(element));
	const frame = await greet(element, { authToken: 'mine' });
	const told = () => frame.heard.filter((message) => message.event === 'config-set');
	await until(() => told().some(({ awaitsUser }) => awaitsUser === false));
	const [first, ...others] = told().filter(({ awaitsUser }) => awaitsUser !== undefined);
	assert.equal(first?.awaitsUser, true);
	assert.deepEqual(
		others.map(({ awaitsUser, isSignedOut }) => [awaitsUser, isSignedOut]),
		[[false, true]],
	);
});

test('a known user whom the page names late keeps the frame waiting no longer', async () => {
	serve({});
	let element = addWidget({ loading: 'eager' });
	element.identityProvider = () => ({ identifier: 'ada', ...ADA });
	await accept(await greet(element, { authToken: 'mine' }));
	await until(() => cookie('cw_user_shop'));
	element = await turnPage(element, { loading: 'eager' });
	const said = Promise.withResolvers<{ identifier: string }>();
	element.identityProvider = () => said.promise;
	const frame = await greet(element, { authToken: 'mine' });
	const told = () =>
		frame.heard.flatMap((message) =>
			message.event === 'config-set' && message.awaitsUser !== undefined ? [message.awaitsUser] : [],
		);
	await until(() => told().length > 0);
	assert.deepEqual(told(), [true]);
	said.resolve({ identifier: 'ada', ...ADA });
	await until(() => told().length > 1);
	assert.deepEqual(told(), [true, false]);
	assert.equal(usersOf(frame).length, 0);
});

test('a page is not asked who its visitor is because the tag leaves it', async () => {
	serve({});
	const element = addWidget();
	let asks = 0;
	element.identityProvider = () => {
		asks += 1;
		return null;
	};
	await findLauncher(element);
	// Calls begin one after the other: a later one that is refused shows that the provider has been
	// noted.
	await assert.rejects(element.setLabel(' '));
	await import('../../src/host/onDemand/identityProvider.ts');
	await assert.rejects(element.setLabel(' '));
	await takeAway(element);
	await greet(addWidget({ loading: 'eager' }));
	assert.equal(asks, 0);
});

test('where nobody is signed in, or the page fails to say it, the chat goes on without a user', async () => {
	serve({});
	const heard = record('error');
	const element = addWidget({ loading: 'eager' });
	element.identityProvider = () => null;
	const frame = await greet(element);
	const isReleased = () =>
		frame.heard.filter((message) => message.event === 'config-set' && message.awaitsUser === false).length;
	await until(() => isReleased() > 0);
	assert.equal(usersOf(frame).length, 0);
	assert.equal(heard.length, 0);

	element.identityProvider = () => Promise.reject(new Error('The site is down'));
	await until(() => heard.length > 0);
	assert.deepEqual(
		heard.map(({ detail }) => (detail as { code: string }).code),
		['SET_USER_ERROR'],
	);
});
