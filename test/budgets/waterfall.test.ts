/**
 * On a slow link each round trip counts: everything that is needed has to be requested at once, and
 * nothing only after another file has arrived.
 */
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import type { Frame, Page } from 'puppeteer-core';
import { see, until } from '../journeys/waiting.ts';
import { makeCertificate } from '../support/certificate.ts';
import { press } from '../support/input.ts';
import { SlowLink } from '../support/slowLink.ts';
import {
	beReturning,
	findFrame,
	findLauncher,
	isLoadedOnceDrawn,
	list,
	listFetchedAhead,
	openComposer,
	openShop,
	pressLauncher,
	sum,
	withBrowser,
} from './shop.ts';

const certificate = makeCertificate();
const link = new SlowLink({ roundTrip: 150, megabits: 1.6 });
const shop = await openShop({ certificate, link });
const options = { args: [certificate.chromiumOption] };
afterEach(() => shop.proxy.restore());
after(async () => {
	await shop.stop();
	link.close();
});

interface Loading {
	name: string;
	/** Start of the request, in milliseconds. */
	start: number;
	end: number;
}

/** Scripts and styles of the view that the frame has requested since `since`, in order. */
async function filesSince(frame: Frame, since = 0): Promise<Loading[]> {
	const files = await frame.evaluate(
		(from) =>
			performance
				.getEntriesByType('resource')
				.filter(({ name, startTime }) => name.includes('/packs/') && startTime >= from)
				.map(({ name, startTime, duration }) => ({ name, start: startTime, end: startTime + duration })),
		since,
	);
	return files.filter(({ name }) => !isLoadedOnceDrawn(name));
}

/**
 * Asserts that no file was requested after another one had arrived. Files are listed once they have
 * arrived.
 */
async function assertOneLevel(frame: Frame, since = 0): Promise<void> {
	const files = await until('several files', async () => {
		const arrived = await filesSince(frame, since);
		return arrived.length > 5 && arrived;
	});
	const firstEnd = Math.min(...files.map(({ end }) => end));
	const late = files.filter(({ start }) => start >= firstEnd);
	assert.deepEqual(late, []);
}

async function comeBack(page: Page): Promise<void> {
	await beReturning(page, shop);
	await page.reload();
	await findLauncher(page);
}

const seeComposer = (frame: Frame) => see(frame, 'the composer', () => document.querySelector('textarea:enabled'));

