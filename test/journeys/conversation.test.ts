import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { SITES, Journey } from './journey.ts';
import { see, seeNoText, seeOnceInOrder, seeText, until } from './waiting.ts';

for (const site of SITES) {
	describe(`a conversation on ${site}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ site });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		test('a visitor writes, an agent sees it live and answers, and the visitor sees the answer without reloading', async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			const frame = await visitor.openConversation();
			await visitor.write('Is the cup dishwasher safe?');
			await visitor.seeAllSent();
			await agent.open('Is the cup dishwasher safe?');
			await agent.answer('Yes, and the oven too.');
			await seeOnceInOrder(frame, ['Is the cup dishwasher safe?', 'Yes, and the oven too.']);
			await visitor.write('Then I take four.');
			await seeOnceInOrder(agent.page, ['Is the cup dishwasher safe?', 'Yes, and the oven too.', 'Then I take four.']);
		});

		test('each side sees the other typing, and sees it end', async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			const frame = await visitor.openConversation();
			await visitor.write('Who is there?');
			await agent.open('Who is there?');
			// A live message shows that both are connected, since a lost typing event is not
			// repeated.
			await agent.answer('It is me.');
			await seeText(frame, 'It is me.');
			await agent.type('How can');
			await seeText(frame, 'Ada is typing');
			await agent.answer(' I help?');
			await seeText(frame, 'How can I help?');
			await seeNoText(frame, 'is typing');
			await visitor.type('Good to');
			await see(agent.page, 'the visitor typing', () =>
				document.querySelector<HTMLElement>('[role=log]')?.innerText.includes('is typing'),
			);
			// The indicator ends by itself once the visitor stops typing.
			await see(
				agent.page,
				'no typing',
				() => !document.querySelector<HTMLElement>('[role=log]')?.innerText.includes('is typing'),
			);
		});

		test('a visitor who leaves the page with half a sentence types no more', async () => {
			const visitor = await journey.visitor();
			await visitor.openConversation();
			await visitor.write('Who is there?');
			await visitor.seeAllSent();
			const reports = () => journey.proxy.exchanges.filter(({ path }) => path.includes('toggle_typing')).length;
			const before = reports();
			await visitor.type('I would');
			await until('typing to be reported', () => reports() === before + 1);
			await visitor.page.goto('about:blank');
			await until('the end of typing to be reported', () => reports() === before + 2);
		});

		test('Shift+Enter breaks the line and Enter sends it', async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
			const frame = await visitor.openConversation();
			await visitor.write('Two cups\nand a plate');
			await visitor.seeAllSent();
			await agent.open('Two cups');
			await see(agent.page, 'both lines', () => /Two cups\nand a plate/.test(document.body.innerText));
			const typed = await frame.$eval('textarea', (field) => field.value);
			assert.equal(typed, '');
		});

		test('a reload keeps the conversation', async () => {
			const visitor = await journey.visitor();
			await visitor.openConversation();
			await visitor.write('Do not forget me');
			await visitor.seeAllSent();
			await visitor.reload();
			const frame = await visitor.openConversation();
			await seeOnceInOrder(frame, ['Do not forget me']);
		});
	});
}
