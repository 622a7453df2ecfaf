/** Conversations that are assigned to teams (docs/application-api.md, Teams). */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import type { Team, TeamConversation } from '#protocol/entities/entities.ts';
import { addToken } from '../../support/channel.ts';
import { until } from '../../support/until.ts';
import { beginConversation, createAgent, createVisitor, type Agent, type Visitor } from '../api.ts';
import { connectSocketIo, type Listener } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

export function describeTeamAssignment(database: string, prepare: Prepare): void {
	describe(`assignment to teams on ${database}`, () => {
		let setup: ConversationServer;
		/** Each test has a website and a team of its own. */
		let inbox: TeamInbox;
		let team: Team;
		let visitor: Visitor;
		/** Of the website, by their ids. The first two are in the team. */
		let people: { id: number; name: string; agent: Agent }[];
		let count = 0;
		const listeners: Listener[] = [];
		before(async () => {
			setup = await startConversationServer(prepare);
		});
		after(() => setup.stop());
		beforeEach(async () => {
			const nth = ++count;
			const channel = { type: 'web_widget' };
			inbox = (await setup.agent.call<TeamInbox>('inboxes', { body: { name: `Shop ${nth}`, channel } })).body;
			people = [];
			for (const name of ['Ann', 'Ben', 'Cem']) {
				const email = `${name.toLowerCase()}@shop-${nth}.example`;
				const { body } = await setup.agent.call<{ id: number }>('agents', { body: { name, email } });
				people.push({ id: body.id, name, agent: createAgent(setup.server.origin, await addToken(setup.where, email)) });
			}
			const user_ids = people.map(({ id }) => id);
			await setup.agent.call('inbox_members', { method: 'PATCH', body: { inbox_id: inbox.id, user_ids } });
			team = await addTeam(`returns ${nth}`, user_ids.slice(0, 2));
			visitor = await visit();
		});
		afterEach(() => {
			for (const listener of listeners.splice(0)) listener.close();
		});

		const addTeam = async (name: string, user_ids: number[], more: object = {}) => {
			const { body } = await setup.agent.call<Team>('teams', { body: { name, ...more } });
			await setup.agent.call(`teams/${body.id}/team_members`, { body: { user_ids } });
			return body;
		};
		const person = (index: number) => people[index] ?? assert.fail();
		const comeOnline = async (index: number) => {
			const { pubsub_token, account_id, id } = await person(index).agent.profile();
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token, account_id, user_id: id });
			await listener.next('presence.update');
			listeners.push(listener);
			return listener;
		};
		const visit = () => createVisitor(setup.server.origin, undefined, inbox.website_token);
		const begin = () => beginConversation(visitor);
		const assign = (id: number, body: object) =>
			setup.agent.call<(Team & { created_at?: string }) | null>(`conversations/${id}/assignments`, { body });
		const metaOf = async (id: number) => (await setup.agent.conversation(id)).meta;
		const lines = async (id: number) =>
			(await setup.agent.messages(id)).filter(({ message_type }) => message_type === 2).map(({ content }) => content);

		test('a team gets a conversation and loses it: answer, conversation, line and events say so', async () => {
			const heard = await setup.listenAsAgent();
			listeners.push(heard);
			const id = await begin();
			const { name: me } = await setup.agent.profile();
			const answer = await assign(id, { team_id: team.id });
			assert.deepEqual([answer.body?.name, typeof answer.body?.created_at], [team.name, 'string']);
			const told = await heard.next('team.changed', (conversation) => conversation.id === id);
			assert.deepEqual(told.meta.team, { id: team.id, name: team.name });
			const { etag: _, user_ids: _people, ...shown } = team as Team & { etag?: string; user_ids?: number[] };
			assert.deepEqual((await metaOf(id)).team, shown);
			const seen = await person(0).agent.conversation(id);
			assert.equal(seen.meta.team?.is_member, true);
			assert.equal((await assign(id, { team_id: 0 })).body, null);
			assert.equal('team' in (await metaOf(id)), false);
			assert.deepEqual(await lines(id), [`Assigned to ${team.name} by ${me}`, `Unassigned from ${team.name} by ${me}`]);
		});

		test('the visitor is told nothing of teams', async () => {
			const id = await begin();
			const heard = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			listeners.push(heard);
			await assign(id, { team_id: team.id });
			const told = await heard.next('conversation.updated');
			assert.equal(told.meta.team, null);
		});

		test('whose turn it is of the team’s people who are online becomes the assignee; others keep out', async () => {
			await comeOnline(0);
			await comeOnline(1);
			await comeOnline(2);
			const { name: me } = await setup.agent.profile();
			const names: (string | undefined)[] = [];
			for (let nth = 0; nth < 3; nth++) {
				const id = await beginConversation(await visit());
				await assign(id, { team_id: team.id });
				const { assignee } = await metaOf(id);
				names.push(assignee?.name);
				assert.deepEqual(await lines(id), [`Assigned to ${assignee?.name} via ${team.name} by ${me}`]);
			}
			assert.deepEqual(names, ['Ann', 'Ben', 'Ann']);
		});

		test('an assignee who is in the team stays, and one who is not is none any more', async () => {
			const id = await begin();
			await assign(id, { assignee_id: person(1).id });
			await assign(id, { team_id: team.id });
			assert.equal((await metaOf(id)).assignee?.id, person(1).id);
			const other = await addTeam(`others ${count}`, [person(2).id], { allow_auto_assign: false });
			await comeOnline(2);
			await assign(id, { team_id: other.id });
			const { assignee, team: now } = await metaOf(id);
			assert.deepEqual([assignee, now?.id], [undefined, other.id]);
		});

		test('where nobody of the team is online, the conversation waits for the first who comes, not for others', async () => {
			const id = await begin();
			await assign(id, { team_id: team.id });
			await comeOnline(2);
			await comeOnline(1);
			await until('the conversation has an assignee', async () => (await metaOf(id)).assignee !== undefined);
			assert.equal((await metaOf(id)).assignee?.name, 'Ben');
		});

		test('a topic’s conversations are its team’s, until the team is deleted', async () => {
			const topic = { id: 'returns', name: 'Returns', team_id: team.id };
			const changed = await setup.agent.call<TeamInbox>(`inboxes/${inbox.id}`, {
				method: 'PATCH',
				body: { topics: [topic] },
			});
			assert.equal(changed.body.topics[0]?.team_id, team.id);
			const strange = { ...topic, team_id: 99_999 };
			const refused = await setup.agent.call(`inboxes/${inbox.id}`, { method: 'PATCH', body: { topics: [strange] } });
			assert.equal(refused.status, 422);
			await comeOnline(1);
			await visitor.call('messages', { body: { message: { content: 'Hello' }, topic: 'returns' } });
			const { id = 0 } = await visitor.conversation();
			assert.equal((await metaOf(id)).team?.id, team.id);
			await until('the conversation has an assignee', async () => (await metaOf(id)).assignee !== undefined);
			assert.equal((await metaOf(id)).assignee?.name, 'Ben');
			await setup.agent.call(`teams/${team.id}`, { method: 'DELETE' });
			assert.equal('team' in (await metaOf(id)), false);
			const { topics } = (await setup.agent.call<TeamInbox>(`inboxes/${inbox.id}`)).body;
			assert.equal(topics[0]?.team_id, null);
		});

		test('the list shows and counts the conversations of one team; an unknown one is not found', async () => {
			const [first, second] = [await begin(), await beginConversation(await visit())];
			await assign(first, { team_id: team.id });
			await assign(first, { assignee_id: person(2).id });
			const list = async (query: string) => {
				const { body } = await setup.agent.call<List>(`conversations?team_id=${team.id}${query}`);
				return [body.data.payload.map(({ id }) => id), body.data.meta.all_count, body.data.meta.assigned_count];
			};
			assert.deepEqual(await list(''), [[first], 1, 1]);
			assert.deepEqual(await list('&sort_by=priority_desc'), [[first], 1, 1]);
			assert.deepEqual(await list('&assignee_type=unassigned'), [[], 1, 1]);
			assert.deepEqual(await list('&updated_within=1000'), [[first], 1, 1]);
			assert.deepEqual(await list('&status=resolved'), [[], 0, 0]);
			assert.deepEqual(await list('&labels[]=none'), [[], 0, 0]);
			assert.notEqual(first, second);
			assert.equal((await setup.agent.call('conversations?team_id=99999')).status, 404);
		});

		test('several conversations are given to a team at once, and found by a condition', async () => {
			const ids = [await begin(), await beginConversation(await visit())];
			const change = (team_id: number | null) =>
				setup.agent.call('bulk_actions', { body: { type: 'Conversation', ids, fields: { team_id } } });
			await change(team.id);
			const find = async () => {
				const payload = [{ attribute_key: 'team_id', filter_operator: 'equal_to', values: [team.id] }];
				const { body } = await setup.agent.call<Found>('conversations/filter', { body: { payload } });
				return new Set(body.payload.map(({ id }) => id));
			};
			assert.deepEqual(await find(), new Set(ids));
			await change(null);
			assert.deepEqual(await find(), new Set());
		});

		test('a conversation that an agent begins can be a team’s', async () => {
			const { body } = await setup.agent.call<TeamConversation>('conversations', {
				body: { inbox_id: inbox.id, contact_id: visitor.contactId, team_id: team.id },
			});
			assert.equal(body.meta.team?.id, team.id);
		});
	});
}

interface Found {
	payload: { id: number }[];
}

interface List {
	data: { payload: { id: number }[]; meta: { all_count: number; assigned_count: number } };
}
