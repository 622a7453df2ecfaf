/**
 * A shop on `localhost` with the widget of a server on `127.0.0.1`, and visitors with the clocks
 * and counters that budgets need.
 */
import { see, until } from '../journeys/waiting.ts';
import type { Browser, ElementHandle, Frame, LaunchOptions, Page } from 'puppeteer-core';
import { launchBrowser } from '../support/browser.ts';
import type { Certificate } from '../support/certificate.ts';
import { startFaultProxy, type Exchange, type FaultProxy } from '../support/faultProxy.ts';
import { startHostPage, type HostPage } from '../support/hostPage.ts';
import { press } from '../support/input.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { SlowLink } from '../support/slowLink.ts';

export interface Shop {
	server: TestServer;
	/** The proxy between browsers and the server. */
	proxy: FaultProxy;
	page: HostPage;
	stop(): Promise<void>;
}

export interface ShopOptions {
	attributes?: string;
	certificate?: Certificate;
	link?: SlowLink;
}

export async function openShop(options: ShopOptions = {}): Promise<Shop> {
	const server = await startServer({ pace: 1 });
	const proxy = await startFaultProxy(server.origin, options);
	const page = await startHostPage({ product: proxy.origin, ...options });
	return {
		server,
		proxy,
		page,
		async stop() {
			await page.stop();
			await proxy.stop();
			await server.stop();
		},
	};
}

/** A new browser, closed at the end. */
export async function withBrowser<T>(visit: (browser: Browser) => Promise<T>, options: LaunchOptions = {}): Promise<T> {
	const browser = await launchBrowser(options);
	try {
		return await visit(browser);
	} finally {
		await browser.close();
	}
}

/**
 * Sums exchanges up: `kB` of bodies (1 kB = 1000 bytes), and the number of requests, a WebSocket
 * being one.
 */
export function sum(exchanges: Exchange[]): { kB: number; requests: number } {
	return { kB: exchanges.reduce((bytes, exchange) => bytes + exchange.bytes, 0) / 1000, requests: exchanges.length };
}

/** Lists exchanges for a failed assertion, the largest first. */
export function list(exchanges: Exchange[]): string {
	const lines = exchanges
		.toSorted((a, b) => b.bytes - a.bytes)
		.map(({ method, path, status, bytes }) => `${String(bytes).padStart(8)} ${method} ${path.slice(0, 90)} ${status}`);
	return `\n${lines.join('\n')}`;
}

/** The launcher's button, once it can be pressed. Accessible names reach into shadow roots. */
export async function findLauncher(page: Page) {
	const launcher = await page.waitForSelector('::-p-aria([name="Chat with us"][role="button"])', { visible: true });
	if (!launcher) throw new Error('There is no launcher.');
	return launcher;
}

export function pressLauncher(page: Page): Promise<void> {
	return press(page, 'Chat with us');
}

/** The widget's frame, once it is there. */
export function findFrame(page: Page): Promise<Frame> {
	return page.waitForFrame((frame) => new URL(frame.url() || 'about:blank').pathname === '/widget');
}

/**
 * Presses the launcher and "Start Conversation" as soon as possible; resolves with the field once
 * the visitor can type.
 */
export async function openComposer(page: Page): Promise<ElementHandle> {
	await pressLauncher(page);
	const frame = await findFrame(page);
	await press(frame, 'Start Conversation');
	const composer = await frame.waitForSelector('::-p-aria([name="Type your message"][role="textbox"])', {
		visible: true,
	});
	if (!composer) throw new Error('There is no composer.');
	return composer;
}

/** Makes the page's visitor one who has written before, but whose browser has cached no file. */
export async function beReturning(page: Page, { proxy, page: { url } }: Shop): Promise<void> {
	const start = proxy.exchanges.length;
	await page.goto(url);
	const composer = await openComposer(page);
	await composer.type('Is it dishwasher safe?\n');
	await see(
		await findFrame(page),
		'the message sent',
		() => document.querySelector('[role=log] [data-state]') && !document.querySelector('[data-state=in_progress]'),
	);
	await pressLauncher(page);
	await until('all is answered', () => proxy.exchanges.slice(start).every(({ status }) => status > 0));
	const session = await page.createCDPSession();
	await session.send('Network.clearBrowserCache');
}

/**
 * Whether home or a conversation asks for it only once it is drawn. Where the next press comes
 * late, or is looked at late, it has loaded as well.
 */
export function isLoadedOnceDrawn(path: string): boolean {
	return /\/(HomeMoreView|HeaderMore|laterCatalogs|later|plainDigits)-|\/articles\.json/.test(path);
}

/** Runs in the frame: the files that it has fetched ahead, without loading them as modules. */
export function listFetchedAhead(): string[] {
	const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
	const ahead = loaded.filter(({ name, initiatorType }) => name.includes('/packs/') && initiatorType === 'fetch');
	return ahead.map(({ name }) => new URL(name).pathname);
}

/** Runs in the frame: whether it has read the messages, and has fetched everything ahead. */
export function hasSettled(): boolean {
	const later = document.querySelector<HTMLTemplateElement>('template#later')?.content;
	const modules = later?.querySelectorAll('[data-ahead]').length ?? 0;
	const styles = document.querySelectorAll('link[rel=stylesheet][disabled]').length;
	const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
	const fetched = loaded.filter(({ initiatorType }) => initiatorType === 'fetch');
	return (
		modules > 0 &&
		fetched.filter(({ name }) => name.includes('/packs/')).length >= modules + styles &&
		fetched.some(({ name }) => name.includes('/widget/messages?'))
	);
}

/** Runs in the frame: the modules that it has loaded. */
export function listModules(): string[] {
	const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
	const modules = loaded.filter(({ name, initiatorType }) => name.includes('/packs/js/') && initiatorType !== 'fetch');
	return modules.map(({ name }) => new URL(name).pathname);
}
