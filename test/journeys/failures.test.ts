import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { skipsWithoutWholeBrowser } from '../support/browser.ts';
import { press } from '../support/input.ts';
import type { Frame } from 'puppeteer-core';
import { requestOf } from './requestOf.ts';
import { SITES, Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, seeNoText, seeOnceInOrder, seeText, until } from './waiting.ts';

const UNREACHABLE = 'The team cannot be reached right now';

for (const site of SITES) {
	describe(`failures on ${site}`, { skip: skipsWithoutWholeBrowser }, () => {
		let journey: Journey;
		before(async () => {
			// The shell shows the chat without the requests for style sheets that a test lets fail.
			journey = await Journey.start({ site, needsWholeBrowser: true });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		test('a send that fails stays with "Couldn\'t send, try again", and "Send message again" sends it once', async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			const frame = await visitor.openConversation();
			await visitor.write('This one arrives');
			await visitor.seeAllSent();
			await agent.open('This one arrives');
			journey.proxy.fail(/^POST .*\/messages\?/, 500);
			await visitor.write('This one does not');
			await seeText(frame, "Couldn't send, try again");
			journey.proxy.restore();
			await press(frame, 'Send message again');
			await seeNoText(frame, "Couldn't send, try again");
			await visitor.seeAllSent();
			await seeOnceInOrder(frame, ['This one arrives', 'This one does not']);
			await seeOnceInOrder(agent.page, ['This one arrives', 'This one does not']);
		});

		test('the panel says that the server is down when the launcher is pressed, and trying again works', async () => {
			const visitor = await journey.visitor();
			await visitor.launcherName();
			journey.proxy.cut();
			await visitor.pressLauncher();
			await visitor.seeInPanel(UNREACHABLE);
			journey.proxy.restore();
			await visitor.pressInPanel('Try again');
			await press(await visitor.frame(), 'Start Conversation');
			await visitor.write('There you are');
			await visitor.seeAllSent();
		});

		test('a channel that answers 5xx has a launcher, and trying again works', async () => {
			const visitor = await journey.newcomer();
			journey.proxy.fail(/^GET \/widget(\/channel\.json)?\?/, 503);
			await visitor.page.goto(journey.pageUrl);
			assert.equal(await visitor.launcherName(), 'Chat with us');
			await visitor.pressLauncher();
			await visitor.seeInPanel(UNREACHABLE);
			journey.proxy.restore();
			await visitor.pressInPanel('Try again');
			await press(await visitor.frame(), 'Start Conversation');
		});

		test('a view that does not load says so and offers to try again, which works', async () => {
			const visitor = await journey.newcomer();
			await visitor.page.goto(journey.pageUrl);
			await visitor.launcherName();
			journey.proxy.fail(requestOf('src/widget/app/view/view.tsx'), 503);
			await visitor.pressLauncher();
			const failed = await visitor.frame();
			await seeText(failed, 'The chat could not be loaded.');
			journey.proxy.restore();
			await press(failed, 'Try again');
			await until('another frame', () => failed.detached);
			await press(await visitor.frame(), 'Start Conversation');
			await visitor.write('Now it is there');
			await visitor.seeAllSent();
		});

		test('a chat opened offline keeps its own notice, and loads once the network is back', async () => {
			const visitor = await journey.visitor();
			const frame = await startClosed(visitor);
			journey.proxy.cut();
			await visitor.pressLauncher();
			await seeText(frame, 'The chat could not be loaded.');
			await frame.$eval('[role=alert]', (notice) => notice.setAttribute('data-read', ''));
			await press(frame, 'Try again');
			await see(frame, 'the notice once more', () => document.querySelector('[role=alert]:not([data-read])'));
			journey.proxy.restore();
			await press(frame, 'Try again');
			await until('another frame', () => frame.detached);
			await press(await visitor.frame(), 'Start Conversation');
		});

		test('the focus stays in the panel, which offers to try again, when the network is lost again after it answered', async () => {
			const visitor = await journey.newcomer();
			await visitor.page.goto(journey.pageUrl);
			await visitor.launcherName();
			journey.proxy.fail(requestOf('src/widget/app/view/view.tsx'), 503);
			await visitor.pressLauncher();
			const frame = await visitor.frame();
			await seeText(frame, 'The chat could not be loaded.');
			journey.proxy.restore();
			journey.proxy.fail(/^GET \/widget\?/, 'cut');
			await frame.$eval('[role=alert] button', (button) => (button as HTMLElement).focus());
			await press(frame, 'Try again');
			await visitor.seeInPanel(UNREACHABLE);
			assert.equal(await visitor.page.evaluate(() => document.activeElement?.localName), 'live-chat-widget');
			journey.proxy.restore();
			await visitor.pressInPanel('Try again');
			await press(await visitor.frame(), 'Start Conversation');
			assert.equal(await visitor.page.evaluate(() => document.activeElement?.localName), 'live-chat-widget');
			await visitor.write('Now it is there');
			await visitor.seeAllSent();
		});

		test('a style sheet that does not load is loaded when the chat is opened the next time', async () => {
			const visitor = await journey.visitor();
			const frame = await startClosed(visitor);
			journey.proxy.fail(/^GET .*\.css$/, 503);
			await visitor.pressLauncher();
			await seeText(frame, 'The chat could not be loaded.');
			journey.proxy.restore();
			await visitor.pressLauncher();
			await visitor.pressLauncher();
			await seeText(frame, 'Start Conversation');
			const rules = await frame.$$eval('link[rel=stylesheet]', (links) =>
				links.map(({ sheet }) => (sheet?.disabled ? 0 : sheet?.cssRules.length)),
			);
			assert.ok(rules.length > 0 && rules.every(Boolean));
		});

		test('what is written offline before the list has loaded shows at once, and the list loads by itself', async () => {
			const visitor = await journey.visitor();
			const frame = await visitor.openConversation();
			journey.proxy.cut();
			await visitor.write('The first, offline');
			await visitor.write('The second');
			await seeText(frame, 'This could not be loaded.');
			await seeText(frame, 'The first, offline');
			assert.equal(await frame.$('[role=log]'), null);
			journey.proxy.restore();
			await seeOnceInOrder(frame, ['The first, offline', 'The second']);
			await seeNoText(frame, 'This could not be loaded.');
			await visitor.seeAllSent();
		});

		test('the focus stays in the chat while what did not load is loaded again', async () => {
			const visitor = await journey.visitor();
			const frame = await visitor.openConversation();
			journey.proxy.fail(requestOf('src/widget/features/voice/VoiceRecorder.tsx'), 503);
			await press(frame, 'Record a voice message');
			await seeText(frame, 'This could not be loaded.');
			await frame.$eval('[role=alert] button', (button) => (button as HTMLElement).focus());
			await press(frame, 'Try again');
			await see(frame, 'the focus in the view', () => document.activeElement?.localName === 'main');
		});

		test('a recorder that does not load leaves the composer usable', async () => {
			const visitor = await journey.visitor();
			const frame = await visitor.openConversation();
			journey.proxy.fail(requestOf('src/widget/features/voice/VoiceRecorder.tsx'), 'no answer');
			await press(frame, 'Record a voice message');
			await press(frame, 'Cancel recording');
			await visitor.write('In words, then');
			await visitor.seeAllSent();
		});

		test('an unknown website token shows no launcher, logs one warning with the reason, and fires an event', async () => {
			const visitor = await journey.visitor();
			const warnings: string[] = [];
			visitor.page.on('console', (message) => {
				if (message.type() === 'warn') warnings.push(message.text());
			});
			const code = await visitor.page.evaluate(async (base) => {
				const element = document.createElement('live-chat-widget');
				const failed = new Promise<string>((resolve) =>
					element.addEventListener('live-chat-widget:error', ({ detail }) => resolve(detail.code)),
				);
				element.setAttribute('base-url', base);
				element.setAttribute('website-token', 'nobody');
				document.querySelector('live-chat-widget')?.replaceWith(element);
				return failed;
			}, journey.proxy.origin);
			assert.equal(code, 'WEB_WIDGET_NOT_FOUND');
			await until('a warning', () => warnings.length > 0);
			assert.equal(warnings.length, 1);
			assert.match(warnings[0] ?? '', /"nobody"/);
			assert.equal(await visitor.page.$('live-chat-widget >>> button'), null);
		});
	});
}

test('the chat of an unknown website token is a readable page with status 404', async () => {
	const journey = await Journey.start();
	try {
		const page = await journey.browser.newPage();
		const answer = await page.goto(`${journey.proxy.origin}/widget?website_token=nobody`);
		assert.equal(answer?.status(), 404);
		await seeText(page, 'web widget does not exist');
	} finally {
		await journey.stop();
	}
});

/** The frame of the chat, running behind a closed panel that was never opened. */
async function startClosed(visitor: Visitor): Promise<Frame> {
	await visitor.page.evaluate(
		() =>
			new Promise((resolve) => {
				const tag = document.querySelector('live-chat-widget');
				tag?.addEventListener('live-chat-widget:ready', resolve, { once: true });
				tag?.setAttribute('loading', 'eager');
			}),
	);
	return visitor.frame();
}
