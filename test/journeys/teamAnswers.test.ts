/**
 * What two agents ask and offer, what a visitor makes of it, and how they hear of it: forms, cards,
 * addresses, calls, sounds and keys.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { CHIME_DURATION } from '#client/playChime.ts';
import { press } from '../support/input.ts';
import type { Agent } from './agent.ts';
import { Journey } from './journey.ts';
import { see, seeNoText, seeText, until } from './waiting.ts';

describe("a team's answers", () => {
	let journey: Journey;
	/** Where calls take place. */
	let rooms: Server;
	let roomsUrl: string;
	before(async () => {
		rooms = createServer((_request, response) =>
			response.setHeader('content-type', 'text/html').end('<h1>A room</h1>'),
		);
		rooms.listen(0, '127.0.0.1');
		await once(rooms, 'listening');
		roomsUrl = `http://127.0.0.1:${(rooms.address() as AddressInfo).port}`;
		journey = await Journey.start({ settings: { CALL_URL: roomsUrl } });
	});
	afterEach(() => journey.clear());
	after(async () => {
		await journey.stop();
		rooms.close();
	});

	test('a form, cards and a question for the address are answered, and both desks show how', async () => {
		const question = 'Can you make me a set?';
		const [visitor, ada, noor] = await Promise.all([journey.visitor(), journey.agent(), journey.colleague()]);
		const seeBoth = (text: string) => Promise.all([ada, noor].map((agent) => seeThread(agent, text)));
		const frame = await visitor.openConversation();
		await visitor.write(question);
		await Promise.all([ada.open(question), noor.open(question)]);

		await ada.ask('Form', { content: 'A few things first', 'label-0': 'How many plates' }, 'How many plates');
		const plates = await frame.waitForSelector('[role=log] form input:not([type=email])');
		await plates?.type('Twelve');
		await press(frame, 'Submit');
		await seeBoth('How many plates: Twelve');

		await noor.ask(
			'Cards',
			{
				content: 'Like these?',
				'title-0': 'Ash plate',
				'description-0': 'Grey, 24 cm',
				'button-0': 'Look at it',
				'link-0': 'https://shop.example/ash',
			},
			'Ash plate',
		);
		await seeText(frame, 'Grey, 24 cm');
		await see(frame, 'the link', () => document.querySelector('[role=log] a[href="https://shop.example/ash"]'));
		await seeText(ada.page, 'Ash plate');

		await ada.ask('Email address', { content: 'Where may we send the offer?' }, 'Where may we send the offer?');
		const field = await frame.waitForSelector('[role=log] input[type=email]');
		await field?.type('plates@home.example');
		await press(frame, 'Submit');
		await seeBoth('plates@home.example');
		const id = await journey.team.conversationWith('Where may we send the offer?');
		await until('the address of the contact', async () => {
			const { email } = await journey.team.contactOf(id);
			return email === 'plates@home.example';
		});
	});

	test('an agent begins a call, and the visitor and the other agent join it', async () => {
		const question = 'Can you show me the crack?';
		const [visitor, ada, noor] = await Promise.all([journey.visitor(), journey.agent(), journey.colleague()]);
		const frame = await visitor.openConversation();
		await visitor.write(question);
		await Promise.all([ada.open(question), noor.open(question)]);
		await ada.press('Video call');
		await press(frame, 'Click here to join');
		const room = await see(frame, 'the room', () => document.querySelector('dialog[open] iframe')).then(() =>
			frame.$eval('dialog[open] iframe', ({ src }) => src),
		);
		assert.ok(room.startsWith(roomsUrl), room);

		await seeText(noor.page, 'Click here to join');
		await noor.press('Click here to join');
		const tab = await noor.page.browserContext().waitForTarget((target) => target.url().startsWith(roomsUrl));
		assert.equal(new URL(tab.url()).pathname, new URL(room).pathname);
		await press(frame, 'Leave the call');
		await see(frame, 'no call', () => !document.querySelector('dialog'));
	});

	test('a new message sounds and is counted on the icon at both desks, until it is assigned to one of them', async () => {
		const question = 'Do you open on Sunday?';
		const [visitor, ada, noor] = await Promise.all([journey.visitor(), journey.agent(), journey.colleague()]);
		await Promise.all([ada, noor].map(listen));
		await visitor.openConversation();
		await visitor.write(question);
		await Promise.all([ada, noor].map((agent) => seeHeard(agent, { sounds: 1, badge: 1 })));

		await ada.open(question);
		await seeHeard(ada, { sounds: 1, badge: 0 });
		await ada.chooseInMenu('Assign', 'You');
		await seeText(ada.page, 'Ada Lindqvist self-assigned this conversation');
		await noor.seeInList('Ada');
		await ada.press('Conversations');
		// While one sounds, there is no other.
		await see(ada.page, 'silence', (duration) => performance.now() > window.heard.at + duration, CHIME_DURATION);
		await visitor.write('At ten?');
		await seeHeard(ada, { sounds: 2, badge: 1 });
		await noor.seeInList('At ten?');
		await seeHeard(noor, { sounds: 1 });
	});

	test('agents work by keys alone: they find them, go from one conversation to the next, assign, note and resolve', async () => {
		const [first, second] = ['Is this the first one?', 'And this the second?'];
		const [visitor, other, ada, noor] = await Promise.all([
			journey.visitor(),
			journey.visitor(),
			journey.agent(),
			journey.colleague(),
		]);
		await visitor.openConversation();
		await visitor.write(first);
		await visitor.seeAllSent();
		await ada.seeInList(first);
		await other.openConversation();
		await other.write(second);
		await Promise.all([ada, noor].map((agent) => agent.seeInList(second)));

		const { keyboard } = ada.page;
		await keyboard.type('?');
		await see(ada.page, 'the list of keys', () =>
			['Next conversation', 'Assign to me', 'Resolve'].every((name) =>
				document.querySelector<HTMLElement>('dialog')?.innerText.includes(name),
			),
		);
		await keyboard.press('Escape');
		await see(ada.page, 'no dialog', () => !document.querySelector('dialog'));
		await keyboard.type('j');
		await seeThread(ada, second);
		await leaveComposer(ada);
		await keyboard.type('j');
		await seeThread(ada, first);
		await leaveComposer(ada);
		await keyboard.type('i');
		await noor.seeInList('Assigned to Ada');
		await keyboard.type('n');
		await see(ada.page, 'a note', () => document.activeElement?.ariaLabel === 'Write a note that only the team sees');
		await keyboard.type('Asks about the first one');
		await keyboard.press('Enter');
		await noor.seeInList('Asks about the first one');

		await ada.page.keyboard.down('Control');
		await keyboard.press('k');
		await ada.page.keyboard.up('Control');
		await ada.page.waitForSelector('dialog input');
		await keyboard.type('resol');
		await see(ada.page, 'what is found', () =>
			document.querySelector<HTMLElement>('dialog [role=option]')?.innerText.includes('Resolve'),
		);
		await keyboard.press('Enter');
		await noor.seeNotInList('Asks about the first one');
		await seeNoText(await visitor.frame(), 'Asks about the first one');
	});
});

