import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { embedCode, embedPolicy } from '#protocol/frame/embedCode.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inMain, until } from './page.ts';
import { makeInbox, PROFILE } from './samples.ts';

const INBOXES = 'GET /api/v1/accounts/1/inboxes';
const FACTS = 'GET /live-chat-widget.pinned.json';
const SINGLE = { src: '/live-chat-widget.0.2.0.single.js', integrity: `sha384-${'a'.repeat(64)}` };
const SHOP = makeInbox({ id: 1, name: 'Halden Stoneware', website_token: 'shop-token' });
const LONG = makeInbox({ id: 2, name: 'Donaudampfschifffahrtsgesellschaft'.repeat(2), website_token: 'long-token' });
const server = startFakeServer();
let endDesk = () => {};

before(async () => {
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer('GET /api/v1/accounts/1/conversations', () => ({
		data: {
			meta: { mine_count: 0, assigned_count: 0, unassigned_count: 0, all_count: 0 },
			next_cursor: null,
			payload: [],
		},
	}));
	server.answer(FACTS, () => SINGLE);
	endDesk = await beginDesk(server);
	await until(() => findNamed('header a', 'Settings'));
});

after(() => {
	endDesk();
});

test('each website has its lines, and for strict policies lines with the current hash and the directives that they need', async () => {
	const answer = Promise.withResolvers<void>();
	server.answer(INBOXES, async () => {
		await answer.promise;
		return { payload: [SHOP, LONG] };
	});
	open();
	await until(() => document.querySelector('main nav + div')?.textContent.includes('Loading…'));
	answer.resolve();
	await press(inMain('Halden Stoneware'));
	const section = await until(() => document.querySelector('main section'));
	assert.ok(!hasText('Loading…'));
	assert.equal(document.querySelector('main h2')?.textContent, 'Halden Stoneware');
	assert.deepEqual(codesIn(section), [
		SHOP.web_widget_script,
		embedCode({ websiteToken: 'shop-token', baseUrl: SHOP.base_url, single: SINGLE }),
		embedPolicy(SHOP.base_url, SINGLE),
	]);
	assert.ok(codesIn(section)[2]?.startsWith(`script-src '${SINGLE.integrity}';\nconnect-src ${SHOP.base_url};`));
	assert.ok(codesIn(section)[1]?.includes(`integrity="${SINGLE.integrity}" crossorigin`));
});

test('axe finds nothing on the page, light or dark', async () => {
	for (const details of document.querySelectorAll('main details')) (details as HTMLDetailsElement).open = true;
	await axeFindsNothing('body', ['light', 'dark']);
});

test('the button copies the lines unchanged, and says so', async () => {
	let copied = '';
	useClipboard({ writeText: async (text) => void (copied = text) });
	const copy = copyButton();
	await press(copy);
	await until(() => statusBeside(copy) === 'Copied');
	assert.equal(copied, SHOP.web_widget_script);
});

test('where the browser cannot copy, the page says so and selects the lines', async () => {
	// The second is a page without HTTPS.
	for (const clipboard of [{ writeText: () => Promise.reject(new Error('denied')) }, undefined]) {
		getSelection()?.removeAllRanges();
		useClipboard(clipboard);
		await press(copyButton());
		await until(() => statusBeside(copyButton()).startsWith('Your browser could not copy the code.'));
		assert.equal(getSelection()?.toString().trim(), SHOP.web_widget_script);
	}
	Reflect.deleteProperty(navigator, 'clipboard');
});

test('on a phone the list leads to a page and back, nothing sticks out, and everything can be reached', async () => {
	await setViewport({ width: 320, height: 568 });
	const page = await until(() => document.querySelector('main'));
	await until(() => innerWidth === 320 && page.getBoundingClientRect().right <= 320);
	for (const box of [document.documentElement, page, ...page.querySelectorAll('*')])
		assert.ok(
			box.scrollWidth <= Math.max(box.clientWidth, 1) || isInline(box),
			`${box.outerHTML.slice(0, 80)} scrolls`,
		);
	for (const button of document.querySelectorAll('header button, header a')) {
		const { left, right } = button.getBoundingClientRect();
		assert.ok(left >= 0 && right <= 320, `${button.textContent} at ${left} to ${right}`);
	}
	const list = document.querySelector('main nav') ?? assert.fail('no list');
	assert.equal(list.checkVisibility(), false);
	await press(inMain('Settings'));
	await until(() => list.checkVisibility());
	await setViewport({ width: 1200, height: 800 });
});

test('lines that fail to load say so, and load on another try', async () => {
	for (const [route, back] of [
		[INBOXES, () => ({ payload: [SHOP] })],
		[FACTS, () => SINGLE],
	] as const) {
		await close();
		server.answer(route, () => {
			throw 503;
		});
		open();
		await until(() => document.querySelector('main [role=alert]')?.textContent.includes('This could not be loaded.'));
		server.answer(route, back);
		await press(inMain('Try again'));
		await until(() => findNamed('main li > a', 'Halden Stoneware'));
		assert.ok(document.querySelector('main')?.contains(document.activeElement), 'the focus stays on the page');
	}
});

test('an agent without a website reads how to add one', async () => {
	await close();
	server.answer(INBOXES, () => ({ payload: [] }));
	open();
	await until(() => hasText('No websites yet. An administrator can add one.'));
});

function open(): void {
	location.hash = '#/settings/websites';
}

async function close(): Promise<void> {
	location.hash = '#/';
	await until(() => document.querySelector('main')?.innerText.includes('No conversations here.'));
}

function copyButton(): HTMLElement {
	return findNamed('main button', 'Copy') ?? assert.fail('no button');
}

function codesIn(place: Element): string[] {
	return [...place.querySelectorAll('pre')].map(({ textContent }) => textContent);
}

function statusBeside(element: Element): string {
	return element.parentElement?.querySelector('[role=status]')?.textContent ?? '';
}

function isInline(element: Element): boolean {
	return getComputedStyle(element).display === 'inline' || element instanceof SVGElement;
}

function useClipboard(clipboard: { writeText: (text: string) => Promise<void> } | undefined): void {
	Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
}
