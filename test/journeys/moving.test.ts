import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'puppeteer-core';
import { press } from '../support/input.ts';
import { seeSettled, settleDown } from './place.ts';
import { SITES, Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, until } from './waiting.ts';

for (const site of SITES) {
	describe(`a page that moves the tag, on ${site}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ site });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		test('a visitor continues reading and writing in the same place', async () => {
			const visitor = await journey.visitor();
			const { place } = await settleDown(journey, visitor, 'Hello from a page that moves');
			assert.ok(place.offset > -400);
			await seeSettled(await move(visitor), place);
		});

		test('a visitor who went back home stays there', async () => {
			const visitor = await journey.visitor();
			await visitor.openConversation();
			await visitor.write('Hello');
			await visitor.seeAllSent();
			await visitor.reload();
			const frame = await visitor.openConversation();
			await press(frame, 'Back');
			await see(frame, 'home', () => location.hash === '#/');
			const next = await move(visitor);
			await see(
				next,
				'home',
				() => location.hash === '#/' && document.body.innerText.includes('Continue conversation'),
			);
		});
	});
}

/** Moves the tag; resolves with the frame that the browser loads anew. */
async function move(visitor: Visitor): Promise<Frame> {
	const frame = await visitor.frame();
	await visitor.page.evaluate(() => {
		const elsewhere = document.body.appendChild(document.createElement('section'));
		const tag = document.querySelector('live-chat-widget');
		if (tag) elsewhere.append(tag);
	});
	return until('another frame', async () => {
		const found = await visitor.frame();
		return found !== frame && found;
	});
}
