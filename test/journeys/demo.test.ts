import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { Journey } from './journey.ts';
import { seeOnceInOrder, seeText } from './waiting.ts';

/** The global that its script adds to the page. */
declare const axe: typeof import('axe-core');

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

describe('the demo', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	for (const name of ['127.0.0.1', 'localhost'] as const) {
		test(`works under the name ${name}, and no page of it complains`, async () => {
			const origin = journey.proxy.origin.replace('127.0.0.1', name);
			const [visitor, agent] = await Promise.all([journey.newcomer(), journey.agent()]);
			const complaints = [...listen(visitor.page), ...listen(agent.page)];
			await visitor.page.goto(origin);
			assert.equal(await visitor.launcherName(), 'Chat with us');
			const frame = await visitor.openConversation();
			await visitor.write('From the shop');
			await agent.open('From the shop');
			await agent.answer('To the shop');
			await seeOnceInOrder(frame, ['From the shop', 'To the shop']);
			assert.deepEqual(complaints.flat(), []);
		});
	}

	test('the demo shows the same code that it uses', async () => {
		const { page } = await journey.newcomer();
		await page.goto(journey.proxy.origin);
		const { shown, used } = await page.evaluate(() => {
			const tag = document.querySelector('live-chat-widget');
			const script = tag?.previousElementSibling;
			return {
				shown: document.querySelector('pre')?.textContent ?? '',
				used: [
					script?.getAttribute('src') ?? '',
					tag?.getAttribute('website-token') ?? '',
					tag?.getAttribute('dark-mode') ?? '',
				],
			};
		});
		assert.equal(shown.trim().split('\n').length, 6);
		assert.match(shown, new RegExp(`<script type="module" src="${used[0]}"></script>`));
		assert.match(shown, new RegExp(`website-token="${used[1]}"`));
		assert.match(shown, new RegExp(`dark-mode="${used[2]}"`));
	});

	test('axe finds nothing on the demo page, in the chat or at the desk', async () => {
		const [visitor, agent] = await Promise.all([journey.newcomer(), journey.agent()]);
		await visitor.page.goto(journey.proxy.origin);
		const frame = await visitor.openConversation();
		await visitor.write('Is it accessible?');
		await agent.open('Is it accessible?');
		await agent.answer('It is.');
		await seeText(frame, 'It is.');
		const source = await readFile(AXE, 'utf8');
		for (const where of [visitor.page.mainFrame(), frame, agent.page.mainFrame()]) {
			await where.evaluate(source);
			const found = await where.evaluate(async () => {
				const { violations } = await axe.run(document, { resultTypes: ['violations'] });
				return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
			});
			assert.deepEqual(found, []);
		}
	});
});

/** Records everything that the page's console reports as an error or a warning from now on. */
function listen(page: Page): string[][] {
	const complaints: string[] = [];
	page.on('console', (message) => {
		if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(String(error)));
	return [complaints];
}