test('a newcomer’s composer takes two round trips: the document, then all files at once', async () => {
	await withBrowser(async (browser) => {
		const page = await browser.newPage();
		await page.goto(shop.page.url);
		shop.proxy.fail(/^GET \/api\//, 'no answer');
		await openComposer(page);
		await assertOneLevel(await findFrame(page));
	}, options);
});

test('interest asks for the document and all files of the view at once, and the click then for none', async () => {
	await withBrowser(async (browser) => {
		const page = await browser.newPage();
		await page.goto(shop.page.url);
		shop.proxy.fail(/^GET \/api\//, 'no answer');
		const start = shop.proxy.exchanges.length;
		await (await findLauncher(page)).hover();
		const frame = await findFrame(page);
		await assertOneLevel(frame);
		await see(frame, 'the frame at rest', () => document.readyState === 'complete');
		const files = () =>
			shop.proxy.exchanges
				.slice(start)
				.map(({ path }) => path)
				.filter((path) => /^\/(packs\/|widget\?)/.test(path) && !isLoadedOnceDrawn(path));
		const asked = await until('the files of the view', () => files().some((path) => /\/react-/.test(path)) && files());
		assert.equal(asked.filter((path) => path.startsWith('/widget?')).length, 1);
		await openComposer(page);
		assert.deepEqual(files(), asked);
	}, options);
});

test("a returning visitor's composer takes as many, if they click at once, with or without messages", async () => {
	await withBrowser(async (browser) => {
		const page = await browser.newPage();
		await page.evaluateOnNewDocument(clickAtOnce);
		await beReturning(page, shop);
		await page.evaluate(() => sessionStorage.setItem('hurry', 'yes'));
		shop.proxy.fail(/^GET \/api\//, 'no answer');
		await page.reload();
		const frame = await findFrame(page);
		assert.match(frame.url(), /view=open/);
		await seeComposer(frame);
		await assertOneLevel(frame);
	}, options);
});

test('a closed widget opens with all files requested at once, where none was fetched ahead', async () => {
	await withBrowser(async (browser) => {
		const page = await browser.newPage();
		await page.evaluateOnNewDocument(saveData);
		await comeBack(page);
		const frame = await findFrame(page);
		await until('it listens', () => shop.proxy.sockets > 0);
		await see(frame, 'the frame at rest', () => document.readyState === 'complete');
		const opened = await frame.evaluate(() => performance.now());
		assert.deepEqual(
			(await filesSince(frame)).filter(({ name }) => /\/(react|useArticleLink|MessageList)-/.test(name)),
			[],
		);
		await pressLauncher(page);
		await seeComposer(frame);
		await assertOneLevel(frame, opened);
	}, options);
});

test('interest in a closed widget asks for all files of its view at once, and the click for none of them again', async () => {
	await withBrowser(async (browser) => {
		const page = await browser.newPage();
		await page.evaluateOnNewDocument(saveData);
		await comeBack(page);
		const frame = await findFrame(page);
		await until('it listens', () => shop.proxy.sockets > 0);
		await see(frame, 'the frame at rest', () => document.readyState === 'complete');
		const interested = await frame.evaluate(() => performance.now());
		const start = shop.proxy.exchanges.length;
		const launcher = await findLauncher(page);
		await launcher.hover();
		await assertOneLevel(frame, interested);
		const files = () => shop.proxy.exchanges.slice(start).filter(({ path }) => path.startsWith('/packs/'));
		await until('the style sheet', () => files().some(({ path, status }) => path.endsWith('.css') && status === 200));
		const asked = files().map(({ path }) => path);
		assert.ok(asked.some((path) => path.includes('/MessageList-')));
		await press(page, launcher);
		await seeComposer(frame);
		const again = files().slice(asked.length);
		assert.deepEqual(
			again.filter(({ path }) => asked.includes(path)),
			[],
		);
	}, options);
});

test('what a closed widget fetches ahead is 70 kB at most, and is not fetched again', async (context) => {
	await withBrowser(async (browser) => {
		const page = await browser.newPage();
		await beReturning(page, shop);
		await page.reload();
		const frame = await findFrame(page);
		await see(frame, 'all that is fetched ahead', () => {
			const named = document.querySelector<HTMLTemplateElement>('#later')?.content.querySelectorAll('[data-ahead]');
			const wanted = [...(named ?? [])].map((link) => new URL((link as HTMLLinkElement).href, location.href).href);
			const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
			return loaded.some((name) => name.endsWith('.css')) && wanted.every((address) => loaded.includes(address));
		});
		const ahead = await frame.evaluate(listFetchedAhead);
		const fetched = shop.proxy.exchanges.filter(({ path }) => ahead.includes(path));
		const { kB } = sum(fetched.slice(-ahead.length));
		context.diagnostic(`${kB} kB ahead`);
		assert.ok(kB > 50 && kB <= 70, `${kB} kB ${list(fetched)}`);
		const before = shop.proxy.exchanges.length;
		await pressLauncher(page);
		await seeComposer(frame);
		const again = shop.proxy.exchanges.slice(before).filter(({ path }) => ahead.includes(path));
		assert.deepEqual(again, []);
	}, options);
});

/** Runs in the page from its start. */
function clickAtOnce(): void {
	if (window.top !== window || sessionStorage.getItem('hurry') === null) return;
	const look = () => {
		const launcher = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('button');
		if (launcher) launcher.click();
		else requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
}

/** Runs in the frame from its start. */
function saveData(): void {
	Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}
