/** Keys that change something: letters may be typed where no field has the focus. */
import { after, afterEach, before, describe, test } from 'node:test';
import { key, press } from '../support/input.ts';
import type { Agent } from './agent.ts';
import { Journey } from './journey.ts';
import { see, seeNoText, seeText } from './waiting.ts';

describe('a shortcut of the desk', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	/** An agent in whose desk a visitor's question is open, with the focus in no field. */
	async function openedConversation(question: string): Promise<Agent> {
		const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
		await visitor.openConversation();
		await visitor.write(question);
		await visitor.seeAllSent();
		await agent.open(question);
		await agent.page.evaluate(() => (document.activeElement as HTMLElement).blur());
		return agent;
	}

	/** Not the word alone: the list's filter has it, too. */
	const isOpen = () =>
		[...document.querySelectorAll('main button')].some(({ textContent }) => textContent === 'Resolve');

	test('that resolves is undone by one press, and by one key', async () => {
		const { page } = await openedConversation('Is it resolved?');
		await key(page, 'e');
		await seeText(page, 'Done: Resolve');
		await press(page, 'Undo');
		await see(page, 'an open conversation', isOpen);
		await key(page, 'e');
		await seeText(page, 'Done: Resolve');
		await key(page, 'z');
		await see(page, 'an open conversation again', isOpen);
		await seeNoText(page, 'Undo');
	});

	test('that assigns or changes the availability is undone', async () => {
		const { page } = await openedConversation('Who answers?');
		await key(page, 'i');
		await see(page, 'the assignment', () => document.querySelector('[aria-label^="Assign: Ada"]'));
		await press(page, 'Undo');
		await see(page, 'no assignment', () => !document.querySelector('[aria-label^="Assign: Ada"]'));
		await key(page, '8');
		await seeText(page, 'Done: Busy');
		await key(page, 'z');
		await see(page, 'the agent online', () => document.querySelector('header')?.innerText.includes('Online'));
	});

	test('that blocks, calls or signs out asks first', async () => {
		const { page } = await openedConversation('May I stay?');
		for (const [chord, name] of [
			['Shift+B', 'Block visitor'],
			['Shift+V', 'Video call'],
			['Shift+Q', 'Sign out'],
		] as const) {
			await key(page, chord);
			await see(
				page,
				`the question "${name}"`,
				(title) => document.querySelector('dialog')?.innerText.startsWith(title),
				name,
			);
			await press(page, 'Cancel');
			await see(page, 'no question', () => !document.querySelector('dialog'));
		}
		await see(page, 'the conversation as it was', isOpen);
		await key(page, 'Shift+B');
		await press(page, 'Block visitor');
		await seeText(page, 'Visitor blocked');
	});
});
