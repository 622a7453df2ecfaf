/**
 * What a press leaves behind outside of the document: requests, downloads, windows, dialogs, and
 * words on the console.
 */
import {
	type Browser,
	type ConsoleMessage,
	type Frame,
	type HTTPRequest,
	type Page,
	type Target,
	TargetType,
} from 'puppeteer-core';

/** Requests that tell the server what the page is doing anyway, whatever is pressed. */
const BACKGROUND = /\/(update_last_seen|toggle_typing(_status)?|presence|events|cable)\b/;

export interface Trace {
	/** What a person, or the server, could notice. */
	effects: string[];
	/** What must not happen. */
	errors: string[];
}

export class Traces {
	#effects: string[] = [];
	#errors: string[] = [];
	#hasWritten = false;
	#failures = 0;
	/**
	 * Part of the addresses at which the server fails. The server does not notice such requests,
	 * and the browser itself complains about them.
	 */
	failing: string | undefined;
	readonly #pending = new Set<HTTPRequest>();

	static async follow(browser: Browser, page: Page): Promise<Traces> {
		const traces = new Traces();
		const client = await page.createCDPSession();
		await client.send('Page.enable');
		await client.send('Page.setInterceptFileChooserDialog', { enabled: true });
		client.on('Page.fileChooserOpened', () => traces.#effects.push('file chooser'));
		const ofBrowser = await browser.target().createCDPSession();
		const { browserContextId = '' } = { browserContextId: page.browserContext().id };
		await ofBrowser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId, eventsEnabled: true });
		ofBrowser.on('Browser.downloadWillBegin', () => traces.#effects.push('download'));
		page.browserContext().on('targetcreated', (target) => void traces.#noteWindow(target, page));
		page.on('console', (message) => traces.#noteWords(message));
		page.on('pageerror', (error) => traces.#errors.push(String(error)));
		page.on('dialog', (dialog) => {
			traces.#effects.push(`dialog ${dialog.type()}`);
			void dialog.accept();
		});
		page.on('request', (request) => traces.#noteRequest(request));
		// The requests of a document that is left may end without an event.
		for (const end of ['framenavigated', 'framedetached'] as const)
			page.on(end, (frame) => traces.#forgetThoseOf(frame));
		// The browser's own words about a field are in a window of its own.
		await page.exposeFunction('noteFieldHint', () => traces.#effects.push('hint at a field'));
		await page.evaluateOnNewDocument(reportFieldHints);
		for (const end of ['requestfinished', 'requestfailed'] as const)
			page.on(end, (request) => traces.#pending.delete(request));
		return traces;
	}

	get isWaiting(): boolean {
		return this.#pending.size > 0;
	}

	get effects(): readonly string[] {
		return this.#effects;
	}

	/** How many requests the server has let fail. */
	get failures(): number {
		return this.#failures;
	}

	/** Whether something was written to the server since the last call. */
	takeWritten(): boolean {
		const hasWritten = this.#hasWritten;
		this.#hasWritten = false;
		return hasWritten;
	}

	/** What there was since the last call. */
	take(): Trace {
		const trace = { effects: this.#effects, errors: this.#errors };
		this.#effects = [];
		this.#errors = [];
		this.#failures = 0;
		return trace;
	}

	/** Waits no longer for what has no answer yet. */
	forgetRequests(): void {
		this.#pending.clear();
	}

	#forgetThoseOf(frame: Frame): void {
		for (const request of this.#pending) if (request.frame() === frame) this.#pending.delete(request);
	}

	async #noteWindow(target: Target, page: Page): Promise<void> {
		if (target.type() !== TargetType.PAGE || target === page.target()) return;
		this.#effects.push('window');
		await (await target.page())?.close().catch(() => undefined);
	}

	#noteWords(message: ConsoleMessage): void {
		if (message.type() === 'error' && !this.#isFailing(message.location().url))
			this.#errors.push(`${message.text()} ${message.location().url ?? ''}`);
	}

	#isFailing(address = ''): boolean {
		return this.failing !== undefined && address.includes(this.failing);
	}

	#noteRequest(request: HTTPRequest): void {
		if (request.resourceType() === 'websocket' || request.resourceType() === 'eventsource') return;
		this.#pending.add(request);
		if (this.#isFailing(request.url())) return void (this.#failures += 1);
		if (['GET', 'HEAD', 'OPTIONS'].includes(request.method())) return;
		this.#hasWritten = true;
		const { pathname } = new URL(request.url());
		if (!BACKGROUND.test(pathname)) this.#effects.push(`${request.method()} ${pathname}`);
	}
}

/**
 * Runs in the page. The browser says at one field of a form why it is not sent: at the one that it
 * leads the focus to.
 */
function reportFieldHints(): void {
	const { noteFieldHint } = globalThis as unknown as { noteFieldHint: () => void };
	const look = (event: Event) => {
		if (!event.defaultPrevented && document.activeElement === event.target) noteFieldHint();
	};
	addEventListener('invalid', (event) => setTimeout(look, 0, event), true);
}
