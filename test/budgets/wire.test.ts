import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { Agent } from '../journeys/agent.ts';
import { see, until } from '../journeys/waiting.ts';
import type { Exchange } from '../support/faultProxy.ts';
import {
	beReturning,
	findFrame,
	findLauncher,
	hasSettled,
	isLoadedOnceDrawn,
	list,
	listFetchedAhead,
	listModules,
	openComposer,
	openShop,
	sum,
	withBrowser,
} from './shop.ts';

const shop = await openShop();
after(() => shop.stop());

/** Counts what goes over the wire from now on. */
function startCounting() {
	const start = shop.proxy.exchanges.length;
	return () => shop.proxy.exchanges.slice(start);
}

/** Runs in the page from its start, and sums up layout shifts. */
function observeShifts(): void {
	window.layoutShift = 0;
	new PerformanceObserver((entries) => {
		for (const entry of entries.getEntries() as (PerformanceEntry & { value: number })[]) {
			window.layoutShift += entry.value;
		}
	}).observe({ type: 'layout-shift', buffered: true });
}

/** Everything that the page and its frames have stored. */
async function readStorage(page: Page) {
	const { cookies } = await page.createCDPSession().then((session) => session.send('Storage.getCookies'));
	const kept = await page.evaluate(async () => ({
		local: Object.keys(localStorage),
		session: Object.keys(sessionStorage),
		databases: (await indexedDB.databases()).map(({ name }) => name),
		caches: window.isSecureContext ? await caches.keys() : [],
	}));
	return { cookies: cookies.map(({ name }) => name), ...kept };
}

const isFirstView = ({ path }: Exchange) => path.includes('/firstView-');

test('before interest: 16 kB, 4 requests, then 2.5 kB in an idle moment; no frame, no storage, no layout shift', async (context) => {
	await withBrowser(async (browser) => {
		const count = startCounting();
		const page = await browser.newPage();
		await page.evaluateOnNewDocument(observeShifts);
		await page.goto(shop.page.url);
		await findLauncher(page);
		await until('what a tap shows', () => count().some(isFirstView));
		await page.waitForNetworkIdle();

		const ahead = sum(count().filter(isFirstView));
		const { kB, requests } = sum(count().filter((exchange) => !isFirstView(exchange)));
		context.diagnostic(`${kB} kB, ${requests} requests; then ${ahead.kB} kB`);
		assert.ok(kB <= 16, `${kB} kB ${list(count())}`);
		assert.ok(requests <= 4, `${requests} requests ${list(count())}`);
		assert.equal(ahead.requests, 1);
		assert.ok(ahead.kB <= 2.5, `${ahead.kB} kB for the view that the page draws`);
		assert.equal(page.frames().length, 1);
		assert.deepEqual(await readStorage(page), { cookies: [], local: [], session: [], databases: [], caches: [] });
		assert.equal(await page.evaluate(() => window.layoutShift), 0);
	});
});

test('who saves data gets nothing before interest but the launcher', async () => {
	await withBrowser(async (browser) => {
		const count = startCounting();
		const page = await browser.newPage();
		await page.evaluateOnNewDocument(() =>
			Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
		);
		await page.goto(shop.page.url);
		await findLauncher(page);
		await page.waitForNetworkIdle();
		assert.deepEqual(count().filter(isFirstView), []);
	});
});

test('from the click to a usable composer: 110 kB in 10 requests, and 120 kB with what loads afterwards', async (context) => {
	await withBrowser(async (browser) => {
		const page = await browser.newPage();
		const before = startCounting();
		await page.goto(shop.page.url);
		await findLauncher(page);
		await until('what a tap shows', () => before().some(isFirstView));
		await page.waitForNetworkIdle();

		const count = startCounting();
		await openComposer(page);
		const first = sum(count().filter((exchange) => !isLoadedOnceDrawn(exchange.path)));
		assert.ok(first.kB <= 110, `${first.kB} kB ${list(count())}`);
		assert.ok(first.requests <= 10, `${first.requests} requests ${list(count())}`);
		await page.waitForNetworkIdle();
		const all = sum(count());
		context.diagnostic(`${first.kB} kB, ${first.requests} requests; ${all.kB} kB with what loads afterwards`);
		assert.ok(all.kB <= 120, `${all.kB} kB ${list(count())}`);
	});
});

test('a returning visitor: 45 kB more than before interest, and no React in the closed frame', async (context) => {
	await withBrowser(async (browser) => {
		const page = await browser.newPage();
		await beReturning(page, shop);

		const count = startCounting();
		await page.reload();
		await findLauncher(page);
		const frame = await findFrame(page);
		await until('a WebSocket', () => count().some(({ path, status }) => path.startsWith('/cable') && status === 101));
		await see(frame, 'the first reading, and what is fetched ahead', hasSettled);
		const ahead = await frame.evaluate(listFetchedAhead);
		const isReact = (path: string) => /\/react-/.test(path);
		assert.equal(ahead.filter(isReact).length, 1);
		assert.ok(!(await frame.evaluate(listModules)).some(isReact), 'React has run');
		const isCountedElsewhere = ({ path }: Exchange) =>
			/^\/(live-chat-widget\.js|widget\/channel\.json)/.test(path) || ahead.includes(path);
		// If the socket connects later than `FIRST_READ_DELAY`, as on a busy machine, the frame
		// reads twice.
		const once = count().filter(({ path }, index, all) => all.findIndex((other) => other.path === path) === index);
		const more = sum(once).kB - sum(once.filter(isCountedElsewhere)).kB;
		context.diagnostic(`${more} kB more`);
		assert.ok(more <= 45, `${more} kB ${list(count())}`);
	});
});

test('the desk: 150 kB in 24 requests to a conversation that can be answered; settings and dialogs load when they are opened', async (context) => {
	await withBrowser(async (browser) => {
		await beReturning(await browser.newPage(), shop);
		const page = await browser.newPage();
		const count = startCounting();
		const agent = await Agent.signIn(page, shop.proxy.origin, shop.server.agentToken);
		await agent.open('Is it dishwasher safe?');
		await page.waitForNetworkIdle();
		const { kB, requests } = sum(count());
		context.diagnostic(`${kB} kB, ${requests} requests`);
		assert.ok(kB <= 150, `${kB} kB ${list(count())}`);
		assert.ok(requests <= 24, `${requests} requests ${list(count())}`);
		const loads = (name: string) => count().some(({ path }) => path.includes(`/${name}-`));
		for (const name of ['SettingsView', 'CommandDialog', 'SearchDialog', 'ShortcutsDialog'])
			assert.ok(!loads(name), name);
		await page.goto(`${shop.proxy.origin}/desk#/settings`);
		await until('the settings', () => loads('SettingsView'));
	});
});

test('the socket is a WebSocket from its first byte, without polling', async () => {
	await withBrowser(async (browser) => {
		const page = await browser.newPage();
		await page.goto(shop.page.url);
		const count = startCounting();
		const composer = await openComposer(page);
		await composer.type('Hello\n');
		await until('a WebSocket', () => count().some(({ path, status }) => path.startsWith('/cable') && status === 101));
		assert.deepEqual(
			count().filter(({ path }) => path.includes('transport=polling')),
			[],
		);
	});
});

declare global {
	interface Window {
		layoutShift: number;
	}
}
