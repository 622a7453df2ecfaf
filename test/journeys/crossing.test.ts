import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { press } from '../support/input.ts';
import { Journey } from './journey.ts';
import { see, seeNoText, seeOnceInOrder, seeText } from './waiting.ts';

describe('messages that cross each other', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	test('the same text sent twice quickly is two messages', async () => {
		const visitor = await journey.visitor();
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
		assert.equal(journey.countMessages('Hello?'), 2);
	});

	test('messages of two tabs are stored once, and both tabs show them once and in order', async () => {
		const visitor = await journey.visitor();
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
		assert.equal(journey.countMessages('Second') + journey.countMessages('Third'), 2);
	});

	test('a tab that was disconnected shows what was answered or deleted meanwhile once it is connected again', async () => {
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		await visitor.write('Which glaze is this?');
		await visitor.seeAllSent();
		const { team } = journey;
		const id = await team.conversationWith('Which glaze is this?');
		const items = [
			{ title: 'Cobalt', value: 'c' },
			{ title: 'Ash', value: 'a' },
		];
		await team.write(id, { content: 'Blue?', content_type: 'input_select', content_attributes: { items } });
		const wrong = await team.write(id, { content: 'It is glass' });
		await seeText(frame, 'Cobalt');
		await seeText(frame, 'It is glass');

		journey.proxy.cutRealtime();
		const other = await visitor.secondTab();
		const otherFrame = await other.openConversation();
		await press(otherFrame, 'Ash');
		await seeNoText(otherFrame, 'Cobalt');
		await team.takeBack(wrong);
		journey.proxy.restore();
		await seeNoText(frame, 'Cobalt');
		await seeNoText(frame, 'It is glass');
	});

	test('a message that the team deletes vanishes while it is on screen', async () => {
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		await visitor.write('What does it cost?');
		await visitor.seeAllSent();
		const id = await journey.team.conversationWith('What does it cost?');
		const message = await journey.team.write(id, { content: 'Four hundred' });
		await seeText(frame, 'Four hundred');
		await journey.team.takeBack(message);
		await seeNoText(frame, 'Four hundred');
		await seeNoText(frame, 'This message was deleted');
	});
});
