/**
 * The orders of the team's list. An order consists of groups, one after the other: in each, an
 * index has the conversations in the order of one column.
 */
import type { ConversationSort } from '#protocol/application/applicationRoutes.ts';
import type { ConversationRow } from '../tables/schema.ts';

export interface Group {
	/**
	 * The column that determines the order, and then the id; `id` is also the order in which
	 * conversations began.
	 */
	by: 'last_activity_at' | 'waiting_since' | 'id';
	isDescending: boolean;
	/** Only conversations with this priority. */
	priority?: ConversationRow['priority'];
	/** Only conversations whose visitor waits, or does not. */
	isWaiting?: boolean;
}

const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const;

const byActivity = (isDescending: boolean): Group[] => [{ by: 'last_activity_at', isDescending }];
const byCreation = (isDescending: boolean): Group[] => [{ by: 'id', isDescending }];
const byPriority = (priorities: readonly ConversationRow['priority'][]): Group[] =>
	[...priorities, null].map((priority) => ({ by: 'last_activity_at', isDescending: true, priority }));
const byWaiting = (isDescending: boolean): Group[] => [
	{ by: 'waiting_since', isDescending, isWaiting: true },
	{ by: 'id', isDescending: false, isWaiting: false },
];

export const ORDERS: Record<ConversationSort, readonly Group[]> = {
	last_activity_at_desc: byActivity(true),
	latest: byActivity(true),
	last_activity_at_asc: byActivity(false),
	created_at_desc: byCreation(true),
	created_at_asc: byCreation(false),
	sort_on_created_at: byCreation(false),
	priority_desc: byPriority(PRIORITIES),
	sort_on_priority: byPriority(PRIORITIES),
	priority_asc: byPriority(PRIORITIES.toReversed()),
	waiting_since_desc: byWaiting(true),
	waiting_since_asc: byWaiting(false),
	sort_on_waiting_since: byWaiting(false),
};

/** A conversation's position in a list at the time when it was read. */
export interface ListKey {
	/** Number of its group, from 0. */
	group: number;
	/** In the column of its group, such as milliseconds since the epoch. */
	value: number;
	/** The row's id, not the display id. */
	id: number;
}

/** What an order looks at. */
export type Ordered = Pick<ConversationRow, 'id' | 'priority' | 'waiting_since' | 'last_activity_at'>;

/** Negative where the first is before the second. */
export function compareKeys(sort: ConversationSort, one: ListKey, other: ListKey): number {
	const ascending = one.value - other.value || one.id - other.id;
	return one.group - other.group || (ORDERS[sort][one.group]?.isDescending ? -ascending : ascending);
}

export function keyOf(sort: ConversationSort, row: Ordered): ListKey {
	const number = ORDERS[sort].findIndex(
		({ priority, isWaiting }) =>
			(priority === undefined || priority === row.priority) &&
			(isWaiting === undefined || isWaiting === (row.waiting_since !== null)),
	);
	const group = ORDERS[sort][number];
	if (!group) throw new Error('Every conversation is in a group');
	return { group: number, value: row[group.by] ?? 0, id: row.id };
}
