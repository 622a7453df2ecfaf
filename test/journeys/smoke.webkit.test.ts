/** A tour of the whole product in WebKit, which Puppeteer does not drive (test/README.md). */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { WebDriver } from 'selenium-webdriver';
import { startHostPage, type HostPage } from '../support/hostPage.ts';
import { key, press, type } from '../support/input.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startWebKit, type WebKit } from '../support/webkit.ts';
import { Team } from './team.ts';

const PATIENCE = 15_000;

let webkit: WebKit;
let server: TestServer;
let page: HostPage;
let dataDir: string;

before(async () => {
	dataDir = mkdtempSync(join(tmpdir(), 'live-chat-webkit-'));
	[webkit, server] = await Promise.all([startWebKit(), startServer({ dataDir })]);
	page = await startHostPage({ product: server.origin });
});

after(async () => {
	await webkit.stop();
	await page.stop();
	await server.stop();
	rmSync(dataDir, { recursive: true, force: true });
});

test('a visitor in WebKit writes, is answered live, and finds the conversation again after a reload', async () => {
	const { driver } = webkit;
	const team = new Team(server.origin, server.agentToken);

	await driver.get(page.url);
	await openChat(driver);
	await press(driver, 'Start Conversation');
	await type(driver, 'Type your message', 'Is the cup dishwasher safe?');
	await key(driver, 'Enter');
	const conversation = await team.conversationWith('Is the cup dishwasher safe?');
	await team.write(conversation, { content: 'Yes, and the oven too.' });
	await seeInLog(driver, ['Is the cup dishwasher safe?', 'Yes, and the oven too.']);

	await driver.switchTo().defaultContent();
	await driver.navigate().refresh();
	await openChat(driver);
	await seeInLog(driver, ['Is the cup dishwasher safe?', 'Yes, and the oven too.']);
	const written = (await team.messages(conversation)).filter(({ message_type }) => message_type === 0);
	assert.equal(written.length, 1);
});

/**
 * Presses the launcher, and switches the driver to the frame once its first view no longer covers
 * it.
 */
async function openChat(driver: WebDriver): Promise<void> {
	await press(driver, { selector: '[part=launcher]' });
	const find = `return document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=panel][aria-busy=false] iframe:not([inert])')`;
	const frame = await driver.wait(() => driver.executeScript<object | null>(find), PATIENCE);
	await driver.switchTo().frame(frame as never);
}

/** Waits until the conversation has these texts, each once and in this order. */
async function seeInLog(driver: WebDriver, texts: readonly string[]): Promise<void> {
	await driver.wait(
		async () => {
			const said = await driver.executeScript<string>('return document.querySelector("[role=log]")?.innerText ?? ""');
			const places = texts.map((text) => said.indexOf(text));
			const isOnce = texts.every((text) => said.split(text).length === 2);
			return isOnce && places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
		},
		PATIENCE,
		`once and in order: ${texts.join(' | ')}`,
	);
}
