/**
 * An owner who has just started the server sets it up in the browser, until a page of the shop
 * shows the chat.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser } from '../support/browser.ts';
import { startEmptyServer, type EmptyServer } from '../support/emptyServer.ts';
import { startHostPage } from '../support/hostPage.ts';
import { fill, press } from '../support/input.ts';
import { Visitor } from './visitor.ts';
import { seeNoText, seeText, until } from './waiting.ts';

describe('the first run', () => {
	let dataDir: string;
	let server: EmptyServer;
	let browser: Browser;
	before(async () => {
		dataDir = mkdtempSync(join(tmpdir(), 'live-chat-journey-'));
		[server, browser] = await Promise.all([startEmptyServer({ dataDir }), launchBrowser({ isShellEnough: true })]);
		await until('the printed link', () => server.link !== undefined);
	});
	after(async () => {
		await browser.close();
		await server.stop();
		rmSync(dataDir, { recursive: true });
	});

	const open = async (address: string): Promise<Page> => {
		const page = await (await browser.createBrowserContext()).newPage();
		await page.goto(address.replace('/desk', '/desk?locale=en'));
		return page;
	};
	const enter = (page: Page, name: string, text: string): Promise<void> =>
		fill(page, { selector: `input[name=${name}]` }, text);

	test('the link makes the administrator once; the website is set up step by step, resumed, and seen on its page', async () => {
		const link = (server.link ?? assert.fail()).replace('localhost', '127.0.0.1');
		const stranger = await open(`${server.origin}/desk`);
		await seeText(stranger, 'This server is not set up yet.');

		const owner = await open(link);
		await enter(owner, 'name', 'Ada Lee');
		await enter(owner, 'email', 'ada@shop.example');
		await enter(owner, 'new-password', 'password12345678');
		await press(owner, 'Continue');
		await seeText(owner, 'The new password is easy to guess.');
		await enter(owner, 'new-password', 'quiet lamp over seven rivers');
		await press(owner, 'Continue');

		await enter(owner, 'website_url', 'https://shop.example');
		await enter(owner, 'name', 'Shop');
		await press(owner, 'Continue');
		await owner.waitForSelector('input[name=widget_color]');
		await press(owner, 'Skip');
		await enter(owner, 'welcome_title', 'Good to see you');
		await until('the title in the preview, and the owner, who is online', async () => {
			const chats = owner.frames().filter((frame) => /\/desk\/preview\/\d+\/.*\/widget\?/.test(frame.url()));
			const texts = chats.map((frame) => frame.evaluate(() => document.body.innerText).catch(() => ''));
			return (await Promise.all(texts)).some(
				(text) => text.includes('Good to see you') && text.includes('We are online'),
			);
		});
		await press(owner, 'Continue');
		await seeText(owner, 'Use working hours');

		// The owner closes the window half way, and comes back by the offer in the list.
		await owner.evaluate(() => (location.hash = '#/'));
		await press(owner, 'Put the chat on your website');
		await owner.waitForSelector('input[name=widget_color]');
		await press(owner, 'Skip');
		await owner.waitForSelector('input[name=welcome_title]');
		assert.equal(await owner.$eval('input[name=welcome_title]', ({ value }) => value), 'Good to see you');
		await press(owner, 'Skip');
		await seeText(owner, 'Use working hours');
		await press(owner, 'Skip');
		await seeText(owner, 'Waiting for your page…');
		const code = await owner.$eval('main pre', ({ textContent }) => textContent);
		const shop = await startHostPage({ embed: code });
		const page = await (await browser.createBrowserContext()).newPage();
		const visitor = await Visitor.arrive(page, shop.url);
		await seeText(owner, 'Your page shows the chat.');
		await seeText(await visitor.openPanel(), 'We are online');
		await press(owner, 'Back to the conversations');
		await seeText(owner, 'No conversations here.');
		await seeNoText(owner, 'Put the chat on your website');
		await page.close();
		await shop.stop();

		const late = await open(link);
		await seeText(late, 'This sign-in link has already been used or is no longer valid.');
	});
});
