import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { Sitting } from './sitting.ts';
import { see, seeNoText, seeText } from './waiting.ts';

describe('messages that cross each other', () => {
	let sitting: Sitting;
	before(async () => {
		sitting = await Sitting.start();
	});
	afterEach(() => sitting.clear());
	after(() => sitting.stop());

	test('the same text sent twice quickly is two messages', async () => {
		const visitor = await sitting.visitor();
		const frame = await visitor.openConversation();
		await visitor.write('Hello?');
		await visitor.type('Hello?');
		await visitor.page.keyboard.press('Enter');
		await see(
			frame,
			'both',
			() => (document.querySelector<HTMLElement>('[role=log]')?.innerText.split('Hello?').length ?? 0) === 3,
		);
		await visitor.seeAllSent();
		assert.equal(sitting.countMessages('Hello?'), 2);
	});

	test('a message that the team takes back vanishes while it is on screen', async () => {
		const visitor = await sitting.visitor();
		const frame = await visitor.openConversation();
		await visitor.write('What does it cost?');
		await visitor.seeAllSent();
		const id = await sitting.team.conversationWith('What does it cost?');
		const message = await sitting.team.write(id, { content: 'Four hundred' });
		await seeText(frame, 'Four hundred');
		await sitting.team.takeBack(message);
		await seeNoText(frame, 'Four hundred');
		await seeNoText(frame, 'This message was deleted');
	});
});
