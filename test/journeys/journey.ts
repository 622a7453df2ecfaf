/**
 * What a journey needs: the server behind a proxy that can fail, a site that has embedded the
 * widget, and a browser.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, BrowserContext, LaunchOptions, Page } from 'puppeteer-core';
import { launchBrowser, runsAllVariants, withoutFrameStorage } from '../support/browser.ts';
import { startFaultProxy, type FaultProxy } from '../support/faultProxy.ts';
import { startHostPage, type HostPage } from '../support/hostPage.ts';
import { addCampaign, addToken, changeChannel, clearCampaigns, type NewCampaign } from '../support/channel.ts';
import { type ServerOptions, startServer, type ServerProcess } from '../support/server.ts';
import { Agent } from './agent.ts';
import { Team } from './team.ts';
import { Visitor } from './visitor.ts';

/**
 * Whether page and server are on the same site, which decides how browsers partition storage and
 * cookies.
 */
export const BOTH_SITES = ['two sites', 'one site'] as const;
export type Site = (typeof BOTH_SITES)[number];
/**
 * For journeys where that matters little: the harder case always, the other one in the complete
 * run, and in Chromium only.
 */
export const SITES: readonly Site[] = runsAllVariants ? BOTH_SITES : ['two sites'];

/** The demo's second agent. */
const COLLEAGUE = 'noor@example.com';

export interface JourneyOptions {
	site?: Site;
	/** Attributes of the tag besides the two required ones. */
	attributes?: string;
	/** HTML in the head of the page. */
	head?: string;
	/** HTML in the place of the tag and its script. @param product the server's origin */
	embed?: (product: string) => string;
	/** Settings of the server. */
	settings?: ServerOptions['settings'];
	/** Where a stand-in for the providers of captchas listens. */
	captchaUrl?: string;
	/** Launch options of all browsers, besides the usual ones. */
	browser?: LaunchOptions;
	/**
	 * Whether the journey is about what a headless shell lacks, such as windows and the
	 * back-forward cache.
	 */
	needsWholeBrowser?: boolean;
	/** Whether the browsers deny storage to frames of the server. */
	isStorageDenied?: boolean;
}

export class Journey {
	readonly browser: Browser;
	/** The proxy between all browsers and the server: `cut` and `restore` act like the network. */
	readonly proxy: FaultProxy;
	readonly dataDir: string;
	readonly #page: HostPage;
	readonly #site: Site;
	readonly #people: BrowserContext[] = [];
	#server: ServerProcess;

	static async start({
		site = 'two sites',
		attributes = '',
		head = '',
		embed,
		settings,
		captchaUrl,
		browser: options,
		needsWholeBrowser = false,
		isStorageDenied = false,
	}: JourneyOptions = {}): Promise<Journey> {
		const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-journey-'));
		const [browser, server] = await Promise.all([
			launchBrowser({
				// A shell has no profile whose settings deny storage.
				isShellEnough: !needsWholeBrowser && !isStorageDenied,
				...options,
				...(isStorageDenied && withoutFrameStorage(join(dataDir, 'browser'), '127.0.0.1', 'localhost')),
			}),
			startServer({ dataDir, ...(settings && { settings }), ...(captchaUrl && { captchaUrl }) }),
		]);
		const proxy = await startFaultProxy(server.origin);
		const product = proxy.origin;
		const page = await startHostPage({ product, attributes, head, ...(embed && { embed: embed(product) }) });
		return new Journey({ browser, server, proxy, page, site, dataDir });
	}

	private constructor(parts: {
		browser: Browser;
		server: ServerProcess;
		proxy: FaultProxy;
		page: HostPage;
		site: Site;
		dataDir: string;
	}) {
		this.browser = parts.browser;
		this.proxy = parts.proxy;
		this.dataDir = parts.dataDir;
		this.#server = parts.server;
		this.#page = parts.page;
		this.#site = parts.site;
	}

	/** Address of the page that has embedded the widget. */
	get pageUrl(): string {
		return this.#site === 'one site' ? this.#page.url.replace('localhost', '127.0.0.1') : this.#page.url;
	}

	get agentToken(): string {
		return this.#server.agentToken;
	}

