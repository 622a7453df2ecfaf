/** Pages with Content-Security-Policies: the widget works, and violates none of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { ROOT } from '../../src/build/root.ts';
import { integrityOf } from '../../src/server/http/routing/integrityOf.ts';
import { openStore } from '../../src/server/store/store.ts';
import { chosenBrowser, launchBrowser } from '../support/browser.ts';
import { startHostPage } from '../support/hostPage.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { Agent } from './agent.ts';
import { Team } from './team.ts';
import { Visitor } from './visitor.ts';
import { seeOnceInOrder } from './waiting.ts';

interface PolicyCase {
	name: string;
	headers: (origin: string) => Record<string, string>;
	embed: (origin: string) => string;
	/**
	 * Code that the page must evaluate to true, since otherwise the case would not test what it
	 * says.
	 */
	holds?: string;
}

const NONCE = 'bm9uY2U';
const scriptTag = (origin: string, attributes: string, file = 'live-chat-widget.js') =>
	`<script type="module" src="${origin}/${file}" ${attributes}></script>`;
const tag = (origin: string) => `<live-chat-widget website-token="demo" base-url="${origin}"></live-chat-widget>`;

/**
 * The strictest policy that a page with scripts can have: no inline style, and nothing except from
 * the server.
 */
const policy = (origin: string, scripts: string, more = '') => ({
	'Content-Security-Policy': `default-src 'none'; script-src ${scripts}; connect-src ${origin}; frame-src ${origin}; img-src ${origin} data:; base-uri 'none'; ${more}`,
});

const single = (): { integrity: string; version: string } =>
	JSON.parse(readFileSync(`${ROOT}/dist/public/live-chat-widget.single.json`, 'utf8')) as ReturnType<typeof single>;
const pinnedFile = (version: string) => `live-chat-widget.${version}.single.js`;

const CASES: PolicyCase[] = [
	{
		name: 'scripts by nonce',
		headers: (origin) => policy(origin, `'nonce-${NONCE}'`),
		embed: (origin) => scriptTag(origin, `nonce="${NONCE}"`) + tag(origin),
	},
	{
		name: 'scripts by nonce and strict-dynamic',
		headers: (origin) => policy(origin, `'nonce-${NONCE}' 'strict-dynamic'`),
		embed: (origin) => scriptTag(origin, `nonce="${NONCE}"`) + tag(origin),
	},
	{
		name: 'one script by its hash',
		headers: (origin) => policy(origin, `'${single().integrity}'`),
		embed: (origin) =>
			scriptTag(origin, `integrity="${single().integrity}" crossorigin`, 'live-chat-widget.single.js') + tag(origin),
	},
	{
		name: 'Trusted Types required, and none allowed',
		headers: (origin) => policy(origin, `'nonce-${NONCE}'`, `require-trusted-types-for 'script'; trusted-types 'none'`),
		embed: (origin) => scriptTag(origin, `nonce="${NONCE}"`) + tag(origin),
	},
	{
		name: 'a sandbox that leaves it no origin',
		headers: () => ({ 'Content-Security-Policy': 'sandbox allow-scripts allow-forms' }),
		embed: (origin) => scriptTag(origin, '') + tag(origin),
		holds: "self.origin === 'null'",
	},
	{
		name: 'the frame in a sandbox of its own',
		headers: () => ({}),
		embed: (origin) => scriptTag(origin, '') + tag(origin).replace('>', ' sandbox="strict">'),
	},
	// Only Chromium has credentialless frames.
	...(chosenBrowser === 'chromium'
		? [
				{
					name: 'isolation from other origins',
					headers: () => ({
						'Cross-Origin-Opener-Policy': 'same-origin',
						'Cross-Origin-Embedder-Policy': 'require-corp',
					}),
					embed: (origin: string) => scriptTag(origin, '') + tag(origin),
					holds: 'crossOriginIsolated',
				},
			]
		: []),
];

let browser: Browser;
let server: TestServer;

before(async () => {
	[browser, server] = await Promise.all([launchBrowser({ isShellEnough: true }), startServer()]);
});

after(async () => {
	await browser.close();
	await server.stop();
});

for (const { name, headers, embed, holds } of CASES) {
	test(`a page with ${name}: a visitor is answered, and nothing is violated`, async () => {
		const host = await startHostPage({ headers: headers(server.origin), embed: embed(server.origin) });
		const context = await browser.createBrowserContext();
		try {
			const page = await context.newPage();
			const violations = watchViolations(page);
			const visitor = await Visitor.arrive(page, host.url);
			if (holds !== undefined) assert.equal(await page.evaluate(holds), true);
			await chat(visitor, `Under ${name}`);
			assert.deepEqual(await violations(), []);
		} finally {
			await context.close();
			await host.stop();
		}
	});
}

