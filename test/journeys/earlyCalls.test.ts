/**
 * Presses of the visitor and calls of the page before the tag's code has loaded, on a page with the
 * strictest policy.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, HTTPRequest, Page } from 'puppeteer-core';
import { ROOT } from '../../src/build/root.ts';
import { launchBrowser } from '../support/browser.ts';
import { type HostPage, startHostPage } from '../support/hostPage.ts';
import { press } from '../support/input.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Visitor } from './visitor.ts';
import { see, until } from './waiting.ts';

const NONCE = 'bm9uY2U';

let browser: Browser;
let server: TestServer;
let host: HostPage;

before(async () => {
	[browser, server] = await Promise.all([launchBrowser({ isShellEnough: true }), startServer()]);
	const nonce = `nonce="${NONCE}"`;
	host = await startHostPage({
		headers: {
			'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${NONCE}'; connect-src ${server.origin}; frame-src ${server.origin}; img-src data:; base-uri 'none'`,
		},
		embed: `<script ${nonce}>${linesForClicks()}
liveChatWidget = [['prefill', 'Said early']];</script>
<a href="/contact" class="help">Contact</a>
<live-chat-widget website-token="demo" base-url="${server.origin}" launcher-for=".help" hide-message-bubble></live-chat-widget>
<script type="module" ${nonce} src="${server.origin}/live-chat-widget.js"></script>`,
	});
});

after(async () => {
	await browser.close();
	await Promise.all([host.stop(), server.stop()]);
});

let context: BrowserContext;
beforeEach(async () => {
	context = await browser.createBrowserContext();
});
afterEach(() => context.close());

/** The lines that docs/tag.md gives to pages with launchers of their own. */
function linesForClicks(): string {
	const blocks = readFileSync(`${ROOT}/docs/tag.md`, 'utf8').matchAll(/```html\n<script>\n([^`]*)<\/script>\n```/g);
	const [lines] = [...blocks].map(([, block = '']) => block).filter((block) => block.includes("'click'"));
	assert.ok(lines);
	return lines;
}

/** A visitor for whom the tag's code is still loading. */
async function arriveEarly(): Promise<{ visitor: Visitor; script: HTTPRequest }> {
	const page = await context.newPage();
	await page.setRequestInterception(true);
	let script: HTTPRequest | undefined;
	page.on('request', (request) => {
		if (request.url().endsWith('/live-chat-widget.js')) script = request;
		else void request.continue();
	});
	// The page's load event comes after that code.
	const visitor = await Visitor.arrive(page, 'about:blank');
	void page.goto(host.url).catch(() => {});
	const held = await until('the code asked for', () => Promise.resolve(script));
	await see(page, 'the link', () => document.querySelector('a.help') !== null);
	return { visitor, script: held };
}

/**
 * The page's own address: in Firefox, puppeteer's `page.url()` is `about:blank` until the page has
 * loaded.
 */
const addressOf = (page: Page) => page.evaluate(() => location.href);

const isExpanded = (wanted: string) => document.querySelector('a.help')?.getAttribute('aria-expanded') === wanted;

test("a press on the page's own launcher and a queued call are carried out when the code has loaded", async () => {
	const { visitor, script } = await arriveEarly();
	const { page } = visitor;
	await press(page, { selector: 'a.help' });
	assert.equal(await addressOf(page), host.url);
	assert.equal(await page.evaluate(() => customElements.get('live-chat-widget')), undefined);
	await script.continue();
	await see(page, 'the chat open', isExpanded, 'true');
	const frame = await visitor.frame();
	await press(frame, 'Start Conversation');
	await see(frame, 'the text', () => document.querySelector('textarea')?.value === 'Said early');
	assert.equal(await addressOf(page), host.url);

	// From now on only the element handles it: a second toggle would undo the first.
	await press(page, { selector: 'a.help' });
	await see(page, 'the chat closed', isExpanded, 'false');
	await press(page, { selector: 'a.help' });
	await see(page, 'the chat open again', isExpanded, 'true');
	assert.equal(await addressOf(page), host.url);
});

test('a link leads to its own address when the code does not load', async () => {
	const { visitor, script } = await arriveEarly();
	const { page } = visitor;
	await script.abort();
	await see(page, 'the page loaded', () => document.readyState === 'complete');
	await press(page, { selector: 'a.help' });
	await see(page, 'the link’s page', (wanted) => location.href === wanted, `${host.url}contact`);
});

test('a script that has lost its type loads the chat nevertheless, and the console names what is missing', async () => {
	const page = await startHostPage({
		embed: `<live-chat-widget website-token="demo" base-url="${server.origin}"></live-chat-widget>
<script defer src="${server.origin}/live-chat-widget.js"></script>`,
	});
	try {
		const visitor = await Visitor.arrive(await context.newPage(), 'about:blank');
		const warnings: string[] = [];
		visitor.page.on('console', (message) => warnings.push(message.text()));
		await visitor.page.goto(page.url);
		await visitor.openConversation();
		assert.match(warnings.join('\n'), /type="module" is missing/);
	} finally {
		await page.stop();
	}
});
