import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Agent } from './agent.ts';
import { SITES, Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { press, see, seeOnceInOrder, seeText, until } from './waiting.ts';

for (const site of SITES) {
	describe(`answers while the widget is closed, on ${site}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ site });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		/** A visitor who has asked something and closed the panel, and the agent who reads it. */
		async function askAndClose(question: string): Promise<[Visitor, Agent]> {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			await visitor.openConversation();
			await visitor.write(question);
			await visitor.seeAllSent();
			await agent.open(question);
			await visitor.pressLauncher();
			return [visitor, agent];
		}

		test('a badge counts the answers, and a preview shows the last three', async () => {
			const [visitor, agent] = await askAndClose('Is the plate deep?');
			for (const text of ['First', 'Second', 'Third', 'Fourth']) await agent.answer(text);
			const frame = await visitor.frame();
			await seeText(frame, 'You have unread messages');
			await seeText(frame, 'Fourth');
			const shown = await frame.evaluate(() => [...document.querySelectorAll('li')].map((item) => item.innerText));
			assert.equal(shown.length, 3);
			assert.deepEqual(
				['Second', 'Third', 'Fourth'].map((text, index) => shown[index]?.includes(text)),
				[true, true, true],
			);
			assert.match(await visitor.launcherName(), /4 unread messages/);
			await until('a badge that says 4', async () => (await visitor.badge()) === '4');
		});

		test('"See new messages" opens the conversation, and nothing is unread any more', async () => {
			const [visitor, agent] = await askAndClose('Do you ship to Bergen?');
			await agent.answer('Every Monday');
			const frame = await visitor.frame();
			await press(frame, 'See new messages');
			await seeOnceInOrder(frame, ['Do you ship to Bergen?', 'Every Monday']);
			await until('no badge', async () => (await visitor.badge()) === undefined);
			await see(agent.page, 'the visitor has read it', () => document.body.innerText.includes('Read'));
		});

		test('"Close" leaves the preview, and the messages count as seen', async () => {
			const [visitor, agent] = await askAndClose('Are there seconds?');
			await agent.answer('On Saturdays');
			await press(await visitor.frame(), 'Close');
			await until('no preview', async () => (await visitor.panelMode()) === 'closed');
			await until('no badge', async () => (await visitor.badge()) === undefined);
		});

		test('open() leaves the preview and shows the messages', async () => {
			const [visitor, agent] = await askAndClose('Can I call?');
			await agent.answer('Please do');
			await seeText(await visitor.frame(), 'You have unread messages');
			await visitor.page.evaluate(() => document.querySelector('live-chat-widget')?.open());
			await seeOnceInOrder(await visitor.frame(), ['Can I call?', 'Please do']);
			assert.equal(await visitor.panelMode(), 'open');
		});

		test('a visitor who returns finds the preview', async () => {
			const [visitor, agent] = await askAndClose('Until when are you there?');
			await visitor.page.goto('about:blank');
			await agent.answer('Until six');
			await visitor.page.goto(journey.pageUrl);
			await seeText(await visitor.frame(), 'You have unread messages');
			await seeText(await visitor.frame(), 'Until six');
			await until('a badge that says 1', async () => (await visitor.badge()) === '1');
		});
	});
}