const skip = chosenBrowser !== 'chromium' && 'Puppeteer tells Chromium alone where to save files.';
test('a frame in a strict sandbox leads the page nowhere, asks nothing and downloads nothing', { skip }, async () => {
	const embed = scriptTag(server.origin, '') + tag(server.origin).replace('>', ' sandbox="strict">');
	const host = await startHostPage({ embed });
	const context = await browser.createBrowserContext();
	try {
		const page = await context.newPage();
		const downloadPath = join(server.dataDir, 'downloads');
		const session = await page.createCDPSession();
		const { id: browserContextId = '' } = context;
		await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath, browserContextId });
		page.on('dialog', (dialog) => void dialog.accept());
		const visitor = await Visitor.arrive(page, host.url);
		const frame = await visitor.openConversation();
		assert.equal(await frame.evaluate(() => confirm('Really?')), false);
		const isLed = await frame.evaluate(() => {
			try {
				(top ?? self).location.href = 'about:blank';
				return true;
			} catch {
				return false;
			}
		});
		assert.equal(isLed, false);
		assert.equal(page.url(), host.url);
		const download = (name: string) => {
			const file = URL.createObjectURL(new Blob(['text']));
			Object.assign(document.createElement('a'), { href: file, download: name }).click();
		};
		await frame.evaluate(download, 'from-chat.txt');
		await page.evaluate(download, 'from-page.txt');
		const names = await until("the page's file", async () => {
			const found = await readdir(downloadPath).catch((): string[] => []);
			return found.includes('from-page.txt') && found;
		});
		assert.deepEqual(names, ['from-page.txt']);
	} finally {
		await context.close();
		await host.stop();
	}
});

test('a page that pins the script of a former version by its hash: a visitor is answered', async () => {
	const script = `${readFileSync(`${ROOT}/dist/public/live-chat-widget.single.js`, 'utf8')}// 0.0.1`;
	const integrity = integrityOf(script);
	const store = await openStore({ dataDir: server.dataDir });
	await store.releasedScripts.keep({ version: '0.0.1', integrity, script }, Date.now());
	await store.close();
	const embed = scriptTag(server.origin, `integrity="${integrity}" crossorigin`, pinnedFile('0.0.1'));
	const headers = policy(server.origin, `'${integrity}'`);
	const host = await startHostPage({ headers, embed: embed + tag(server.origin) });
	const context = await browser.createBrowserContext();
	try {
		const page = await context.newPage();
		const violations = watchViolations(page);
		await chat(await Visitor.arrive(page, host.url), 'From the former version');
		assert.deepEqual(await violations(), []);
	} finally {
		await context.close();
		await host.stop();
	}
});

test("the desk's lines for strict pages have the served script's hash, and everything that the policy has to allow", async () => {
	const desk = await browser.createBrowserContext();
	const agent = await Agent.signIn(await desk.newPage(), server.origin, server.agentToken);
	const [usual, strict, shown] = await agent.embedCodes();
	await desk.close();
	const pinned = `${server.origin}/${pinnedFile(single().version)}`;
	const integrity = integrityOf(Buffer.from(await (await fetch(pinned)).arrayBuffer()));
	assert.ok(shown?.startsWith(`script-src '${integrity}';`), shown);
	assert.ok(strict?.includes(`src="${pinned}" integrity="${integrity}"`), strict);
	// The page's own icon is a `data:` address.
	const shownPolicy = { 'Content-Security-Policy': `default-src 'none'; ${shown?.replaceAll('\n', ' ')} data:` };
	for (const [embed, headers] of [
		[usual, policy(server.origin, server.origin)],
		[strict, shownPolicy],
	] as const) {
		const host = await startHostPage({ headers, embed: embed ?? '' });
		const context = await browser.createBrowserContext();
		try {
			const page = await context.newPage();
			const violations = watchViolations(page);
			await chat(await Visitor.arrive(page, host.url), 'From the desk');
			assert.deepEqual(await violations(), []);
		} finally {
			await context.close();
			await host.stop();
		}
	}
});

/**
 * Messages in both directions, and files that a frame loads late: the socket, the answer, the
 * emoji.
 */
async function chat(visitor: Visitor, text: string): Promise<void> {
	const frame = await visitor.openConversation();
	await visitor.write(text);
	const team = new Team(server.origin, server.agentToken);
	await team.write(await team.conversationWith(text), { content: 'Welcome.' });
	await seeOnceInOrder(frame, [text, 'Welcome.']);
}

/** Collects the console's reports about violated policies, in the page and its frames. */
function watchViolations(page: Page): () => Promise<string[]> {
	const said: string[] = [];
	page.on('console', (message) => {
		if (/Content.Security.Policy|Trusted ?Type|violates/i.test(message.text())) said.push(message.text());
	});
	void page.evaluateOnNewDocument(() => {
		const violations: string[] = [];
		Reflect.set(window, 'violations', violations);
		addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
			violations.push(`${violatedDirective}: ${blockedURI}`);
		});
	});
	return async () => {
		const inDocuments = await Promise.all(
			page.frames().map((frame) => frame.evaluate(() => Reflect.get(window, 'violations') as string[])),
		);
		return [...said, ...inDocuments.flat()];
	};
}
