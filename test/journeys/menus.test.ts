/** Menus, pressed as people press: by mouse, by touch, and by keys. */
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame, Page } from 'puppeteer-core';
import { hover, key, press, reach, type Target, tap } from '../support/input.ts';
import { chosenBrowser } from '../support/browser.ts';
import { Journey } from './journey.ts';
import { see, seeNoText, seeText } from './waiting.ts';

const QUESTION = 'Is the kiln still free?';
const ANSWER = 'It is, on Friday.';

/** `step` is the key that leads to the control. */
type Hand = (where: Page | Frame, control: Target, step: 'Tab' | 'ArrowDown') => Promise<void>;

/** In Firefox the driver leads Tab out of the page, from where it does not come back. */
const canTab = chosenBrowser === 'chromium';
const HANDS: Record<string, Hand> = {
	mouse: press,
	touch: tap,
	...(canTab && { Enter: keyboard('Enter'), Space: keyboard('Space') }),
};

function keyboard(chord: string): Hand {
	return async (where, control, step) => {
		await reach(where, control, step);
		await key(where, chord);
	};
}

describe('menus', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	for (const [name, use] of Object.entries(HANDS)) {
		test(`a visitor turns the sound off and ends the conversation in the header's menu by ${name}`, async () => {
			const visitor = await journey.visitor();
			const frame = await visitor.openConversation();
			await visitor.write(`${QUESTION} (${name})`);
			await visitor.seeAllSent();
			const choose = async (item: string) => {
				await use(frame, 'More options', 'Tab');
				await use(frame, item, 'ArrowDown');
				await see(frame, 'a closed menu', () => !document.querySelector('[role=menu]'));
			};
			await choose('Turn the sound off');
			await see(frame, 'the focus on the menu’s button', () => document.activeElement?.ariaLabel === 'More options');
			await choose('Turn the sound on');
			await choose('End Conversation');
			await seeText(frame, 'Start a new conversation');
		});

		test(`an agent replies to, copies and deletes a message in its menu by ${name}`, async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			const frame = await visitor.openConversation();
			await visitor.write(`${QUESTION} ${name}!`);
			await visitor.seeAllSent();
			await agent.open(`${QUESTION} ${name}!`);
			await agent.answer(ANSWER);
			await seeText(frame, ANSWER);
			const choose = async (item: string) => {
				await use(agent.page, { name: 'More options', within: { role: 'listitem', text: ANSWER } }, 'Tab');
				await use(agent.page, item, 'ArrowDown');
			};
			await choose('Reply');
			await seeText(agent.page, 'Replying to');
			await see(agent.page, 'the focus in the composer', () => document.activeElement?.tagName === 'TEXTAREA');
			await key(agent.page, 'Escape');
			await choose('Copy');
			await see(agent.page, 'what became of the copy', () =>
				/Copied|did not work/.test(document.querySelector<HTMLElement>('[role=log]')?.innerText ?? ''),
			);
			await choose('Delete');
			await use(agent.page, { name: 'Delete', within: { role: 'dialog' } }, 'Tab');
			await seeNoText(frame, ANSWER);
		});
	}

	test('Escape and Tab close a menu without choosing', { skip: !canTab }, async () => {
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		await visitor.write(`${QUESTION} (nothing chosen)`);
		await visitor.seeAllSent();
		const open = () => keyboard('Enter')(frame, 'More options', 'Tab');
		for (const chord of ['Escape', 'Tab']) {
			await open();
			await see(frame, 'the focus on the first item', () => document.activeElement?.role === 'menuitem');
			await key(frame, chord);
			await see(frame, `no menu after ${chord}`, () => !document.querySelector('[role=menu]'));
			await see(frame, 'the focus in the chat', () => document.activeElement !== document.body);
		}
		await open();
		await hover(frame, 'Turn the sound off');
	});
});
