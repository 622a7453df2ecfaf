/**
 * What a visitor sees while the chat opens in the dark. Chromium reports every frame that it draws.
 * Firefox does not, and occasional screenshots may miss a flash; so the server also stops at each
 * step of loading, where a flash would stay visible.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { CDPSession, Page } from 'puppeteer-core';
import { chosenBrowser } from '../support/browser.ts';
import { requestOf } from './requestOf.ts';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, until } from './waiting.ts';

/** A row of pixels with at least this mean brightness, 0 to 255, counts as a flash in the dark. */
const NEAR_WHITE = 170;

const isChromium = chosenBrowser === 'chromium';

/** Steps at which loading may stop: the first request that the server does not answer. */
const STEPS: Record<string, () => RegExp> = {
	'the document': () => /^GET \/widget\?/,
	'its style sheets': () => /^GET \/packs\/css\//,
	'the app': () => requestOf('src/widget/app/main.ts'),
	'the views': () => requestOf('src/widget/app/view/view.tsx'),
};

for (const darkMode of ['dark', 'auto'] as const) {
	describe(`a page with dark-mode="${darkMode}"`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({
				attributes: `dark-mode="${darkMode}"`,
				// Firefox's driver cannot change it later. Where the page sets its own scheme, the
				// system's does not count.
				browser: {
					extraPrefsFirefox: {
						'layout.css.prefers-color-scheme.content-override': darkMode === 'auto' ? 0 : 1,
						'ui.prefersReducedMotion': 1,
					},
				},
			});
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		/** On a dark page, so that everything white comes from the chat. */
		async function arrive(): Promise<Visitor> {
			const visitor = await journey.newcomer();
			const { page } = visitor;
			if (isChromium) {
				await page.emulateMediaFeatures([
					{ name: 'prefers-color-scheme', value: darkMode === 'auto' ? 'dark' : 'light' },
					{ name: 'prefers-reduced-motion', value: 'reduce' },
				]);
			}
			await page.goto(journey.pageUrl);
			await page.addStyleTag({
				content: 'html, body { background: #111 !important } body > :not(live-chat-widget) { visibility: hidden }',
			});
			await visitor.launcherName();
			return visitor;
		}

		test(
			'opening shows no frame with a row of pixels near white',
			{ skip: !isChromium && 'only Chromium hands out every frame' },
			async () => {
				const visitor = await arrive();
				const { page } = visitor;
				const film = await Film.start(page);
				await visitor.pressLauncher();
				const frame = await visitor.frame();
				await see(frame, 'home', () => document.querySelector('main') !== null);
				await visitor.pressLauncher();
				await visitor.pressLauncher();
				await see(frame, 'the dark', () => document.documentElement.dataset['theme'] === 'dark');
				const frames = await film.end();
				assert.ok(frames.length > 2, `${frames.length} frames were filmed`);
				const brightest = await Promise.all(frames.map((image) => brightestRow(page, image)));
				assert.ok(Math.max(...brightest) < NEAR_WHITE, `rows as bright as ${brightest.map(Math.round).join(', ')}`);
			},
		);

		for (const [step, findRequest] of Object.entries(STEPS)) {
			test(`nothing is near white while the server delays ${step}`, async () => {
				const request = findRequest();
				const visitor = await arrive();
				const already = journey.proxy.exchanges.length;
				journey.proxy.fail(request, 'no answer');
				await visitor.pressLauncher();
				await until(`a request for ${step}`, () =>
					journey.proxy.exchanges.slice(already).find(({ method, path }) => request.test(`${method} ${path}`)),
				);
				await see(visitor.page, 'the panel', () => {
					const panel = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=panel]');
					return panel?.checkVisibility() && panel.getAnimations().every(({ playState }) => playState === 'finished');
				});
				const brightest = await brightestRow(visitor.page, await visitor.page.screenshot({ encoding: 'base64' }));
				assert.ok(brightest < NEAR_WHITE, `a row as bright as ${Math.round(brightest)}`);
			});
		}

		test(
			'what the visitor’s system or the page changes is followed at once, in the panel and in the frame',
			{ skip: !isChromium && darkMode === 'auto' && 'only Chromium’s driver can change what the system prefers' },
			async () => {
				const visitor = await journey.visitor();
				const { page } = visitor;
				await visitor.openConversation();
				const frame = await visitor.frame();
				for (const theme of ['light', 'dark', 'light'] as const) {
					if (darkMode === 'auto') await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
					else
						await page.$eval('live-chat-widget', (element, value) => element.setAttribute('dark-mode', value), theme);
					await see(frame, theme, (wanted) => document.documentElement.dataset['theme'] === wanted, theme);
					const panel = await visitor.part('[part=panel]');
					const surface = await panel.evaluate((element) => getComputedStyle(element).backgroundColor);
					assert.equal(surface, theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(22, 24, 29)');
				}
			},
		);
	});
}

/** Records every frame that Chromium draws. */
class Film {
	readonly #session: CDPSession;
	readonly #frames: string[] = [];

	static async start(page: Page): Promise<Film> {
		const film = new Film(await page.createCDPSession());
		await film.#session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
		return film;
	}

	private constructor(session: CDPSession) {
		this.#session = session;
		session.on('Page.screencastFrame', ({ data, sessionId }) => {
			this.#frames.push(data);
			// The session may have ended by now.
			session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
		});
	}

	async end(): Promise<readonly string[]> {
		await this.#session.send('Page.stopScreencast');
		await this.#session.detach();
		return this.#frames;
	}
}

/** Mean brightness, 0 to 255, of the brightest row within the panel's box. */
function brightestRow(page: Page, image: string): Promise<number> {
	return page.evaluate(async (base64) => {
		const panel = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=panel]');
		const { x = 0, y = 0, width = 0, height = 0 } = panel?.getBoundingClientRect() ?? {};
		const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
		const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
		const scale = bitmap.width / innerWidth;
		const canvas = new OffscreenCanvas(Math.floor(width * scale), Math.floor(height * scale));
		const context = canvas.getContext('2d');
		context?.drawImage(bitmap, -x * scale, -y * scale);
		const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
		let brightest = 0;
		for (let row = 0; row < canvas.height; row += 1) {
			let sum = 0;
			for (let at = row * canvas.width * 4; at < (row + 1) * canvas.width * 4; at += 4) {
				sum += ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3;
			}
			brightest = Math.max(brightest, sum / canvas.width);
		}
		return brightest;
	}, image);
}
