/** Two agents and a visitor, from the first question to the figures in the evening. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Agent } from './agent.ts';
import { Journey } from './journey.ts';
import { press, see, seeNoText, seeOnceInOrder, seeText } from './waiting.ts';

const QUESTION = 'My bowl arrived in two halves';
const NOTE = 'It was the courier, we send a new one';
const ANSWER = 'A new one is on its way.';
const LATER = 'It is here, and whole!';

describe("a team's day", () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
		await journey.changeChannel({ inbox: { csat_survey_enabled: true } });
	});
	after(() => journey.stop());

	test('two agents see each other, share, label, put off and resolve a conversation, and the report has its rating', async () => {
		const [visitor, ada, noor] = await Promise.all([journey.visitor(), journey.agent(), journey.colleague()]);
		const frame = await visitor.openConversation();
		await visitor.write(QUESTION);
		await visitor.seeAllSent();

		await ada.open(QUESTION);
		await noor.open(QUESTION);
		await seeText(ada.page, 'Also here: Noor');
		await seeText(noor.page, 'Also here: Ada');
		await ada.showFacts();
		await seeText(ada.page, new URL(journey.pageUrl).host);
		await ada.press('Details');

		await ada.chooseInMenu('Assign', 'Noor');
		await seeText(noor.page, 'Assigned to Noor Haddad by Ada Lindqvist');
		await showView(noor, 'Mine');
		await seeInList(noor, QUESTION);
		await showView(ada, 'Mine');
		await seeNotInList(ada, QUESTION);

		await noor.press('Private note');
		await noor.answer(NOTE);
		await noor.press('Private note');
		await noor.type(ANSWER);
		await see(ada.page, 'that Noor types', () =>
			/Noor.* is typing/.test(document.querySelector<HTMLElement>('[role=log]')?.innerText ?? ''),
		);
		await noor.page.keyboard.press('Enter');
		await seeOnceInOrder(ada.page, [QUESTION, NOTE, ANSWER]);
		await seeText(frame, ANSWER);
		await seeNoText(frame, NOTE);

		await ada.chooseInMenu('Labels', 'Add label');
		await (await ada.page.waitForSelector('dialog input[name=title]'))?.type('broken');
		await ada.page.keyboard.press('Enter');
		await see(noor.page, 'the label in the list', () =>
			document.querySelector<HTMLElement>('nav li')?.innerText.includes('broken'),
		);

		await noor.chooseInMenu('Snooze', 'For an hour');
		await seeText(ada.page, 'Snoozed until');
		await seeNotInList(noor, QUESTION);
		await visitor.write(LATER);
		await seeInList(noor, LATER);
		await noor.press('Resolve');
		await seeNotInList(noor, LATER);

		await (await frame.waitForSelector('input[type=radio][aria-label=excellent]'))?.evaluate((face) => face.click());
		await (
			await frame.waitForSelector('section[aria-label="Rate your conversation"] textarea')
		)?.type('Quick and kind');
		await press(frame, 'Submit');
		await seeText(frame, 'Thank you for submitting the rating');

		await ada.press('Reports');
		await seeText(ada.page, 'Quick and kind');
		const [rating] = await ada.page.$$eval('main li:has(a[href^="#/conversations/"])', (ratings) =>
			ratings.map(({ innerText }) => innerText),
		);
		assert.match(rating ?? '', /Noor/);
		await ada.page.click('main li a[href^="#/conversations/"]');
		await seeOnceInOrder(ada.page, [QUESTION, NOTE, ANSWER, LATER]);
		await seeText(ada.page, 'Reopen');

		await ada.press('Search');
		await (await ada.page.waitForSelector('dialog input[type=search]'))?.type('courier');
		await see(ada.page, 'the note among what is found', () =>
			document.querySelector<HTMLElement>('dialog [role=option]')?.innerText.includes('courier'),
		);
	});

	/** Chooses whose conversations the list shows. */
	async function showView(agent: Agent, name: string): Promise<void> {
		await agent.page.$$eval(
			'nav label',
			(tabs, wanted) => tabs.find(({ innerText }) => innerText.startsWith(wanted))?.click(),
			name,
		);
	}

	function seeInList({ page }: Agent, preview: string): Promise<void> {
		return see(
			page,
			`"${preview}" in the list`,
			(text) => document.querySelector<HTMLElement>('nav ul')?.innerText.includes(text),
			preview,
		);
	}

	function seeNotInList({ page }: Agent, preview: string): Promise<void> {
		return see(
			page,
			`no "${preview}" in the list`,
			(text) => !document.querySelector<HTMLElement>('nav ul')?.innerText.includes(text),
			preview,
		);
	}
});
