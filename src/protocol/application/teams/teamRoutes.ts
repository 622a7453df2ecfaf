/** The groups of an account's people (docs/application-api.md, Teams). */
import * as v from 'valibot';
import { maxCharacters } from '../../base/characters.ts';
import { entityTag } from '../../base/entityTag.ts';
import { accountParams, numeric, orNone, truth, UserIds } from '../../base/numeric.ts';
import type { RouteTable } from '../../base/routes.ts';
import { Team, TeamAgent } from '../../entities/entities.ts';

/** A team's name as it is stored, by which people tell teams apart. */
export const teamName = v.pipe(
	v.string(),
	v.trim(),
	v.toLowerCase(),
	v.minLength(1, 'Name must not be blank'),
	maxCharacters(255, 'Name is too long'),
);

const facts = {
	description: v.optional(orNone(v.pipe(v.string(), v.trim(), maxCharacters(255, 'Description is too long')))),
	/** Default true: who is online and has the next turn gets what is assigned to the team. */
	allow_auto_assign: v.optional(truth),
};
const TaggedTeam = v.object({
	...Team.entries,
	/** Who is in it, in ascending order (ours). */
	user_ids: v.array(v.number()),
	etag: entityTag,
});
const team = v.object({ ...accountParams.entries, id: numeric });
const people = v.object({ user_ids: UserIds });

const TEAMS = '/api/v1/accounts/:account_id/teams';
const MEMBERS = `${TEAMS}/:id/team_members` as const;

export const teamRoutes = {
	listTeams: {
		method: 'GET',
		path: TEAMS,
		role: 'member',
		summary: 'The teams of the account, by name',
		params: accountParams,
		response: v.array(TaggedTeam),
	},
	showTeam: {
		method: 'GET',
		path: `${TEAMS}/:id`,
		role: 'member',
		summary: 'One team',
		params: team,
		isConditional: true,
		response: TaggedTeam,
	},
	createTeam: {
		method: 'POST',
		path: TEAMS,
		role: 'administrator',
		summary: 'Adds a team, without anybody in it',
		params: accountParams,
		wrapper: 'team',
		body: v.object({ ...facts, name: teamName }),
		response: TaggedTeam,
	},
	updateTeam: {
		method: 'PATCH',
		path: `${TEAMS}/:id`,
		role: 'administrator',
		summary: 'Changes a team',
		params: team,
		wrapper: 'team',
		body: v.object({ ...facts, name: v.optional(teamName) }),
		isConditional: true,
		response: TaggedTeam,
	},
	deleteTeam: {
		method: 'DELETE',
		path: `${TEAMS}/:id`,
		role: 'administrator',
		summary: 'Deletes a team; its conversations stay, and are no team’s',
		params: team,
	},
	listTeamMembers: {
		method: 'GET',
		path: MEMBERS,
		role: 'member',
		summary: 'Who is in a team, by name',
		params: team,
		response: v.array(TeamAgent),
	},
	addTeamMembers: {
		method: 'POST',
		path: MEMBERS,
		role: 'administrator',
		summary: 'Adds people to a team; answers those who were not in it before',
		params: team,
		body: people,
		response: v.array(TeamAgent),
	},
	setTeamMembers: {
		method: 'PATCH',
		path: MEMBERS,
		role: 'administrator',
		summary: 'Makes these people the team, and no others',
		params: team,
		body: people,
		response: v.array(TeamAgent),
	},
	removeTeamMembers: {
		method: 'DELETE',
		path: MEMBERS,
		role: 'administrator',
		summary: 'Takes people out of a team',
		params: team,
		body: people,
	},
} as const satisfies RouteTable;
