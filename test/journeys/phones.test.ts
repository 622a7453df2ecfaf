import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page, Viewport } from 'puppeteer-core';
import { chosenBrowser } from '../support/browser.ts';
import { tap } from '../support/input.ts';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, until } from './waiting.ts';

const PHONE = { width: 390, height: 844 };

/** Screens on which the chat has to be reachable, however the phone is held. */
const SMALL_SCREENS = {
	'a phone': PHONE,
	'a phone on its side': { width: 740, height: 360 },
	'320 by 480': { width: 320, height: 480 },
	'1280 by 720 at 200 %': { width: 640, height: 360 },
};

describe('on a phone', () => {
	let journey: Journey;
	before(async () => {
		// On one site, since the driver does not emulate a phone in frames of another site.
		journey = await Journey.start({ site: 'one site' });
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	for (const [name, size] of Object.entries(SMALL_SCREENS)) {
		test(`the chat covers ${name}, and can be closed there`, async () => {
			const visitor = await arrive(size);
			const frame = await visitor.openConversation();
			const cover = JSON.stringify({ left: 0, top: 0, ...size });
			await until('a panel that covers it', async () => JSON.stringify(await panelBox(visitor.page)) === cover);
			const isInView = (selector: string) => {
				const { left, top, right, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
				return right > left && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
			};
			await see(frame, 'the button that closes', isInView, '[aria-label="Close"]');
			await see(frame, 'the composer', isInView, 'textarea');
			await tap(frame, 'Close');
			await see(visitor.page, 'the closed panel', isClosed);
		});
	}

	test('afterwards the page is where and as it was, and its history has no new entry', async () => {
		const visitor = await arrive(PHONE);
		const { page } = visitor;
		await page.evaluate(() => {
			document.body.append(Object.assign(document.createElement('div'), { style: 'block-size: 4000px' }));
			document.documentElement.setAttribute('style', 'color: teal; overflow: auto;');
			document.body.setAttribute('style', 'margin: 0');
			scrollTo(0, 700);
		});
		const facts = () =>
			page.evaluate(() => ({
				scroll: scrollY,
				root: document.documentElement.getAttribute('style'),
				body: document.body.getAttribute('style'),
				history: history.length,
			}));
		const before = await facts();
		const frame = await visitor.openConversation();
		await visitor.write('From the train');
		assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY), 'hidden');
		await tap(frame, 'Close');
		await see(page, 'the closed panel', isClosed);
		assert.deepEqual(await facts(), before);
	});

	test('the composer stays above the keyboard, and fields do not make the phone zoom', async () => {
		const visitor = await arrive(PHONE);
		const frame = await visitor.openConversation();
		await visitor.page.evaluate(() => window.showKeyboard(500, 40));
		await see(visitor.page, 'the panel above the keyboard', () => {
			const panel = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=panel]');
			const { top = 0, bottom = 0 } = panel?.getBoundingClientRect() ?? {};
			return Math.round(top) === 40 && Math.round(bottom) === 540;
		});
		await see(frame, 'the composer in it', () => {
			const { bottom = 0 } = document.querySelector('textarea')?.getBoundingClientRect() ?? {};
			return innerHeight === 500 && bottom > 0 && bottom <= 500;
		});
		if (chosenBrowser === 'chromium') {
			assert.equal(
				await frame.$eval('textarea', (field) => Number.parseFloat(getComputedStyle(field).fontSize) >= 16),
				true,
			);
		}
		await visitor.page.evaluate(() => window.showKeyboard(844, 0));
		await see(frame, 'the whole height again', () => innerHeight === 844);
	});

	test("the composer stays in view where the keyboard reduces the page's own viewport", async () => {
		const visitor = await journey.newcomer();
		// Firefox' driver has no finger in frames of other sites.
		visitor.hasFinger = chosenBrowser === 'chromium';
		await visitor.page.setViewport(viewport(PHONE));
		await visitor.page.goto(journey.pageUrl);
		const frame = await visitor.openConversation();
		const isComposerInView = () => {
			const { top = 0, bottom = 0 } = document.querySelector('textarea')?.getBoundingClientRect() ?? {};
			return bottom > top && top >= 0 && bottom <= innerHeight;
		};
		for (const height of [400, PHONE.height]) {
			await visitor.page.setViewport({ ...viewport(PHONE), height });
			await see(frame, `${height} pixels`, (wanted) => innerHeight === wanted, height);
			await see(frame, 'the composer', isComposerInView);
		}
	});

	// Other browsers have no setting for them.
	if (chosenBrowser === 'chromium') {
		test('notch and home bar cover nothing of the chat', async () => {
			const visitor = await arrive(PHONE);
			const session = await visitor.page.createCDPSession();
			await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } });
			await visitor.openConversation();
			await see(visitor.page, 'the chat between them', () => {
				const chat = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('iframe');
				const { top = 0, bottom = 0 } = chat?.getBoundingClientRect() ?? {};
				return top === 47 && bottom === innerHeight - 34;
			});
		});
	}

	test("the phone's back gesture closes the chat, as often as it is open", async () => {
		const visitor = await arrive(PHONE);
		const { page } = visitor;
		const before = await page.evaluate(() => history.length);
		for (let round = 1; round <= 2; round += 1) {
			await visitor.openConversation();
			await goBack(page);
			await see(page, 'the closed panel', isClosed);
			// No second one is left that could close.
			assert.equal(await page.evaluate(() => window.closeWatchers ?? 0), 0);
		}
		assert.equal(await page.evaluate(() => history.length), before);
	});

	/** A visitor with a simulated on-screen keyboard: without a phone, no browser has one. */
	async function arrive(size: { width: number; height: number }): Promise<Visitor> {
		const visitor = await journey.newcomer();
		await visitor.page.setViewport(viewport(size));
		// Firefox' driver has no finger in frames of other sites.
		visitor.hasFinger = chosenBrowser === 'chromium';
		await visitor.page.evaluateOnNewDocument(playPhone);
		await visitor.page.goto(journey.pageUrl);
		return visitor;
	}
});

