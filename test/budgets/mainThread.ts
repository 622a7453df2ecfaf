import type { CDPSession, Page } from 'puppeteer-core';
import { withBrowser } from './shop.ts';

/** How much slower than this machine the phone is that the budgets of the main thread are for. */
export const SLOWDOWN = 4;

/** Changes that a busy page makes to itself. */
export const CHANGES = 1_000;

/** Milliseconds of script on a page's main thread, on the slower phone. */
export interface ScriptTime {
	/** Until the page rests. */
	load: number;
	/** While it changes itself. */
	changes: number;
}

/**
 * Visits in a new browser. Counts the thread's processor time and multiplies it: by the clock, and all the more with a
 * processor that the browser throttles by the clock, other programs on this machine would count as well.
 */
export function timeScript(url: string): Promise<ScriptTime> {
	return withBrowser(async (browser) => {
		const page = await browser.newPage();
		const session = await page.createCDPSession();
		await session.send('Performance.enable', { timeDomain: 'threadTicks' });
		await page.goto(url);
		await page.waitForNetworkIdle();
		const load = await readScriptTime(session);
		await change(page);
		return { load, changes: (await readScriptTime(session)) - load };
	});
}

async function readScriptTime(session: CDPSession): Promise<number> {
	const { metrics } = await session.send('Performance.getMetrics');
	const seconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
	return seconds * 1000 * SLOWDOWN;
}

function change(page: Page): Promise<void> {
	return page.evaluate(async (times) => {
		for (let index = 0; index < times; index += 1) {
			const paragraph = document.createElement('p');
			paragraph.textContent = `Change ${index}`;
			document.body.append(paragraph);
			if (index % 10 === 0) await new Promise(requestAnimationFrame);
		}
	}, CHANGES);
}

/** Milliseconds that the longest task over 50 ms took in a visit on the slower phone; 0 when there was none. */
export function timeLongestTask(url: string): Promise<number> {
	return withBrowser(async (browser) => {
		const page = await browser.newPage();
		await page.emulateCPUThrottling(SLOWDOWN);
		await page.evaluateOnNewDocument(observeLongTasks);
		await page.goto(url);
		await page.waitForNetworkIdle();
		return page.evaluate(() => Math.max(0, ...window.longTasks));
	});
}

/** Runs in the page from its start. */
function observeLongTasks(): void {
	window.longTasks = [];
	new PerformanceObserver((entries) => {
		for (const { duration } of entries.getEntries()) window.longTasks.push(duration);
	}).observe({ type: 'longtask', buffered: true });
}

declare global {
	interface Window {
		/** Their durations in milliseconds. */
		longTasks: number[];
	}
}
