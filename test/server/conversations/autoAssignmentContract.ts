/** Conversations that the server assigns (docs/application-api.md, Inboxes). */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { addToken, changeChannel } from '../../support/channel.ts';
import { until } from '../../support/until.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent } from '../api.ts';
import { connectSocketIo, type Listener } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

export function describeAutoAssignment(database: string, prepare: Prepare): void {
	describe(`automatic assignment on ${database}`, () => {
		let setup: ConversationServer;
		/** Each test has a website of its own. */
		let inbox: TeamInbox;
		let websites = 0;
		const listeners: Listener[] = [];
		/** The website's members, by their ids: the turns go in this order. */
		let team: { id: number; agent: Agent }[];
		before(async () => {
			setup = await startConversationServer(prepare);
		});
		after(() => setup.stop());
		beforeEach(async () => {
			const nth = ++websites;
			const added = await setup.agent.call<TeamInbox>('inboxes', {
				body: { name: `Shop ${nth}`, channel: { type: 'web_widget' } },
			});
			inbox = added.body;
			team = [];
			for (const name of ['Ann', 'Ben', 'Cem']) {
				const email = `${name.toLowerCase()}@team-${nth}.example`;
				const { body } = await setup.agent.call<{ id: number }>('agents', { body: { name, email } });
				team.push({ id: body.id, agent: createAgent(setup.server.origin, await addToken(setup.where, email)) });
			}
			const user_ids = team.map(({ id }) => id);
			await setup.agent.call('inbox_members', { method: 'PATCH', body: { inbox_id: inbox.id, user_ids } });
		});
		afterEach(() => {
			for (const listener of listeners.splice(0)) listener.close();
		});

		const set = (body: object) => setup.agent.call(`inboxes/${inbox.id}`, { method: 'PATCH', body });
		const turnOn = (max_assignment_limit: number | null = null) =>
			set({ enable_auto_assignment: true, auto_assignment_config: { max_assignment_limit } });
		const comeOnline = async (index: number) => {
			const { agent, id } = team[index] ?? assert.fail();
			const { pubsub_token, account_id } = await agent.profile();
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token, account_id, user_id: id });
			await listener.next('presence.update');
			listeners.push(listener);
			return listener;
		};
		const visit = () => createVisitor(setup.server.origin, undefined, inbox.website_token);
		const begin = async () => beginConversation(await visit());
		const assigneeOf = async (displayId: number) => (await setup.agent.conversation(displayId)).meta.assignee?.name;
		const assigned = async (displayId: number) => {
			await until(`conversation ${displayId} has an assignee`, async () => (await assigneeOf(displayId)) !== undefined);
			return assigneeOf(displayId);
		};
		/** What has begun before has been looked at once this one is assigned. */
		const isLeft = async (displayIds: number[]) => {
			for (const id of displayIds) assert.equal(await assigneeOf(id), undefined);
		};

		/** What waits on this website. */
		const queued = () => setup.query(`select * from assignment_queue where inbox_id = ${inbox.id}`);

		test('nothing is assigned unless the website wants it', async () => {
			await comeOnline(0);
			const before = await begin();
			await turnOn();
			await assigned(await begin());
			await isLeft([before]);
		});

		test('the members who are online get conversations in turn; the team is told, and a line says so', async () => {
			await turnOn();
			const listener = await comeOnline(0);
			await comeOnline(2);
			const names: (string | undefined)[] = [];
			const ids: number[] = [];
			for (let count = 0; count < 4; count++) {
				ids.push(await begin());
				names.push(await assigned(ids.at(-1) ?? 0));
			}
			assert.deepEqual(names, ['Ann', 'Cem', 'Ann', 'Cem']);
			const told = await listener.next('assignee.changed', ({ id }) => id === ids[1]);
			assert.equal(told.meta.assignee?.name, 'Cem');
			const lines = (await setup.agent.messages(ids[1] ?? 0)).filter(({ message_type }) => message_type === 2);
			assert.deepEqual(
				lines.map(({ content }) => content),
				['Assigned to Cem automatically'],
			);
			const busy = { profile: { account_id: 1, availability: 'busy' } };
			const headers = { api_access_token: team[0]?.agent.token ?? '' };
			await call(setup.server.origin, '/api/v1/profile/availability', { headers, body: busy });
			assert.deepEqual([await assigned(await begin()), await assigned(await begin())], ['Cem', 'Cem']);
		});

		test('nobody gets more open conversations than the limit: what is too much waits until one is resolved', async () => {
			await turnOn(1);
			await comeOnline(0);
			await comeOnline(1);
			const displayIds = [await begin(), await begin(), await begin()];
			const [first = 0, second = 0, third = 0] = displayIds;
			assert.deepEqual([await assigned(first), await assigned(second)], ['Ann', 'Ben']);
			await isLeft([third]);
			await setup.agent.call(`conversations/${second}/toggle_status`, { body: { status: 'resolved' } });
			// It would be Ann's turn.
			assert.equal(await assigned(third), 'Ben');
		});

		test('a conversation waits for the first who comes online, also one that opens again', async () => {
			await turnOn();
			const displayId = await begin();
			await setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
			await setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'open' } });
			const deleted = await visit();
			await beginConversation(deleted);
			assert.equal((await deleted.call('contact', { method: 'DELETE' })).status, 204);
			await comeOnline(1);
			assert.equal(await assigned(displayId), 'Ben');
			assert.equal((await queued()).length, 0);
		});

		test('what somebody unassigns is not assigned again', async () => {
			await turnOn();
			await comeOnline(0);
			const displayId = await begin();
			await assigned(displayId);
			await setup.agent.call(`conversations/${displayId}/assignments`, { body: { assignee_id: 0 } });
			await assigned(await begin());
			await isLeft([displayId]);
		});

		test('while nobody may take what waits, nothing is written', async () => {
			await turnOn(1);
			await comeOnline(0);
			await assigned(await begin());
			await setup.query('delete from assignment_turns');
			const left = await begin();
			const { body: kiln } = await setup.agent.call<{ id: number; website_token: string }>('inboxes', {
				body: { name: 'Kiln', enable_auto_assignment: true, channel: { type: 'web_widget' } },
			});
			const members = { inbox_id: kiln.id, user_ids: [team[0]?.id] };
			await setup.agent.call('inbox_members', { method: 'PATCH', body: members });
			// All that waits is looked at between one and the next.
			for (let count = 0; count < 2; count++)
				await assigned(
					await beginConversation(await createVisitor(setup.server.origin, undefined, kiln.website_token)),
				);
			await isLeft([left]);
			assert.deepEqual(await setup.query(`select * from assignment_turns where inbox_id = ${inbox.id}`), []);
		});

		test('what waits in a website that is removed is not assigned any more', async () => {
			await turnOn();
			await begin();
			await changeChannel(setup.where, { inbox: { removed_at: Date.now() } }, inbox.website_token);
			await comeOnline(0);
			await until('nothing waits', async () => (await queued()).length === 0);
			assert.deepEqual(
				await setup.query(`select * from conversations where inbox_id = ${inbox.id} and assignee_id is not null`),
				[],
			);
		});

		test('a limit has to be a positive number, and stays where none is named', async () => {
			for (const limit of [0, -1, 'many', 10_001])
				assert.equal((await set({ auto_assignment_config: { max_assignment_limit: limit } })).status, 422);
			await turnOn(5);
			const { body } = await set({ auto_assignment_config: {} });
			assert.equal((body as TeamInbox).auto_assignment_config.max_assignment_limit, 5);
		});
	});
}
