/** The people of a team, and in which inboxes they answer (docs/application-api.md, Agents). */
import * as v from 'valibot';
import { maxCharacters } from '../base/characters.ts';
import { Availability, TeamAgent } from '../entities/entities.ts';
import { password } from './deskSessionRoutes.ts';
import { accountParams, numeric, orNone, truth, UserIds } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

const text = v.pipe(v.string(), v.trim(), maxCharacters(255, 'is too long'));
const email = v.pipe(text, v.email('Email is invalid'));
const facts = {
	role: v.optional(orNone(v.picklist(['agent', 'administrator']))),
	availability: v.optional(orNone(Availability)),
	auto_offline: v.optional(orNone(truth)),
};
const agent = v.object({ ...accountParams.entries, id: numeric });
const inboxMembers = v.object({ inbox_id: numeric, user_ids: UserIds });
const payload = v.object({ payload: v.array(TeamAgent) });

const AGENTS = '/api/v1/accounts/:account_id/agents';
const MEMBERS = '/api/v1/accounts/:account_id/inbox_members';

export const agentRoutes = {
	listAgents: {
		method: 'GET',
		path: AGENTS,
		role: 'member',
		summary: 'The people of the team, by name',
		params: accountParams,
		response: v.array(TeamAgent),
	},
	createAgent: {
		method: 'POST',
		path: AGENTS,
		role: 'administrator',
		summary: 'Adds a person to the team, as an agent unless a role is named',
		params: accountParams,
		wrapper: 'agent',
		body: v.object({
			...facts,
			name: v.pipe(text, v.minLength(1, "Name can't be blank")),
			email,
		}),
		response: TeamAgent,
	},
	updateAgent: {
		method: 'PATCH',
		path: `${AGENTS}/:id`,
		role: 'administrator',
		summary: 'Changes names, email address, role or availability',
		params: agent,
		wrapper: 'agent',
		/**
		 * What is blank stays, except for `display_name`, which visitors then do not read any more.
		 */
		body: v.object({
			...facts,
			name: v.optional(v.nullable(text)),
			display_name: v.optional(orNone(text)),
			email: v.optional(orNone(email)),
		}),
		response: TeamAgent,
	},
	removeAgent: {
		method: 'DELETE',
		path: `${AGENTS}/:id`,
		role: 'administrator',
		summary: 'Removes a person from the team; their messages stay, under their name',
		params: agent,
	},
	createAgentLoginLink: {
		method: 'POST',
		path: `${AGENTS}/:id/login_link`,
		role: 'administrator',
		summary:
			'Makes a link that signs a person in at the desk, once, within a day; one’s own needs the current password, or a session that a link has just begun',
		params: agent,
		body: v.object({ current_password: v.optional(password) }),
		response: v.object({ login_url: v.string() }),
	},
	inviteAgent: {
		method: 'POST',
		path: `${AGENTS}/:id/invitation`,
		role: 'administrator',
		summary: 'Mails a person an invitation to the team, with such a link',
		params: agent,
		body: v.object({
			/** The language of the mail. */
			locale: v.optional(v.pipe(v.string(), v.maxLength(35))),
		}),
	},
	listInboxMembers: {
		method: 'GET',
		path: `${MEMBERS}/:id`,
		role: 'member',
		inbox: 'member',
		summary: 'Who answers in an inbox',
		params: agent,
		response: payload,
	},
	listAssignableAgents: {
		method: 'GET',
		path: '/api/v1/accounts/:account_id/inboxes/:id/assignable_agents',
		role: 'member',
		inbox: 'member',
		summary:
			'Who sees the conversations of an inbox, so that they may be assigned to them: its members and the administrators',
		params: agent,
		response: payload,
	},
	addInboxMembers: {
		method: 'POST',
		path: MEMBERS,
		role: 'administrator',
		summary: 'Lets agents answer in an inbox',
		params: accountParams,
		body: inboxMembers,
		response: payload,
	},
	setInboxMembers: {
		method: 'PATCH',
		path: MEMBERS,
		role: 'administrator',
		summary: 'Lets these agents answer in an inbox, and no others',
		params: accountParams,
		body: inboxMembers,
		response: payload,
	},
	removeInboxMembers: {
		method: 'DELETE',
		path: MEMBERS,
		role: 'administrator',
		summary: 'Takes agents out of an inbox',
		params: accountParams,
		body: inboxMembers,
	},
} as const satisfies RouteTable;
