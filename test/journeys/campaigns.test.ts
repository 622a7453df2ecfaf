import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { press } from '../support/input.ts';
import { SITES, Journey } from './journey.ts';
import { see, seeOnceInOrder, seeText, until } from './waiting.ts';

const ADA = 1;

for (const site of SITES) {
	describe(`campaigns, on ${site}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ site });
		});
		afterEach(async () => {
			await journey.clear();
			await journey.clearCampaigns();
		});
		after(() => journey.stop());

		const campaignOn = (path: string, message: string) =>
			journey.addCampaign({ message, url: journey.pageUrl + path, seconds: 1, senderId: ADA });

		test('a campaign is shown on its page and accepted, and the team finds the conversation', async () => {
			await campaignOn('', 'Need a hand with **plates**?');
			const contacts = journey.count('contacts');
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			const frame = await visitor.frame();
			await until('the preview', async () => (await visitor.panelMode()) === 'preview');
			await seeText(frame, 'Need a hand with plates?');
			await seeText(frame, 'from Halden Stoneware');
			assert.equal(journey.count('contacts'), contacts, 'looking creates no contact');
			await press(frame, 'Start Conversation');
			await seeOnceInOrder(frame, ['Need a hand with plates?']);
			await visitor.write('Yes, a deep one');
			await visitor.seeAllSent();
			await agent.open('Yes, a deep one');
			await see(agent.page, 'the campaign', () => document.body.innerText.includes('Need a hand with'));
			assert.equal(journey.countMessages('Need a hand with **plates**?'), 1);
			await agent.showFacts();
			await see(agent.page, 'the fact', () =>
				[...document.querySelectorAll('aside dt')].some(
					(name) =>
						name.textContent === 'Campaign' && name.nextElementSibling?.textContent === 'Need a hand with **plates**?',
				),
			);
		});

		test('closing a campaign keeps others away, also after a reload', async () => {
			await campaignOn('', 'Seconds on Saturday');
			const visitor = await journey.visitor();
			await until('the preview', async () => (await visitor.panelMode()) === 'preview');
			await press(await visitor.frame(), 'Close');
			await until('no preview', async () => (await visitor.panelMode()) === 'closed');
			await visitor.reload();
			const frame = await visitor.frame();
			// The timers have run when the list has been loaded a second time.
			await see(
				frame,
				'the campaign asked for twice',
				() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/campaigns')).length === 2,
			);
			await see(frame, 'a moment later', () => new Promise((resolve) => requestIdleCallback(() => resolve(true))));
			assert.equal(await visitor.panelMode(), 'closed');
		});

		test('closing a campaign in one tab removes it from the other, and no other is shown there', async () => {
			await campaignOn('', 'Seconds on Saturday');
			await campaignOn('pricing', 'About prices');
			const first = await journey.visitor();
			const second = await first.secondTab();
			for (const tab of [first, second]) await until('the preview', async () => (await tab.panelMode()) === 'preview');
			await press(await first.frame(), 'Close');
			await until('no preview in the other', async () => (await second.panelMode()) === 'closed');
			const frame = await second.frame();
			const countLists = () =>
				performance.getEntriesByType('resource').filter(({ name }) => name.includes('/campaigns')).length;
			const before = await frame.evaluate(countLists);
			await second.page.evaluate(() => history.pushState(null, '', 'pricing'));
			// The timers have run when the list has been loaded a second time.
			await until('the campaign asked for twice', async () => (await frame.evaluate(countLists)) === before + 2);
			await see(frame, 'a moment later', () => new Promise((resolve) => requestIdleCallback(() => resolve(true))));
			assert.equal(await second.panelMode(), 'closed');
		});

		test('going to another page without a reload starts its timers', async () => {
			await campaignOn('pricing', 'About prices');
			const visitor = await journey.visitor();
			await visitor.frame();
			assert.equal(await visitor.panelMode(), 'closed');
			await visitor.page.evaluate(() => history.pushState(null, '', 'pricing/?from=menu'));
			await until('the preview', async () => (await visitor.panelMode()) === 'preview');
			await seeText(await visitor.frame(), 'About prices');
			await visitor.page.evaluate(() => history.back());
			await until('no preview of another page', async () => (await visitor.panelMode()) === 'closed');
		});
	});
}
