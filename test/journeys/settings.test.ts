/** An administrator sets a website up at the desk, beside the chat as it would be. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Page } from 'puppeteer-core';
import { ROOT } from '../../src/build/root.ts';
import { choose, fill, key, press, type } from '../support/input.ts';
import { Journey } from './journey.ts';
import { see, seeNotice, seeText, until } from './waiting.ts';

const TITLE = 'Good to see you among the plates';

describe("a website's settings", () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	after(() => journey.stop());

	test('the preview follows what is typed, nobody else sees it before it is saved, and nothing of it is stored', async () => {
		const { page } = await journey.agent();
		await page.evaluate(() => (location.hash = '#/settings/websites'));
		await press(page, { selector: 'main li > a[href*="websites/"]' });
		await press(page, 'Greeting');
		await page.waitForSelector('input[name=welcome_title]');
		const sessions = journey.count('contact_inboxes');

		await fill(page, { selector: 'input[name=welcome_title]' }, TITLE);
		await seeInPreview(page, TITLE);
		const early = await journey.visitor();
		const home = await early.openPanel();
		await seeText(home, 'Start Conversation');
		assert.ok(!(await home.evaluate(() => document.body.innerText)).includes(TITLE));

		await press(page, 'Save');
		await seeNotice(page, 'Saved');
		const late = await journey.visitor();
		await seeText(await late.openPanel(), TITLE);
		assert.equal(journey.count('contact_inboxes'), sessions);
	});

	test('the launcher of the preview is that of the lines to paste: wide where the owner has a text for it', async () => {
		const { page } = await journey.agent();
		await page.evaluate(() => (location.hash = '#/settings/websites'));
		await press(page, { selector: 'main li > a[href*="websites/"]' });
		await seeText(page, '<live-chat-widget');
		assert.doesNotMatch(await page.$eval('main pre', ({ textContent }) => textContent), /type="expanded_bubble"/);
		await press(page, 'Greeting');
		const seeLauncher = (type: string) =>
			until(`a launcher that is ${type}`, async () => {
				const preview = page.frames().find((frame) => frame.url().endsWith('/desk/preview'));
				return preview?.$(`live-chat-widget[mode=floating][type=${type}]`);
			});
		await seeLauncher('standard');
		await type(page, { selector: 'input[name=launcher_title]' }, 'Ask the potters');
		await seeLauncher('expanded_bubble');
		await press(page, 'Save');
		await seeNotice(page, 'Saved');
		await press(page, 'Installation');
		await seeText(page, '<live-chat-widget');
		assert.match(await page.$eval('main pre', ({ textContent }) => textContent), /\ttype="expanded_bubble"\n/);
	});

	test('a campaign that an administrator makes at the desk is shown to a visitor on its page', async () => {
		const { page } = await journey.agent();
		await page.evaluate(() => (location.hash = '#/settings/campaigns/new'));
		await page.waitForSelector('input[name=url]');
		await type(page, { selector: 'input[name=title]' }, 'Bowls');
		await type(page, { selector: 'textarea[name=message]' }, 'Need a hand with bowls?');
		await type(page, { selector: 'input[name=url]' }, journey.pageUrl);
		await type(page, { selector: 'input[name=tried_address]' }, `${journey.pageUrl}?from=mail`);
		await seeText(page, 'This page would match.');
		await fill(page, { selector: 'input[name=time_on_page]' }, '1');
		await press(page, 'Save');
		await seeNotice(page, 'Saved');
		const visitor = await journey.visitor();
		await until('the preview', async () => (await visitor.panelMode()) === 'preview');
		await seeText(await visitor.frame(), 'Need a hand with bowls?');
	});

	test('an agent chooses a picture, sees it before it is saved, and visitors see it with their answers', async () => {
		const { page } = await journey.agent();
		await page.evaluate(() => (location.hash = '#/settings/account'));
		const input = await page.waitForSelector('input[name=avatar]');
		const seeAvatar = (start: string) =>
			until(`a picture at ${start}`, () =>
				page.$$eval(
					'main form img',
					(pictures, begins) => pictures.some(({ src, naturalWidth }) => src.includes(begins) && naturalWidth > 0),
					start,
				),
			);
		const save = () => press(page, { selector: 'form:has([name=avatar]) [type=submit]' });
		await input?.uploadFile(join(ROOT, 'LICENSE'));
		await save();
		await seeText(page, 'Files of this type cannot be sent');
		await input?.uploadFile(join(ROOT, 'docs/pictures/desk-light.webp'));
		await seeAvatar('blob:');
		await save();
		await seeNotice(page, 'Saved');
		await page.evaluate(() => (location.hash = '#/settings/labels'));
		await see(page, 'the labels', () => document.querySelector('main a[href$="labels/new"]'));
		await page.evaluate(() => (location.hash = '#/settings/account'));
		await seeAvatar('/avatars/');
		await press(page, 'Remove picture');
		await save();
		await seeNotice(page, 'Saved');
	});

	test('the colour, words, questions and hours that an owner saves are what the next visitor gets', async () => {
		const { page } = await journey.agent();
		await page.evaluate(() => (location.hash = '#/settings/websites'));
		const website = await page.waitForSelector('main li > a[href*="websites/"]');
		const address = await website?.evaluate((link) => link.getAttribute('href'));
		const open = (part: string) => page.evaluate((hash) => (location.hash = hash), `${address}/${part}`);
		const save = async () => {
			await press(page, 'Save');
			await seeNotice(page, 'Saved');
		};
		await open('look');
		const color = await page.waitForSelector('input[name=widget_color]');
		await color?.evaluate((field) => {
			// As the browser's own picker does, past React's property.
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '#8a2be2');
			field.dispatchEvent(new Event('input', { bubbles: true }));
		});
		await save();
		await open('texts');
		await type(page, { selector: 'input[name=words]' }, 'Start Conversation');
		await type(page, { selector: 'textarea[placeholder="Start Conversation"]' }, 'Ask the kiln');
		await save();
		await open('form');
		await press(page, { selector: 'input[name=pre_chat_form_enabled]' });
		await type(page, { selector: 'textarea[name=pre_chat_message]' }, 'Who are you?');
		await save();
		await open('hours');
		await press(page, { selector: 'input[name=working_hours_enabled]' });
		for (const day of [0, 1, 2, 3, 4, 5, 6])
			await choose(page, { selector: `select[name=state-${day}]` }, 'Open all day');
		await save();
		// No agent is available: the hours alone make the website online.
		await page.evaluate(() => (document.activeElement as HTMLElement).blur());
		await key(page, '8');
		await seeText(page, 'Done: Busy');

		const visitor = await journey.visitor();
		const launcher = await visitor.part('[part=launcher]');
		await until('the colour', () =>
			launcher.evaluate((button) => getComputedStyle(button).backgroundColor === 'rgb(138, 43, 226)'),
		);
		const home = await visitor.openPanel();
		await seeText(home, 'We are online');
		await press(home, 'Ask the kiln');
		await seeText(home, 'Who are you?');
		await home.waitForSelector('input[type=email]');
	});

	/** Each draft has an address of its own, so that the frame is another one after each change. */
	async function seeInPreview(page: Page, text: string): Promise<void> {
		const says = (frame: Frame) => frame.evaluate(() => document.body.innerText).catch(() => '');
		await until(`"${text}" in the preview`, async () => {
			const chats = page.frames().filter((frame) => /\/desk\/preview\/\d+\/.*\/widget\?/.test(frame.url()));
			return (await Promise.all(chats.map(says))).some((words) => words.includes(text));
		});
	}
});
