/**
 * The sample bot in demo/bot, which answers from the demo's help centre, also by the words of a
 * model that a stand-in speaks for.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { ROOT } from '../../../src/build/root.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { addBot } from '../../support/channel.ts';
import { freePort } from '../../support/freePort.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { createAgent, createVisitor, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';

interface Asked {
	headers: IncomingHttpHeaders;
	body: { model: string; stream: boolean; messages: { role: string; content: string }[] };
}

describe('the sample bot and the help centre', () => {
	let server: TestServer;
	let bot: ChildProcess;
	const asked: Asked[] = [];
	let answer: (response: ServerResponse) => void;
	const model = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += String(chunk)));
		request.on('end', () => {
			asked.push({ headers: request.headers, body: JSON.parse(text) as Asked['body'] });
			answer(response);
		});
	});
	let environment: Record<string, string>;

	before(async () => {
		server = await startServer({ settings: { PRIVATE_WEBHOOKS: 'on' } });
		const port = await freePort();
		const where = { dataDir: server.dataDir };
		const token = await addBot(where, 'Kiln', `http://127.0.0.1:${port}`);
		const store = await openStore(where);
		const [{ secret } = assert.fail()] = await store.bots.list(1);
		await store.close();
		await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
		environment = { CHAT_URL: server.origin, BOT_TOKEN: token, BOT_SECRET: secret, PORT: String(port) };
	});
	after(async () => {
		bot.kill();
		model.close();
		model.closeAllConnections();
		await server.stop();
	});

	/**
	 * What fails while there is no bot would let the server take it for one that is gone, and open
	 * what visitors begin.
	 */
	const end = async () => {
		const agent = createAgent(server.origin, server.agentToken);
		await until('nothing left to tell the bot', async () => {
			const { body } = await agent.call<{ payload: unknown[] }>('deliveries');
			return body.payload.length === 0;
		});
		bot.kill();
		await once(bot, 'exit');
	};
	const start = async (more: Record<string, string>) => {
		bot = spawn(process.execPath, [join(ROOT, 'demo/bot/main.ts')], {
			env: { ...process.env, ...environment, ...more },
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		await once(bot.stdout ?? bot, 'data');
	};
	const say = (response: ServerResponse, content: string) =>
		response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
	const ask = async (question: string): Promise<Visitor> => {
		const visitor = await createVisitor(server.origin);
		await visitor.call('conversations', { body: { message: { content: question } } });
		return visitor;
	};
	const see = (visitor: Visitor, what: string, isThere: (message: Message) => boolean) =>
		until(what, async () => (await visitor.messages()).find(isThere));
	const statusOf = async (visitor: Visitor) => (await visitor.call<{ status: string }>('conversations')).body.status;
	const isOffer = ({ content_type }: Message) => content_type === 'input_select';

	test('the bot that the guide shows greets, once', async () => {
		const guide = readFileSync(join(ROOT, 'docs/guide/bots.md'), 'utf8');
		const [, code = assert.fail()] = /```js\n(import \{ createHmac[^]*?)\n```/.exec(guide) ?? [];
		const { PORT: port = '' } = environment;
		bot = spawn(process.execPath, ['--input-type=module', '--eval', code.replace('4000', port)], {
			env: { ...process.env, ...environment },
		});
		await until('it listens', () => fetch(`http://127.0.0.1:${port}`).catch(() => undefined));
		const visitor = await ask('Good morning');
		const isGreeting = ({ content }: Message) => content === 'Hi! What is it about?';
		await see(visitor, 'the greeting', isGreeting);
		await end();
		assert.equal((await visitor.messages()).filter(isGreeting).length, 1);
	});

	test('without a model it shows the articles, and hands over what they do not answer', async () => {
		await start({});
		const visitor = await ask('May I return a plate?');
		const shown = await see(visitor, 'articles', ({ content_type }) => content_type === 'article');
		const [first] = shown.content_attributes['items'] as { title: string; link: string }[];
		assert.equal(first?.title, 'Returns and exchanges');
		assert.ok(first.link.startsWith(`${server.origin}/hc/help/`), first.link);
		await see(visitor, 'the question whether it helped', isOffer);
		assert.equal(await statusOf(visitor), 'pending');

		const lost = await ask('Do you sell xylophones?');
		await see(
			lost,
			'that it does not know',
			({ content }) => content?.startsWith('I find nothing about that') === true,
		);
		await until('a person has it', async () => (await statusOf(lost)) === 'open');
		await end();
	});

	test('with a model it writes the answer as it comes, and cites the articles', async () => {
		const { port } = model.address() as AddressInfo;
		await start({ LLM_URL: `http://127.0.0.1:${port}/v1/`, LLM_KEY: 'key', LLM_MODEL: 'small', LLM_TIMEOUT: '3' });
		let finish = () => {};
		answer = (response) => {
			response.writeHead(200, { 'Content-Type': 'text/event-stream' });
			response.write('data: {"choices":[{"delta":{"role":"assistant","content":""}}]}\n\n: still there\n\n');
			say(response, 'Within ');
			// An event in two parts, which break a character.
			const event = Buffer.from(`data: ${JSON.stringify({ choices: [{ delta: { content: '30 days – ' } }] })}\n\n`);
			const cut = event.indexOf('–') + 1;
			response.write(event.subarray(0, cut));
			setTimeout(() => response.write(event.subarray(cut)), 50);
			// A model that is silent would be given up.
			const thinking = setInterval(() => say(response, ''), 200);
			finish = () => {
				clearInterval(thinking);
				say(response, 'of course [1].');
				response.end('data: [DONE]\n\n');
			};
		};
		const visitor = await createVisitor(server.origin);
		const socket = await connectSocketIo(server.origin, { pubsub_token: visitor.pubsubToken });
		await visitor.call('conversations', { body: { message: { content: 'May I return a plate?' } } });
		const begun = await socket.next('message.created', ({ content }) => content?.startsWith('Within') === true);
		assert.equal(begun.content_attributes['streaming'], true);
		await see(visitor, 'the beginning', ({ content }) => content === 'Within 30 days – ');
		finish();
		const whole = await socket.next(
			'message.updated',
			({ id, content_attributes }) => id === begun.id && content_attributes['streaming'] === undefined,
		);
		assert.match(
			whole.content ?? '',
			/^Within 30 days – of course \[1\]\.\n\n- \[Returns and exchanges\]\(http[^)]+\) \[1\]$/,
		);
		await see(visitor, 'the question whether it helped', isOffer);
		socket.close();

		const [{ headers, body } = assert.fail()] = asked;
		assert.deepEqual([headers.authorization, body.model, body.stream], ['Bearer key', 'small', true]);
		assert.match(body.messages[0]?.content ?? '', /\[1\] Returns and exchanges\n/);
		assert.equal(body.messages[1]?.content, 'May I return a plate?');
	});

	test('once a person has the conversation it says no more, and reads no more of the answer', async () => {
		const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
		answer = (response) => {
			response.writeHead(200, { 'Content-Type': 'text/event-stream' });
			say(response, 'Within 30 ');
			// A model that is silent would be given up.
			const thinking = setInterval(() => say(response, ''), 200);
			response.on('close', () => {
				clearInterval(thinking);
				leave();
			});
		};
		const visitor = await ask('May I return a plate?');
		await see(visitor, 'the beginning', ({ content }) => content === 'Within 30 ');
		const { id } = (await visitor.call<{ id: number }>('conversations')).body;
		const agent = createAgent(server.origin, server.agentToken);
		await agent.call(`conversations/${id}/toggle_status`, { body: { status: 'open' } });
		await isLeft;
		await see(
			visitor,
			'the message as finished',
			({ content, content_attributes }) => content === 'Within 30 ' && content_attributes['streaming'] === undefined,
		);
		// What it says next comes after what it would have said of the first question.
		answer = (response) => {
			response.writeHead(200, { 'Content-Type': 'text/event-stream' });
			say(response, 'NO_ANSWER');
			response.end('data: [DONE]\n\n');
		};
		const other = await ask('Do you return my love?');
		await until('a person has it', async () => (await statusOf(other)) === 'open');
		assert.deepEqual(
			(await visitor.messages()).filter(({ message_type }) => message_type === 1).map(({ content }) => content),
			['Within 30 '],
		);
	});

	test('where a person answers without opening the conversation, it leaves the next question to them, until it has ended', async () => {
		answer = (response) => {
			response.writeHead(200, { 'Content-Type': 'text/event-stream' });
			say(response, 'NO_ANSWER');
			response.end('data: [DONE]\n\n');
		};
		const visitor = await ask('Hello');
		await see(visitor, 'its menu', isOffer);
		const { id } = (await visitor.call<{ id: number }>('conversations')).body;
		const agent = createAgent(server.origin, server.agentToken);
		await agent.call(`conversations/${id}/messages`, { body: { content: 'A regular, with a plate', private: true } });
		await visitor.write('Hi again');
		await until('a second menu', async () => (await visitor.messages()).filter(isOffer).length === 2);
		await agent.call(`conversations/${id}/messages`, { body: { content: 'May I help you?' } });
		await visitor.write('Hey');
		// What it says elsewhere comes after what it would have said here.
		await see(await ask('Hello'), 'its menu', isOffer);
		assert.equal(await statusOf(visitor), 'pending');
		assert.equal((await visitor.messages()).filter(isOffer).length, 2);

		await agent.call(`conversations/${id}/toggle_status`, { body: { status: 'resolved' } });
		await visitor.write('Hello');
		await until('a third menu', async () => (await visitor.messages()).filter(isOffer).length === 3);
	});

	test('a rating is no answer to it, and holds up nothing behind it', async () => {
		const visitor = await ask('Hello');
		await see(visitor, 'its menu', isOffer);
		const { id: displayId } = (await visitor.call<{ id: number }>('conversations')).body;
		const ofBot = createAgent(server.origin, environment['BOT_TOKEN'] ?? '');
		const { id } = await ofBot.write(displayId, 'How was it?', { content_type: 'input_csat' });
		const rating = { message: { submitted_values: { csat_survey_response: { rating: 5 } } } };
		assert.equal((await visitor.call(`messages/${id}`, { method: 'PATCH', body: rating })).status, 200);
		await visitor.write('Hello');
		await until('a second menu', async () => (await visitor.messages()).filter(isOffer).length === 2);
	});

	test('what the model finds no answer to in the articles goes to a person', async () => {
		answer = (response) => {
			response.writeHead(200, { 'Content-Type': 'text/event-stream' });
			for (const piece of ['NO_', 'ANSWER']) say(response, piece);
			response.end('data: [DONE]\n\n');
		};
		const visitor = await ask('Do you return my love?');
		await see(visitor, 'that it does not know', ({ content }) => content?.startsWith('I find nothing') === true);
		assert.ok(!(await visitor.messages()).some(({ content }) => content?.includes('NO_ANSWER')));
		await until('a person has it', async () => (await statusOf(visitor)) === 'open');
	});

	for (const [what, fail] of [
		['refuses', (response: ServerResponse) => response.writeHead(429).end('{"error":"quota"}')],
		['says nothing', (response: ServerResponse) => response.writeHead(200).flushHeaders()],
		['fails at once', (response: ServerResponse) => response.writeHead(200).end('data: {"error":{"code":500}}\n\n')],
	] as const)
		test(`where the model ${what}, the articles are shown`, async () => {
			answer = fail;
			const visitor = await ask('May I return a plate?');
			await see(visitor, 'articles', ({ content_type }) => content_type === 'article');
			await see(visitor, 'the question whether it helped', isOffer);
		});

	test('where the model breaks off, the visitor is told and gets the articles', async () => {
		answer = (response) => {
			response.writeHead(200);
			say(response, 'Within 30');
			setTimeout(() => response.destroy(), 300);
		};
		const visitor = await ask('May I return a plate?');
		const told = await see(
			visitor,
			'the sources',
			({ content }) => content?.startsWith('I could not finish.') === true,
		);
		assert.match(told.content ?? '', /\[Returns and exchanges\]\(http/);
		const half = await see(visitor, 'the beginning', ({ content }) => content === 'Within 30');
		assert.equal(half.content_attributes['streaming'], undefined);
	});
});
