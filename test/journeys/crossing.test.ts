import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { Sitting } from './sitting.ts';
import { press, see, seeNoText, seeOnceInOrder, seeText } from './waiting.ts';

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

	test('what one of two tabs sends is stored once, and both show it once and in order', async () => {
		const visitor = await sitting.visitor();
		const frame = await visitor.openConversation();
		await visitor.write('First');
		await visitor.seeAllSent();
		const other = await visitor.secondTab();
		const otherFrame = await other.openConversation();
		await seeText(otherFrame, 'First');
		await other.write('Second');
		await visitor.page.bringToFront();
		await visitor.write('Third');
		await visitor.seeAllSent();
		await seeOnceInOrder(frame, ['First', 'Second', 'Third']);
		await seeOnceInOrder(otherFrame, ['First', 'Second', 'Third']);
		assert.equal(sitting.countMessages('Second') + sitting.countMessages('Third'), 2);
	});

	test('what is answered in another tab, or taken back, while a tab hears nothing, it shows when it hears again', async () => {
		const visitor = await sitting.visitor();
		const frame = await visitor.openConversation();
		await visitor.write('Which glaze is this?');
		await visitor.seeAllSent();
		const { team } = sitting;
		const id = await team.conversationWith('Which glaze is this?');
		const items = [
			{ title: 'Cobalt', value: 'c' },
			{ title: 'Ash', value: 'a' },
		];
		await team.write(id, { content: 'Blue?', content_type: 'input_select', content_attributes: { items } });
		const wrong = await team.write(id, { content: 'It is glass' });
		await seeText(frame, 'Cobalt');
		await seeText(frame, 'It is glass');

		sitting.front.cutRealtime();
		const other = await visitor.secondTab();
		const otherFrame = await other.openConversation();
		await press(otherFrame, 'Ash');
		await seeNoText(otherFrame, 'Cobalt');
		await team.takeBack(wrong);
		sitting.front.restore();
		await seeNoText(frame, 'Cobalt');
		await seeNoText(frame, 'It is glass');
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