/** Notes from now on when the desk sounds, and what number its icon has. */
async function listen({ page }: Agent): Promise<void> {
	await page.evaluate(() => {
		window.heard = { sounds: 0, at: 0, badge: 0 };
		const { AudioContext } = window;
		window.AudioContext = class extends AudioContext {
			constructor() {
				super();
				window.heard.sounds += 1;
				window.heard.at = performance.now();
			}
		};
		navigator.setAppBadge = (count = 0) => {
			window.heard.badge = count;
			return Promise.resolve();
		};
	});
}

function seeHeard({ page }: Agent, wanted: Partial<Window['heard']>): Promise<void> {
	return see(
		page,
		JSON.stringify(wanted),
		(expected) =>
			Object.entries(expected).every(([name, count]) => window.heard[name as keyof Window['heard']] === count),
		wanted,
	);
}

function seeThread({ page }: Agent, text: string): Promise<void> {
	return see(
		page,
		`"${text}" in the thread`,
		(wanted) => document.querySelector<HTMLElement>('[role=log]')?.innerText.includes(wanted),
		text,
	);
}

/** Keys are for the desk again, and not for the field. */
async function leaveComposer({ page }: Agent): Promise<void> {
	await see(page, 'the composer', () => document.activeElement?.matches('textarea'));
	await page.keyboard.press('Escape');
	await see(page, 'the focus outside of it', () => !document.activeElement?.matches('textarea'));
}

declare global {
	interface Window {
		/** `at`: when it sounded last, as of `performance.now`. */
		heard: { sounds: number; at: number; badge: number };
	}
}
