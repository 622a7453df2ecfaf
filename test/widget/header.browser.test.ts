/** The header of the frame: its contents and actions. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { sendMouse, setViewport } from '@web/test-runner-commands';
import { BANNER_DURATION } from '#protocol/base/limits.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { isWaitingAtom } from '../../src/widget/features/messages/messages.ts';
import { hostAtom } from '../../src/widget/features/host/host.ts';
import { routeAtom } from '../../src/widget/app/routing/route.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { Chat, server } from './chat.ts';
import { holdTimers } from './heldTimers.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const AGENTS = ['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov', 'Alan Kay'].map((name, index) => ({
	id: index + 1,
	name,
	avatar_url: '',
	availability_status: 'online',
}));
const SESSION = { authToken: 'known', pubsubToken: 'pubsub' };
const WRITTEN = { message_type: 0, content_type: 'text', content_attributes: {}, conversation_id: 43 };
const WITH_END = { ...makePage().channel, enabledFeatures: ['end_conversation' as const] };

let chat: Chat;

beforeEach(() => {
	chat = new Chat();
	server.answer(`GET ${API}/inbox_members`, () => ({ payload: AGENTS }));
});
afterEach(async () => {
	chat.close();
	await setViewport({ width: 800, height: 600 });
});
after(() => server.stop());

const header = () => document.querySelector('header');
/** The names of the shown agents, for screen readers and for the mouse. */
const facesOf = (place: string) =>
	[...document.querySelectorAll(`${place} ul:has([aria-hidden]) > li`)].map((face) => {
		const name = face.querySelector('[data-visually-hidden]')?.textContent;
		assert.equal(face.querySelector<HTMLElement>('[aria-hidden]')?.title, name);
		return name;
	});
const goTo = (hash: string) => {
	location.hash = hash;
};

test('the header is expanded on home where there is a title or a tagline, and collapsed elsewhere', async () => {
	chat.open();
	await until(() => findNamed('h1', 'Hi there') && hasText('Ask us anything.'));
	assert.equal(findNamed('button', 'Back'), undefined);
	goTo('#/messages');
	await until(() => findNamed('h1', 'Halden Stoneware') && findNamed('button', 'Back'));
	chat.close();

	goTo('');
	chat.open({ channel: { ...makePage().channel, welcomeTitle: '', welcomeTagline: 'Ask us anything.' } });
	await until(() => findNamed('h1', 'Halden Stoneware') && hasText('Ask us anything.'));
	chat.close();

	chat.open({ channel: { ...makePage().channel, welcomeTitle: '', welcomeTagline: '' } });
	await until(() => findNamed('h1', 'Halden Stoneware') && hasText('Typically replies in a few minutes'));
	assert.equal(findNamed('button', 'Back'), undefined, 'home leads nowhere back');
	assert.ok(header()?.textContent.includes('Typically'), 'the header says how long answers take on home, too');
});

test('the collapsed header shows who is online: a green dot, three faces with their names, how many more, and the reply time', async () => {
	goTo('#/messages');
	chat.open();
	await until(() => facesOf('header').length > 0);
	assert.deepEqual(facesOf('header'), ['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra', 'and 2 more']);
	assert.ok(header()?.textContent.includes('Typically replies in a few minutes'));
	await axeFindsNothing();
});

test('the reply time may take two lines of a narrow panel, and the header is as high as ever', async () => {
	await setViewport({ width: 260, height: 600 });
	goTo('#/messages');
	chat.open();
	const status = await until(() =>
		[...document.querySelectorAll('header p')].find(({ textContent }) => textContent.startsWith('Typically replies')),
	);
	await document.fonts.ready;
	const { height } = status.getBoundingClientRect();
	assert.ok(height > 1.5 * Number.parseFloat(getComputedStyle(status).lineHeight), `${height} px are two lines`);
	assert.equal(header()?.getBoundingClientRect().height, 64);
});

test('an empty conversation says what the website says to its visitors', async () => {
	goTo('#/messages');
	chat.open();
	await until(() => document.querySelector('main')?.textContent.includes('Ask us anything.'));
});

test('home shows four faces, and the initials of an agent whose picture does not load', async () => {
	const withPicture = AGENTS.map((agent) => ({ ...agent, avatar_url: `${location.origin}/${agent.id}.png` }));
	server.answer(`GET ${API}/inbox_members`, () => ({ payload: withPicture }));
	chat.open();
	await until(() => findNamed('h1', 'Hi there') && facesOf('main').length > 0);
	assert.deepEqual(facesOf('main'), [...AGENTS.slice(0, 4).map(({ name }) => name), 'and 1 more']);
	await until(() => document.querySelector('main ul')?.textContent.startsWith('ALAda Lovelace'));
	await axeFindsNothing();
});

test('Back leads home', async () => {
	goTo('#/messages');
	chat.open();
	await press('Back');
	await until(() => findNamed('h1', 'Hi there'));
});

