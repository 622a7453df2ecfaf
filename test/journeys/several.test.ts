/** A visitor who goes to and fro between two conversations with the team. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'puppeteer-core';
import { press } from '../support/input.ts';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, seeNoText, seeOnceInOrder, seeText, until } from './waiting.ts';

const HOME = { role: 'button', name: 'Back' };

describe('a visitor with several conversations', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
		await journey.changeChannel({ widget: { allow_multiple_conversations: true } });
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	const draft = (frame: Frame) => frame.$eval('textarea', ({ value }) => value);
	const goHome = async (frame: Frame) => {
		await press(frame, HOME);
		await seeText(frame, 'Open conversations');
	};
	const row = (text: string) => ({ role: 'button', text, within: { role: 'list' } });
	/** Begins a conversation, and beside it another one. */
	async function beginTwo(): Promise<[Visitor, Frame, number, number]> {
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		await visitor.write('Is the plate deep?');
		await visitor.seeAllSent();
		const first = await journey.team.conversationWith('Is the plate deep?');
		await goHome(frame);
		await press(frame, 'Start a new conversation');
		await frame.waitForSelector('textarea');
		await seeNoText(frame, 'Is the plate deep?');
		await visitor.write('Where is my order?');
		await visitor.seeAllSent();
		const second = await journey.team.conversationWith('Where is my order?');
		assert.notEqual(second, first);
		return [visitor, frame, first, second];
	}

	test('messages, drafts and answers stay in their conversation, also after a reload', async () => {
		const [visitor, frame, first, second] = await beginTwo();
		await visitor.type('It has the number');
		await goHome(frame);
		await press(frame, row('Is the plate deep?'));
		await seeOnceInOrder(frame, ['Is the plate deep?']);
		await seeNoText(frame, 'Where is my order?');
		assert.equal(await draft(frame), '');
		await visitor.type('How many');
		await journey.team.write(second, { content: 'Which number?' });
		await journey.team.write(first, { content: 'Two centimetres' });
		await seeOnceInOrder(frame, ['Is the plate deep?', 'Two centimetres']);
		await seeNoText(frame, 'Which number?');

		await visitor.reload();
		const again = await visitor.openPanel();
		await seeOnceInOrder(again, ['Is the plate deep?', 'Two centimetres']);
		await until('the draft', async () => (await draft(again)) === 'How many');
		await goHome(again);
		await press(again, row('Which number?'));
		await seeOnceInOrder(again, ['Where is my order?', 'Which number?']);
		await until('the other draft', async () => (await draft(again)) === 'It has the number');
		await visitor.write(' 17');
		await visitor.seeAllSent();
		assert.equal(await journey.team.conversationWith('It has the number 17'), second);
		await goHome(again);
		await press(again, row('Two centimetres'));
		await until('the first draft', async () => (await draft(again)) === 'How many');
	});

	test('home counts what is unread in each, the launcher all of it, and the preview leads to the newest', async () => {
		const [visitor, frame, first, second] = await beginTwo();
		await journey.team.write(first, { content: 'Two centimetres' });
		await journey.team.write(first, { content: 'And a half' });
		await goHome(frame);
		await see(frame, 'two unread in the first', () => document.querySelector('[aria-label="2 unread messages"]'));
		await visitor.pressLauncher();
		await until('a closed panel', async () => (await visitor.panelMode()) !== 'open');
		await journey.team.write(second, { content: 'On its way' });
		await until('a badge that says 3', async () => (await visitor.badge()) === '3');
		await seeText(frame, 'On its way');
		await journey.team.write(first, { content: 'It is deep' });
		await until('a badge that says 4', async () => (await visitor.badge()) === '4');
		await seeText(frame, 'It is deep');
		await press(frame, 'See new messages');
		await seeOnceInOrder(frame, ['Is the plate deep?', 'Two centimetres', 'And a half', 'It is deep']);
		await seeNoText(frame, 'On its way');
		await goHome(frame);
		await see(frame, 'one unread in the second', () => document.querySelector('[aria-label="1 unread message"]'));
	});

	test('what waits to be sent in one is not shown in the other, and arrives where it was written', async () => {
		const [visitor, frame, first, second] = await beginTwo();
		journey.proxy.cut();
		await visitor.write('Still waiting');
		await press(frame, HOME);
		await press(frame, row('Is the plate deep?'));
		journey.proxy.restore();
		await seeOnceInOrder(frame, ['Is the plate deep?']);
		await seeNoText(frame, 'Still waiting');
		assert.equal(await journey.team.conversationWith('Still waiting'), second);
		await visitor.write('For the first');
		await visitor.seeAllSent();
		assert.equal(await journey.team.conversationWith('For the first'), first);
	});

	test('what is unread beyond the newest ten counts, and the page leads there, to write', async () => {
		const [visitor, frame, first] = await beginTwo();
		await frame.evaluate(async () => {
			const stored: unknown = JSON.parse(localStorage.getItem('live-chat-widget:session:demo') ?? '{}');
			const { authToken } = stored as { authToken: string };
			const headers = { 'X-Auth-Token': authToken, 'Content-Type': 'application/json' };
			const body = JSON.stringify({ message: { content: 'And another thing' } });
			for (let count = 0; count < 10; count++)
				await fetch('/api/v1/widget/conversations?website_token=demo', { method: 'POST', headers, body });
		});
		await journey.team.write(first, { content: 'Two centimetres' });
		await visitor.reload();
		await until('a badge that says 1', async () => (await visitor.badge()) === '1');
		await visitor.page.$eval(
			'live-chat-widget',
			(chat, id) => (chat as unknown as { show(view: string): Promise<void> }).show(id),
			String(first),
		);
		const again = await visitor.frame();
		await seeOnceInOrder(again, ['Is the plate deep?', 'Two centimetres']);
		await visitor.write('Deep enough');
		await visitor.seeAllSent();
		assert.equal(await journey.team.conversationWith('Deep enough'), first);
	});

	test('two windows show the same conversation, and keep drafts and what is unread of the other apart', async () => {
		const [visitor, frame, first, second] = await beginTwo();
		await visitor.type('It has the number');
		const other = await visitor.secondTab();
		const otherFrame = await other.openPanel();
		await otherFrame.waitForSelector('textarea');
		await until('the draft there', async () => (await draft(otherFrame)) === 'It has the number');
		await other.page.bringToFront();
		await goHome(otherFrame);
		await press(otherFrame, row('Is the plate deep?'));
		await seeOnceInOrder(otherFrame, ['Is the plate deep?']);
		await visitor.page.bringToFront();
		await seeOnceInOrder(frame, ['Is the plate deep?']);
		await seeNoText(frame, 'Where is my order?');
		await until('no draft', async () => (await draft(frame)) === '' && (await draft(otherFrame)) === '');
		await visitor.type('How many');
		await until('the same draft', async () => (await draft(otherFrame)) === 'How many');

		await journey.team.write(second, { content: 'Which number?' });
		for (const chat of [frame, otherFrame]) {
			await goHome(chat);
			await see(chat, 'one unread in the second', () => document.querySelector('[aria-label="1 unread message"]'));
		}
		await press(frame, row('Which number?'));
		await seeOnceInOrder(frame, ['Where is my order?', 'Which number?']);
		await until('the other draft', async () => (await draft(frame)) === 'It has the number');
		await visitor.write(' 17');
		await visitor.seeAllSent();
		assert.equal(await journey.team.conversationWith('It has the number 17'), second);
		await other.page.bringToFront();
		await seeText(otherFrame, 'It has the number 17');
		await see(otherFrame, 'nothing unread', () => !document.querySelector('[aria-label="1 unread message"]'));
		await press(otherFrame, row('Is the plate deep?'));
		await until('the first draft', async () => (await draft(otherFrame)) === 'How many');
		await other.write(' litres?');
		await other.seeAllSent();
		assert.equal(await journey.team.conversationWith('How many litres?'), first);
	});

	test('of two quick choices the other window shows the last, also where the first comes late', async () => {
		const [visitor, frame, first] = await beginTwo();
		const other = await visitor.secondTab();
		const otherFrame = await other.openPanel();
		await seeOnceInOrder(otherFrame, ['Where is my order?']);
		journey.proxy.fail(new RegExp(`^GET /api/v1/widget/messages.*conversation_id=${first}\\b`), 'late answer');
		const isOfFirst = (url: string) => new URL(url).searchParams.get('conversation_id') === String(first);
		const asked = other.page.waitForRequest((request) => isOfFirst(request.url()));
		const answered = other.page.waitForResponse((response) => isOfFirst(response.url()));
		await visitor.page.bringToFront();
		await goHome(frame);
		await press(frame, row('Is the plate deep?'));
		await asked;
		await goHome(frame);
		await press(frame, row('Where is my order?'));
		await seeOnceInOrder(frame, ['Where is my order?']);
		journey.proxy.restore();
		await answered;
		await other.page.bringToFront();
		await other.write('Any news?');
		await other.seeAllSent();
		assert.notEqual(await journey.team.conversationWith('Any news?'), first);
		await seeOnceInOrder(otherFrame, ['Where is my order?', 'Any news?']);
	});

	test('a conversation that comes late does not take the place of what was chosen since', async () => {
		const [visitor, , first, second] = await beginTwo();
		const isOfFirst = (url: string) => new URL(url).searchParams.get('conversation_id') === String(first);
		const messagesOfFirst = new RegExp(`^GET /api/v1/widget/messages.*conversation_id=${first}\\b`);
		for (const [choice, end] of [
			[row('Where is my order?'), ' of one'],
			['Continue conversation', ' of two'],
		] as const) {
			await visitor.reload();
			const frame = await visitor.openPanel();
			await frame.waitForSelector('textarea');
			await goHome(frame);
			journey.proxy.fail(messagesOfFirst, 'late answer');
			const asked = frame.page().waitForRequest((request) => isOfFirst(request.url()));
			await press(frame, row('Is the plate deep?'));
			await asked;
			await press(frame, choice);
			await visitor.type('It has the number');
			const answered = frame.page().waitForResponse((response) => isOfFirst(response.url()));
			journey.proxy.restore();
			await answered;
			await visitor.write(end);
			await visitor.seeAllSent();
			assert.equal(await journey.team.conversationWith(`It has the number${end}`), second);
		}
	});
});
