import { after, afterEach, before, describe, test } from 'node:test';
import { choose, fill, key, press } from '../support/input.ts';
import { Journey } from './journey.ts';
import { see, seeNoText, seeText } from './waiting.ts';

describe('what a visitor changes of messages', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start({});
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	test('the agent sees at once what a visitor deletes, edits and reacts with', async () => {
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		for (const text of ['Is the bowl blue or gren?', 'My card is 4111 1111']) await visitor.write(text);
		await visitor.seeAllSent();
		const agent = await journey.agent();
		await agent.open('My card is 4111 1111');
		await agent.answer('It is green');
		await seeText(frame, 'It is green');
		const change = async (text: string, how: string) => {
			const key = await frame.evaluate(
				(wanted) =>
					[...document.querySelectorAll<HTMLElement>('[data-key]')].find((item) => item.innerText.includes(wanted))
						?.dataset['key'],
				text,
			);
			const within = { selector: `[data-key="${key}"]` };
			await choose(frame, { name: 'More options', within }, { role: 'menuitem', name: how });
		};
		await change('My card is', 'Delete');
		await press(frame, { name: 'Delete', within: { role: 'alertdialog' } });
		await seeNoText(frame, 'My card is');
		await seeText(agent.page, 'The visitor deleted this message');
		await seeNoText(agent.page, 'My card is');
		await change('blue or gren', 'Edit');
		await fill(frame, { role: 'textbox', name: 'Edit message' }, 'Is the bowl blue or green?');
		await key(visitor.page, 'Enter');
		await seeText(agent.page, 'Is the bowl blue or green?');
		await seeText(agent.page, 'Edited');
		await press(frame, 'Add a reaction');
		await press(frame, { role: 'button', name: '❤️' });
		await see(agent.page, 'the reaction', () => document.querySelector('[role=img][aria-label="Reaction: ❤️"]'));
	});
});
