/** An agent signs in by password, from the keyboard, and takes a better one. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { createPasswordHasher } from '../../src/server/base/passwordHash.ts';
import { setPassword } from '../../src/server/domain/setPassword.ts';
import { openStore } from '../../src/server/store/store.ts';
import { launchBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { press, seeText } from './waiting.ts';

const FIRST = 'quiet lamp over seven rivers';
const SECOND = 'nine copper spoons at dawn';

describe('signing in by password', () => {
	let server: TestServer;
	let browser: Browser;
	before(async () => {
		[server, browser] = await Promise.all([
			startServer({ hasRateLimits: true }),
			launchBrowser({ isShellEnough: true }),
		]);
		const store = await openStore({ dataDir: server.dataDir });
		const ada = (await store.users.findByEmail('ada@example.com')) ?? assert.fail();
		await setPassword(store, createPasswordHasher(), ada, { password: FIRST });
		await store.close();
	});
	after(async () => {
		await browser.close();
		await server.stop();
	});

	test('wrong ones are refused until they are too many; the right one opens the desk, and changing it ends other sessions', async () => {
		const open = async () => {
			const page = await (await browser.createBrowserContext()).newPage();
			await page.goto(`${server.origin}/desk?locale=en`);
			await page.waitForSelector('input[name=email]');
			return page;
		};
		const page = await open();
		const enter = async (on: typeof page, password: string) => {
			await on.type('input[name=current-password]', password);
			await on.keyboard.press('Enter');
		};
		await page.type('input[name=email]', 'ada@example.com');
		await enter(page, SECOND);
		await seeText(page, 'The email address or the password is not correct.');
		await page.$eval('input[name=current-password]', (field) => field.select());
		await enter(page, FIRST);
		await page.waitForSelector('nav input[type=radio]');

		const elsewhere = await open();
		await elsewhere.type('input[name=email]', 'ada@example.com');
		await enter(elsewhere, FIRST);
		await elsewhere.waitForSelector('nav input[type=radio]');
		await press(page, 'Password');
		await page.type('dialog input[name=current-password]', FIRST);
		await page.type('dialog input[name=new-password]', SECOND);
		await page.keyboard.press('Enter');
		await seeText(page, 'Your password is changed. You are signed out everywhere else.');
		await seeText(elsewhere, 'You have been signed out. Your session was ended or has expired.');

		await elsewhere.type('input[name=email]', 'ada@example.com');
		for (let count = 0; count < 4; count++) {
			await enter(elsewhere, FIRST);
			await seeText(elsewhere, 'The email address or the password is not correct.');
			await elsewhere.$eval('input[name=current-password]', (field) => field.select());
		}
		await enter(elsewhere, FIRST);
		await seeText(elsewhere, 'Too many attempts. Wait a few minutes and try again.');
	});
});
