/** Who follows a conversation (docs/application-api.md, Participants). */
import * as v from 'valibot';
import { accountParams, numeric, UserIds } from '../../base/numeric.ts';
import type { RouteTable } from '../../base/routes.ts';
import { TeamAgent } from '../../entities/entities.ts';

const PARTICIPANTS = '/api/v1/accounts/:account_id/conversations/:id/participants';
/** `id` is the conversation's display id. */
const params = v.object({ ...accountParams.entries, id: numeric });
const body = v.object({ user_ids: UserIds });
const response = v.array(TeamAgent);

export const participantRoutes = {
	listParticipants: {
		method: 'GET',
		path: PARTICIPANTS,
		role: 'member',
		inbox: 'member',
		summary: 'Who follows a conversation, by name',
		params,
		response,
	},
	addParticipants: {
		method: 'POST',
		path: PARTICIPANTS,
		role: 'member',
		inbox: 'member',
		summary: 'Has people follow a conversation; answers those who did not before',
		params,
		body,
		response,
	},
	setParticipants: {
		method: 'PATCH',
		path: PARTICIPANTS,
		role: 'member',
		inbox: 'member',
		summary: 'Has these people follow a conversation, and no others',
		params,
		body,
		response,
	},
	removeParticipants: {
		method: 'DELETE',
		path: PARTICIPANTS,
		role: 'member',
		inbox: 'member',
		summary: 'Has people follow a conversation no longer',
		params,
		body,
	},
} as const satisfies RouteTable;
