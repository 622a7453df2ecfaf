/** A conversation through proxies that do not let WebSockets through. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { FaultProxy, Treatment } from '../support/faultProxy.ts';
import { key } from '../support/input.ts';
import type { Agent } from './agent.ts';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { seeNoText, seeOnceInOrder, seeText, until } from './waiting.ts';

const LOST = 'Connection lost';

const POLLED: Record<string, Treatment> = {
	'answers 400 to a WebSocket': 400,
	'answers 200 to a WebSocket': 200,
	'never answers a WebSocket': 'no answer',
	'holds back what comes over a WebSocket': 'buffered',
};

describe('visitor and agent write to each other through a proxy that', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	for (const [what, treatment] of Object.entries(POLLED))
		test(`${what}: both are connected by polling`, async () => {
			const { proxy } = journey;
			proxy.exchanges.length = 0;
			proxy.treatWebSockets(treatment);
			const { visitor, agent } = await meet(journey, `Hello by ${treatment}`);
			await seeWriting(proxy, visitor, agent);
			await converse(visitor, agent, `by ${treatment}`);
		});

	test('ends each WebSocket after a few seconds: both come back by themselves, and miss nothing', async () => {
		journey.proxy.treatWebSockets('short-lived');
		const { visitor, agent } = await meet(journey, 'Hello for a short time');
		const { exchanges } = journey.proxy;
		const upgrades = () => exchanges.filter(({ status }) => status === 101).length;
		for (const time of ['once', 'twice']) {
			const before = upgrades();
			await until(`both are back ${time}`, () => upgrades() >= before + 2);
			await converse(visitor, agent, time);
		}
	});

	for (const [how, treatment] of [
		['WebSockets', undefined],
		['long polling', 400],
	] as const)
		test(`cuts every connection again and again, with ${how}: nothing is lost or doubled`, async () => {
			const { proxy } = journey;
			if (treatment) proxy.treatWebSockets(treatment);
			const hello = `Hello by ${how}`;
			const { visitor, agent } = await meet(journey, hello);
			const frame = await visitor.frame();
			const said = [hello];
			for (const time of [1, 2, 3, 4]) {
				const [question, answer] = [`Question ${time} by ${how}`, `Answer ${time} by ${how}`];
				proxy.dropConnections();
				await agent.answer(question);
				await seeText(frame, question);
				proxy.dropConnections();
				await visitor.write(answer);
				await seeText(agent.page, answer);
				said.push(question, answer);
			}
			await visitor.seeAllSent();
			for (const text of said) assert.equal(journey.countMessages(text), 1);
			await seeOnceInOrder(frame, said);
			await seeOnceInOrder(agent.page, said);
		});

	test('passes neither WebSockets nor polling: both get messages by other requests', async () => {
		journey.proxy.cutRealtime();
		const { visitor, agent } = await meet(journey, 'Hello without realtime');
		await seeText(await visitor.frame(), LOST);
		await seeText(agent.page, LOST);
		await agent.answer('Question without realtime');
		await seeText(await visitor.frame(), 'Question without realtime');
		await visitor.write('Answer without realtime');
		await seeText(agent.page, 'Answer without realtime');
		const other = await journey.visitor();
		await other.openConversation();
		await other.write('Somebody else without realtime');
		await seeText(agent.page, 'Somebody else without realtime');
		assert.equal(journey.proxy.sockets, 0);
	});
});

/** The visitor writes first, so that both have a reason to be connected. */
async function meet(journey: Journey, text: string): Promise<{ visitor: Visitor; agent: Agent }> {
	const visitor = await journey.visitor();
	await visitor.openConversation();
	await visitor.write(text);
	await visitor.seeAllSent();
	const agent = await journey.agent();
	await agent.open(text);
	return { visitor, agent };
}

/** Only what is pushed shows that the other one is writing. */
async function seeWriting({ exchanges }: FaultProxy, visitor: Visitor, agent: Agent): Promise<void> {
	const polled = () => exchanges.filter(({ method, path }) => method === 'POST' && path.includes('transport=polling'));
	const connections = () => new Set(polled().map(({ path }) => /sid=[^&]+/.exec(path)?.[0]));
	await until('both are connected by polling', () => connections().size >= 2);
	await visitor.type('I ask because');
	await seeText(agent.page, 'is typing');
	await seeNoText(await visitor.frame(), LOST);
	await seeNoText(agent.page, LOST);
	await key(visitor.page, 'Enter');
}

async function converse(visitor: Visitor, agent: Agent, how: string): Promise<void> {
	const frame = await visitor.frame();
	await agent.answer(`Question ${how}`);
	await seeText(frame, `Question ${how}`);
	await visitor.write(`Answer ${how}`);
	await seeText(agent.page, `Answer ${how}`);
}
