/**
 * Adds and changes the teams of an account, for the API and the commands alike
 * (docs/application-api.md, Teams).
 */
import { Problem } from '../../base/problem.ts';
import { leaveTopics } from '../conversations/topics.ts';
import { recordChange } from '../recordChange.ts';
import type { TeamRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { TeamFacts } from '../../store/teams/teams.ts';

/** @param name lower case */
export async function createTeam(
	store: Repositories,
	accountId: number,
	name: string,
	facts?: TeamFacts,
): Promise<TeamRow> {
	await requireFreeName(store, accountId, name);
	const created = await store.teams.insert(accountId, name, facts);
	await recordChange(store, { ...auditedOf(created), after: created });
	return created;
}

export async function changeTeam(
	store: Repositories,
	team: TeamRow,
	{ name = team.name, ...facts }: TeamFacts & { name?: string | undefined },
): Promise<TeamRow> {
	if (name !== team.name) await requireFreeName(store, team.account_id, name);
	const changed = await store.teams.update(team.id, { name, ...facts });
	await recordChange(store, { ...auditedOf(changed), before: team, after: changed });
	return changed;
}

async function requireFreeName(store: Repositories, accountId: number, name: string): Promise<void> {
	if (await store.teams.findByName(accountId, name)) throw new Problem({ code: 'TEAM_TAKEN', name });
}

/** Its conversations are no team's from then on, of which nobody is told. */
export async function deleteTeam(store: Repositories, team: TeamRow): Promise<void> {
	await store.teams.delete(team.id);
	await leaveTopics(store, team.account_id, team.id);
	await recordChange(store, { ...auditedOf(team), before: team });
}

export type TeamMembersChange = 'add' | 'set' | 'remove';

/**
 * Has these people of the account in the team as well, alone, or no longer. Answers the ids of
 * those who were not in it before.
 */
export async function changeTeamMembers(
	store: Repositories,
	{ id, account_id, name }: TeamRow,
	userIds: readonly number[],
	change: TeamMembersChange,
): Promise<number[]> {
	const before = await store.teams.listMemberIds(id);
	const leaving =
		change === 'set' ? before.filter((one) => !userIds.includes(one)) : change === 'remove' ? userIds : [];
	await store.teams.removeMembers(id, leaving);
	if (change !== 'remove') await store.teams.addMembers(id, userIds);
	const after = await store.teams.listMemberIds(id);
	await recordChange(store, {
		accountId: account_id,
		type: 'TeamMember',
		id,
		name,
		before: { user_ids: before },
		after: { user_ids: after },
	});
	return after.filter((one) => !before.includes(one));
}

function auditedOf({ id, account_id, name }: TeamRow) {
	return { accountId: account_id, type: 'Team', id, name } as const;
}
