import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { SITES, Sitting } from './sitting.ts';
import { seeNoText, seeOnceInOrder, seeText, until } from './waiting.ts';

for (const site of SITES) {
	describe(`interruptions on ${site}`, () => {
		let sitting: Sitting;
		before(async () => {
			sitting = await Sitting.start({ site });
		});
		afterEach(() => sitting.clear());
		after(() => sitting.stop());

		for (const how of ['in order', 'kill -9'] as const) {
			test(`a server that ends (${how}) and starts again has lost nothing`, async () => {
				const [visitor, agent] = await Promise.all([sitting.visitor(), sitting.agent()]);
				const frame = await visitor.openConversation();
				await visitor.write(`Before the end (${how})`);
				await visitor.seeAllSent();
				await agent.open(`Before the end (${how})`);
				await agent.answer('Answer before the end');
				await sitting.restart(how);
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

		test('what the agent wrote while the visitor had no connection is there afterwards, once and in order', async () => {
			const [visitor, agent] = await Promise.all([sitting.visitor(), sitting.agentBeyond()]);
			const frame = await visitor.openConversation();
			await visitor.write('Going through a tunnel');
			await visitor.seeAllSent();
			await agent.open('Going through a tunnel');
			await agent.answer('One');
			await seeText(frame, 'One');
			sitting.front.cut();
			for (const text of ['Two', 'Three', 'Four', 'Five']) await agent.answer(text);
			sitting.front.restore();
			await seeOnceInOrder(frame, ['Going through a tunnel', 'One', 'Two', 'Three', 'Four', 'Five']);
			await agent.answer('Six');
			await seeOnceInOrder(frame, ['One', 'Two', 'Three', 'Four', 'Five', 'Six']);
		});

		test('what the visitor wrote while the agent had no connection is there afterwards, once and in order', async () => {
			const [visitor, agent] = await Promise.all([sitting.visitorBeyond(), sitting.agent()]);
			await visitor.openConversation();
			await visitor.write('Is anybody there?');
			await visitor.seeAllSent();
			await agent.open('Is anybody there?');
			sitting.front.cut();
			await seeText(agent.page, 'Connection lost. Reconnecting…');
			for (const text of ['Hello?', 'Hello again?']) await visitor.write(text);
			await visitor.seeAllSent();
			sitting.front.restore();
			await seeOnceInOrder(agent.page, ['Is anybody there?', 'Hello?', 'Hello again?']);
			await seeNoText(agent.page, 'Connection lost');
		});

		test('a message written offline outlives a reload and arrives once', async () => {
			const [visitor, agent] = await Promise.all([sitting.visitor(), sitting.agentBeyond()]);
			await visitor.openConversation();
			await visitor.write('Online so far');
			await visitor.seeAllSent();
			await agent.open('Online so far');
			sitting.front.cut();
			await visitor.write('Written in the tunnel');
			await visitor.reload();
			sitting.front.restore();
			await visitor.reload();
			await seeOnceInOrder(agent.page, ['Online so far', 'Written in the tunnel']);
			const frame = await visitor.openConversation();
			await visitor.seeAllSent();
			await seeOnceInOrder(frame, ['Online so far', 'Written in the tunnel']);
			await agent.page.reload();
			await seeOnceInOrder(agent.page, ['Online so far', 'Written in the tunnel']);
		});

		test('a message whose answer was lost is stored once', async () => {
			const [visitor, agent] = await Promise.all([sitting.visitor(), sitting.agentBeyond()]);
			const frame = await visitor.openConversation();
			await visitor.write('Hello');
			await visitor.seeAllSent();
			await agent.open('Hello');
			sitting.pauseServer();
			await visitor.write('Did you get this?');
			await until('the message on its way', () =>
				sitting.front.exchanges.some(
					({ method, path, status }) => method === 'POST' && /\/messages\b/.test(path) && status === 0,
				),
			);
			sitting.front.cut();
			sitting.resumeServer();
			await seeText(agent.page, 'Did you get this?');
			sitting.front.restore();
			await visitor.seeAllSent();
			await seeOnceInOrder(frame, ['Hello', 'Did you get this?']);
			await agent.page.reload();
			await seeOnceInOrder(agent.page, ['Hello', 'Did you get this?']);
			assert.equal(sitting.countMessages('Did you get this?'), 1);
		});
	});
}
