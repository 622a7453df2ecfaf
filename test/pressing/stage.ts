/**
 * What the walks need: the server with the demo's data, a page with the chat, and one browser whose
 * state can be put back.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, BrowserContext, CDPSession, CookieData, Frame, Page } from 'puppeteer-core';
import { ROOT } from '../../src/build/root.ts';
import { launchBrowser } from '../support/browser.ts';
import { addDemoPages } from '../support/channel.ts';
import { type HostPage, startHostPage } from '../support/hostPage.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Traces } from './traces.ts';

/** Nothing listens there: what is to be mailed waits. */
const NO_MAIL = 'smtp://127.0.0.1:9';

/** A file to send. */
export const PICTURE = join(ROOT, 'docs/pictures/desk-light.webp');

/** What the database and the browser held at a moment. */
export interface Kept {
	database: string;
	cookies: CookieData[];
}

export class Stage {
	readonly server: TestServer;
	readonly page: Page;
	readonly traces: Traces;
	readonly #browser: Browser;
	readonly #context: BrowserContext;
	readonly #host: HostPage;
	readonly #folder: string;
	#kept = 0;
	/** What lets requests fail. */
	#faults: CDPSession | undefined;

	static async start(): Promise<Stage> {
		const folder = mkdtempSync(join(tmpdir(), 'live-chat-pressing-'));
		const [browser, server] = await Promise.all([
			launchBrowser({ isShellEnough: true, args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'] }),
			startServer({
				dataDir: folder,
				pace: 1,
				settings: { SMTP_URL: NO_MAIL, MAIL_FROM: 'chat@shop.example', PRIVATE_WEBHOOKS: 'on' },
			}),
		]);
		const host = await startHostPage({ embed: embedNamed(server.origin) });
		await addDemoPages({ dataDir: folder });
		const context = await browser.createBrowserContext();
		const page = await context.newPage({ type: 'window' });
		await context.overridePermissions(server.origin, ['clipboard-write', 'clipboard-read']);
		const traces = await Traces.follow(browser, page);
		// High enough for what is in a view: the less is scrolled, the less is drawn anew.
		await page.setViewport({ width: 1_280, height: 1_000 });
		// What moves takes time, and nothing else here.
		await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
		// What the tab keeps is of the visit before.
		await page.evaluateOnNewDocument(() => {
			if (origin !== 'null') sessionStorage.clear();
		});
		return new Stage({ folder, browser, server, host, context, page, traces });
	}

	private constructor(parts: {
		folder: string;
		browser: Browser;
		server: TestServer;
		host: HostPage;
		context: BrowserContext;
		page: Page;
		traces: Traces;
	}) {
		this.#folder = parts.folder;
		this.#host = parts.host;
		this.#browser = parts.browser;
		this.#context = parts.context;
		this.server = parts.server;
		this.page = parts.page;
		this.traces = parts.traces;
	}

	/** Remembers what the database and the browser hold now. */
	async keep(): Promise<Kept> {
		const database = join(this.#folder, `kept-${(this.#kept += 1)}`);
		const live = new Database(this.#database);
		await live.backup(database);
		live.close();
		return { database, cookies: await this.#context.cookies() };
	}

	/**
	 * Dates what visitors have written an hour later: what they may change of it for two minutes
	 * stays so, however long the walk takes.
	 */
	postdate(): void {
		const live = new Database(this.#database);
		live.exec('update messages set created_at = created_at + 3600000 where message_type = 0');
		live.close();
	}

	/** Puts back what was kept, and leaves the page. */
	async restore({ database, cookies }: Kept, hasWritten: boolean): Promise<void> {
		const { page } = this;
		await page.setOfflineMode(false);
		await this.#faults?.send('Fetch.disable');
		this.traces.failing = undefined;
		await page.goto('about:blank');
		if (hasWritten) {
			const kept = new Database(database);
			await kept.backup(this.#database);
			kept.close();
		}
		const client = await page.createCDPSession();
		const origins = [this.server.origin, new URL(this.pageOf('')).origin];
		for (const origin of origins)
			await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
		await client.detach();
		await this.#context.deleteCookie(...(await this.#context.cookies()));
		if (cookies.length > 0) await this.#context.setCookie(...cookies);
	}

	/**
	 * Lets the server fail until it is restored: what is asked of such a path is answered by 500.
	 * By the browser's protocol, since Puppeteer's interception would take all requests, and turn
	 * the cache off.
	 */
	async fail(path: string): Promise<void> {
		if (!this.#faults) {
			const faults = (this.#faults = await this.page.createCDPSession());
			const answer = { responseCode: 500, responsePhrase: 'Internal Server Error' };
			// A document that is left asks no more.
			faults.on('Fetch.requestPaused', ({ requestId }) => {
				faults.send('Fetch.fulfillRequest', { requestId, ...answer }).catch(() => undefined);
			});
		}
		this.traces.failing = path;
		await this.#faults.send('Fetch.enable', { patterns: [{ urlPattern: `*${path}*` }] });
	}

	/**
	 * Address of a page with the chat of a website, on the server's site: its frame is in the
	 * page's process.
	 */
	pageOf(websiteToken: string, attributes: Readonly<Record<string, string>> = {}): string {
		const query = new URLSearchParams({ 'website-token': websiteToken, ...attributes });
		return `${this.#host.url.replace('localhost', '127.0.0.1')}?${query}`;
	}

	/** The chat's frame. */
	get chat(): Frame {
		const chat = this.page.frames().find((frame) => frame.url().includes('/widget?'));
		if (!chat) throw new Error('The page has no chat');
		return chat;
	}

	/** On the page's host, which is also the server's. */
	async setCookie(name: string, value: string): Promise<void> {
		await this.#context.setCookie({ name, value, domain: '127.0.0.1', path: '/', sameSite: 'Lax' });
	}

	get #database(): string {
		return join(this.#folder, 'live-chat.sqlite');
	}

	async stop(): Promise<void> {
		await this.#browser.close();
		await Promise.all([this.#host.stop(), this.server.stop()]);
		rmSync(this.#folder, { recursive: true, force: true });
	}
}

/** Adds the tag with the attributes that the page's address names. */
function embedNamed(product: string): string {
	return `<script type="module" src="${product}/live-chat-widget.js"></script>
<script>
	const tag = document.createElement('live-chat-widget');
	tag.setAttribute('base-url', '${product}');
	for (const [name, value] of new URLSearchParams(location.search)) tag.setAttribute(name, value);
	document.body.append(tag);
</script>`;
}
