/** Two agents and a visitor, from the first question to the figures in the evening. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { key, press, type } from '../support/input.ts';
import type { Agent } from './agent.ts';
import { catchDownloads, noDownloads } from './download.ts';
import { Journey } from './journey.ts';
import { see, seeNoText, seeOnceInOrder, seeText } from './waiting.ts';

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
	afterEach(() => journey.clear());
	after(() => journey.stop());

	test('two agents see each other, share, label, put off and resolve a conversation, and the report has its rating', async () => {
		const [visitor, ada, noor] = await Promise.all([journey.visitor(), journey.agent(), journey.colleague()]);
		const frame = await visitor.openConversation();
		await visitor.write(QUESTION);
		await visitor.seeAllSent();

		await ada.open(QUESTION);
		await noor.open(QUESTION);
		await seeText(ada.page, 'Also viewing: Noor');
		await seeText(noor.page, 'Also viewing: Ada');
		await ada.showFacts();
		await seeText(ada.page, new URL(journey.pageUrl).host);
		await ada.hideFacts();

		await ada.chooseInMenu('Assign', 'Noor');
		await seeText(noor.page, 'Assigned to Noor Haddad by Ada Lindqvist');
		await noor.showView('Mine');
		await noor.seeInList(QUESTION);
		await ada.showView('Mine');
		await ada.seeNotInList(QUESTION);

		await noor.press('Private note');
		await noor.answer(NOTE);
		await noor.press('Reply');
		await noor.type(ANSWER);
		await see(ada.page, 'that Noor types', () =>
			/Noor.* is typing/.test(document.querySelector<HTMLElement>('[role=log]')?.innerText ?? ''),
		);
		await noor.page.keyboard.press('Enter');
		await seeOnceInOrder(ada.page, [QUESTION, NOTE, ANSWER]);
		await seeText(frame, ANSWER);
		await seeNoText(frame, NOTE);

		await ada.chooseInMenu('Labels', 'Add label');
		await type(ada.page, { selector: 'dialog input[name=title]' }, 'broken');
		await ada.page.keyboard.press('Enter');
		await see(noor.page, 'the label in the list', () =>
			document.querySelector<HTMLElement>('nav li')?.innerText.includes('broken'),
		);

		await noor.chooseInMenu('Snooze', 'For an hour');
		await seeText(ada.page, 'Snoozed until');
		await noor.seeNotInList(QUESTION);
		await visitor.write(LATER);
		await noor.seeInList(LATER);
		await noor.press('Resolve');
		await noor.seeNotInList(LATER);

		await press(frame, { role: 'radio', name: 'excellent' });
		await type(frame, { selector: 'section[aria-label="Rate your conversation"] textarea' }, 'Quick and kind');
		await press(frame, 'Submit');
		await seeText(frame, 'Thank you for submitting the rating');

		await ada.press('Reports');
		// The conversation that she leaves shows these words as well.
		await ada.page.waitForSelector('main li:has(a[href^="#/conversations/"])');
		await seeText(ada.page, 'Quick and kind');
		const [rating] = await ada.page.$$eval('main li:has(a[href^="#/conversations/"])', (ratings) =>
			ratings.map(({ innerText }) => innerText),
		);
		assert.match(rating ?? '', /Noor/);
		await see(ada.page, "Noor's figures", () =>
			[...document.querySelectorAll<HTMLTableRowElement>('main tr')].some((row) =>
				[...row.cells]
					.map(({ textContent }) => textContent)
					.join()
					.startsWith('Noor,1,1,'),
			),
		);
		if (!noDownloads) {
			const saved = await catchDownloads(ada.page, journey.dataDir);
			await ada.press('Download CSV');
			assert.match(String(await saved('.csv')), /^\W*Day,/);
		}
		await press(ada.page, { selector: 'main li a[href^="#/conversations/"]' });
		await seeOnceInOrder(ada.page, [QUESTION, NOTE, ANSWER, LATER]);
		await seeText(ada.page, 'Reopen');

		await ada.press('Search');
		await type(ada.page, { selector: 'dialog input[type=search]' }, 'courier');
		await see(ada.page, 'the note among what is found', () =>
			document.querySelector<HTMLElement>('dialog [role=option]')?.innerText.includes('courier'),
		);
	});

	test('a new message is counted, told of and found at two desks, and each follows what the other does', async () => {
		const question = 'Where is the vase that I ordered?';
		const [visitor, ada, noor] = await Promise.all([journey.visitor(), journey.agent(), journey.colleague()]);
		const [mine, unassigned] = [await ada.countOf('Mine'), await noor.countOf('Unassigned')];
		await lookAway(noor);
		await visitor.openConversation();
		await visitor.write(question);
		await see(noor.page, 'the count in the title', () => document.title.startsWith('(1) '));
		await see(
			noor.page,
			'a notification',
			(text) => window.notified.some((one) => one.endsWith(`: ${text}`)),
			question,
		);
		await seeCount(noor, 'Unassigned', unassigned + 1);

		await ada.open(question);
		await ada.chooseInMenu('Assign', 'You');
		await seeCount(ada, 'Mine', mine + 1);
		await seeCount(noor, 'Unassigned', unassigned);
		await noor.showView('Unassigned');
		await noor.seeNotInList(question);
		await noor.showView('All');
		await noor.seeInList(question);

		await visitor.type('It should be ');
		await noor.seeInList('Typing…');
		await visitor.write('blue');
		await noor.seeInList('It should be blue');

		await noor.press('Search');
		await type(noor.page, { selector: 'dialog input[type=search]' }, 'vase');
		await see(
			noor.page,
			'the word that was found',
			() => document.querySelector('dialog mark')?.textContent === 'vase',
		);
		await noor.page.keyboard.press('Enter');
		await seeOnceInOrder(noor.page, [question, 'It should be blue']);
		await seeText(ada.page, 'Also viewing: Noor');
		await see(noor.page, 'no count in the title', () => !document.title.startsWith('('));

		await noor.filter('Status', 'Resolved');
		await noor.seeNotInList('Assigned to Ada');
		await ada.press('Resolve');
		await noor.seeInList('Assigned to Ada');
	});

	test('what the composer offers is drawn for the visitor, answered, quoted and taken back, at both desks', async () => {
		const question = 'Which jug is for milk?';
		const canned = 'Good to hear from you! I have a look.';
		const [visitor, ada, noor] = await Promise.all([journey.visitor(), journey.agent(), journey.colleague()]);
		const frame = await visitor.openConversation();
		await visitor.write(question);
		await ada.openSettings('canned-responses/new', 'short_code');
		await ada.save({ short_code: 'look', content: canned });
		await ada.press('Conversations');
		await Promise.all([ada.open(question), noor.open(question)]);

		await ada.type('/loo');
		await ada.page.waitForSelector('form [role=option]');
		await ada.page.keyboard.press('Enter');
		await seeDraft(ada, canned);
		await ada.page.keyboard.press('Enter');
		await seeText(frame, canned);

		await ada.press('Insert article');
		await type(ada.page, { selector: 'dialog input[type=search]' }, 'glaze');
		await ada.page.waitForSelector('dialog [role=option]');
		await ada.page.keyboard.press('Enter');
		await see(ada.page, 'the link in the draft', () => document.querySelector('textarea')?.value.includes('/hc/'));
		await ada.page.keyboard.press('Enter');
		await see(frame, 'the link', () => document.querySelector('[role=log] a[href*="/hc/"]'));

		const choices = { content: 'How much shall it hold?', choices: 'A cup\nA litre' };
		await noor.ask('Choices', choices, 'A litre');
		await press(frame, 'A litre');
		for (const { page } of [ada, noor])
			await see(page, 'the choice', () =>
				document.querySelector<HTMLElement>('[role=log] [aria-current]')?.innerText.includes('A litre'),
			);

		await noor.chooseForMessage(question, 'Reply');
		await noor.answer('The one with the wide mouth');
		await see(
			frame,
			'the quote',
			(quoted) =>
				[...document.querySelectorAll('[role=log] button')].some(
					({ textContent }) => textContent.includes('Replying to:') && textContent.includes(quoted),
				),
			question,
		);

		await ada.answer('This was for somebody else');
		await seeText(frame, 'This was for somebody else');
		await ada.chooseForMessage('This was for somebody else', 'Delete');
		await ada.confirm();
		await seeText(noor.page, 'This message was deleted');
		await seeNoText(frame, 'This was for somebody else');

		await ada.press('Video call');
		await Promise.all([frame, noor.page].map((where) => seeText(where, 'Click here to join')));
		await ada.type('Half a thought');
		await ada.page.reload();
		await seeDraft(ada, 'Half a thought');
	});

	test('contacts are merged, saved, blocked and deleted, and the visitor and the other desk see what follows', async () => {
		const [mira, guest, ada, noor] = await Promise.all([
			journey.visitor(),
			journey.visitor(),
			journey.agent(),
			journey.colleague(),
		]);
		await mira.openConversation();
		await mira.page.evaluate(() =>
			document.querySelector('live-chat-widget')?.setUser('mira', { name: 'Mira Sand', email: 'mira@sand.example' }),
		);
		await mira.write('Is my order on its way?');
		await guest.openConversation();
		await guest.write('It is me, on another phone');
		await Promise.all([ada, noor].map((agent) => agent.seeInList('Mira Sand')));
		await ada.open('It is me, on another phone');
		await ada.showFacts();
		await ada.press('Merge contacts');
		await type(ada.page, { selector: 'dialog input[type=search]' }, 'Sand');
		await see(ada.page, 'the contact', () =>
			document.querySelector<HTMLElement>('dialog [role=option]')?.innerText.includes('mira@sand.example'),
		);
		await ada.page.keyboard.press('Enter');
		await ada.confirm();
		await seeText(ada.page, 'mira@sand.example');
		await noor.seeNotInList('Mira Sand');
		await guest.write('Is it still me?');
		await noor.open('Is it still me?');
		await noor.showFacts();
		await seeText(noor.page, 'mira@sand.example');
		await seeNoText(noor.page, 'Delete contact');

		if (!noDownloads) {
			const saved = await catchDownloads(ada.page, journey.dataDir);
			await ada.press('Export contact');
			assert.equal((await saved('.zip')).toString('latin1', 0, 2), 'PK');
		}

		await noor.hideFacts();
		await noor.press('Resolve');
		await noor.seeNotInList('Is it still me?');
		// The next conversation has opened.
		await noor.page.evaluate(() => history.back());
		await seeText(noor.page, 'Reopen');
		await noor.chooseInMenu('More options', 'Block visitor');
		await guest.write('Can you hear me?');
		await guest.seeAllSent();
		await seeText(noor.page, 'Can you hear me?');
		await seeText(noor.page, 'Reopen');
		await noor.seeNotInList('Can you hear me?');

		await ada.press('Delete contact');
		await ada.confirm();
		await Promise.all([ada, noor].map((agent) => agent.seeNotInList('Is my order on its way?')));
		await mira.reload();
		const frame = await mira.openConversation();
		await seeNoText(frame, 'Is my order on its way?');
		assert.equal(journey.countMessages('Is my order on its way?'), 0);
	});

	function seeCount({ page }: Agent, view: string, count: number): Promise<void> {
		return see(
			page,
			`${count} behind "${view}"`,
			(name, wanted) =>
				[...document.querySelectorAll<HTMLElement>('nav label')].some(
					({ innerText }) => innerText.startsWith(name) && Number(/\d+/.exec(innerText)?.[0]) === wanted,
				),
			view,
			count,
		);
	}

	function seeDraft({ page }: Agent, text: string): Promise<void> {
		return see(
			page,
			`"${text}" in the composer`,
			(wanted) => document.querySelector('textarea')?.value === wanted,
			text,
		);
	}
});

/**
 * The agent wishes notifications and looks at something else; what the system would show is kept in
 * `notified`.
 */
async function lookAway({ page }: Agent): Promise<void> {
	await page.evaluate(() => {
		window.notified = [];
		class Notification extends EventTarget {
			static permission = 'granted';
			static requestPermission = () => Promise.resolve('granted');
			constructor(title: string, { body = '' }: NotificationOptions = {}) {
				super();
				window.notified.push(`${title}: ${body}`);
			}
			close() {}
		}
		Object.assign(window, { Notification });
		document.hasFocus = () => false;
	});
	await key(page, 'Shift+N');
	await press(page, { role: 'checkbox', name: /^Show a notification/ });
	await see(page, 'the choice made', () => document.querySelectorAll('dialog input:checked').length === 2);
	await page.keyboard.press('Escape');
}

declare global {
	interface Window {
		notified: string[];
	}
}
