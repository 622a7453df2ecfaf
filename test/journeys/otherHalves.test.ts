/**
 * Our page with Chatwoot's frame, and our frame with Chatwoot's page; stand-ins play Chatwoot's
 * halves.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { chatwootHostEmbed, startChatwootServer, type ChatwootServer } from '../support/chatwootHalves.ts';
import { startHostPage, type HostPage } from '../support/hostPage.ts';
import { press } from '../support/input.ts';
import { Journey } from './journey.ts';
import { see, seeOnceInOrder, seeText, until } from './waiting.ts';

let journey: Journey;
let chatwoot: ChatwootServer;
/** A site with Chatwoot's script and our server, and one with our tag and Chatwoot's server. */
let theirScript: HostPage;
let ourTag: HostPage;

before(async () => {
	[journey, chatwoot] = await Promise.all([Journey.start(), startChatwootServer()]);
	theirScript = await startHostPage({ embed: chatwootHostEmbed(journey.proxy.origin) });
	ourTag = await startHostPage({
		embed: `<script type="module" src="${journey.proxy.origin}/live-chat-widget.js"></script>
<live-chat-widget website-token="demo" base-url="${chatwoot.origin}"></live-chat-widget>`,
	});
});
afterEach(() => journey.clear());
after(async () => {
	await Promise.all([theirScript.stop(), ourTag.stop(), chatwoot.stop()]);
	await journey.stop();
});

test("under Chatwoot's script a visitor writes, sees the answer announced, and finds the conversation again", async () => {
	const visitor = await journey.newcomer();
	const { page } = visitor;
	await page.goto(theirScript.url);
	const frame = await visitor.frame();
	await see(page, 'a bubble in the channel’s colour', () => document.getElementById('bubble')?.style.background !== '');
	await press(page, { selector: '#bubble' });
	await press(frame, 'Start Conversation');
	await visitor.write('Is the jug tall?');
	await visitor.seeAllSent();
	await see(page, 'the token in the page’s cookie', () => /cw_conversation=[^;.]+\.[^;.]+\./.test(document.cookie));
	await page.keyboard.press('Escape');
	await see(page, 'the panel closed', () => document.getElementById('holder')?.style.visibility === 'hidden');

	const conversation = await journey.team.conversationWith('Is the jug tall?');
	await journey.team.write(conversation, { content: 'As a hand' });
	await see(page, 'a preview', () => document.getElementById('holder')?.matches('[data-preview]'));
	await see(page, 'a dot', () => document.getElementById('dot')?.textContent === '1');
	await see(page, 'the event', () => document.title === 'As a hand');
	await seeText(frame, 'You have unread messages');
	await page.evaluate(() => {
		const message = { event: 'set-color-scheme', darkMode: 'dark' };
		document
			.querySelector<HTMLIFrameElement>('#chat')
			?.contentWindow?.postMessage(`chatwoot-widget:${JSON.stringify(message)}`, '*');
	});
	await see(frame, 'the dark', () => document.documentElement.dataset['theme'] === 'dark');
	await until('the light page around the preview', async () => (await cornerOf(page, '#holder')) === '255,255,255');
	await press(frame, 'See new messages');
	await seeOnceInOrder(frame, ['Is the jug tall?', 'As a hand']);
	await see(page, 'the panel at its own height', () => document.getElementById('holder')?.style.height === '500px');
	await see(page, 'no dot', () => document.getElementById('dot')?.textContent === '');

	await visitor.reload();
	await see(page, 'a bubble again', () => document.getElementById('bubble')?.style.background !== '');
	await press(page, { selector: '#bubble' });
	await seeOnceInOrder(await visitor.frame(), ['Is the jug tall?', 'As a hand']);
});

test("with Chatwoot's server the tag opens, identifies the visitor, closes, and sends the token again", async () => {
	const visitor = await journey.newcomer();
	const { page } = visitor;
	await page.goto(ourTag.url);
	await visitor.pressLauncher();
	const frame = await visitor.frame();
	await see(frame, 'the panel open', () => document.querySelector<HTMLOutputElement>('#panel')?.value === 'open');
	assert.equal(await visitor.panelMode(), 'open');
	const launcher = await visitor.part('[part=launcher]');
	await until('its colour', async () =>
		launcher.evaluate((button) => getComputedStyle(button).backgroundColor === 'rgb(170, 0, 0)'),
	);
	await page.evaluate(async () => {
		const element = document.querySelector('live-chat-widget');
		await element?.setUser('u-1', { name: 'Ada' });
		element?.setAttribute('dark-mode', 'dark');
	});
	await see(frame, 'the visitor', () => document.querySelector<HTMLOutputElement>('#visitor')?.value === 'u-1 Ada');
	await see(frame, 'the dark', () => document.querySelector<HTMLOutputElement>('#colours')?.value === 'dark');
	await press(frame, 'Close it');
	await until('the panel closed', async () => (await visitor.panelMode()) === 'closed');

	await visitor.reload();
	await visitor.pressLauncher();
	await see(
		await visitor.frame(),
		'the token brought again',
		() => document.querySelector<HTMLOutputElement>('#token')?.value === 'brought',
	);
});

/** The colour that is drawn in the upper left corner of a part of the page: red, green and blue. */
async function cornerOf(page: Page, selector: string): Promise<string> {
	const { x, y } = await page.$eval(selector, (part) => part.getBoundingClientRect().toJSON() as DOMRect);
	const image = await page.screenshot({ encoding: 'base64', clip: { x, y, width: 1, height: 1 } });
	return page.evaluate(async (base64) => {
		const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
		const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
		const context = new OffscreenCanvas(1, 1).getContext('2d');
		context?.drawImage(bitmap, 0, 0);
		return context?.getImageData(0, 0, 1, 1).data.slice(0, 3).join() ?? '';
	}, image);
}
