/**
 * A browser that denies storage to frames of other sites: only what the page stores for the frame
 * remains.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { skipsWithoutWholeBrowser } from '../support/browser.ts';
import { press } from '../support/input.ts';
import type { Page } from 'puppeteer-core';
import { Journey } from './journey.ts';
import { see, seeOnceInOrder, seeText } from './waiting.ts';

describe('where the frame may keep nothing', { skip: skipsWithoutWholeBrowser }, () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start({ isStorageDenied: true });
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	test('a visitor and an agent talk, the next page has their conversation again, and nothing fails', async () => {
		const [visitor, agent] = await Promise.all([journey.newcomer(), journey.agent()]);
		const faults = await watchFaults(visitor.page);
		await visitor.page.goto(journey.pageUrl);
		const frame = await visitor.openConversation();
		assert.equal(await frame.evaluate(triesToKeep), 'denied');
		await visitor.write('Is this the right place?');
		await visitor.seeAllSent();
		await agent.open('Is this the right place?');
		await agent.answer('It is.');
		await seeOnceInOrder(frame, ['Is this the right place?', 'It is.']);
		await press(frame, 'Emoji');
		await see(frame, 'the emoji', () => document.querySelector('emoji-picker'));
		assert.deepEqual(await faults(), []);

		await visitor.reload();
		const next = await visitor.openConversation();
		await seeOnceInOrder(next, ['Is this the right place?', 'It is.']);
		await visitor.write('Then I stay.');
		await visitor.seeAllSent();
		await seeText(agent.page, 'Then I stay.');
		assert.equal(journey.count('conversations'), 1);
		assert.deepEqual(await faults(), []);

		await visitor.page.evaluate(() => document.querySelector('live-chat-widget')?.forget());
		assert.equal(journey.count('conversations'), 0);
		assert.equal(await visitor.page.evaluate(() => document.cookie), '');
		// A frame may be loading or unloading, so only the page itself is asked.
		assert.deepEqual(await visitor.page.evaluate(() => Reflect.get(window, 'faults') as string[]), []);
	});
});

function triesToKeep(): string {
	try {
		localStorage.setItem('mine', '1');
		return `kept ${localStorage.getItem('mine')}`;
	} catch {
		return 'denied';
	}
}

/** Collects uncaught errors, in the page and its current frames. */
async function watchFaults(page: Page): Promise<() => Promise<string[]>> {
	await page.evaluateOnNewDocument(() => {
		const faults: string[] = [];
		Reflect.set(window, 'faults', faults);
		addEventListener('error', ({ message }) => faults.push(message));
		addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
	});
	return async () => {
		const found = await Promise.all(
			page.frames().map((frame) => frame.evaluate(() => Reflect.get(window, 'faults') as string[])),
		);
		return found.flat();
	};
}
