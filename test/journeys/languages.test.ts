import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { press } from '../support/input.ts';
import { Journey } from './journey.ts';
import { see, seeText, until } from './waiting.ts';

const LANGUAGES = [
	{ locale: 'de', lang: 'de', dir: 'ltr' },
	{ locale: 'ar', lang: 'ar', dir: 'rtl' },
	{ locale: 'pt_BR', lang: 'pt-BR', dir: 'ltr' },
] as const;

describe('languages', () => {
	for (const { locale, lang, dir } of LANGUAGES) {
		test(`a page that asks for ${locale} has launcher and chat in it, with lang and dir`, async () => {
			const journey = await Journey.start({ attributes: `locale="${locale}"` });
			try {
				const visitor = await journey.visitor();
				await until('a translated launcher', async () => (await visitor.launcherName()) !== 'Chat with us');
				await visitor.pressLauncher();
				const frame = await visitor.frame();
				await see(
					frame,
					`lang=${lang}, dir=${dir}`,
					(l, d) => document.documentElement.lang === l && document.documentElement.dir === d,
					lang,
					dir,
				);
				const start = await frame.waitForSelector('main button');
				assert.notEqual(await start?.evaluate((button) => button.textContent), 'Start Conversation');
				await press(frame, { selector: 'main button' });
				const label = await (await frame.waitForSelector('textarea'))?.evaluate((field) => field.ariaLabel);
				assert.notEqual(label, 'Type your message');
			} finally {
				await journey.stop();
			}
		});
	}

	test("a page that asks for a language that is not ready gets the channel's", async () => {
		const journey = await Journey.start({ attributes: 'locale="xx"' });
		try {
			const visitor = await journey.visitor();
			assert.equal(await visitor.launcherName(), 'Chat with us');
			await visitor.pressLauncher();
			await see(await visitor.frame(), 'lang=en', () => document.documentElement.lang === 'en');
		} finally {
			await journey.stop();
		}
	});

	test('the desk is in the requested language', async () => {
		const journey = await Journey.start();
		try {
			const page = await journey.browser.newPage();
			await page.goto(`${journey.proxy.origin}/desk?locale=ar`);
			await seeText(page, 'كلمة المرور');
			const { lang, dir } = await page.evaluate(() => ({
				lang: document.documentElement.lang,
				dir: document.documentElement.dir,
			}));
			assert.deepEqual([lang, dir], ['ar', 'rtl']);
		} finally {
			await journey.stop();
		}
	});
});
