/**
 * A browser or an extension translates chat and desk: it replaces every text node, as long as the
 * document lives.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { key, type } from '../support/input.ts';
import { isComplete } from '../support/isComplete.ts';
import type { Agent } from './agent.ts';
import { Journey } from './journey.ts';
import { chooseInMenu, see, seeNoText, seeOnceInOrder, seeText } from './waiting.ts';

/**
 * A translator puts its own text in the place of the document's, or takes the document's text into
 * its element.
 */
type Way = 'new text' | 'same text';
const WAYS: readonly Way[] = isComplete ? ['new text', 'same text'] : ['new text'];

const SETTINGS = [
	'account',
	'notifications',
	'people',
	'websites',
	'labels',
	'canned-responses',
	'campaigns',
	'webhooks',
];

for (const way of WAYS) {
	describe(`chat and desk whose texts a translator replaces by elements (${way})`, () => {
		let journey: Journey;
		const faults: string[] = [];
		before(async () => {
			journey = await Journey.start();
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		test('a visitor and an agent write, see each other type, delete, resolve and end, and see only what is so', async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			await translate(visitor.page, way, faults);
			await visitor.reload();
			await translate(agent.page, way, faults);
			await agent.page.reload();
			const frame = await visitor.openConversation();
			await visitor.type('Which cup is *whole*?');
			await key(visitor.page, 'Enter');
			await seeText(frame, 'Which cup is whole?');
			await visitor.seeAllSent();

			await agent.open('Which cup is whole?');
			await agent.type('**This');
			await seeText(frame, 'Ada is typing');
			await agent.type(' one**, or [that](https://shop.example/that).');
			await key(agent.page, 'Enter');
			await seeOnceInOrder(frame, ['Which cup is whole?', 'This one, or that.']);
			await seeNoText(frame, 'is typing');
			await seeNoText(frame, 'Sending…');
			await visitor.type('And the');
			await see(agent.page, 'the visitor typing', () =>
				document.querySelector<HTMLElement>('[role=log]')?.innerText.includes('is typing'),
			);
			await visitor.write(' plate?');
			await seeOnceInOrder(agent.page, ['This one, or that.', 'And the plate?']);
			await see(
				agent.page,
				'no typing',
				() => !document.querySelector<HTMLElement>('[role=log]')?.innerText.includes('is typing'),
			);

			await agent.chooseForMessage('This one, or that.', 'Delete');
			await agent.confirm();
			await seeText(agent.page, 'This message was deleted');
			await seeNoText(frame, 'This one');

			await useTools(agent);
			await agent.press('Resolve');
			await agent.press('Reopen');
			await agent.type('Is it *all*?');
			await key(agent.page, 'Enter');
			await seeText(frame, 'Is it all?');
			await chooseInMenu(frame, 'End Conversation');
			await seeText(frame, 'This conversation has ended.');
			await seeText(agent.page, 'Reopen');
			assert.deepEqual(faults, []);
		});

		test('an agent searches, and goes through settings and reports', async () => {
			const agent = await journey.agent();
			await translate(agent.page, way, faults);
			await agent.page.reload();
			for (const path of SETTINGS) {
				await agent.page.evaluate((hash) => (location.hash = hash), `#/settings/${path}`);
				await see(agent.page, `the settings ${path}`, () => document.querySelector('main h2')?.textContent);
			}
			await agent.press('Reports');
			await seeText(agent.page, 'Download CSV');
			await agent.press('Conversations');
			await seeText(agent.page, 'Show conversations');
			await agent.press('Search');
			await type(agent.page, { selector: 'dialog input[type=search]' }, 'cup');
			await see(agent.page, 'what is found', () => document.querySelector('dialog [role=option]')?.textContent);
			assert.deepEqual(faults, []);
		});
	});
}

async function useTools(agent: Agent): Promise<void> {
	await agent.chooseInMenu('Assign', 'You');
	await seeText(agent.page, 'self-assigned');
	await agent.chooseInMenu('Labels', 'Add label');
	await type(agent.page, { selector: 'dialog input[name=title]' }, 'cups');
	await key(agent.page, 'Enter');
	await see(agent.page, 'the label', () => document.querySelector<HTMLElement>('nav li')?.innerText.includes('cups'));
	await agent.press('Private note');
	await agent.answer('A note');
	await agent.press('Reply');
	await agent.showView('Mine');
	await agent.seeInList('cups');
	await agent.showView('All');
}

/**
 * From the next document on: replaces each text that comes or changes, and notes what the page's
 * scripts throw.
 */
async function translate(page: Page, way: Way, faults: string[]): Promise<void> {
	page.on('pageerror', (error) => faults.push(String(error)));
	page.on('console', (message) => {
		if (message.type() === 'error' && /Error|React/.test(message.text())) faults.push(message.text());
	});
	await page.evaluateOnNewDocument((isSame: boolean) => {
		// The widget's page is somebody else's.
		if (!/^\/(widget|desk)/.test(location.pathname)) return;
		const swap = (node: Node): void => {
			if (!(node instanceof Text)) return node.childNodes.forEach(swap);
			if (!node.parentElement || node.parentElement.closest('font, script, style, template, textarea')) return;
			const [outer, inner] = [document.createElement('font'), document.createElement('font')];
			outer.append(inner);
			node.replaceWith(outer);
			inner.append(isSame ? node : node.data);
		};
		new MutationObserver((records) =>
			records.forEach(({ type: kind, target, addedNodes }) =>
				kind === 'characterData' ? swap(target) : [...addedNodes].forEach(swap),
			),
		).observe(document, { childList: true, characterData: true, subtree: true });
	}, way === 'same text');
}
