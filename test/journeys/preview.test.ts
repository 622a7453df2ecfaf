import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { press } from '../support/input.ts';
import { SITES, Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { seeNoText, seeOnceInOrder, seeText, until } from './waiting.ts';

for (const site of SITES) {
	describe(`answers while the widget is closed, on ${site}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ site });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		/**
		 * A visitor who has asked something and closed the panel, and a function by which the team
		 * answers.
		 */
		async function askAndClose(question: string): Promise<[Visitor, (answer: string) => Promise<unknown>]> {
			const visitor = await journey.visitor();
			await visitor.openConversation();
			await visitor.write(question);
			await visitor.seeAllSent();
			const conversation = await journey.team.conversationWith(question);
			await visitor.pressLauncher();
			await until('a closed panel', async () => (await visitor.panelMode()) === 'closed');
			// What arrives before the frame has heard that it is closed counts as seen, and only a
			// program answers within those milliseconds. The frame hears in order, so its answer to
			// a later request shows that it has.
			await visitor.page.evaluate(() => document.querySelector('live-chat-widget')?.deleteCustomAttribute('none'));
			return [visitor, (content) => journey.team.write(conversation, { content })];
		}

		test('a badge counts the answers, and a preview shows the last three', async () => {
			const [visitor, answer] = await askAndClose('Is the plate deep?');
			for (const text of ['First', 'Second', 'Third', '**Fourth**']) await answer(text);
			const frame = await visitor.frame();
			await seeText(frame, 'You have unread messages');
			await seeText(frame, 'Fourth');
			const shown = await frame.evaluate(() => [...document.querySelectorAll('li')].map((item) => item.innerText));
			assert.equal(shown.length, 3);
			assert.deepEqual(
				['Second', 'Third', 'Fourth'].map((text, index) => shown[index]?.includes(text)),
				[true, true, true],
			);
			await until(
				'Markdown',
				async () => (await frame.$$eval('li strong', (all) => all.map((one) => one.textContent))).join() === 'Fourth',
			);
			assert.match(await visitor.launcherName(), /4 unread messages/);
			await until('a badge that says 4', async () => (await visitor.badge()) === '4');
		});

		test('"See new messages" opens the conversation, and nothing is unread any more', async () => {
			const [visitor, answer] = await askAndClose('Do you ship to Bergen?');
			await answer('Every Monday');
			const agent = await journey.agent();
			await agent.open('Every Monday');
			await seeNoText(agent.page, 'Read');
			const frame = await visitor.frame();
			await press(frame, 'See new messages');
			await seeOnceInOrder(frame, ['Do you ship to Bergen?', 'Every Monday']);
			await until('no badge', async () => (await visitor.badge()) === undefined);
			await seeText(agent.page, 'Read');
		});

		test('"Close" leaves the preview, and the messages count as seen', async () => {
			const [visitor, answer] = await askAndClose('Are there seconds?');
			await answer('On Saturdays');
			await press(await visitor.frame(), 'Close');
			await until('no preview', async () => (await visitor.panelMode()) === 'closed');
			await until('no badge', async () => (await visitor.badge()) === undefined);
		});

		test('open() leaves the preview and shows the messages', async () => {
			const [visitor, answer] = await askAndClose('Can I call?');
			await answer('Please do');
			await seeText(await visitor.frame(), 'You have unread messages');
			await visitor.page.evaluate(() => document.querySelector('live-chat-widget')?.open());
			await seeOnceInOrder(await visitor.frame(), ['Can I call?', 'Please do']);
			assert.equal(await visitor.panelMode(), 'open');
		});

		test('a visitor who returns finds the preview', async () => {
			const [visitor, answer] = await askAndClose('Until when are you there?');
			await visitor.page.goto('about:blank');
			await answer('Until six');
			await visitor.page.goto(journey.pageUrl);
			await seeText(await visitor.frame(), 'You have unread messages');
			await seeText(await visitor.frame(), 'Until six');
			await until('a badge that says 1', async () => (await visitor.badge()) === '1');
		});
	});
}