	/** The team by the application API, which a cut does not affect. */
	get team(): Team {
		return new Team(this.#server.origin, this.agentToken);
	}

	/** Changes the channel's settings for all later requests. */
	changeChannel(change: Parameters<typeof changeChannel>[1]): Promise<void> {
		return changeChannel(this.#server, change);
	}

	/** Adds a campaign to the channel; resolves with its display id. */
	addCampaign(campaign: NewCampaign): Promise<number> {
		return addCampaign(this.#server, campaign);
	}

	clearCampaigns(): Promise<void> {
		return clearCampaigns(this.#server);
	}

	/** A visitor with a browser of their own, on the page or another one. */
	async visitor(address = this.pageUrl): Promise<Visitor> {
		return Visitor.arrive(await this.#newPerson(), address);
	}

	/**
	 * A visitor with the browser's own profile, which is on the disk: those of the others are like
	 * private windows, which keep everything in memory. The caller has to close the page.
	 */
	async visitorWithProfile(): Promise<Visitor> {
		const page = await this.browser.defaultBrowserContext().newPage({ type: 'window' });
		return Visitor.arrive(page, this.pageUrl);
	}

	/** A visitor who is on no page yet. */
	async newcomer(): Promise<Visitor> {
		return Visitor.arrive(await this.#newPerson(), 'about:blank');
	}

	/** A visitor of the demo page itself, whom a cut of the proxy does not affect. */
	async visitorBeyond(): Promise<Visitor> {
		return Visitor.arrive(await this.#newPerson(), this.#server.origin);
	}

	/** An agent with a browser of their own, signed in at the desk. */
	async agent(): Promise<Agent> {
		return Agent.signIn(await this.#newPerson(), this.proxy.origin, this.agentToken);
	}

	/** Another agent, who is no administrator. */
	async colleague(): Promise<Agent> {
		const token = await addToken({ dataDir: this.dataDir }, COLLEAGUE);
		return Agent.signIn(await this.#newPerson(), this.proxy.origin, token);
	}

	/** Whoever signs in by a link that works once, with a browser of their own. */
	async newAgent(link: string): Promise<Agent> {
		return Agent.follow(await this.#newPerson(), link);
	}

	/** An agent whom a cut does not affect. */
	async agentBeyond(): Promise<Agent> {
		return Agent.signIn(await this.#newPerson(), this.#server.origin, this.agentToken);
	}

	/**
	 * Stops the server, as if it were very slow; `resumeServer` lets it continue with the requests
	 * that it has.
	 */
	pauseServer(): void {
		this.#server.pause();
	}

	resumeServer(): void {
		this.#server.resume();
	}

	/** Counts what the database has: rows of a table, or messages with this text. */
	count(table: 'attachments' | 'contacts' | 'contact_inboxes' | 'conversations' | 'deliveries'): number {
		return this.#query(`select count(*) as n from ${table}`);
	}

	countMessages(content: string): number {
		return this.#query('select count(*) as n from messages where content = ?', content);
	}

	/** Renames the first agent in the database. */
	renameAgent(name: string): void {
		this.#change('update users set name = ?, display_name = ? where id = 1', name, name);
	}

	/** Moves everything said so far that many days into the past. */
	letDaysPass(days: number): void {
		this.#change('update messages set created_at = created_at - ?', days * 24 * 60 * 60_000);
	}

	/**
	 * A page in a window of its own: in a background tab timers are slow, and nothing counts as
	 * read.
	 */
	async #newPerson(): Promise<Page> {
		const context = await this.browser.createBrowserContext();
		this.#people.push(context);
		return context.newPage({ type: 'window' });
	}

	#change(sql: string, ...values: (string | number)[]): void {
		const file = new Database(join(this.dataDir, 'live-chat.sqlite'));
		try {
			file.prepare(sql).run(...values);
		} finally {
			file.close();
		}
	}

	#query(sql: string, ...values: string[]): number {
		const file = new Database(join(this.dataDir, 'live-chat.sqlite'), { readonly: true });
		try {
			const row = file.prepare<string[], { n: number }>(sql).get(...values);
			return row?.n ?? 0;
		} finally {
			file.close();
		}
	}

	/** Closes all pages, between two tests of one journey. */
	async clear(): Promise<void> {
		this.proxy.restore();
		await Promise.all(this.#people.splice(0).map((context) => context.close()));
	}

	/**
	 * Ends the server in order, or like a power failure, and starts it again with the same data.
	 */
	async restart(how: 'in order' | 'kill -9'): Promise<void> {
		const { port } = this.#server;
		if (how === 'kill -9') await this.#server.kill();
		else await this.#server.stop();
		this.#server = await startServer({ port, dataDir: this.dataDir });
	}

	async stop(): Promise<void> {
		await this.browser.close();
		await Promise.all([this.proxy.stop(), this.#page.stop()]);
		await this.#server.stop();
		rmSync(this.dataDir, { recursive: true, force: true });
	}
}
