/** Who is responsible for a conversation (docs/application-api.md, Conversations). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Message, TeamAgent } from '#protocol/entities/entities.ts';
import { addForeignChannel, addToken } from '../../support/channel.ts';
import { beginConversation, createAgent, createVisitor, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

export function describeAssignment(database: string, prepare: Prepare): void {
	describe(`assignment on ${database}`, () => {
		let setup: ConversationServer;
		let noor: TeamAgent;
		before(async () => {
			setup = await startConversationServer(prepare);
			const { body } = await setup.agent.call<TeamAgent[]>('agents');
			noor = body.find(({ email }) => email === 'noor@example.com') ?? assert.fail();
		});
		after(() => setup.stop());

		const begin = async () => beginConversation(await createVisitor(setup.server.origin));
		const assign = (displayId: number, body: object, agent: Agent = setup.agent) =>
			agent.call<TeamAgent | null>(`conversations/${displayId}/assignments`, { body });
		const activities = async (displayId: number) =>
			(await setup.agent.messages(displayId))
				.filter(({ message_type }: Message) => message_type === 2)
				.map(({ content }) => content);

		test('a member becomes the assignee, and the team is told', async () => {
			const displayId = await begin();
			const team = await setup.listenAsAgent();
			const { status, body } = await assign(displayId, { assignee_id: noor.id });
			assert.equal(status, 200);
			assert.deepEqual([body?.id, body?.email], [noor.id, noor.email]);
			const told = await team.next('assignee.changed', ({ id }) => id === displayId);
			assert.equal(told.meta.assignee?.id, noor.id);
			const updated = await team.next('conversation.updated', ({ id }) => id === displayId);
			assert.equal(updated.meta.assignee?.id, noor.id);
			team.close();
			assert.equal((await setup.agent.conversation(displayId)).meta.assignee?.id, noor.id);
			assert.deepEqual(await activities(displayId), [`Assigned to ${noor.name} by Ada Lindqvist`]);
		});

		test('0, null, an empty field and an unknown id leave no assignee; a call that names none changes nothing', async () => {
			const displayId = await begin();
			const own = (await setup.agent.profile()).id;
			for (const nobody of [0, null, '', 999_999]) {
				assert.equal((await assign(displayId, { assignee_id: own })).body?.id, own);
				assert.equal((await assign(displayId, {})).body, null);
				assert.equal((await setup.agent.conversation(displayId)).meta.assignee?.id, own);
				const { status, body } = await assign(displayId, { assignee_id: nobody });
				assert.deepEqual([status, body], [200, null]);
				assert.equal((await setup.agent.conversation(displayId)).meta.assignee, undefined);
			}
			assert.deepEqual((await activities(displayId)).slice(0, 2), [
				'Ada Lindqvist self-assigned this conversation',
				'Conversation unassigned by Ada Lindqvist',
			]);
		});

		test('an assignment to the assignee is not told again', async () => {
			const displayId = await begin();
			for (let time = 0; time < 2; time++) await assign(displayId, { assignee_id: noor.id });
			assert.equal((await activities(displayId)).length, 1);
		});

		test('an agent who reopens a conversation becomes its assignee, and the team is told so', async () => {
			const displayId = await begin();
			const agent = createAgent(setup.server.origin, await addToken(setup.where, noor.email));
			await setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
			const team = await setup.listenAsAgent();
			await agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'open' } });
			const told = await team.next('assignee.changed', ({ id }) => id === displayId);
			assert.equal(told.meta.assignee?.id, noor.id);
			team.close();
			assert.ok((await activities(displayId)).includes(`${noor.name} self-assigned this conversation`));
		});

		test('who writes to the visitor of a conversation without assignee becomes it; notes, bots and others do not', async () => {
			const displayId = await begin();
			const agent = createAgent(setup.server.origin, await addToken(setup.where, noor.email));
			const assignee = async () => (await setup.agent.conversation(displayId)).meta.assignee?.id;
			const write = (as: Agent, body: object) => as.call(`conversations/${displayId}/messages`, { body });
			await write(agent, { content: 'A regular', private: true });
			assert.equal(await assignee(), undefined);
			const team = await setup.listenAsAgent();
			await write(agent, { content: 'How can I help?', echo_id: 'once' });
			const told = await team.next('assignee.changed', ({ id }) => id === displayId);
			assert.equal(told.meta.assignee?.id, noor.id);
			const updated = await team.next('conversation.updated', ({ id }) => id === displayId);
			assert.deepEqual([updated.meta.assignee?.id, updated.waiting_since], [noor.id, 0]);
			team.close();
			await write(setup.agent, { content: 'And I may add' });
			assert.equal(await assignee(), noor.id);
			await assign(displayId, { assignee_id: 0 });
			await write(agent, { content: 'How can I help?', echo_id: 'once' });
			assert.equal(await assignee(), undefined, 'a repetition is no answer');
			assert.deepEqual(await activities(displayId), [
				`${noor.name} self-assigned this conversation`,
				'Conversation unassigned by Ada Lindqvist',
			]);
		});

		test("assignable are an inbox's members and the administrators", async () => {
			const list = async (inboxId: number) =>
				setup.agent.call<{ payload: TeamAgent[] }>(`inboxes/${inboxId}/assignable_agents`);
			const { body: other } = await setup.agent.call<TeamAgent>('agents', {
				body: { name: 'Elsewhere', email: 'elsewhere@team.example' },
			});
			const listed = (await list(1)).body.payload;
			assert.ok(listed.some(({ id }) => id === noor.id));
			assert.ok(listed.some(({ role }) => role === 'administrator'));
			assert.ok(listed.every(({ id }) => id !== other.id));
			await addForeignChannel(setup.where, 'foreign');
			const [foreign] = await setup.query("select inbox_id from web_widgets where website_token = 'foreign'");
			for (const id of [999, Number(foreign?.['inbox_id'])]) assert.equal((await list(id)).status, 404);
		});
	});
}
