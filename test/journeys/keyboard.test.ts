import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { reach } from '../support/input.ts';
import { SITES, Journey } from './journey.ts';
import { see, seeText, until } from './waiting.ts';

for (const site of SITES) {
	describe(`with the keyboard alone, on ${site}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ site });
		});
		after(() => journey.stop());

		test('a visitor finds the launcher, talks, and returns to the page', async () => {
			const visitor = await journey.visitor();
			const { keyboard } = visitor.page;
			await visitor.launcherName();
			await keyboard.press('Tab');
			await until('the focus on the launcher', () => visitor.hasLauncherFocus());
			await keyboard.press('Enter');
			const frame = await visitor.frame();
			await see(frame, 'the focus in the chat', () => document.hasFocus() && document.activeElement?.matches('main'));
			await keyboard.press('Tab');
			await see(frame, 'the focus on Start Conversation', isAtStart);
			await keyboard.press('Enter');
			await see(frame, 'the focus in the composer', () => document.activeElement?.tagName === 'TEXTAREA');
			await keyboard.type('Typed without a mouse');
			await keyboard.press('Enter');
			await seeText(frame, 'Typed without a mouse');
			await visitor.seeAllSent();
			await keyboard.press('Escape');
			await until('a closed panel', async () => (await visitor.panelMode()) === 'closed');
			await until('the focus back on the launcher', () => visitor.hasLauncherFocus());
			assert.equal(journey.countMessages('Typed without a mouse'), 1);
		});

		test('a visitor opens the panel when its frame listens already, and is in the frame', async () => {
			const visitor = await journey.visitor();
			const { keyboard } = visitor.page;
			await visitor.launcherName();
			await keyboard.press('Tab');
			await see(visitor.page, 'a closed frame that listens', () => {
				const root = document.querySelector('live-chat-widget')?.shadowRoot;
				return root?.querySelector('iframe')?.dataset.state === 'ready';
			});
			await keyboard.press('Enter');
			const frame = await visitor.frame();
			await see(frame, 'the focus in the chat', () => document.hasFocus());
		});

		test('an inline chat leaves the focus in the page until the visitor moves into it', async () => {
			const visitor = await journey.visitor();
			const { page } = visitor;
			await page.evaluate(() => {
				const search = document.createElement('input');
				search.type = 'search';
				document.body.prepend(search);
				search.focus();
				document.querySelector('live-chat-widget')?.setAttribute('mode', 'inline');
			});
			const frame = await visitor.frame();
			await see(frame, 'home, drawn and at rest', () => {
				const home = document.querySelector('main');
				return (
					home && new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))
				);
			});
			await page.keyboard.type('cups');
			const typed = await page.$eval('input', (search) => search.value);
			assert.equal(typed, 'cups');
			assert.equal(await frame.evaluate(() => document.hasFocus()), false);
			await page.keyboard.press('Tab');
			await see(frame, 'the focus in the chat', () => document.hasFocus());
			await page.keyboard.press('Tab');
			await see(frame, 'the focus on Start Conversation', isAtStart);
			await page.keyboard.press('Enter');
			await see(frame, 'the focus in the composer', () => document.activeElement?.tagName === 'TEXTAREA');
			await page.keyboard.type('Typed in the flow of the page');
			await page.keyboard.press('Enter');
			await seeText(frame, 'Typed in the flow of the page');
		});

		test('an agent signs in, finds a conversation, answers, ranks, labels and resolves it, and finds it again by its words', async () => {
			const { page } = await journey.newcomer();
			const { keyboard } = page;
			await page.goto(`${journey.proxy.origin}/desk?locale=en`);
			await reach(page, { selector: 'summary' });
			await keyboard.press('Enter');
			await reach(page, { selector: 'input[name=access-token]' });
			await keyboard.type(journey.agentToken);
			await keyboard.press('Enter');
			await reach(page, { selector: 'nav input:checked' });
			// Past status, order and website, which are choices of their own.
			const stops = await reach(page, {
				role: 'link',
				text: 'Typed without a mouse',
				within: { role: 'navigation' },
			});
			assert.ok(stops <= STOPS_MAX, `${stops} stops`);
			await keyboard.press('Enter');
			await see(page, 'the focus in the composer', () => document.activeElement?.tagName === 'TEXTAREA');
			await keyboard.type('Answered without one, too');
			await keyboard.press('Enter');
			await seeText(page, 'Answered without one, too');

			// Outside of the composer single keys act.
			await keyboard.press('Escape');
			await see(page, 'the focus at the messages', () => document.activeElement?.role === 'log');
			await keyboard.press('p');
			await see(page, 'the focus in the menu', () => document.activeElement?.role?.startsWith('menuitem'));
			await keyboard.press('h');
			await keyboard.press('Enter');
			await seeText(page, 'Ada Lindqvist set the priority to high');
			await keyboard.press('l');
			await see(page, 'the focus in the menu', () => document.activeElement?.role?.startsWith('menuitem'));
			await keyboard.type('Add');
			await keyboard.press('Enter');
			await see(page, 'the focus in the dialog', () => document.activeElement?.matches('dialog input'));
			await keyboard.type('keys');
			await keyboard.press('Enter');
			await seeText(page, 'Ada Lindqvist added labels: keys');
			await see(page, 'no dialog', () => !document.querySelector('dialog'));
			await keyboard.press('e');
			await see(
				page,
				'the next conversation, and no focus in its composer, where the next key would be text',
				() =>
					document.querySelector('[role=log]') &&
					!document.querySelector<HTMLElement>('[role=log]')?.innerText.includes('Answered without one') &&
					document.activeElement?.matches('[role=log], nav a[aria-current]'),
			);
			await keyboard.press('c');
			await see(page, 'no conversation', () => !document.querySelector('[role=log]'));
			await keyboard.press('/');
			await see(page, 'the focus in the search', () => document.activeElement?.role === 'combobox');
			await keyboard.type('without one');
			await see(page, 'the answer among what is found', () =>
				document.querySelector<HTMLElement>('dialog [role=option]')?.innerText.includes('Answered without one, too'),
			);
			await keyboard.press('Enter');
			await see(page, 'the conversation', () =>
				document.querySelector<HTMLElement>('[role=log]')?.innerText.includes('Answered without one, too'),
			);
			await seeText(page, 'Reopen');
		});
	});
}

/** Presses of Tab that lead from the list's views to its first conversation. */
const STOPS_MAX = 5;

/** Runs in the frame. */
function isAtStart(): boolean | undefined {
	return (document.activeElement as HTMLElement | null)?.innerText.includes('Start Conversation');
}
