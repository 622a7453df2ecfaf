/** What the team changes of a conversation, beside its status (docs/application-api.md, Conversations). */
import * as v from 'valibot';
import { TeamAgent } from './entities.ts';
import { accountParams, numeric, orNone } from './numeric.ts';
import type { RouteTable } from './routes.ts';

/** `id` is the conversation's display id. */
export const conversationParams = v.object({ ...accountParams.entries, id: numeric });

const CONVERSATION = '/api/v1/accounts/:account_id/conversations/:id';

export const conversationChangeRoutes = {
	assignConversation: {
		method: 'POST',
		path: `${CONVERSATION}/assignments`,
		caller: 'agentOrBot',
		summary: 'Makes a member of the team the assignee; 0, null or an unknown id leaves the conversation without one',
		params: conversationParams,
		body: v.object({ assignee_id: v.optional(orNone(numeric)) }),
		/** The assignee, or null where there is none, and where the call names none. */
		response: v.nullable(TeamAgent),
	},
} as const satisfies RouteTable;
