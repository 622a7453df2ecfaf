import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { SITES, Journey } from './journey.ts';
import { seeNoText, seeOnceInOrder, seeText, until } from './waiting.ts';

for (const site of SITES) {
	describe(`interruptions on ${site}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ site });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		for (const how of ['in order', 'kill -9'] as const) {
			test(`a server that ends (${how}) and starts again has lost nothing`, async () => {
				const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
				const frame = await visitor.openConversation();
				await visitor.write(`Before the end (${how})`);
				await visitor.seeAllSent();
				await agent.open(`Before the end (${how})`);
				await agent.answer('Answer before the end');
				await journey.restart(how);
				await visitor.write('After the start');
				await visitor.seeAllSent();
				await agent.answer('Answer after the start');
				const whole = [`Before the end (${how})`, 'Answer before the end', 'After the start', 'Answer after the start'];
				await seeOnceInOrder(frame, whole);
				await seeOnceInOrder(agent.page, whole);
				await Promise.all([visitor.reload(), agent.page.reload()]);
				await seeOnceInOrder(await visitor.openConversation(), whole);
				await seeOnceInOrder(agent.page, whole);
			});
		}

		test("an agent's messages that the visitor missed arrive afterwards, once and in order", async () => {
			const visitor = await journey.visitor();
			const frame = await visitor.openConversation();
			await visitor.write('Going through a tunnel');
			await visitor.seeAllSent();
			const conversation = await journey.team.conversationWith('Going through a tunnel');
			const answer = (content: string) => journey.team.write(conversation, { content });
			await answer('One');
			await seeText(frame, 'One');
			journey.proxy.cut();
			for (const text of ['Two', 'Three', 'Four', 'Five']) await answer(text);
			journey.proxy.restore();
			await seeOnceInOrder(frame, ['Going through a tunnel', 'One', 'Two', 'Three', 'Four', 'Five']);
			await answer('Six');
			await seeOnceInOrder(frame, ['One', 'Two', 'Three', 'Four', 'Five', 'Six']);
		});

		test("a visitor's messages that the agent missed arrive afterwards, once and in order", async () => {
			const [visitor, agent] = await Promise.all([journey.visitorBeyond(), journey.agent()]);
			await visitor.openConversation();
			await visitor.write('Is anybody there?');
			await visitor.seeAllSent();
			await agent.open('Is anybody there?');
			journey.proxy.cut();
			await seeText(agent.page, 'Connection lost. Reconnecting…');
			for (const text of ['Hello?', 'Hello again?']) await visitor.write(text);
			await visitor.seeAllSent();
			journey.proxy.restore();
			await seeOnceInOrder(agent.page, ['Is anybody there?', 'Hello?', 'Hello again?']);
			await seeNoText(agent.page, 'Connection lost');
		});

		test('a message written offline survives a reload and arrives once', async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agentBeyond()]);
			await visitor.openConversation();
			await visitor.write('Online so far');
			await visitor.seeAllSent();
			await agent.open('Online so far');
			journey.proxy.cut();
			await visitor.write('Written in the tunnel');
			await visitor.reload();
			journey.proxy.restore();
			await visitor.reload();
			await seeOnceInOrder(agent.page, ['Online so far', 'Written in the tunnel']);
			const frame = await visitor.openConversation();
			await visitor.seeAllSent();
			await seeOnceInOrder(frame, ['Online so far', 'Written in the tunnel']);
			await agent.page.reload();
			await seeOnceInOrder(agent.page, ['Online so far', 'Written in the tunnel']);
		});

		test('a message whose answer was lost is stored once', async () => {
			const [visitor, agent] = await Promise.all([journey.visitor(), journey.agentBeyond()]);
			const frame = await visitor.openConversation();
			await visitor.write('Hello');
			await visitor.seeAllSent();
			await agent.open('Hello');
			// Files of the page that wait on all six connections would keep the message back.
			await visitor.page.waitForNetworkIdle();
			journey.pauseServer();
			await visitor.write('Did you get this?');
			await until('the message on its way', () =>
				journey.proxy.exchanges.some(
					({ method, path, status }) => method === 'POST' && /\/messages\b/.test(path) && status === 0,
				),
			);
			journey.proxy.cut();
			journey.resumeServer();
			await seeText(agent.page, 'Did you get this?');
			journey.proxy.restore();
			await visitor.seeAllSent();
			await seeOnceInOrder(frame, ['Hello', 'Did you get this?']);
			await agent.page.reload();
			await seeOnceInOrder(agent.page, ['Hello', 'Did you get this?']);
			assert.equal(journey.countMessages('Did you get this?'), 1);
		});
	});
}
