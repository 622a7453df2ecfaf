/** An agent signs in by password, from the keyboard, and takes a better one. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { createPasswordHasher } from '../../src/server/base/passwordHash.ts';
import { setPassword } from '../../src/server/domain/people/setPassword.ts';
import { openStore } from '../../src/server/store/store.ts';
import { launchBrowser } from '../support/browser.ts';
import { choose, fill, key, type } from '../support/input.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { seeText, until } from './waiting.ts';

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
			await fill(on, { selector: 'input[name=current-password]' }, password);
			await key(on, 'Enter');
		};
		await type(page, { selector: 'input[name=email]' }, 'ada@example.com');
		await enter(page, SECOND);
		await seeText(page, 'The email address or the password is not correct.');
		await enter(page, FIRST);
		await page.waitForSelector('nav input[type=radio]');

		const elsewhere = await open();
		await type(elsewhere, { selector: 'input[name=email]' }, 'ada@example.com');
		await enter(elsewhere, FIRST);
		await elsewhere.waitForSelector('nav input[type=radio]');
		await choose(page, { role: 'button', name: /^Ada/ }, 'Password');
		await type(page, { selector: 'dialog input[name=current-password]' }, FIRST);
		await type(page, { selector: 'dialog input[name=new-password]' }, SECOND);
		await page.keyboard.press('Enter');
		await seeText(page, 'Your password has been changed. You are signed out everywhere else.');
		await seeText(elsewhere, 'You have been signed out. Your session was ended or has expired.');

		await type(elsewhere, { selector: 'input[name=email]' }, 'ada@example.com');
		// More than from a browser in which nobody has signed in before.
		await until('the last attempt', async () => {
			await enter(elsewhere, FIRST);
			return /Too many attempts\. Try again in \d+ minutes?\./.test(
				await elsewhere.evaluate(() => document.body.innerText),
			);
		});
	});
});
