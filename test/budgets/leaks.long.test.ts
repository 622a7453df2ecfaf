import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CDPSession, Page } from 'puppeteer-core';
import { see, until } from '../journeys/waiting.ts';
import { press } from '../support/input.ts';
import { findFrame, openComposer, openShop, withBrowser } from './shop.ts';

const shop = await openShop();
after(() => shop.stop());

const REMOVALS = 50;
/**
 * Bytes of heap that may remain after 50 widgets: what the engine itself keeps of compiled code and
 * caches.
 */
const HEAP_TOLERANCE = 300_000;

/** Runs before everything else on the page, and counts timers that have not fired yet. */
function countTimers(): void {
	const waiting = new Set<number>();
	Object.assign(window, { waiting });
	const { setTimeout: later, setInterval: repeatedly, clearTimeout: clear } = window;
	window.setTimeout = ((action: () => void, delay?: number) => {
		const id = later(() => {
			waiting.delete(id);
			action();
		}, delay);
		waiting.add(id);
		return id;
	}) as typeof setTimeout;
	window.setInterval = ((action: () => void, delay?: number) => {
		const id = repeatedly(action, delay);
		waiting.add(id);
		return id;
	}) as typeof setInterval;
	window.clearTimeout = window.clearInterval = (id) => {
		waiting.delete(Number(id));
		clear(id);
	};
}

/**
 * Adds a new widget to the page, opens it, waits until it is ready, and removes it. Keeps no handle
 * to any part of it.
 */
async function comeAndGo(page: Page): Promise<void> {
	await page.evaluate(() => {
		const element = document.createElement('live-chat-widget');
		for (const [name, value] of Object.entries(window.attributes)) element.setAttribute(name, value);
		document.body.append(element);
	});
	await press(page, 'Chat with us');
	await see(await findFrame(page), 'the chat', () => document.querySelector('button') !== null);
	await page.evaluate(() => document.querySelector('live-chat-widget')?.remove());
	await until('no frame', () => page.frames().length === 1);
}

interface Remains {
	listeners: number;
	nodes: number;
	documents: number;
	frames: number;
	timers: number;
	sheets: number;
	heap: number;
}

async function measure(page: Page, session: CDPSession): Promise<Remains> {
	await session.send('HeapProfiler.collectGarbage');
	const { metrics } = await session.send('Performance.getMetrics');
	const metric = (name: string) => metrics.find((candidate) => candidate.name === name)?.value ?? Number.NaN;
	const onPage = await page.evaluate(() => ({
		timers: window.waiting.size,
		sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
	}));
	return {
		listeners: metric('JSEventListeners'),
		nodes: metric('Nodes'),
		documents: metric('Documents'),
		frames: metric('Frames'),
		...onPage,
		heap: metric('JSHeapUsedSize'),
	};
}

test(`${REMOVALS} removals leave no listener, timer, socket, style sheet or detached frame`, async () => {
	await withBrowser(async (browser) => {
		const page = await browser.newPage();
		const session = await page.createCDPSession();
		await session.send('Performance.enable');
		await page.evaluateOnNewDocument(countTimers);
		await page.goto(shop.page.url);
		// A conversation, so that each widget connects to the server.
		await (await openComposer(page)).type('Hello\n');
		await until('a socket', () => shop.proxy.sockets === 1);
		await page.evaluate(() => {
			const element = document.querySelector('live-chat-widget');
			window.attributes = Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]));
			element?.remove();
		});
		// The engine and the element create some things once and keep them.
		for (let round = 0; round < 3; round += 1) await comeAndGo(page);

		// The frame that was removed last stays in memory while its connection closes.
		await until('no socket', () => shop.proxy.sockets === 0);
		const { heap: heapBefore, ...before } = await measure(page, session);
		for (let round = 0; round < REMOVALS; round += 1) await comeAndGo(page);
		await until('no socket', () => shop.proxy.sockets === 0);
		const { heap: heapAfter, ...left } = await measure(page, session);

		assert.deepEqual(left, before);
		assert.ok(heapAfter - heapBefore < HEAP_TOLERANCE, `${heapAfter - heapBefore} bytes of heap are left`);
	});
});

declare global {
	interface Window {
		waiting: Set<number>;
		attributes: Record<string, string>;
	}
}
