/** How many statements an action runs: each of them costs every visitor time. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Prepare } from '../conversationServer.ts';
import { AGENT_TOKEN } from '../../support/server.ts';
import { beginConversation, createAgent, createVisitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startApp } from '../ownProcess.ts';

export function describeStatements(database: string, prepare: Prepare): void {
	describe(`statements on ${database}`, () => {
		test("a visitor's message takes at most 11 statements, of which 4 write, typing writes nothing, and ending takes at most 13", async (t) => {
			const { origin, statements } = await startApp(t, prepare);
			const visitor = await createVisitor(origin);
			await beginConversation(visitor);
			const ask = counting(statements);
			const sent = await ask(() => visitor.write('How much?'));
			assert.ok(sent.length > 0 && sent.length <= 11, sent.join('\n'));
			// Contact, message, its words, and conversation: locks write nothing.
			assert.equal(sent.filter(isWrite).length, 4, sent.join('\n'));
			const typing = await ask(() => visitor.call('conversations/toggle_typing', { body: { typing_status: 'on' } }));
			assert.deepEqual(typing.filter(isWrite), []);
			const ended = await ask(() => visitor.call('conversations/toggle_status'));
			assert.ok(ended.some(isWrite) && ended.length <= 13, ended.join('\n'));
		});

		test("a report of presence reads no members: a visitor's reads the session alone, and an agent's nothing", async (t) => {
			const { origin, statements } = await startApp(t, prepare);
			const visitor = await createVisitor(origin);
			const { pubsub_token, account_id, id } = await createAgent(origin, AGENT_TOKEN).profile();
			const ask = counting(statements);
			for (const [auth, allowed] of [
				[{ pubsub_token: visitor.pubsubToken }, 1],
				[{ pubsub_token, account_id, user_id: id }, 0],
			] as const) {
				const listener = await connectSocketIo(origin, auth);
				await listener.next('presence.update');
				const asked = await ask(async () => {
					listener.updatePresence();
					await listener.next('presence.update');
				});
				// The server looks for revoked access of connected agents all the time
				// (realtime/endRevoked.ts).
				const ofReport = asked.filter((sql) => !/from "(access_tokens|desk_sessions|account_users)"/.test(sql));
				assert.ok(ofReport.length <= allowed, ofReport.join('\n'));
				assert.ok(!asked.some((sql) => sql.includes('"users"')), asked.join('\n'));
				listener.close();
			}
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

		test('what is changed is read for its tag only where the request has one', async (t) => {
			const { origin, statements } = await startApp(t, prepare);
			const agent = createAgent(origin, AGENT_TOKEN);
			const ask = counting(statements);
			await agent.call('portals', { body: { name: 'Guide', slug: 'guide' } });
			const change = (headers: Record<string, string>) =>
				ask(() => agent.call('portals/guide', { method: 'PATCH', body: { name: 'Manual' }, headers }));
			// Of each presentation of a help centre: it says how many articles and categories there
			// are.
			const counts = (asked: string[]) => asked.filter((sql) => /from "(articles|categories)"/.test(sql)).length;
			const once = counts(await change({}));
			assert.ok(once > 0);
			assert.equal(counts(await change({ 'If-Match': '*' })), once);
			const { etag } = (await agent.call<{ etag: string }>('portals/guide')).body;
			assert.equal(counts(await change({ 'If-Match': etag })), 2 * once);
		});

		test('lists of what owners set up take as many statements for twenty as for one', async (t) => {
			const { origin, statements } = await startApp(t, prepare);
			const agent = createAgent(origin, AGENT_TOKEN);
			const ask = counting(statements);
			const campaign = { message: 'Hi', inbox_id: 1, sender_id: 1, trigger_rules: { url: 'https://shop.example/' } };
			const lists = ['campaigns', 'inboxes', 'portals'];
			// The server's own work asks at times as well, which only adds: the least of three is
			// the list's.
			const countOf = async (list: string) => {
				const counts: number[] = [];
				for (let time = 0; time < 3; time += 1) counts.push((await ask(() => agent.call(list))).length);
				return Math.min(...counts);
			};
			const count = async () => {
				const counts: number[] = [];
				for (const list of lists) counts.push(await countOf(list));
				return counts;
			};
			const create = async (path: string, body: object) => assert.equal((await agent.call(path, { body })).status, 200);
			const createSet = async (name: string) => {
				await create('inboxes', { name });
				await create('campaigns', { ...campaign, title: name });
				await create('portals', { name, slug: name, config: { allowed_locales: ['en', 'de', 'fr'] } });
			};
			await createSet('first');
			const few = await count();
			for (let made = 0; made < 19; made += 1) await createSet(`more-${made}`);
			assert.deepEqual(await count(), few);
			assert.ok(Math.max(...few) <= 10, few.join());
		});
	});
}

/** Runs an action and answers its statements, without those that begin and end transactions. */
function counting(statements: string[]): (work: () => Promise<unknown>) => Promise<string[]> {
	return async (work) => {
		statements.length = 0;
		await work();
		return statements.filter((sql) => !/^(begin|commit|rollback|savepoint|release)/.test(sql));
	};
}

function isWrite(sql: string): boolean {
	return !sql.startsWith('select');
}

/**
 * The server's own jobs look for rows in which a column is set, at any time; those statements do
 * not count.
 */
function isOfChannel(sql: string): boolean {
	return /from "(inboxes|web_widgets|accounts)"/.test(sql) && !sql.includes('is not null');
}
