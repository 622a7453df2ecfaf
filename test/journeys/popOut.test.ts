/** The pop-out window (docs/wire.md, Page and frame). */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type Frame, type Page, TargetType } from 'puppeteer-core';
import { chosenBrowser, skipsWithoutWholeBrowser } from '../support/browser.ts';
import { key, press, type } from '../support/input.ts';
import { SITES, Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { chooseInMenu, see, seeText, until } from './waiting.ts';

const COMPOSER = 'textarea[aria-label="Type your message"]';
const OWN_BUTTON = '#own-window';

for (const site of SITES) {
	describe(`a window of the chat's own, on ${site}`, { skip: skipsWithoutWholeBrowser }, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ site, attributes: 'show-popout-button', needsWholeBrowser: true });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		test('the window shows the same conversation as the page: messages, what has been read, and the end', async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			await visitor.openConversation();
			await visitor.write('Is the plate deep?');
			await visitor.seeAllSent();
			const popOut = await openPopOut(visitor, true);
			const url = new URL(popOut.url());
			assert.deepEqual([...url.searchParams.keys()], ['cw_conversation', 'website_token', 'locale', 'color_scheme']);
			await seeText(popOut.mainFrame(), 'Is the plate deep?');
			await until('the panel is closed', async () => (await visitor.panelMode()) === 'closed');

			await agent.open('Is the plate deep?');
			await agent.answer('Two centimetres.');
			await seeText(popOut.mainFrame(), 'Two centimetres.');
			// A message read in one window is read in the other.
			await until('the badge is gone', async () => (await visitor.badge()) === undefined);

			await write(popOut, 'That is deep enough.');
			await visitor.pressLauncher();
			await seeText(await visitor.frame(), 'That is deep enough.');
			await press(agent.page, 'Resolve');
			await seeText(popOut.mainFrame(), 'Start a new conversation');
			await seeText(await visitor.frame(), 'Start a new conversation');
		});

		test('a visitor without a session takes along what is typed, and begins one conversation in both', async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			await visitor.openConversation();
			await visitor.type('Do you ship to');
			const popOut = await openPopOut(visitor, false);
			assert.ok(!popOut.url().includes('cw_conversation'));
			await press(popOut.mainFrame(), 'Start Conversation');
			await until('the draft', async () => (await draftIn(popOut.mainFrame())) === 'Do you ship to');
			await write(popOut, ' Iceland?');
			await seeText(popOut.mainFrame(), 'Do you ship to Iceland?');
			await agent.open('Do you ship to Iceland?');

			// Waits until the window is idle before clicking into it.
			await visitor.openConversation();
			await seeText(await visitor.frame(), 'Do you ship to Iceland?');
			await visitor.write('From the page.');
			await seeText(popOut.mainFrame(), 'From the page.');
			await popOut.close();
			// The page has stored who they are.
			await visitor.reload();
			await visitor.openConversation();
			await seeText(await visitor.frame(), 'Do you ship to Iceland?');
		});

		test('a pop-out by the page before there is a session shares one conversation with the page, and with its next one', async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			const conversations = journey.count('conversations');
			await addOwnButton(visitor);
			const popOut = await openedBy(visitor, () => press(visitor.page, { selector: OWN_BUTTON }));
			assert.ok(popOut.url().includes('cw_conversation='));
			// The page reloads before the visitor has written.
			await visitor.reload();
			await press(popOut.mainFrame(), 'Start Conversation');
			await write(popOut, 'Is the kiln lit?');
			await agent.open('Is the kiln lit?');
			await agent.answer('Since four.');
			await seeText(popOut.mainFrame(), 'Since four.');
			await visitor.openConversation();
			await seeText(await visitor.frame(), 'Is the kiln lit?');
			await visitor.write('Thank you');
			await seeText(popOut.mainFrame(), 'Thank you');
			assert.equal(journey.count('conversations'), conversations + 1);
		});

		test('a pop-out without a network leaves no empty window', async () => {
			const visitor = await journey.visitor();
			await addOwnButton(visitor);
			journey.proxy.cut();
			await press(visitor.page, { selector: OWN_BUTTON });
			await see(visitor.page, 'why', () => document.documentElement.dataset['refused'] === 'FRAME_UNREACHABLE');
			await see(visitor.page, 'no window', () => (Reflect.get(window, 'opened') as Window).closed);
			journey.proxy.restore();
			// Firefox before 155 never requests a module again that has failed: under another
			// address it loads, but not for the chunk that imports it.
			if (chosenBrowser === 'firefox') await visitor.reload().then(() => addOwnButton(visitor));
			await openedBy(visitor, () => press(visitor.page, { selector: OWN_BUTTON }));
		});

		test("the browser's Back and a reload keep their place in the window", async () => {
			const visitor = await journey.visitor();
			await visitor.openConversation();
			await visitor.write('Hello');
			await visitor.seeAllSent();
			const popOut = await openPopOut(visitor, true);
			await press(popOut.mainFrame(), 'Back');
			await seeText(popOut.mainFrame(), 'Continue conversation');
			await popOut.goBack();
			await popOut.waitForSelector(COMPOSER);
			await popOut.goForward();
			await seeText(popOut.mainFrame(), 'Continue conversation');
			await popOut.reload();
			await seeText(popOut.mainFrame(), 'Hello');
		});
	});
}

/**
 * Adds the page's own button, which shows why it was refused; `opened` is the window that it
 * opened.
 */
function addOwnButton({ page }: Visitor): Promise<void> {
	return page.evaluate(() => {
		const open = window.open.bind(window);
		window.open = (...args) => {
			const opened = open(...args);
			Reflect.set(window, 'opened', opened);
			return opened;
		};
		const button = document.body.appendChild(document.createElement('button'));
		button.id = 'own-window';
		button.onclick = () => {
			document
				.querySelector('live-chat-widget')
				?.popout()
				.catch(({ code }: { code: string }) => {
					document.documentElement.dataset['refused'] = code;
				});
		};
	});
}

/**
 * Presses the button in the panel, which is in a menu once there are messages; resolves with the
 * new window.
 */
async function openPopOut(visitor: Visitor, isTalking: boolean): Promise<Page> {
	const frame = await visitor.frame();
	const name = 'Open in a new window';
	return openedBy(visitor, () => (isTalking ? chooseInMenu(frame, name) : press(frame, name)));
}

async function openedBy(visitor: Visitor, action: () => Promise<unknown>): Promise<Page> {
	const context = visitor.page.browserContext();
	const [target] = await Promise.all([
		context.waitForTarget((candidate) => candidate.type() === TargetType.PAGE && isWindow(candidate.url())),
		action(),
	]);
	const page = await target.page();
	assert.ok(page);
	await see(page.mainFrame(), 'the chat', () => document.querySelector('main') !== null);
	return page;
}

/**
 * Firefox's driver counts frames among the pages; only their addresses contain the page around
 * them.
 */
function isWindow(url: string): boolean {
	return url.includes('/widget?') && !new URL(url).searchParams.has('origin');
}

async function write(page: Page, text: string): Promise<void> {
	await type(page, { selector: COMPOSER }, text);
	await key(page, 'Enter');
}

function draftIn(frame: Frame): Promise<string | undefined> {
	return frame.evaluate((composer) => document.querySelector<HTMLTextAreaElement>(composer)?.value, COMPOSER);
}
