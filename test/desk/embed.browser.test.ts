import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { embedCode, embedPolicy } from '#protocol/embedCode.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, until } from './page.ts';
import { makeInbox, PROFILE } from './samples.ts';

const INBOXES = 'GET /api/v1/accounts/1/inboxes';
const FACTS = 'GET /live-chat-widget.single.json';
const SINGLE = { src: '/live-chat-widget.single.js', integrity: `sha384-${'a'.repeat(64)}` };
const SHOP = makeInbox({ id: 1, name: 'Halden Stoneware', website_token: 'shop-token' });
const LONG = makeInbox({ id: 2, name: 'Donaudampfschifffahrtsgesellschaft'.repeat(2), website_token: 'long-token' });
const address = location.href;
const server = startFakeServer();

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
	const root = document.createElement('div');
	root.id = 'app';
	document.body.append(root);
	location.hash = '#login=once&email=ada%40team.example';
	await import('../../src/desk/main.ts');
});

after(() => {
	// Signs out, since the next test file of the desk may have the same storage.
	findNamed('header button', 'Sign out')?.click();
	server.stop();
	// The runner needs its own address in the page again.
	history.replaceState(null, '', address);
});

test('each website has its lines, and for strict policies lines with the current hash and the directives that they need', async () => {
	const answer = Promise.withResolvers<void>();
	server.answer(INBOXES, async () => {
		await answer.promise;
		return { payload: [SHOP, LONG] };
	});
	const dialog = await open();
	await until(() => dialog.innerText.includes('Loading…'));
	answer.resolve();
	const section = await until(() => dialog.querySelector('section'));
	assert.ok(!dialog.innerText.includes('Loading…'));
	assert.equal(dialog.querySelectorAll('section').length, 2);
	assert.equal(section.querySelector('h3')?.textContent, 'Halden Stoneware');
	assert.deepEqual(codesIn(section), [
		SHOP.web_widget_script,
		embedCode({ websiteToken: 'shop-token', baseUrl: SHOP.base_url, single: SINGLE }),
		embedPolicy(SHOP.base_url, SINGLE),
	]);
	assert.ok(codesIn(section)[2]?.startsWith(`script-src '${SINGLE.integrity}';\nconnect-src ${SHOP.base_url};`));
	assert.ok(codesIn(section)[1]?.includes(`integrity="${SINGLE.integrity}" crossorigin`));
});

test('axe finds nothing in the dialog, light or dark', async () => {
	const { default: axe } = await import('axe-core');
	for (const details of document.querySelectorAll('dialog details')) (details as HTMLDetailsElement).open = true;
	for (const scheme of ['light', 'dark']) {
		document.documentElement.style.colorScheme = scheme;
		const { violations } = await axe.run(currentDialog(), { resultTypes: ['violations'] });
		assert.deepEqual(
			violations.map(({ id, nodes }) => `${scheme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
			[],
		);
	}
	document.documentElement.style.colorScheme = '';
});

test('the button copies the lines unchanged, and says so', async () => {
	let copied = '';
	useClipboard({ writeText: async (text) => void (copied = text) });
	const copy = copyButton();
	assert.ok(describedBy(copy).includes('Halden Stoneware'));
	copy.click();
	await until(() => statusBeside(copy) === 'Copied');
	assert.equal(copied, SHOP.web_widget_script);
});

test('where the browser cannot copy, the dialog says so and selects the lines', async () => {
	// The second is a page without HTTPS.
	for (const clipboard of [{ writeText: () => Promise.reject(new Error('denied')) }, undefined]) {
		getSelection()?.removeAllRanges();
		useClipboard(clipboard);
		copyButton().click();
		await until(() => statusBeside(copyButton()).startsWith('Your browser could not copy the code.'));
		assert.equal(getSelection()?.toString().trim(), SHOP.web_widget_script);
	}
	Reflect.deleteProperty(navigator, 'clipboard');
});

test('on a phone nothing sticks out, and everything can be reached', async () => {
	await setViewport({ width: 320, height: 568 });
	const dialog = currentDialog();
	await until(() => innerWidth === 320 && dialog.getBoundingClientRect().right <= 320);
	assert.ok(dialog.getBoundingClientRect().left >= 0);
	for (const box of [document.documentElement, dialog, ...dialog.querySelectorAll('*')])
		assert.ok(
			box.scrollWidth <= Math.max(box.clientWidth, 1) || isInline(box),
			`${box.outerHTML.slice(0, 80)} scrolls`,
		);
	for (const button of document.querySelectorAll('header button')) {
		const { left, right } = button.getBoundingClientRect();
		assert.ok(left >= 0 && right <= 320, `${button.textContent} at ${left} to ${right}`);
	}
	await setViewport({ width: 1200, height: 800 });
});

test('the dialog takes the focus when it opens, and Escape returns it to the button', async () => {
	findNamed('dialog button', 'Close')?.click();
	await until(() => !document.querySelector('dialog'));
	assert.equal(document.activeElement, embedButton());
	await sendKeys({ press: 'Enter' });
	const dialog = await until(() => document.querySelector('dialog'));
	await until(() => document.activeElement === findNamed('dialog button', 'Close'));
	assert.ok(dialog.matches(':modal'));
	await until(() => dialog.querySelector('summary'));
	await sendKeys({ press: 'Tab' });
	assert.equal(document.activeElement, copyButton());
	await sendKeys({ press: 'Tab' });
	assert.equal(document.activeElement, dialog.querySelector('summary'));
	await sendKeys({ press: 'Escape' });
	await until(() => !document.querySelector('dialog'));
	assert.equal(document.activeElement, embedButton());
});

test('lines that fail to load say so, and load on another try', async () => {
	for (const [route, back] of [
		[INBOXES, () => ({ payload: [SHOP] })],
		[FACTS, () => SINGLE],
	] as const) {
		server.answer(route, () => {
			throw 503;
		});
		const dialog = await open();
		await until(() => dialog.querySelector('[role=alert]')?.textContent.includes('This could not be loaded.'));
		server.answer(route, back);
		const again = findNamed('dialog button', 'Try again');
		again?.focus();
		again?.click();
		await until(() => codesIn(dialog)[0] === SHOP.web_widget_script);
		assert.ok(dialog.contains(document.activeElement), 'the focus stays in the dialog');
		await close();
	}
});

test('an agent without a website reads how to add one', async () => {
	server.answer(INBOXES, () => ({ payload: [] }));
	await open();
	await until(() => hasText('No websites yet. An administrator can add one.'));
	await close();
});

function embedButton(): HTMLElement {
	return findNamed('header button', 'Embed') ?? assert.fail('no button');
}

async function open(): Promise<HTMLDialogElement> {
	(await until(() => findNamed('header button', 'Embed'))).click();
	return until(() => document.querySelector('dialog'));
}

async function close(): Promise<void> {
	findNamed('dialog button', 'Close')?.click();
	await until(() => !document.querySelector('dialog'));
}

function currentDialog(): HTMLDialogElement {
	return document.querySelector('dialog') ?? assert.fail('no dialog');
}

function copyButton(): HTMLElement {
	return findNamed('dialog button', 'Copy') ?? assert.fail('no button');
}

function codesIn(place: Element): string[] {
	return [...place.querySelectorAll('pre')].map(({ textContent }) => textContent);
}

function describedBy(element: Element): string {
	const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
	return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
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
