/** A tour of the whole product in WebKit, which Puppeteer does not drive (test/README.md). */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { By, Key, until, type WebDriver } from 'selenium-webdriver';
import { startHostPage, type HostPage } from '../support/hostPage.ts';
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
	const composer = await driver.wait(
		until.elementLocated(By.css('textarea[aria-label="Type your message"]')),
		PATIENCE,
	);
	await composer.sendKeys('Is the cup dishwasher safe?', Key.ENTER);
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

/** Presses the launcher and switches the driver to the frame. */
async function openChat(driver: WebDriver): Promise<void> {
	const inShadow = (part: string) =>
		`return document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('${part}')`;
	const find = (part: string) => driver.wait(() => driver.executeScript<object | null>(inShadow(part)), PATIENCE);
	await driver.executeScript('arguments[0].click()', await find('[part=launcher]'));
	const frame = await find('[part=panel][aria-busy=false] iframe');
	await driver.switchTo().frame(frame as never);
}

async function press(driver: WebDriver, name: string): Promise<void> {
	const button = await driver.wait(until.elementLocated(By.xpath(`//button[normalize-space()="${name}"]`)), PATIENCE);
	await button.click();
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
