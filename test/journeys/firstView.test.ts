/**
 * What a new visitor sees before the frame has loaded: the page draws the chat's home itself, and
 * the frame takes over.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame, Page } from 'puppeteer-core';
import { Journey } from './journey.ts';
import { requestOf } from './requestOf.ts';
import type { Visitor } from './visitor.ts';
import { see, seeText, until } from './waiting.ts';

const WELCOME = { welcome_title: 'Hi there 👋', welcome_tagline: 'Ask us anything about our plates and cups.' };
const NO_WELCOME = { welcome_title: '', welcome_tagline: '' };
const SIZES = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 800 },
] as const;

/** A text's place in the viewport, in CSS pixels. */
interface Place {
	text: string;
	x: number;
	y: number;
	width: number;
}

declare global {
	interface Window {
		widgetRoot: () => ShadowRoot;
		placesOf: (elements: Iterable<Element>) => Place[];
	}
}

for (const [locale, start] of [
	['en', 'Start Conversation'],
	['ar', 'بدء محادثة'],
] as const) {
	describe(`a new visitor, in ${locale}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ attributes: `locale="${locale}"` });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		/**
		 * A visitor whose pointer is on the launcher, while the server does not answer for the
		 * frame.
		 */
		async function approach({ width, height }: { width: number; height: number }): Promise<Visitor> {
			const visitor = await journey.newcomer();
			await visitor.page.setViewport({ width, height });
			await visitor.page.evaluateOnNewDocument(defineReaders);
			journey.proxy.fail(/^GET \/widget\?/, 'late answer');
			await visitor.page.goto(journey.pageUrl);
			await (await visitor.part('[part=launcher]')).hover();
			await visitor.part('h2');
			return visitor;
		}

		for (const size of SIZES) {
			for (const [welcome, change] of [
				['a welcome', WELCOME],
				['no welcome', NO_WELCOME],
			] as const) {
				test(`sees the words in the task of the click, which do not move, with ${welcome} at ${size.width} px`, async () => {
					await journey.changeChannel({ widget: change });
					const { page } = await approach(size);
					const heading = change.welcome_title || (await websiteName(page));
					assert.deepEqual(
						await page.evaluate(clickAndRead),
						[heading, change.welcome_tagline, start].filter(Boolean),
						'the words in the same task',
					);
					await see(page, 'the panel at rest', isPanelAtRest);
					const before = await page.evaluate(findPlaces);
					assert.equal(await isFrameInert(page), true);

					journey.proxy.restore();
					await see(page, 'the frame in its place', () => !window.widgetRoot().querySelector('h2'));
					const frame = await page.waitForFrame((candidate) => candidate.url().includes('/widget?'));
					assertSamePlaces(await placesInFrame(page, frame), before);
					assert.equal(await isFrameInert(page), false);
				});
			}
		}

		test('sees the words, and the topics once there is a frame, below a heading that does not move', async () => {
			const topics = [{ id: 'returns', name: 'Returns', greeting: null, label: null }];
			await journey.changeChannel({ widget: { ...WELCOME, topics } });
			const { page } = await approach(SIZES[0]);
			assert.deepEqual(await page.evaluate(clickAndRead), [WELCOME.welcome_title, WELCOME.welcome_tagline]);
			await see(page, 'the panel at rest', isPanelAtRest);
			const before = await page.evaluate(findPlaces);
			journey.proxy.restore();
			await see(page, 'the frame in its place', () => !window.widgetRoot().querySelector('h2'));
			const frame = await page.waitForFrame((candidate) => candidate.url().includes('/widget?'));
			await seeText(frame, 'Returns');
			const [heading, ...buttons] = await placesInFrame(page, frame);
			assertSamePlaces(heading ? [heading] : [], before);
			assert.deepEqual(
				buttons.map(({ text }) => text),
				['Returns', start],
			);
			await journey.changeChannel({ widget: { topics: null } });
		});

		test('a tap shows the words although nothing loads any more: an idle moment has brought them', async () => {
			await journey.changeChannel({ widget: WELCOME });
			const visitor = await journey.newcomer();
			const { page } = visitor;
			await page.setViewport({ ...SIZES[0], hasTouch: true, isMobile: true });
			await page.evaluateOnNewDocument(defineReaders);
			await page.goto(journey.pageUrl);
			await see(page, 'what a tap shows', () =>
				performance.getEntriesByType('resource').some(({ name }) => name.includes('/firstView-')),
			);
			journey.proxy.fail(/^GET /, 'late answer');
			visitor.hasFinger = true;
			await visitor.pressLauncher();
			await see(
				page,
				'the words',
				(heading) => {
					const shown = window.widgetRoot().querySelector('h2');
					return shown?.textContent === heading && shown.checkVisibility({ visibilityProperty: true });
				},
				WELCOME.welcome_title,
			);
			journey.proxy.restore();
		});

		test('who presses the button before there is a frame can write as soon as there is one', async () => {
			const { page } = await approach(SIZES[1]);
			const told = await listenForStarts(page);
			const conversations = journey.count('conversations');
			await page.keyboard.press('Tab');
			await page.keyboard.press('Enter');
			await page.keyboard.press('Tab');
			await see(
				page,
				'the focus on the button',
				(text) => window.widgetRoot().activeElement?.textContent === text,
				start,
			);
			await page.keyboard.press('Enter');
			await see(page, 'the button pressed', () => window.widgetRoot().activeElement?.ariaDisabled === 'true');
			await page.keyboard.press('Enter');
			journey.proxy.restore();

			const frame = await page.waitForFrame((candidate) => candidate.url().includes('/widget?'));
			await see(frame, 'the focus in the composer', () => document.activeElement?.tagName === 'TEXTAREA');
			assert.equal(await frame.evaluate(() => document.querySelectorAll('textarea').length), 1);
			assert.equal(await told(), 1);
			await page.keyboard.type('Pressed before there was a frame\n');
			await seeText(frame, 'Pressed before there was a frame');
			await until('one conversation', () => journey.count('conversations') === conversations + 1);
		});

		test('who holds the button down while the frame takes over can write, too', async () => {
			const { page } = await approach(SIZES[1]);
			await page.evaluate(clickAndRead);
			await see(page, 'the panel at rest', isPanelAtRest);
			const { x = 0, y = 0 } = (await page.evaluate(findPlaces)).at(-1) ?? {};
			await page.mouse.move(x + 1, y + 1);
			await page.mouse.down();
			journey.proxy.restore();
			const frame = await page.waitForFrame((candidate) => candidate.url().includes('/widget?'));
			await see(frame, 'its own button', () => document.querySelector('main section button'));
			// By then the frame has told the page that it is drawn.
			for (const place of [frame, page]) await place.evaluate(() => new Promise(requestAnimationFrame));
			await page.mouse.up();
			await see(frame, 'the composer', () => document.querySelector('textarea:enabled'));
			await see(page, 'the frame in its place', () => !window.widgetRoot().querySelector('h2'));
		});
	});
}

describe('the code of the first view', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	test('that does not arrive leaves the panel to the frame', async () => {
		journey.proxy.fail(requestOf('src/host/onInterest/firstView.tsx'), 'no answer');
		const visitor = await journey.visitor();
		await visitor.openConversation();
		assert.equal(await visitor.page.$('live-chat-widget >>> h2'), null);
	});

	test('is not loaded for a visitor who has written before', async () => {
		const visitor = await journey.visitor();
		await visitor.openConversation();
		await visitor.write('I have been here');
		await visitor.seeAllSent();
		const already = journey.proxy.exchanges.length;
		await visitor.reload();
		await seeText(await visitor.openPanel(), 'I have been here');
		const code = requestOf('src/host/onInterest/firstView.tsx');
		const asked = journey.proxy.exchanges.slice(already).map(({ method, path }) => `${method} ${path}`);
		assert.deepEqual(
			asked.filter((line) => code.test(line)),
			[],
		);
	});
});

function websiteName(page: Page): Promise<string> {
	return page.evaluate(() => window.widgetRoot().querySelector('h2')?.textContent ?? '');
}

/** Runs in the page: presses the launcher, and reads what the panel shows before the task ends. */
async function clickAndRead(): Promise<string[]> {
	window.widgetRoot().querySelector<HTMLElement>('[part=launcher]')?.click();
	// The view is drawn in a microtask.
	await Promise.resolve();
	const words = window
		.widgetRoot()
		.querySelectorAll<HTMLElement>('[part=panel] :is(h2, h2 ~ p:not([aria-hidden]), button:not([aria-label]))');
	return [...words].filter((word) => word.checkVisibility({ visibilityProperty: true })).map((word) => word.innerText);
}

function isPanelAtRest(): boolean {
	const panel = window.widgetRoot().querySelector('[part=panel]');
	return panel?.getAnimations().every(({ playState }) => playState === 'finished') ?? false;
}

function isFrameInert(page: Page): Promise<boolean | undefined> {
	return page.evaluate(() => window.widgetRoot().querySelector('iframe')?.inert);
}

/** Runs in the page: where heading and button stand that it has drawn itself. */
function findPlaces(): Place[] {
	return window.placesOf(window.widgetRoot().querySelectorAll('h2, [part=panel] button:not([aria-label])'));
}

/** Where heading and button of the frame stand in the page. */
async function placesInFrame(page: Page, frame: Frame): Promise<Place[]> {
	const [left, top] = await page.evaluate(() => {
		const { x = 0, y = 0 } = window.widgetRoot().querySelector('iframe')?.getBoundingClientRect() ?? {};
		return [x, y] as const;
	});
	const inside = await frame.evaluate(() => window.placesOf(document.querySelectorAll('h1, main section button')));
	return inside.map(({ x, y, ...rest }) => ({ ...rest, x: x + left, y: y + top }));
}

function assertSamePlaces(found: Place[], expected: Place[]): void {
	const texts = (places: Place[]) => places.map(({ text }) => text);
	assert.deepEqual(texts(found), texts(expected));
	for (const [index, place] of found.entries()) {
		for (const side of ['x', 'y', 'width'] as const) {
			const [is, was] = [place[side], expected[index]?.[side] ?? Number.NaN];
			assert.ok(Math.abs(is - was) < 1, `"${place.text}": ${side} was ${was} and is ${is}`);
		}
	}
}

/** Runs in every document from its start. */
function defineReaders(): void {
	window.widgetRoot = () => {
		const root = document.querySelector('live-chat-widget')?.shadowRoot;
		if (!root) throw new Error('There is no widget.');
		return root;
	};
	window.placesOf = (elements) =>
		Array.from(elements, (element) => {
			const range = document.createRange();
			// The text itself: browsers differ in the height of an inline box around it.
			range.selectNodeContents(element.querySelector('bdi') ?? element);
			const { x, y, width } = range.getBoundingClientRect();
			return { text: element.textContent, x, y, width };
		});
}

/** Counts how often the page is told that the visitor begins a conversation. */
async function listenForStarts(page: Page): Promise<() => Promise<number>> {
	await page.evaluate(() => {
		Reflect.set(window, 'starts', 0);
		addEventListener('live-chat-widget:start-conversation', () =>
			Reflect.set(window, 'starts', Number(Reflect.get(window, 'starts')) + 1),
		);
	});
	return () => page.evaluate(() => Number(Reflect.get(window, 'starts')));
}
