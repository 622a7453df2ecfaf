/** Groups of the account's people (docs/application-api.md, Teams). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Team, TeamAgent } from '#protocol/entities/entities.ts';
import { addToken } from '../../support/channel.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { createAgent, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

export function describeTeams(database: string, prepare: Prepare): void {
	describe(`teams on ${database}`, () => {
		let setup: ConversationServer;
		/** Has the role `agent`. */
		let noor: Agent;
		let noorId: number;
		before(async () => {
			setup = await startConversationServer(prepare);
			noor = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
			noorId = (await noor.profile()).id;
		});
		after(() => setup.stop());

		const add = async (team: object) => {
			const { status, body } = await setup.agent.call<Tagged>('teams', { body: { team } });
			assert.equal(status, 200, JSON.stringify(body));
			return body;
		};
		const members = (id: number, method: string, user_ids?: number[]) =>
			setup.agent.call<TeamAgent[]>(`teams/${id}/team_members`, { method, ...(user_ids && { body: { user_ids } }) });
		const names = (people: readonly TeamAgent[]) => people.map(({ id }) => id);

		test('a team is found by its name in lower case, which is no other team’s', async () => {
			const { id, etag, ...facts } = await add({ name: ' Returns ', description: 'What comes back' });
			assert.deepEqual(facts, {
				name: 'returns',
				description: 'What comes back',
				allow_auto_assign: true,
				account_id: 1,
				is_member: false,
				user_ids: [],
			});
			assert.match(etag, /^".+"$/);
			const again = await setup.agent.call<Refusal>('teams', { body: { name: 'RETURNS' } });
			assert.deepEqual([again.status, again.body.message], [422, 'Name has already been taken']);
			const blank = await setup.agent.call<Refusal>('teams', { body: { name: ' ' } });
			assert.deepEqual([blank.status, blank.body.attributes], [422, ['name']]);
			assert.deepEqual((await noor.call('teams')).body, [{ id, etag, ...facts }]);
			const changed = await setup.agent.call<Team>(`teams/${id}`, {
				method: 'PATCH',
				body: { allow_auto_assign: false },
			});
			assert.deepEqual([changed.body.name, changed.body.allow_auto_assign], ['returns', false]);
			assert.equal((await noor.call(`teams/${id}`)).status, 200);
			assert.equal((await setup.agent.call(`teams/${id}`, { method: 'DELETE' })).body, '');
			assert.equal((await noor.call(`teams/${id}`)).status, 404);
		});

		test('a change of what another has changed meanwhile is refused', async () => {
			const { id, etag } = await add({ name: 'glaze' });
			const change = (description: string) =>
				setup.agent.call(`teams/${id}`, { method: 'PATCH', body: { description }, headers: { 'if-match': etag } });
			assert.equal((await change('Blue')).status, 200);
			assert.equal((await change('Green')).status, 412);
		});

		test('people of the account are added, replaced and taken out; strangers are refused', async () => {
			const { id } = await add({ name: 'orders' });
			const added = await members(id, 'POST', [noorId]);
			assert.deepEqual(names(added.body), [noorId]);
			assert.deepEqual(names((await members(id, 'POST', [noorId, 1])).body), [1]);
			assert.deepEqual(new Set(names((await members(id, 'GET')).body)), new Set([1, noorId]));
			const seen = (await noor.call<(Team & { user_ids: number[] })[]>('teams')).body.find((team) => team.id === id);
			assert.deepEqual([seen?.is_member, seen?.user_ids], [true, [1, noorId].toSorted((one, other) => one - other)]);
			const stranger = await setup.agent.call<{ error: string }>(`teams/${id}/team_members`, {
				body: { user_ids: [99_999] },
			});
			assert.deepEqual([stranger.status, stranger.body.error], [401, 'Invalid User IDs']);
			assert.deepEqual(names((await members(id, 'PATCH', [noorId])).body), [noorId]);
			assert.equal((await members(id, 'DELETE', [noorId])).status, 200);
			assert.deepEqual((await members(id, 'GET')).body, []);
		});

		test('who leaves the account leaves its teams', async () => {
			const { id } = await add({ name: 'short' });
			const person = { name: 'Short Time', email: 'short@example.com' };
			const { body: agent } = await setup.agent.call<TeamAgent>('agents', { body: person });
			await members(id, 'POST', [agent.id]);
			await setup.agent.call(`agents/${agent.id}`, { method: 'DELETE' });
			await setup.agent.call('agents', { body: person });
			assert.deepEqual((await members(id, 'GET')).body, []);
		});

		test('agents are told of each change, and the audit log has it', async () => {
			const heard = await setup.listenAsAgent();
			const { id } = await add({ name: 'kiln' });
			const { cache_keys } = await heard.next('account.cache_invalidated');
			assert.match(cache_keys.team ?? '', /^\d+$/);
			await members(id, 'POST', [noorId]);
			await heard.next('account.cache_invalidated');
			heard.close();
			const { audit_logs } = (await setup.agent.call<{ audit_logs: Audited[] }>('audit_logs')).body;
			assert.deepEqual(
				audit_logs.slice(0, 2).map((entry) => [entry.action, entry.auditable_type, entry.auditable_name]),
				[
					['update', 'TeamMember', 'kiln'],
					['create', 'Team', 'kiln'],
				],
			);
			assert.deepEqual(audit_logs[0]?.audited_changes, { user_ids: [[], [noorId]] });
		});

		test('commands add, list, change and delete teams', async () => {
			const { dataDir, databaseUrl = '' } = setup.where;
			const run = async (...args: string[]) => (await runAdmin({ dataDir, databaseUrl }, ...args)).text;
			await run('create-team', '--name', 'Clay', '--auto-assign', 'off', '--member', 'noor@example.com');
			assert.match(await run('list-teams'), /^\d+ {2}clay {2}noor@example\.com$/m);
			assert.match(await run('create-team', '--name', 'clay'), /There is a team clay already/);
			await run('set-team', '--name', 'clay', '--new-name', 'earth', '--member', 'none');
			assert.match(await run('list-teams'), /^\d+ {2}earth {2}nobody$/m);
			assert.match(await run('set-team', '--name', 'clay'), /There is no team clay/);
			await run('delete-team', '--name', 'earth');
			assert.doesNotMatch(await run('list-teams'), /earth/);
		});
	});
}

interface Tagged extends Team {
	etag: string;
}

interface Refusal {
	message: string;
	attributes: string[];
}

interface Audited {
	action: string;
	auditable_type: string;
	auditable_name: string;
	audited_changes: unknown;
}
