/**
 * `npm run bench`: measures the budgets' times, each as minimum, median and maximum of nine runs,
 * every run in a new browser. The slow phone has 1.6 Mbit/s, a round trip of 150 ms and a quarter
 * of the processor, over TLS 1.3 and HTTP/2.
 */
import { makeCertificate } from '../support/certificate.ts';
import { startHostPage } from '../support/hostPage.ts';
import { press } from '../support/input.ts';
import { SlowLink } from '../support/slowLink.ts';
import { startCalibrationPage } from '../budgets/calibration.ts';
import { LONG, measureLoad, measureOpening, openBusyDesk, RATE } from '../budgets/desk.ts';
import { CHANGES, measureCost, measureLongestTask, SLOWDOWN, type VisitOptions } from '../budgets/mainThread.ts';
import { timeSending } from '../budgets/sending.ts';
import {
	beReturning,
	findFrame,
	findLauncher,
	openShop,
	type Shop,
	type ShopOptions,
	withBrowser,
} from '../budgets/shop.ts';

const RUNS = 9;
/** Width of the column with the names. */
const WIDTH = 66;

interface Timing {
	/** Milliseconds from the page's first paint until the launcher is visible. */
	launcher: number;
	/**
	 * Milliseconds from the press of the launcher until the panel shows the channel's words, by the
	 * page or by the frame.
	 */
	words: number;
	/** Milliseconds from the press of the launcher until the frame shows its first view. */
	view: number;
	/** Milliseconds from the press of the launcher until the visitor can type. */
	composer: number;
}

interface Visit {
	slowdown: number;
	browserOptions: string[];
	/** Whether the visitor has written before. */
	isReturning: boolean;
	/** The pointer rests on the launcher until nothing more is asked for, before it is pressed. */
	isSlowToPress: boolean;
}

async function timeVisit(shop: Shop, { slowdown, browserOptions, isReturning, isSlowToPress }: Visit): Promise<Timing> {
	return withBrowser(
		async (browser) => {
			const page = await browser.newPage();
			if (isReturning) await beReturning(page, shop);
			if (slowdown > 1) await page.emulateCPUThrottling(slowdown);
			await page.evaluateOnNewDocument(watchPage);
			await page.evaluateOnNewDocument(watchFrame);
			await page.goto(shop.page.url);
			await page.waitForFunction(() => window.launcherSeenAt !== undefined);
			if (isReturning) await findFrame(page);
			await page.waitForNetworkIdle();
			const [firstPaint, launcherSeenAt] = await page.evaluate(() => [
				performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
				window.launcherSeenAt ?? Number.NaN,
			]);
			const launcher = await findLauncher(page);
			if (isSlowToPress) {
				await launcher.hover();
				await findFrame(page);
				await page.waitForNetworkIdle();
			}
			await press(page, launcher);
			const frame = await findFrame(page);
			await frame.waitForFunction(() => window.composerSeenAt !== undefined);
			const clickedAt = await page.evaluate(() => window.clickedAt ?? Number.NaN);
			const wordsSeenAt = (await page.evaluate(() => window.wordsSeenAt)) ?? Infinity;
			const [viewSeenAt = Number.NaN, composerSeenAt = Number.NaN] = await frame.evaluate(() => [
				window.viewSeenAt,
				window.composerSeenAt,
			]);
			return {
				launcher: (launcherSeenAt ?? 0) - (firstPaint ?? 0),
				words: Math.min(wordsSeenAt, viewSeenAt) - clickedAt,
				view: viewSeenAt - clickedAt,
				composer: composerSeenAt - clickedAt,
			};
		},
		{ args: browserOptions },
	);
}

/**
 * Runs in the page from its start: records the click, and the animation frames in which the
 * launcher has its size, and in which the open panel shows a heading of its own.
 */
function watchPage(): void {
	if (window.top !== window) return;
	window.addEventListener('click', ({ timeStamp }) => (window.clickedAt = performance.timeOrigin + timeStamp), true);
	const look = () => {
		const launcher = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('button');
		if (launcher && launcher.getBoundingClientRect().width > 0) window.launcherSeenAt = performance.now();
		else requestAnimationFrame(look);
	};
	const lookForWords = () => {
		const heading = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=panel] h2');
		if (heading?.checkVisibility({ visibilityProperty: true })) {
			window.wordsSeenAt = performance.timeOrigin + performance.now();
		} else requestAnimationFrame(lookForWords);
	};
	requestAnimationFrame(look);
	requestAnimationFrame(lookForWords);
}

/**
 * Runs in the chat from its start: presses "Start Conversation" as soon as it is there, and records
 * when that is, and when the visitor can type.
 */
function watchFrame(): void {
	if (window.top === window) return;
	const look = () => {
		const start = [...document.querySelectorAll('button')].find((button) =>
			button.innerText.includes('Start Conversation'),
		);
		const composer = document.querySelector<HTMLTextAreaElement>('textarea:enabled');
		if (start ?? composer) window.viewSeenAt ??= performance.timeOrigin + performance.now();
		start?.click();
		if (composer && composer.getBoundingClientRect().width > 0) {
			window.composerSeenAt = performance.timeOrigin + performance.now();
		} else {
			requestAnimationFrame(look);
		}
	};
	requestAnimationFrame(look);
}

