/** How many statements an action runs: each of them costs every visitor time. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Prepare } from './conversationServer.ts';
import { AGENT_TOKEN } from '../support/server.ts';
import { beginConversation, createAgent, createVisitor } from './api.ts';
import { startApp } from './ownProcess.ts';

export function describeStatements(database: string, prepare: Prepare): void {
	describe(`statements on ${database}`, () => {
		test("a visitor's message takes at most 12 statements, typing writes nothing, and ending takes at most 16", async (t) => {
			const { origin, statements } = await startApp(t, prepare);
			const visitor = await createVisitor(origin);
			await beginConversation(visitor);
			const ask = counting(statements);
			const sent = await ask(() => visitor.write('How much?'));
			assert.ok(sent.length > 0 && sent.length <= 12, sent.join('\n'));
			const typing = await ask(() => visitor.call('conversations/toggle_typing', { body: { typing_status: 'on' } }));
			assert.deepEqual(typing.filter(isWrite), []);
			const ended = await ask(() => visitor.call('conversations/toggle_status'));
			assert.ok(ended.some(isWrite) && ended.length <= 16, ended.join('\n'));
		});

		test('the configuration is read once, and not again after a campaign was created', async (t) => {
			const { origin, statements } = await startApp(t, prepare);
			const visitor = await createVisitor(origin);
			const ask = counting(statements);
			assert.ok(!(await ask(() => visitor.conversation())).some(isOfChannel));
			const agent = createAgent(origin, AGENT_TOKEN);
			await agent.call('campaigns', { body: { title: 'No setting', message: 'Hi', inbox_id: 1 } });
			assert.ok(!(await ask(() => visitor.conversation())).some(isOfChannel));
		});
	});
}

/** Runs an action and answers its statements, without those that begin and end transactions. */
function counting(statements: string[]): (work: () => Promise<unknown>) => Promise<string[]> {
	return async (work) => {
		statements.length = 0;
		await work();
		return statements.filter((sql) => !/^(begin|commit|rollback)/.test(sql));
	};
}

function isWrite(sql: string): boolean {
	return !sql.startsWith('select');
}

function isOfChannel(sql: string): boolean {
	return /from "(inboxes|web_widgets|accounts)"/.test(sql);
}
