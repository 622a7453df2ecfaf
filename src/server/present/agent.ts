/** Members of the team as the wire shows them. */
import type { Agent, Availability, Team, TeamAgent, UserSender } from '#protocol/entities/entities.ts';
import { shownNameOf } from '../domain/contacts/shownName.ts';
import type { Member } from '../store/people/users.ts';
import type { TeamRow } from '../store/tables/schema.ts';
import type { PresentUsers } from '../presence/presence.ts';
import { iso } from './times.ts';

/**
 * The member as visitors may know them: where there is a display name, the name stays within the
 * team.
 */
export function memberForVisitors(member: Member): Member {
	return { ...member, name: shownNameOf(member) };
}

/**
 * The stored availability while the agent is present, or always if it does not depend on presence.
 */
export function availabilityOf(member: Member, present: PresentUsers): Availability {
	return !member.auto_offline || present.users.has(member.user_id) ? member.availability : 'offline';
}

export function presentAgent(member: Member, present: PresentUsers): Agent {
	return {
		id: member.user_id,
		name: shownNameOf(member),
		avatar_url: member.avatar_url,
		availability_status: availabilityOf(member, present),
	};
}

/**
 * Without `present` the availability is left out, as in every REST answer to visitors
 * (docs/wire.md, Events and campaigns).
 */
export function presentUserSender(member: Member, present?: PresentUsers): UserSender {
	return {
		id: member.user_id,
		name: member.name,
		available_name: shownNameOf(member),
		avatar_url: member.avatar_url,
		type: 'user',
		availability_status: present ? availabilityOf(member, present) : null,
		thumbnail: member.avatar_url,
	};
}

export function presentTeamAgent(member: Member, present: PresentUsers): TeamAgent {
	return {
		id: member.user_id,
		account_id: member.account_id,
		availability_status: availabilityOf(member, present),
		auto_offline: member.auto_offline,
		confirmed: true,
		email: member.email,
		available_name: shownNameOf(member),
		name: member.name,
		role: member.role,
		thumbnail: member.avatar_url,
	};
}

export function presentTeam(team: TeamRow, isMember: boolean): Team {
	const { id, name, description, allow_auto_assign, account_id } = team;
	return { id, name, description, allow_auto_assign, account_id, is_member: isMember };
}

/** As an assignment answers it. */
export function presentAssignedTeam(team: TeamRow) {
	const { is_member: _, ...facts } = presentTeam(team, false);
	return { ...facts, created_at: iso(team.created_at), updated_at: iso(team.updated_at) };
}