async function repeat<T extends object>(measure: () => Promise<T>): Promise<T[]> {
	const runs: T[] = [];
	for (let run = 0; run < RUNS; run += 1) runs.push(await measure());
	return runs;
}

function print(what: string, values: number[], limit: string): void {
	const sorted = values.toSorted((a, b) => a - b);
	const [min, median, max] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((value) =>
		(value ?? Number.NaN).toFixed(0).padStart(6),
	);
	console.log(`${what.padEnd(WIDTH)} ${min} ${median} ${max}   ${limit}`);
}

async function benchVisits(
	name: string,
	slowdown: number,
	limits: [string, string],
	options: ShopOptions,
): Promise<void> {
	const shop = await openShop(options);
	const browserOptions = options.certificate ? [options.certificate.chromiumOption] : [];
	const visit = { slowdown, browserOptions, isReturning: false, isSlowToPress: false };
	const runs = await repeat(() => timeVisit(shop, visit));
	const interested = await repeat(() => timeVisit(shop, { ...visit, isSlowToPress: true }));
	const returning = await repeat(() => timeVisit(shop, { ...visit, isReturning: true }));
	print(
		`${name}: first paint to launcher`,
		runs.map(({ launcher }) => launcher),
		limits[0],
	);
	print(
		`${name}: click to the first words`,
		runs.map(({ words }) => words),
		'',
	);
	print(
		`${name}, pressed when all is loaded: click to the first words`,
		interested.map(({ words }) => words),
		'≤ 100',
	);
	print(
		`${name}: click to first view`,
		runs.map(({ view }) => view),
		'',
	);
	print(
		`${name}, pressed when all is loaded: click to first view`,
		interested.map(({ view }) => view),
		'',
	);
	print(
		`${name}: click to composer`,
		runs.map(({ composer }) => composer),
		limits[1],
	);
	print(
		`${name}, returning visitor: click to composer`,
		returning.map(({ composer }) => composer),
		'',
	);
	await shop.stop();
}

async function benchSending(name: string, slowdown: number): Promise<void> {
	const shop = await openShop();
	const runs = await repeat(() => timeSending(shop.page.url, { slowdown }));
	print(
		`${name}: Enter to the request`,
		runs.map(({ left }) => left),
		'≤ 0.3 of the next',
	);
	print(
		`${name}: Enter to the bubble on the screen`,
		runs.map(({ painted }) => painted),
		'',
	);
	await shop.stop();
}

async function benchPage(): Promise<void> {
	const shop = await openShop();
	const [alone, calibration] = await Promise.all([startHostPage({}), startCalibrationPage()]);
	await benchCost('calibration page', calibration.url, alone.url);
	await benchCost('new visitor', shop.page.url, alone.url);
	await benchCost('returning visitor', shop.page.url, alone.url, { returningTo: shop });
	await Promise.all([shop.stop(), alone.stop(), calibration.stop()]);
}

/** Measures what a visit costs the page's main thread beyond the page without the widget. */
async function benchCost(name: string, url: string, alone: string, options: VisitOptions = {}): Promise<void> {
	const runs = await repeat(async () => {
		const [without, with_] = [await measureCost(alone), await measureCost(url, options)];
		return {
			script: with_.script - without.script,
			changes: with_.changes - without.changes,
			heap: with_.heap - without.heap,
			longest: await measureLongestTask(url, options),
		};
	});
	const what = `${name}, CPU ${SLOWDOWN}x slower`;
	const printFact = (text: string, fact: keyof (typeof runs)[number]) =>
		print(
			`${what}: ${text}`,
			runs.map((run) => run[fact]),
			'',
		);
	printFact('script beyond the page', 'script');
	printFact(`… in ${CHANGES} changes of the page`, 'changes');
	printFact('longest task', 'longest');
	printFact('heap beyond the page, kB', 'heap');
}

async function benchDesk(): Promise<void> {
	const desk = await openBusyDesk();
	const openings = await repeat(() => measureOpening(desk));
	const shares: number[] = [];
	while (shares.length < RUNS) shares.push((await measureLoad(desk)).share);
	print(
		`desk: click to a conversation of ${LONG} messages, from the server`,
		openings.map(({ first }) => first),
		'',
	);
	print(
		'desk: … once all of them are known',
		openings.map(({ again }) => again),
		'≤ 100',
	);
	print(
		`desk: main thread at work, with ${RATE} events a second, %`,
		shares.map((share) => share * 100),
		'≤ 50',
	);
	await desk.stop();
}

console.log(`${'milliseconds'.padEnd(WIDTH)}    min median    max   limit`);
await benchVisits('unthrottled', 1, ['≤ 250', '≤ 250'], {});
const link = new SlowLink({ roundTrip: 150, megabits: 1.6 });
await benchVisits('slow phone', SLOWDOWN, ['≤ 1500', '≤ 1700'], { certificate: makeCertificate(), link });
link.close();
await benchSending('unthrottled', 1);
await benchSending(`CPU ${SLOWDOWN}x slower`, SLOWDOWN);
await benchPage();
await benchDesk();

declare global {
	interface Window {
		launcherSeenAt?: number;
		wordsSeenAt?: number;
		/** The three times, on a clock that page and frame share. */
		clickedAt?: number;
		viewSeenAt?: number;
		composerSeenAt?: number;
	}
}
