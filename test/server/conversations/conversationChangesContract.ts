/**
 * What the team changes of a conversation, and the labels of an account (docs/application-api.md,
 * Conversations and Labels).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import type { Label } from '#protocol/application/labelRoutes.ts';
import { addToken } from '../../support/channel.ts';
import { beginConversation, createAgent, createVisitor, type Agent } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

export function describeConversationChanges(database: string, prepare: Prepare): void {
	describe(`changes of a conversation on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => {
			setup = await startConversationServer(prepare);
		});
		after(() => setup.stop());

		const begin = async () => beginConversation(await createVisitor(setup.server.origin));
		const post = <T>(displayId: number, path: string, body: object = {}) =>
			setup.agent.call<T>(`conversations/${displayId}/${path}`, { body });
		const lines = async (displayId: number) =>
			(await setup.agent.messages(displayId))
				.filter(({ message_type }) => message_type === 2)
				.map(({ content }) => content);
		const label = (displayId: number, labels: string[] | null) =>
			post<{ payload: string[] }>(displayId, 'labels', { labels });

		test('a priority is set and removed by both routes; the team is told, and of no change nothing', async () => {
			const displayId = await begin();
			const team = await setup.listenAsAgent();
			const answer = await post(displayId, 'toggle_priority', { priority: 'urgent' });
			assert.deepEqual([answer.status, answer.body], [200, '']);
			const told = await team.next('conversation.updated', ({ id }) => id === displayId);
			assert.equal(told.priority, 'urgent');
			await post(displayId, 'toggle_priority', { priority: 'urgent' });
			const path = `conversations/${displayId}`;
			const changed = await setup.agent.call<TeamConversation>(path, { method: 'PATCH', body: { priority: 'low' } });
			assert.equal(changed.body.priority, 'low');
			const updates = () =>
				team.received.filter(
					({ event, data }) => event === 'conversation.updated' && (data as { id: number }).id === displayId,
				).length;
			await team.next('conversation.updated', ({ id, priority }) => id === displayId && priority === 'low');
			assert.equal(updates(), 2);
			team.close();
			await setup.agent.call(path, { method: 'PATCH', body: {} });
			assert.equal((await setup.agent.conversation(displayId)).priority, 'low');
			await post(displayId, 'toggle_priority', { priority: '' });
			assert.equal((await setup.agent.conversation(displayId)).priority, null);
			assert.equal((await post(displayId, 'toggle_priority', { priority: 'soon' })).status, 422);
			assert.deepEqual(await lines(displayId), [
				'Ada Lindqvist set the priority to urgent',
				'Ada Lindqvist set the priority to low',
				'Ada Lindqvist removed the priority',
			]);
		});

		test('labels are replaced as a whole, in lower case and once each; the visitor does not hear them', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const own = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			assert.deepEqual((await label(displayId, ['Vip', 'vip', 'returns'])).body.payload, ['vip', 'returns']);
			assert.deepEqual((await own.next('conversation.updated')).labels, []);
			own.close();
			assert.deepEqual((await setup.agent.call(`conversations/${displayId}/labels`)).body, {
				payload: ['vip', 'returns'],
			});
			assert.equal((await label(displayId, ['two words'])).status, 422);
			assert.deepEqual((await label(displayId, ['returns', 'late'])).body.payload, ['returns', 'late']);
			assert.deepEqual((await label(displayId, null)).body.payload, []);
			assert.deepEqual((await setup.agent.conversation(displayId)).labels, []);
			assert.deepEqual(await lines(displayId), [
				'Ada Lindqvist added labels: vip and returns',
				'Ada Lindqvist added labels: late',
				'Ada Lindqvist removed labels: vip',
				'Ada Lindqvist removed labels: returns and late',
			]);
		});

		test("an account's label is added, listed by title, renamed on its conversations, and deleted", async () => {
			const create = (body: object) => setup.agent.call<Label>('labels', { body });
			const made = await create({ label: { title: 'Spring', description: 'The sale', color: '#00ff00' } });
			const { id, etag: _, ...facts } = made.body;
			assert.deepEqual(facts, {
				title: 'spring',
				description: 'The sale',
				color: '#00ff00',
				show_on_sidebar: true,
			});
			const again = await create({ title: 'SPRING' });
			assert.deepEqual(
				[again.status, (again.body as { message?: string }).message],
				[422, 'Title has already been taken'],
			);
			await create({ title: 'autumn' });
			const list = async () =>
				(await setup.agent.call<{ payload: Label[] }>('labels')).body.payload.map(({ title }) => title);
			assert.deepEqual(await list(), ['autumn', 'spring']);
			const displayId = await begin();
			await label(displayId, ['spring', 'vip']);
			const path = `labels/${id}`;
			const taken = await setup.agent.call(path, { method: 'PATCH', body: { title: 'autumn' } });
			assert.equal(taken.status, 422);
			const renamed = await setup.agent.call<Label>(path, { method: 'PATCH', body: { title: 'summer' } });
			assert.deepEqual([renamed.body.title, renamed.body.color], ['summer', '#00ff00']);
			assert.deepEqual((await setup.agent.conversation(displayId)).labels, ['summer', 'vip']);
			assert.equal((await setup.agent.call(path, { method: 'DELETE' })).status, 200);
			assert.deepEqual(await list(), ['autumn']);
			assert.deepEqual((await setup.agent.conversation(displayId)).labels, ['summer', 'vip']);
			assert.equal((await setup.agent.call(path)).status, 404);
		});

		test('custom attributes are replaced as a whole, and too large ones refused', async () => {
			const displayId = await begin();
			for (const custom_attributes of [{ order: 7, plan: 'pro' }, { plan: 'free' }]) {
				const { body } = await post(displayId, 'custom_attributes', { custom_attributes });
				assert.deepEqual(body, { custom_attributes });
				assert.deepEqual((await setup.agent.conversation(displayId)).custom_attributes, custom_attributes);
			}
			const custom_attributes = { note: 'x'.repeat(1_501) };
			assert.equal((await post(displayId, 'custom_attributes', { custom_attributes })).status, 422);
		});

		test("the visitor's last message becomes unread again, and only that one", async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			await visitor.write('Anybody there?');
			await setup.agent.write(displayId, 'Yes');
			const seen = await post<TeamConversation>(displayId, 'update_last_seen');
			assert.equal(seen.body.unread_count, 0);
			const { body } = await post<TeamConversation>(displayId, 'unread');
			assert.equal(body.unread_count, 1);
			assert.equal((await setup.agent.conversation(displayId)).unread_count, 1);
		});

		test('agents learn who else has the conversation open, until they leave; the visitor does not', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const email = 'viewer@x.example';
			await setup.agent.call('agents', { body: { name: 'Viewer', email, role: 'administrator' } });
			const other = createAgent(setup.server.origin, await addToken(setup.where, email));
			const team = await setup.listenAsAgent();
			const view = async (agent: Agent, body: object) => {
				const path = `conversations/${displayId}/viewing`;
				const { payload } = (await agent.call<{ payload: { name: string }[] }>(path, { body })).body;
				return payload.map(({ name }) => name);
			};
			assert.deepEqual(await view(other, {}), []);
			const namesOf = async () => {
				const { users } = await team.next('conversation.viewing', (event) => event.conversation_id === displayId);
				return users.map(({ name }) => name);
			};
			assert.deepEqual(await namesOf(), ['Viewer']);
			// A repetition is no news.
			await view(other, { viewing: true });
			assert.deepEqual(await view(setup.agent, {}), ['Viewer']);
			assert.deepEqual(await view(other, {}), ['Ada Lindqvist']);
			await view(other, { viewing: false });
			assert.deepEqual(await namesOf(), ['Ada Lindqvist']);
			assert.deepEqual(await view(setup.agent, {}), []);
			team.close();
		});

		test('muting resolves the conversation and blocks the contact: what they write opens nothing until they are unmuted', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const mute = async (how: 'mute' | 'unmute') => {
				const answer = await post(displayId, how);
				assert.deepEqual([answer.status, answer.body], [200, '']);
			};
			for (let time = 0; time < 2; time++) await mute('mute');
			const state = async () => {
				const { status, muted, meta } = await setup.agent.conversation(displayId);
				return [status, muted, meta.sender.blocked];
			};
			assert.deepEqual(await state(), ['resolved', true, true]);
			await visitor.write('Hello?');
			assert.deepEqual(await state(), ['resolved', true, true]);
			await mute('unmute');
			await visitor.write('And now?');
			assert.deepEqual(await state(), ['open', false, false]);
			assert.deepEqual(await lines(displayId), [
				'Conversation was marked resolved by Ada Lindqvist',
				'Ada Lindqvist blocked the visitor',
				'Ada Lindqvist unblocked the visitor',
			]);
		});

		test('muting resolves a further conversation of a contact who is blocked already, once', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const first = await beginConversation(visitor);
			const { body } = await setup.agent.call<{ id: number }>('conversations', {
				body: { source_id: undefined, inbox_id: 1, contact_id: visitor.contactId },
			});
			await post(first, 'mute');
			assert.equal(
				(await setup.agent.call(`conversations/${body.id}/toggle_status`, { body: { status: 'open' } })).status,
				200,
			);
			for (let time = 0; time < 2; time++) assert.equal((await post(body.id, 'mute')).status, 200);
			const { status, muted } = await setup.agent.conversation(body.id);
			assert.deepEqual([status, muted], ['resolved', true]);
			assert.deepEqual((await lines(body.id)).slice(-2), [
				'Conversation was marked resolved by Ada Lindqvist',
				'Ada Lindqvist blocked the visitor',
			]);
			assert.equal((await lines(body.id)).filter((line) => line?.includes('blocked the visitor')).length, 1);
		});
	});
}
