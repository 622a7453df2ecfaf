import assert from 'node:assert/strict';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { see } from '../journeys/waiting.ts';
import { beReturning, findFrame, findLauncher, hasSettled, type Shop, withBrowser } from './shop.ts';

/** How many times slower than this machine the phone is for which the budgets are. */
export const SLOWDOWN = 4;

/** The number of changes that a busy page makes to itself. */
export const CHANGES = 1_000;

/** The cost of a visit for the page. Times in milliseconds, on the slower phone. */
export interface PageCost {
	/** Script time until the page is idle. */
	script: number;
	/** Script time while the page changes itself. */
	changes: number;
	/** Memory of the page's script, in kB. */
	heap: number;
}

export interface VisitOptions {
	/** The visitor has written before, in this shop. */
	returningTo?: Shop;
}

/**
 * Visits in a new browser. It multiplies the thread's processor time: wall-clock time, and
 * throttling the processor, would include other programs on this machine.
 */
export function measureCost(url: string, options: VisitOptions = {}): Promise<PageCost> {
	return withBrowser(async (browser) => {
		const page = await newVisit(browser, options);
		const session = await page.createCDPSession();
		await session.send('Performance.enable', { timeDomain: 'threadTicks' });
		await visit(page, url, options);
		const script = await readScriptTime(session);
		await session.send('HeapProfiler.collectGarbage');
		const heap = (await readMetric(session, 'JSHeapUsedSize')) / 1000;
		await change(page);
		return { script, changes: (await readScriptTime(session)) - script, heap };
	});
}

/**
 * The longest task of the page's main thread, in milliseconds of processor time on the slower
 * phone.
 */
export function measureLongestTask(url: string, options: VisitOptions = {}): Promise<number> {
	return withBrowser(async (browser) => {
		const page = await newVisit(browser, options);
		return longestTask(
			page,
			() => visit(page, url, options),
			({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url,
		);
	});
}

/**
 * The longest task from the press of the launcher until the page shows the first words, in the same
 * unit. The visitor is new, and the server does not answer for the frame.
 */
export function measurePress({ proxy, page: { url } }: Shop): Promise<number> {
	return withBrowser(async (browser) => {
		const page = await browser.newPage();
		proxy.fail(/^GET \/widget\?/, 'no answer');
		await page.goto(url);
		const launcher = await findLauncher(page);
		await launcher.hover();
		await see(page, 'the view in the closed panel', hasFirstView);
		const asked = proxy.exchanges.length;
		const press = async () => {
			await page.evaluate(() => performance.mark('pressed'));
			await page.mouse.down();
			await page.mouse.up();
			await see(page, 'the first words', showsFirstWords);
		};
		const longest = await longestTask(page, press, ({ name }) => name === 'pressed');
		assert.equal(proxy.exchanges.length, asked, 'requests between the press and the words');
		proxy.restore();
		return longest;
	});
}

/** @param isStart finds the event, on the thread in question, from which on tasks count */
async function longestTask(
	page: Page,
	act: () => Promise<void>,
	isStart: (event: TraceEvent) => boolean,
): Promise<number> {
	await page.tracing.start({ categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
	await act();
	const { traceEvents } = JSON.parse(new TextDecoder().decode(await page.tracing.stop())) as Trace;
	const start = traceEvents.find(isStart);
	if (!start) throw new Error('The trace has no start.');
	const { pid, tid, ts } = start;
	const tasks = traceEvents.filter(
		(event) => event.name === 'RunTask' && event.pid === pid && event.tid === tid && event.ts >= ts,
	);
	return (Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000) * SLOWDOWN;
}

/**
 * The part of https://chromedevtools.github.io/devtools-protocol/tot/Tracing that is read here;
 * times in microseconds.
 */
interface Trace {
	traceEvents: TraceEvent[];
}
interface TraceEvent {
	name: string;
	pid: number;
	tid: number;
	ts: number;
	/** The thread's processor time. */
	tdur?: number;
	args: { data?: { documentLoaderURL?: string } };
}

/**
 * Each visit has a new page: requests that are aborted by a navigation would count as unanswered
 * for ever.
 */
async function newVisit(browser: Browser, { returningTo }: VisitOptions): Promise<Page> {
	if (!returningTo) return browser.newPage();
	const before = await browser.newPage();
	await beReturning(before, returningTo);
	const page = await browser.newPage();
	await before.close();
	return page;
}

async function visit(page: Page, url: string, { returningTo }: VisitOptions): Promise<void> {
	await page.goto(url);
	await see(page, 'the launcher, where there is to be one', hasLauncher);
	if (returningTo) await see(await findFrame(page), 'the first reading, and what is fetched ahead', hasSettled);
	await page.waitForNetworkIdle();
}

/** Runs in the page: whether it has drawn the launcher, or has no widget. */
function hasLauncher(): boolean {
	const tag = document.querySelector('live-chat-widget');
	return !tag || Boolean(tag.shadowRoot?.querySelector('button'));
}

/** Runs in the page: whether it has put the chat's first view into the panel. */
function hasFirstView(): boolean {
	return Boolean(document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=panel] h2'));
}

/** Runs in the page: whether the panel shows the heading of that view. */
function showsFirstWords(): boolean {
	const heading = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=panel] h2');
	return heading?.checkVisibility({ visibilityProperty: true }) === true;
}

async function readScriptTime(session: CDPSession): Promise<number> {
	return (await readMetric(session, 'ScriptDuration')) * 1000 * SLOWDOWN;
}

export async function readMetric(session: CDPSession, wanted: string): Promise<number> {
	const { metrics } = await session.send('Performance.getMetrics');
	return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
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