function viewport(size: { width: number; height: number }): Viewport {
	return { ...size, ...(chosenBrowser === 'chromium' && { isMobile: true, hasTouch: true }) };
}

/**
 * Chromium's close watchers take Escape for the back gesture where there is no other. It is pressed
 * on the page, since the chat has its own use for the key. Other browsers have no close watchers,
 * so the gesture is simulated.
 */
async function goBack(page: Page): Promise<void> {
	if (await page.evaluate(() => window.goBack?.())) return;
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
	await page.keyboard.press('Escape');
}

function isClosed(): boolean {
	const panel = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector<HTMLElement>('[part=panel]');
	return panel?.dataset['mode'] === 'closed';
}

function panelBox(page: Page) {
	return page.evaluate(() => {
		const panel = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=panel]');
		const { left, top, width, height } = panel?.getBoundingClientRect() ?? new DOMRect();
		return { left, top, width, height };
	});
}

declare global {
	interface Window {
		/** @param height of the visible area; `top` is where that begins. CSS pixels */
		showKeyboard: (height: number, top: number) => void;
		/** Present where the browser has no close watchers of its own. */
		goBack?: () => true;
		readonly closeWatchers?: number;
	}
}

function playPhone(): void {
	if (window.parent !== window) return;
	let seen: { height: number; top: number } | undefined;
	const area = Object.defineProperties(new EventTarget(), {
		scale: { value: 1 },
		height: { get: () => seen?.height ?? innerHeight },
		offsetTop: { get: () => seen?.top ?? 0 },
	});
	Object.defineProperty(window, 'visualViewport', { value: area });
	window.showKeyboard = (height, top) => {
		seen = { height, top };
		area.dispatchEvent(new Event('resize'));
	};
	if ('CloseWatcher' in window) return;
	const watchers = new Set<EventTarget>();
	class Watcher extends EventTarget {
		constructor() {
			super();
			watchers.add(this);
		}
		destroy() {
			watchers.delete(this);
		}
	}
	Object.defineProperty(window, 'CloseWatcher', { value: Watcher });
	Object.defineProperty(window, 'closeWatchers', { get: () => watchers.size });
	window.goBack = () => {
		const called = [...watchers];
		// As in browsers, each serves once.
		watchers.clear();
		called.forEach((watcher) => watcher.dispatchEvent(new Event('close')));
		return true;
	};
}
