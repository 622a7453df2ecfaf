/** Changes of several conversations at once (docs/application-api.md, Conversations). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { addToken } from '../../support/channel.ts';
import { beginConversation, createAgent, createVisitor, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

export function describeBulkActions(database: string, prepare: Prepare): void {
	describe(`changes of several conversations on ${database}`, () => {
		let setup: ConversationServer;
		/** Has the role `agent`, and sees the demo's website alone. */
		let noor: Agent;
		before(async () => {
			setup = await startConversationServer(prepare);
			noor = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
		});
		after(() => setup.stop());

		const begin = async (websiteToken?: string) =>
			beginConversation(await createVisitor(setup.server.origin, undefined, websiteToken));
		const change = (body: object, as = setup.agent) =>
			as.call<{ payload: number[] }>('bulk_actions', { body: { type: 'Conversation', ...body } });
		const lines = async (displayId: number) =>
			(await setup.agent.messages(displayId))
				.filter(({ message_type }) => message_type === 2)
				.map(({ content }) => content);

		test('each is changed as by calls of its own: the team is told, and the lines name who did it', async () => {
			const [one, other] = [await begin(), await begin()];
			await setup.agent.call(`conversations/${other}/labels`, { body: { labels: ['returns', 'old'] } });
			const { id: noorId } = await noor.profile();
			const team = await setup.listenAsAgent();
			const until = Math.floor(Date.now() / 1000) + 3_600;
			const snoozedUntil = new Date(until * 1000).toISOString();
			const answer = await change({
				ids: [one, other],
				fields: { status: 'snoozed', assignee_id: noorId, priority: 'high' },
				snoozed_until: until,
				labels: { add: ['VIP', 'returns'], remove: ['old'] },
			});
			assert.deepEqual([answer.status, answer.body.payload.toSorted((a, b) => a - b)], [200, [one, other]]);
			for (const [id, labels] of [
				[one, ['vip', 'returns']],
				[other, ['returns', 'vip']],
			] as const) {
				const changed = await setup.agent.conversation(id);
				assert.deepEqual(
					[changed.status, changed.snoozed_until, changed.meta.assignee?.id, changed.priority, changed.labels],
					['snoozed', snoozedUntil, noorId, 'high', labels],
				);
				await team.next('conversation.status_changed', (told) => told.id === id && told.status === 'snoozed');
				await team.next('assignee.changed', (told) => told.id === id);
				await team.next('conversation.updated', (told) => told.id === id && told.priority === 'high');
				const [labelled] = (await lines(id)).slice(-4);
				assert.match(labelled ?? '', /^Ada Lindqvist (added|removed)/);
				assert.ok((await lines(id)).includes('Ada Lindqvist set the priority to high'));
			}
			team.close();
		});

		test('what is not named stays, and null leaves without an assignee and a priority, but not without a status', async () => {
			const id = await begin();
			const { id: ada } = await setup.agent.profile();
			await change({ ids: [id], fields: { assignee_id: ada, priority: 'low' }, labels: { add: ['vip'] } });
			await change({ ids: [id], snoozed_until: 9_999_999_999 });
			await change({ ids: [id], fields: { status: null }, labels: { remove: ['none'] } });
			const same = await setup.agent.conversation(id);
			assert.deepEqual(
				[same.status, same.snoozed_until, same.meta.assignee?.id, same.priority, same.labels],
				['open', null, ada, 'low', ['vip']],
			);
			await change({ ids: [id], fields: { assignee_id: null, priority: null } });
			const changed = await setup.agent.conversation(id);
			assert.deepEqual([changed.meta.assignee, changed.priority], [undefined, null]);
		});

		test('conversations that the agent does not see, or that there are not, are left as they are', async () => {
			const store = await openStore(setup.where);
			await createChannel(store, {
				accountId: 1,
				userIds: [],
				settings: { name: 'Hidden' },
				websiteToken: 'hidden',
			});
			await store.close();
			const [seen, hidden] = [await begin(), await begin('hidden')];
			const answer = await change({ ids: [hidden, seen, 99_999], fields: { status: 'resolved' } }, noor);
			assert.deepEqual(answer.body, { payload: [seen] });
			assert.equal((await setup.agent.conversation(seen)).status, 'resolved');
			assert.equal((await setup.agent.conversation(hidden)).status, 'open');
		});

		test('an agent who reopens them becomes their assignee, unless the call names one; an administrator does not', async () => {
			const [one, other] = [await begin(), await begin()];
			const { id: ada } = await setup.agent.profile();
			const { id: noorId } = await noor.profile();
			const assignees = async () =>
				Promise.all([one, other].map(async (id) => (await setup.agent.conversation(id)).meta.assignee?.id));
			await change({ ids: [one, other], fields: { status: 'resolved' } });
			await change({ ids: [one, other], fields: { status: 'open' } });
			assert.deepEqual(await assignees(), [undefined, undefined]);
			await change({ ids: [one, other], fields: { status: 'resolved' } });
			await change({ ids: [one], fields: { status: 'open' } }, noor);
			await change({ ids: [other], fields: { status: 'open', assignee_id: ada } }, noor);
			assert.deepEqual(await assignees(), [noorId, ada]);
		});

		test('another type, and more than a hundred at once, are refused', async () => {
			for (const body of [{ type: 'Contact', ids: [1] }, { ids: [1] }]) {
				const answer = await setup.agent.call('bulk_actions', { body });
				assert.deepEqual([answer.status, answer.body], [422, { success: false }]);
			}
			assert.equal((await change({ ids: Array.from({ length: 101 }, (_, index) => index) })).status, 422);
			assert.equal((await change({ ids: [1], fields: { status: 'closed' } })).status, 422);
		});
	});
}
