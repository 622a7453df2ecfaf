/**
 * The shops of `demo/frameworks`, as a developer gets them: installed from the npm registry, built
 * by their framework, and served.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { ROOT } from '../../src/build/root.ts';
import { launchBrowser } from '../support/browser.ts';
import { freePort } from '../support/freePort.ts';
import { press } from '../support/input.ts';
import { packPackage } from '../support/npmPackage.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { serveFolder, type StaticServer } from '../support/staticServer.ts';
import { isAnswered } from '../support/until.ts';
import { Team } from './team.ts';
import { Visitor } from './visitor.ts';
import { seeText, until } from './waiting.ts';

/** Framework → how its build is served. Those that take longest come first. */
const FRAMEWORKS: Record<string, (folder: string) => Promise<StaticServer>> = {
	next: startNext,
	angular: serveBuild,
	vue: serveBuild,
	svelte: serveBuild,
};
/** An installation takes most of it. */
const PATIENCE = 240_000;

// Not one after the other: one that is installed waits for the network while another is built.
describe('a shop of demo/frameworks', { concurrency: 2 }, () => {
	let folder: string;
	let tarball: string;
	let browser: Browser;
	let server: TestServer;

	before(async () => {
		folder = mkdtempSync(join(tmpdir(), 'live-chat-frameworks-'));
		({ tarball } = packPackage(folder));
		[browser, server] = await Promise.all([launchBrowser(), startServer()]);
	});

	after(async () => {
		await Promise.all([browser.close(), server.stop()]);
		rmSync(folder, { recursive: true, force: true });
	});

	for (const [name, serve] of Object.entries(FRAMEWORKS)) {
		test(
			`with ${name} builds, and shows, tells and hears what its chat does`,
			{ timeout: PATIENCE },
			async ({ signal }) => {
				const shop = await serve(await build(name, signal));
				try {
					await tryOut(name, shop.origin);
					if (name === 'next') await seeRendered(shop.origin);
				} finally {
					shop.stop();
				}
			},
		);
	}

	/**
	 * Answers the folder of a shop that is built with the packed package, for the test's own
	 * server.
	 */
	async function build(name: string, signal: AbortSignal): Promise<string> {
		const shop = join(folder, name);
		cpSync(join(ROOT, 'demo/frameworks', name), shop, { recursive: true });
		for (const file of globSync(['app/**/*.*', 'src/**/*.*'], { cwd: shop }).map((path) => join(shop, path))) {
			const text = readFileSync(file, 'utf8');
			writeFileSync(file, text.replace('https://chat.example', server.origin).replace('your-website-token', 'demo'));
		}
		await npm(shop, signal, 'install', tarball, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline');
		await npm(shop, signal, 'run', 'build');
		return shop;
	}

	async function tryOut(name: string, address: string): Promise<void> {
		const context = await browser.createBrowserContext();
		const { page } = await Visitor.arrive(await context.newPage(), 'about:blank');
		const complaints: string[] = [];
		page.on('pageerror', (error) => complaints.push(String(error)));
		page.on('console', (message) => {
			if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
		});
		const visitor = await Visitor.arrive(page, address);
		assert.equal(await visitor.launcherName(), 'Chat with us');
		assert.equal(await page.$eval('live-chat-widget', (tag) => tag.getAttribute('position')), 'left');

		const asked = `Is it made with ${name}?`;
		await visitor.openConversation();
		await visitor.write(asked);
		await visitor.seeAllSent();
		await visitor.pressLauncher();
		await until('the closed panel', async () => (await visitor.panelMode()) === 'closed');
		await press(page, 'Sign in');
		const team = new Team(server.origin, server.agentToken);
		const id = await team.conversationWith(asked);
		await until('the name that the shop tells', async () => (await team.contactOf(id)).name === 'Jo Meyer');

		await seeText(page, 'New messages: 0');
		await team.write(id, { content: 'It is.' });
		await seeText(page, 'New messages: 1');
		assert.deepEqual(complaints, []);
		await context.close();
	}

	/**
	 * The server's own page has the tag already, for search engines and for visitors without
	 * scripts.
	 */
	async function seeRendered(address: string): Promise<void> {
		const html = await (await fetch(address)).text();
		assert.match(html, /<h1>Halden Stoneware<\/h1>/);
		assert.match(html, /<live-chat-widget [^>]*website-token="demo"/);
	}
});

async function npm(folder: string, signal: AbortSignal, ...args: string[]): Promise<void> {
	const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false' };
	await promisify(execFile)('npm', args, { cwd: folder, env, signal });
}

/** What has no server of its own. */
function serveBuild(shop: string): Promise<StaticServer> {
	return serveFolder(join(shop, 'dist'));
}

async function startNext(shop: string): Promise<StaticServer> {
	const port = await freePort();
	const next = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '--port', String(port)], {
		cwd: shop,
		env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
		stdio: 'ignore',
	});
	const origin = `http://localhost:${port}`;
	const ended = once(next, 'exit').then(([code]) => Promise.reject(new Error(`Next.js ended with ${String(code)}`)));
	await Promise.race([until('Next.js answers', () => isAnswered(origin)), ended]);
	ended.catch(() => undefined);
	return { origin, stop: () => void next.kill() };
}
