/**
 * What agents put into a message besides text and files, at the real desk, as the visitor sees it.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { press, type } from '../support/input.ts';
import { Journey } from './journey.ts';
import { see, seeText } from './waiting.ts';

describe("the desk's composer", () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	after(() => journey.stop());

	test('an agent chooses an emoji, and offers choices, one of which the visitor presses', async () => {
		const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
		const frame = await visitor.openConversation();
		await visitor.write('I would like a bowl');
		await agent.open('I would like a bowl');
		await agent.type('Hi');
		await agent.press('Emoji');
		await see(agent.page, 'emoji in a grid', () => {
			const root = document.querySelector('emoji-picker')?.shadowRoot;
			const [first, second] = root?.querySelectorAll('.tabpanel [role=menuitem]') ?? [];
			return first && second && first.getBoundingClientRect().top === second.getBoundingClientRect().top;
		});
		await press(agent.page, { selector: '.tabpanel [role=menuitem]' });
		await see(agent.page, '"Hi😀" in the field', () => document.querySelector('textarea')?.value === 'Hi😀');
		await agent.page.keyboard.press('Escape');
		await agent.press('Send');
		await seeText(frame, 'Hi😀');

		await agent.press('Interactive message');
		await type(agent.page, { selector: 'dialog textarea[name=content]' }, 'Which size?');
		await type(agent.page, { selector: 'dialog textarea[name=choices]' }, 'Small\nLarge');
		await press(agent.page, { selector: 'dialog [type=submit]' });
		await seeText(frame, 'Which size?');
		await press(frame, 'Large');
		await see(agent.page, 'what was chosen', () =>
			document.querySelector('[role=log] [aria-current=true]')?.textContent.includes('Large'),
		);
		assert.equal(journey.countMessages('Which size?'), 1);
	});
});