test('the expanded header fades in five steps as home is scrolled', async () => {
	chat.open();
	const view = await until(() => findNamed('h1', 'Hi there') && document.querySelector('main'));
	// Higher than any window, so that it scrolls.
	view.style.setProperty('padding-block-end', '4000px');
	const shown: [number, string | undefined][] = [];
	for (const offset of [10, 11, 16, 21, 26, 31, 0]) {
		const before = header()?.dataset['opacity'];
		view.scrollTop = offset;
		if (offset !== 10) await until(() => header()?.dataset['opacity'] !== before);
		shown.push([offset, header()?.dataset['opacity']]);
	}
	assert.deepEqual(shown, [
		[10, '100'],
		[11, '90'],
		[16, '80'],
		[21, '60'],
		[26, '40'],
		[31, '30'],
		[0, '100'],
	]);
	view.scrollTop = 31;
	// A headless shell's pointer begins in the corner, over the header, which it would keep opaque.
	await sendMouse({ type: 'move', position: [400, 590] });
	const opacityOf = (selector: string) => Number(getComputedStyle(document.querySelector(selector) ?? view).opacity);
	await until(() => opacityOf('header h1') === 0.3);
	assert.equal(opacityOf('header'), 1, 'its buttons keep their contrast');
	goTo('#/messages');
	await until(() => findNamed('button', 'Back'));
	goTo('#/');
	await until(() => findNamed('h1', 'Hi there') && header()?.dataset['opacity'] === '100');
});

test('one action is a button, several are a menu, which Escape closes before the chat', async () => {
	goTo('#/messages');
	talk();
	chat.open({ session: SESSION, channel: WITH_END }, 'framed');
	await until(() => findNamed('header button', 'End Conversation'));
	assert.equal(findNamed('button', 'More options'), undefined);
	chat.tell({ event: 'config-set', showPopoutButton: true });
	const more = await until(() => findNamed('header button', 'More options'));
	assert.equal(findNamed('button', 'End Conversation'), undefined);
	await press(more);
	await until(() => findNamed('button', 'End Conversation') && findNamed('button', 'Open in a new window'));
	assert.equal([...(header()?.querySelectorAll('[role=menuitem]') ?? [])].at(-1)?.textContent, 'End Conversation');
	await axeFindsNothing();
	await key('Escape');
	await until(() => !findNamed('button', 'End Conversation'));
	assert.equal(document.activeElement, more);
	assert.equal(chat.last('closeWindow'), undefined);
	await key('Escape');
	await until(() => chat.last('closeWindow'));
});

test('Back from a message that is being sent stays at home, whatever the server answers then', async () => {
	const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
	const stored: object[] = [];
	server.answer(`GET ${API}/messages`, () => ({ payload: stored }));
	server.answer(`POST ${API}/config`, async () => {
		await answered;
		return { website_channel_config: { auth_token: 'new' }, contact: { pubsub_token: 'pubsub' } };
	});
	server.answer(`POST ${API}/messages`, ({ body }) => {
		const { content, echo_id } = body['message'] as { content: string; echo_id: string };
		stored.push({ id: 9, content, echo_id, ...WRITTEN, created_at: 1 });
		return stored[0];
	});
	chat.open({}, 'framed');
	await press('Start Conversation');
	const field = await until(() => findNamed<HTMLTextAreaElement>('textarea', 'Type your message'));
	await fill(field, 'Hello');
	await key('Enter');
	await until(() => hasText('Hello'));
	await press('Back');
	await until(() => findNamed('h1', 'Hi there'));
	answer();
	await until(() => stored.length === 1 && chat.store.get(connectionAtom) === 'connected');
	await until(() => !chat.store.get(isWaitingAtom));
	assert.equal(chat.store.get(routeAtom), 'home');

	chat.tell({ event: 'toggle-open', isOpen: false });
	chat.tell({ event: 'toggle-open', isOpen: true });
	await until(() => chat.store.get(routeAtom) === 'messages');
});

test('a page that shows home finds it when the panel opens, though there are messages', async () => {
	goTo('#/messages');
	talk();
	server.answer(`GET ${API}/messages`, () => ({
		payload: [{ id: 9, content: 'Hello', ...WRITTEN, created_at: 1_767_600_000 }],
	}));
	chat.open({ session: SESSION }, 'framed');
	await until(() => hasText('Hello'));
	chat.tell({ event: 'toggle-open', isOpen: false });
	chat.tell({ event: 'show', requestId: 'home', view: 'home' });
	await until(() => chat.last('settled'));
	chat.tell({ event: 'toggle-open', isOpen: true });
	await until(() => chat.store.get(hostAtom).isOpen);
	assert.equal(chat.store.get(routeAtom), 'home');
});

