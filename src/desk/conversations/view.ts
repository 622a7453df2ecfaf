/** Which conversations a list shows, and in which order. */
import * as v from 'valibot';
import type { ConversationSort } from '#protocol/application/applicationRoutes.ts';
import { CONVERSATION_STATUSES } from '#protocol/entities/entities.ts';
import type { Conversation } from './conversation.ts';

export const ASSIGNEES = ['me', 'unassigned', 'all'] as const;
export const STATUSES = [...CONVERSATION_STATUSES, 'all'] as const;
export const SORTS = [
	'last_activity_at_desc',
	'last_activity_at_asc',
	'waiting_since_asc',
	'priority_desc',
] as const satisfies readonly ConversationSort[];

export const View = v.object({
	assignee: v.picklist(ASSIGNEES),
	status: v.picklist(STATUSES),
	/** Undefined: all websites. */
	inboxId: v.optional(v.number()),
	/** Undefined: of all teams, and of none. */
	teamId: v.optional(v.number()),
	/** Undefined: with any labels, and without. */
	label: v.optional(v.string()),
	sort: v.picklist(SORTS),
	/** The filter that chooses them, in place of all the others. */
	filterId: v.optional(v.number()),
});
export type View = v.InferOutput<typeof View>;
export type Sort = View['sort'];

export const DEFAULT_VIEW: View = { assignee: 'all', status: 'open', sort: 'last_activity_at_desc' };

/** Names a view among others. */
export function keyOfView({ assignee, status, inboxId, teamId, label, sort, filterId }: View): string {
	return JSON.stringify([assignee, status, inboxId, teamId, label, sort, filterId]);
}

/** The view's filter as the server's routes take it. */
export function filterOf({ assignee, status, inboxId, teamId, label }: View) {
	return {
		status,
		assignee_type: assignee,
		...(inboxId !== undefined && { inbox_id: inboxId }),
		...(teamId !== undefined && { team_id: teamId }),
		...(label !== undefined && { labels: label }),
	};
}

/**
 * Not for a saved view: only the server knows what is in it.
 * @param agentId whose view it is
 */
export function isInView(view: View, conversation: Conversation, agentId: number | undefined): boolean {
	const { assignee, status, inboxId, teamId, label, filterId } = view;
	if (filterId !== undefined) return false;
	if (status !== 'all' && conversation.status !== status) return false;
	if (inboxId !== undefined && conversation.inboxId !== inboxId) return false;
	if (teamId !== undefined && conversation.team?.id !== teamId) return false;
	if (label !== undefined && !conversation.labels.includes(label)) return false;
	if (assignee === 'unassigned') return conversation.assignee === undefined;
	return assignee === 'all' || conversation.assignee?.id === agentId;
}

const RANKS = { urgent: 0, high: 1, medium: 2, low: 3 } as const;

/**
 * Negative where the first one stands before the other. Zero where both have the same place: within
 * a second the server knows more, and `sortConversations` decides by the id.
 */
export function compareBySort(sort: Sort, a: Conversation, b: Conversation): number {
	switch (sort) {
		case 'last_activity_at_desc':
			return b.lastActivityAt - a.lastActivityAt;
		case 'last_activity_at_asc':
			return a.lastActivityAt - b.lastActivityAt;
		case 'waiting_since_asc':
			return waitsSince(a) - waitsSince(b);
		case 'priority_desc':
			return rankOf(a) - rankOf(b) || b.lastActivityAt - a.lastActivityAt;
	}
}

export function sortConversations(sort: Sort, conversations: readonly Conversation[]): Conversation[] {
	const sign = sort === 'last_activity_at_desc' || sort === 'priority_desc' ? -1 : 1;
	return conversations.toSorted((a, b) => compareBySort(sort, a, b) || sign * (a.id - b.id));
}

/** Visitors who do not wait come last. A number, since the difference of two infinities is none. */
function waitsSince({ waitingSince }: Conversation): number {
	return waitingSince || Number.MAX_SAFE_INTEGER;
}

function rankOf({ priority }: Conversation): number {
	return priority === undefined ? 4 : RANKS[priority];
}
