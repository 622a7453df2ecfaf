/** A visitor: the page with the launcher, and the chat in its frame. */
import type { ElementHandle, Frame, NewDocumentScriptEvaluation, Page } from 'puppeteer-core';
import { READ_TIMEOUT, SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { key, press, tap, type } from '../support/input.ts';
import { see, seeText, until } from './waiting.ts';
import { UPLOAD_TIMEOUT } from '../../src/models/runUpload.ts';

const COMPOSER = { role: 'textbox', name: 'Type your message' };
/** Its name is that of the channel's greeting, or of a number of unread messages. */
const LAUNCHER = { selector: '[part=launcher]' };
/**
 * What leads from home to the conversation, or is in it: the chat may change its view by itself
 * while it loads the session.
 */
const WAY_IN = { name: /^((Start|Continue) conversation|Type your message)$/i };
/** How many times faster a hurried chat times out. */
const HASTE = 20;
/** The least timeout that a hurried chat shortens, in milliseconds. */
const LEAST_SHORTENED = Math.min(SEND_TIMEOUT, READ_TIMEOUT, UPLOAD_TIMEOUT);

export class Visitor {
	readonly page: Page;
	/** Whether the visitor holds a phone, and taps. */
	hasFinger = false;
	#haste: NewDocumentScriptEvaluation | undefined;

	private constructor(page: Page) {
		this.page = page;
	}

	static async arrive(page: Page, url: string): Promise<Visitor> {
		await page.goto(url);
		return new Visitor(page);
	}

	/** The same page once more, in the same visitor's browser. */
	async secondTab(): Promise<Visitor> {
		return Visitor.arrive(await this.page.browserContext().newPage({ type: 'window' }), this.page.url());
	}

	/**
	 * Reloads as the visitor does, and not by the driver: Firefox's driver mistakes a request of
	 * the left page, which the reload aborts, for the reload itself.
	 */
	async reload(): Promise<void> {
		await this.page.evaluate(() => {
			document.documentElement.dataset['left'] = '';
			location.reload();
		});
		await see(
			this.page,
			'the page anew',
			() => document.readyState === 'complete' && !('left' in document.documentElement.dataset),
		);
	}

	/**
	 * Shortens the chat's long timeouts, for answers and for uploads without progress, to a
	 * twentieth, until `takeTime`: a server that answers, but slowly, must not be given up as well.
	 */
	async hurry(): Promise<void> {
		this.#haste = await this.page.evaluateOnNewDocument(shortenTimeouts, LEAST_SHORTENED, HASTE);
		await Promise.all(this.#chats().map((frame) => frame.evaluate(shortenTimeouts, LEAST_SHORTENED, HASTE)));
	}

	/** Ends `hurry` for everything that the chat asks from now on. */
	async takeTime(): Promise<void> {
		if (!this.#haste) return;
		await this.page.removeScriptToEvaluateOnNewDocument(this.#haste.identifier);
		this.#haste = undefined;
		await Promise.all(this.#chats().map((frame) => frame.evaluate(() => window.dispatchEvent(new Event('take-time')))));
	}

	#chats(): Frame[] {
		return this.page.frames().filter((frame) => frame !== this.page.mainFrame());
	}

	/** Accessible name of the launcher, as soon as there is one. */
	async launcherName(): Promise<string> {
		return (await this.part('[part=launcher]')).evaluate((button) => button.ariaLabel ?? '');
	}

	pressLauncher(): Promise<void> {
		return this.#press(this.page, LAUNCHER);
	}

	get #press(): typeof press {
		return this.hasFinger ? tap : press;
	}

	/**
	 * An element in the tag's shadow root, as soon as it is there: the driver's own waiting does
	 * not look there again.
	 */
	part(selector: string): Promise<ElementHandle<HTMLElement>> {
		return until(
			`${selector} of the element`,
			async () =>
				((await this.page.$(`live-chat-widget >>> ${selector}`)) as ElementHandle<HTMLElement> | null) ?? undefined,
		);
	}

	/** What the badge says, or undefined while there is none. */
	badge(): Promise<string | undefined> {
		return this.page.evaluate(
			() =>
				document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=badge]')?.textContent ?? undefined,
		);
	}

	/** `open`, `preview` or `closed`; undefined while there is no panel. */
	panelMode(): Promise<string | undefined> {
		return this.page.evaluate(
			() =>
				document.querySelector('live-chat-widget')?.shadowRoot?.querySelector<HTMLElement>('[part=panel]')?.dataset[
					'mode'
				],
		);
	}

	hasLauncherFocus(): Promise<boolean> {
		return this.page.evaluate(
			() => document.querySelector('live-chat-widget')?.shadowRoot?.activeElement?.matches('[part=launcher]') ?? false,
		);
	}

	/** Waits for a text that the panel itself shows, in place of the frame. */
	async seeInPanel(text: string): Promise<void> {
		await see(
			this.page,
			`"${text}" in the panel`,
			(wanted) =>
				document
					.querySelector('live-chat-widget')
					?.shadowRoot?.querySelector('[role=alert]')
					?.textContent.includes(wanted),
			text,
		);
	}

	/** Presses the panel's own button, which must have this name. */
	async pressInPanel(name: string): Promise<void> {
		await press(this.page, { role: 'button', name, within: { role: 'alert' } });
	}

	/**
	 * Replaces the visitor's token, everywhere it is stored, by one that the server never issued.
	 */
	async forgeToken(): Promise<void> {
		const frame = await this.frame();
		const forged = 'eyJhbGciOiJIUzI1NiJ9.eyJzb3VyY2VfaWQiOiJub2JvZHkiLCJpbmJveF9pZCI6MX0.forged';
		await this.page.evaluate((token) => {
			document.cookie = `cw_conversation=${token}; Path=/; SameSite=Lax`;
		}, forged);
		await frame.evaluate((token) => {
			const key = Object.keys(localStorage).find((name) => name.startsWith('live-chat-widget:session:'));
			if (key) localStorage.setItem(key, JSON.stringify({ authToken: token, pubsubToken: 'forged' }));
		}, forged);
	}

	/**
	 * The chat's frame, as soon as its document is loaded: when the server fails, another document
	 * is there instead.
	 */
	frame(): Promise<Frame> {
		return until('the frame', async () => {
			for (const frame of this.page.frames().filter((candidate) => /\/widget\?/.test(candidate.url()))) {
				if (await frame.evaluate(() => document.getElementById('app') !== null).catch(() => false)) return frame;
			}
			return undefined;
		});
	}

	/** Opens the panel, unless it is open still from the page before. */
	async openPanel(): Promise<Frame> {
		// The launcher knows before there is a panel: a press would close what is about to be
		// shown.
		const launcher = await this.part('[part=launcher]');
		if (await launcher.evaluate(({ ariaExpanded }) => ariaExpanded === 'false')) await this.pressLauncher();
		return this.frame();
	}

	/** Opens the panel, and on a first visit the conversation. */
	async openConversation(): Promise<Frame> {
		const frame = await this.openPanel();
		await this.#press(frame, WAY_IN);
		await see(frame, 'the conversation', () => document.querySelector('textarea[aria-label="Type your message"]'));
		// A click on a moving element may miss it.
		await see(this.page, 'the panel at rest', () =>
			document
				.querySelector('live-chat-widget')
				?.shadowRoot?.querySelector('[part=panel]')
				?.getAnimations({ subtree: true })
				.every(({ playState }) => playState === 'finished'),
		);
		return frame;
	}

	/** Types into the composer; `\n` is Shift+Enter. */
	async type(text: string): Promise<void> {
		const frame = await this.frame();
		if (this.hasFinger) await tap(frame, COMPOSER);
		await type(frame, COMPOSER, text);
	}

	/** Types and presses Enter; resolves when the message is shown. */
	async write(text: string): Promise<void> {
		await this.type(text);
		await key(this.page, 'Enter');
		await seeText(await this.frame(), text.split('\n')[0] ?? text);
	}

	/** Resolves when the list has loaded, and shows messages of which none is being sent. */
	async seeAllSent(): Promise<void> {
		await see(
			await this.frame(),
			'everything sent',
			() =>
				document.querySelector('[role=log] [data-state]') !== null &&
				!document.querySelector('[data-state=in_progress], [data-state=failed]'),
		);
	}
}

/** Runs in the chat's frame, where an event ends it. */
function shortenTimeouts(limit: number, haste: number): void {
	if (window.top === window) return;
	const { setTimeout } = window;
	const expire = AbortSignal.timeout.bind(AbortSignal);
	const shorten = (delay = 0) => (delay >= limit ? delay / haste : delay);
	window.setTimeout = ((handler: TimerHandler, delay?: number, ...args: unknown[]) =>
		setTimeout(handler, shorten(delay), ...args)) as typeof setTimeout;
	AbortSignal.timeout = (delay) => expire(shorten(delay));
	const restore = () => {
		window.setTimeout = setTimeout;
		AbortSignal.timeout = expire;
	};
	window.addEventListener('take-time', restore, { once: true });
}