test('a conversation that an app shows again is scrolled to its end', async () => {
	goTo('#/messages');
	talk();
	const payload = Array.from({ length: 20 }, (_, index) => ({
		id: index + 1,
		content: `Line\n\n${index}`,
		...WRITTEN,
		created_at: 1_767_600_000 + index,
	}));
	server.answer(`GET ${API}/messages`, () => ({ payload }));
	chat.open({ session: SESSION }, 'framed');
	const log = await until(() => document.querySelector<HTMLElement>('[role=log]'));
	const distance = () => log.scrollHeight - log.clientHeight - log.scrollTop;
	await until(() => log.scrollHeight > log.clientHeight && distance() < 2);
	log.scrollTop = 0;
	await until(() => findNamed('button', 'Go to the newest message'));
	chat.tell({ event: 'widget-visible' });
	await until(() => distance() < 2);
});

test('there is a close button where the launcher cannot be reached, and only there', async () => {
	chat.open({}, 'framed');
	await until(() => findNamed('h1', 'Hi there'));
	const close = () => findNamed('button', 'Close');
	assert.equal(close(), undefined);
	chat.tell({ event: 'toggle-close-button', isMobile: true });
	await until(close);
	chat.tell({ event: 'toggle-close-button', isMobile: false });
	await until(() => !close());
	chat.tell({ event: 'sdk-set-bubble-visibility', hideMessageBubble: true });
	await press('Close');
	await until(() => chat.last('closeWindow'));
	chat.close();

	chat.open();
	await until(() => findNamed('h1', 'Hi there'));
	assert.equal(close(), undefined, 'a page of its own is closed by the browser');
});

test('a banner below the header shows an error for three seconds from the last one', async () => {
	assert.equal(BANNER_DURATION, 3_000);
	goTo('#/messages');
	talk();
	server.answer(`GET ${API}/conversations/toggle_status`, () => {
		throw 500;
	});
	const timers = holdTimers(BANNER_DURATION);
	try {
		chat.open({ session: SESSION, channel: WITH_END });
		const end = await until(() => findNamed('header button', 'End Conversation'));
		const banner = () => findNamed('[role=alert] > p', 'There was an error, please try again');
		await press(end);
		const shown = await until(banner);
		assert.equal(timers.count, 1);
		const { top } = shown.getBoundingClientRect();
		assert.ok(Math.abs(top - (header()?.getBoundingClientRect().bottom ?? 0)) < 10, 'it covers nothing of the header');
		await axeFindsNothing();
		await press(end);
		await until(() => timers.started === 2);
		assert.equal(timers.count, 1, 'the first no longer runs');
		timers.ring();
		await until(() => !banner());
	} finally {
		timers.release();
	}
});

test('a spinner turns while the first list loads, and stops once there is something to show', async () => {
	talk();
	const first = Promise.withResolvers<void>();
	const later = Promise.withResolvers<void>();
	const message = {
		id: 901,
		content: 'Good morning',
		message_type: 0,
		content_type: 'text',
		content_attributes: {},
		created_at: 1_700_000_000,
		conversation_id: 43,
	};
	let reads = 0;
	let answered = 0;
	server.answer(`GET ${API}/messages`, async () => {
		reads += 1;
		await (answered === 0 ? first : later).promise;
		answered += 1;
		return { payload: [message] };
	});
	const spinner = () => findNamed('main [role=status]', 'Loading');
	chat.open({ session: SESSION });
	await until(spinner);
	assert.equal(findNamed('button', 'Continue conversation'), undefined, 'it is not known yet');
	goTo('#/messages');
	await until(() => document.querySelector('[role=log]') && spinner());
	first.resolve();
	await until(() => hasText('Good morning') && !spinner());
	dispatchEvent(new Event('online'));
	await until(() => reads > answered);
	// React has drawn its changes by the next frame.
	await new Promise(requestAnimationFrame);
	assert.equal(spinner(), undefined);
	later.resolve();
});

test('at 320 pixels nothing in a full header is cut off', async () => {
	await setViewport({ width: 320, height: 640 });
	goTo('#/messages');
	talk();
	const websiteName = 'The Halden Stoneware and Fine Porcelain Company';
	chat.open({ session: SESSION, channel: { ...WITH_END, websiteName } }, 'framed');
	await until(() => findNamed('header button', 'End Conversation'));
	chat.tell({ event: 'config-set', showPopoutButton: true, hideMessageBubble: true });
	await until(() => findNamed('header button', 'More options') && findNamed('header button', 'Close'));
	const end = header()?.getBoundingClientRect().right ?? 0;
	for (const control of document.querySelectorAll('header button')) {
		const { left, right, width } = control.getBoundingClientRect();
		assert.ok(left >= 0 && right <= end && width >= 40, control.getAttribute('aria-label') ?? '');
	}
	assert.ok((document.querySelector('h1')?.offsetWidth ?? 0) > 60, 'enough of the name to know it by');
});

/** Gives the visitor an open conversation. */
function talk() {
	server.answer(`GET ${API}/conversations`, () => ({
		id: 43,
		inbox_id: 3,
		contact_last_seen_at: 4_000_000_000,
		status: 'open',
	}));
}
