/** Who is named in notes, and follows conversations (docs/application-api.md, Mentions). */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import { mentionOf } from '#protocol/entities/mentions.ts';
import { addToken } from '../../support/channel.ts';
import { beginConversation, createAgent, createVisitor, type Agent } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

interface Person {
	id: number;
	name: string;
	agent: Agent;
}

export function describeMentions(database: string, prepare: Prepare): void {
	describe(`mentions on ${database}`, () => {
		let setup: ConversationServer;
		/** Answers on the website. */
		let ann: Person;
		/** Does not. */
		let cem: Person;
		let displayId: number;
		let inboxId: number;
		before(async () => {
			setup = await startConversationServer(prepare);
			[ann, cem] = [await addPerson('Ann [she]'), await addPerson('Cem')];
			const [row] = await setup.query("select inbox_id from web_widgets where website_token = 'demo'");
			inboxId = Number(row?.['inbox_id']);
			await setup.agent.call('inbox_members', { body: { inbox_id: inboxId, user_ids: [ann.id] } });
		});
		after(() => setup.stop());
		beforeEach(async () => {
			displayId = await beginConversation(await createVisitor(setup.server.origin));
		});

		const addPerson = async (name: string): Promise<Person> => {
			const email = `${name.slice(0, 3).toLowerCase()}@notes.example`;
			const { body } = await setup.agent.call<{ id: number }>('agents', { body: { name, email } });
			return { id: body.id, name, agent: createAgent(setup.server.origin, await addToken(setup.where, email)) };
		};
		const write = (content: string, isPrivate = true) => setup.agent.write(displayId, content, { private: isPrivate });
		const participants = async (method = 'GET', user_ids?: number[]) => {
			const path = `conversations/${displayId}/participants`;
			const { status, body } = await setup.agent.call<TeamAgent[]>(path, {
				method,
				...(user_ids && { body: { user_ids } }),
			});
			assert.equal(status, 200);
			return method === 'DELETE' ? [] : body.map(({ id }) => id);
		};
		const listed = async ({ agent }: Person, kind: string) => {
			type List = { data: { payload: { id: number }[]; meta: { all_count: number } } };
			const { body } = await agent.call<List>(`conversations?conversation_type=${kind}`);
			assert.equal(body.data.meta.all_count, body.data.payload.length);
			return body.data.payload.map(({ id }) => id);
		};

		test('who is named in a note is told alone, has it in their list, and follows the conversation', async () => {
			const { pubsub_token, account_id } = await ann.agent.profile();
			const heard = await connectSocketIo(setup.server.origin, { pubsub_token, account_id, user_id: ann.id });
			const other = await setup.listenAsAgent();
			await write(`Please look, ${mentionOf(ann)}`);
			assert.equal((await heard.next('conversation.mentioned')).id, displayId);
			// What follows has arrived, so that nothing was told before it.
			await setup.agent.call(`conversations/${displayId}/toggle_priority`, { body: { priority: 'low' } });
			await other.next('conversation.updated', ({ id, priority }) => id === displayId && priority === 'low');
			assert.ok(other.received.every(({ event }) => event !== 'conversation.mentioned'));
			heard.close();
			other.close();
			assert.deepEqual(await participants(), [ann.id]);
			assert.ok((await listed(ann, 'mention')).includes(displayId));
			assert.ok((await listed(ann, 'participating')).includes(displayId));
			assert.deepEqual(await listed(cem, 'mention'), []);
		});

		test('a message to the visitor names nobody, and a note nobody who does not see the conversation', async () => {
			await write(`Hello ${mentionOf(ann)}`, false);
			await write(`Hello ${mentionOf(cem)} and ${mentionOf({ id: 99_999, name: 'Nobody' })}`);
			assert.ok(!(await listed(ann, 'mention')).includes(displayId));
			assert.deepEqual(await listed(cem, 'mention'), []);
		});

		test('assignees follow, also once the conversation is another’s; others are added, replaced and removed', async () => {
			const { id: me } = await setup.agent.profile();
			for (const assignee_id of [ann.id, me, 0])
				await setup.agent.call(`conversations/${displayId}/assignments`, { body: { assignee_id } });
			assert.deepEqual(new Set(await participants()), new Set([me, ann.id]));
			assert.deepEqual(await participants('PATCH', [me, cem.id]), [me]);
			assert.deepEqual(await participants('POST', [me, ann.id, 99_999]), [ann.id]);
			await participants('DELETE', [me, ann.id]);
			assert.deepEqual(await participants(), []);
		});

		test('who has lost the website is shown none of its conversations', async () => {
			await write(mentionOf(ann));
			const members = (method: string) =>
				setup.agent.call('inbox_members', { method, body: { inbox_id: inboxId, user_ids: [ann.id] } });
			await members('DELETE');
			assert.deepEqual([await listed(ann, 'mention'), await listed(ann, 'participating')], [[], []]);
			await members('POST');
			assert.ok((await listed(ann, 'mention')).includes(displayId));
		});
	});
}
