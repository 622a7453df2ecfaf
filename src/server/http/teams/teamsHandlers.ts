/** The groups of an account's people, by REST (docs/application-api.md, Teams). */
import type { teamRoutes } from '#protocol/application/teams/teamRoutes.ts';
import {
	changeTeam,
	changeTeamMembers,
	createTeam,
	deleteTeam,
	type TeamMembersChange,
} from '../../domain/teams/editTeam.ts';
import { presentTeam, presentTeamAgent } from '../../present/agent.ts';
import { etagOf } from '../../present/tagged.ts';
import { createAccountChanger, type Services } from '../../services/services.ts';
import type { TeamRow } from '../../store/tables/schema.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { byName } from '../people/teamAgentHandlers.ts';
import { requirePeople } from '../websites/teamInboxHandlers.ts';

export function teamsHandlers(services: Services): Handlers<typeof teamRoutes> {
	const { store, presence } = services;
	const change = createAccountChanger(services, 'team');
	/** A function that presents these teams as one person sees them. */
	const presentFor = async (userId: number, ids: readonly number[]) => {
		const members = await store.teams.listMembers(ids);
		return (team: TeamRow) => {
			const own = members.filter(({ team_id }) => team_id === team.id);
			return present(
				team,
				own.map(({ user_id }) => user_id),
				userId,
			);
		};
	};
	const presentPeople = async (accountId: number, ids: readonly number[]) => {
		const now = await presence.list(accountId);
		const people = (await store.users.listAccount(accountId)).filter(({ user_id }) => ids.includes(user_id));
		return people.toSorted(byName).map((member) => presentTeamAgent(member, now));
	};
	const changePeople = (accountId: number, id: number, userIds: readonly number[], how: TeamMembersChange) =>
		change(accountId, async (repositories) => {
			const team = await repositories.teams.require(accountId, id);
			await requirePeople(repositories, accountId, userIds);
			return changeTeamMembers(repositories, team, userIds, how);
		});

	return {
		async listTeams({ account, member }) {
			const teams = await store.teams.list(account.id);
			const ids = teams.map(({ id }) => id);
			return teams.map(await presentFor(member.user_id, ids));
		},

		async showTeam({ account, member, params }) {
			const team = await store.teams.require(account.id, params.id);
			return (await presentFor(member.user_id, [team.id]))(team);
		},

		async createTeam({ account, member, body: { name, ...facts } }) {
			const team = await change(account.id, (repositories) => createTeam(repositories, account.id, name, facts));
			return present(team, [], member.user_id);
		},

		async updateTeam({ account, member, params, body, changeIfMatch }) {
			const show = await presentFor(member.user_id, [params.id]);
			const team = await change(account.id, async (repositories) => {
				const before = await repositories.teams.require(account.id, params.id);
				return changeIfMatch(before, show, () => changeTeam(repositories, before, body));
			});
			return show(team);
		},

		async deleteTeam({ account, params }) {
			await change(account.id, async (repositories) =>
				deleteTeam(repositories, await repositories.teams.require(account.id, params.id)),
			);
		},

		async listTeamMembers({ account, params }) {
			const { id } = await store.teams.require(account.id, params.id);
			return presentPeople(account.id, await store.teams.listMemberIds(id));
		},

		async addTeamMembers({ account, params, body }) {
			return presentPeople(account.id, await changePeople(account.id, params.id, body.user_ids, 'add'));
		},

		async setTeamMembers({ account, params, body }) {
			await changePeople(account.id, params.id, body.user_ids, 'set');
			return presentPeople(account.id, await store.teams.listMemberIds(params.id));
		},

		async removeTeamMembers({ account, params, body }) {
			await changePeople(account.id, params.id, body.user_ids, 'remove');
		},
	};
}

/** Its tag is the same for everybody. */
function present(team: TeamRow, user_ids: number[], userId: number) {
	const presented = presentTeam(team, user_ids.includes(userId));
	const { is_member: _, ...facts } = presented;
	return { ...presented, user_ids, etag: etagOf(facts) };
}
