/** The team's list of conversations, with any filter: each page is read from indexes in the list's order. */
import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { ConversationStatus } from '#protocol/entities.ts';
import { CONVERSATIONS_CHANGED, CONVERSATIONS_PER_PAGE } from '#protocol/limits.ts';
import type { AssigneeCounts } from './conversationCounts.ts';
import type { ConversationRow, Database } from './schema.ts';

export interface ConversationFilter {
	accountId: number;
	/** Undefined: all inboxes of the account. */
	inboxIds: readonly number[] | undefined;
	status: ConversationStatus | 'all';
	assigneeType: 'me' | 'unassigned' | 'assigned' | 'all';
	userId: number;
}

/** A conversation's position in the list at the time when it was read. */
export interface ListKey {
	/** Milliseconds since the epoch. */
	lastActivityAt: number;
	/** The row's id, not the display id. */
	id: number;
}

/** Where a page begins: by its number, which counts from 1, or after a position. */
export type ListStart = { page: number } | { below: ListKey };

export interface Changed {
	conversations: ConversationRow[];
	/** They do not depend on the filter's assignee. */
	counts: AssigneeCounts;
}

/** A part of the list that an index has in its order. */
interface Range {
	inboxId?: number;
	status?: ConversationStatus;
}

type Conversations = SelectQueryBuilder<Database, 'conversations', object>;

const STATUSES: readonly ConversationStatus[] = ['open', 'resolved', 'pending', 'snoozed'];

/**
 * Number of inboxes whose lists are merged. A member of more inboxes sees most conversations, so the account's list is read
 * and filtered.
 */
const MERGED_MAX = 20;

/** Recently changed conversations that are examined; the filter chooses among them. */
const CHANGED_EXAMINED = 10 * CONVERSATIONS_CHANGED;

export function createConversationList(db: Kysely<Database>) {
	const ofRange = (filter: ConversationFilter, { inboxId, status }: Range): Conversations => {
		let query: Conversations = db.selectFrom('conversations');
		// An inbox belongs to one account; naming both would let the database choose the wrong index.
		if (inboxId !== undefined) query = query.where('inbox_id', '=', inboxId);
		else query = query.where('account_id', '=', filter.accountId);
		if (inboxId === undefined && filter.inboxIds) query = query.where('inbox_id', 'in', filter.inboxIds);
		if (status !== undefined) query = query.where('status', '=', status);
		if (filter.assigneeType === 'me') query = query.where('assignee_id', '=', filter.userId);
		if (filter.assigneeType === 'assigned') query = query.where('assignee_id', 'is not', null);
		if (filter.assigneeType === 'unassigned') query = query.where('assignee_id', 'is', null);
		return query;
	};

	return {
		/** One page, last activity first. */
		async listPage(filter: ConversationFilter, start: ListStart): Promise<ConversationRow[]> {
			if (filter.inboxIds?.length === 0) return [];
			const offset = 'page' in start ? (start.page - 1) * CONVERSATIONS_PER_PAGE : 0;
			const ordered = (range: Range) => {
				let query = ofRange(filter, range);
				if ('below' in start) {
					const { lastActivityAt, id } = start.below;
					query = query.where((column) =>
						column(column.refTuple('last_activity_at', 'id'), '<', column.tuple(lastActivityAt, id)),
					);
				}
				return query.orderBy('last_activity_at', 'desc').orderBy('id', 'desc');
			};
			const [range, ...others] = rangesOf(filter);
			if (others.length === 0) {
				return ordered(range).selectAll().limit(CONVERSATIONS_PER_PAGE).offset(offset).execute();
			}
			const pageOf = (one: Range) =>
				db
					.selectFrom(
						ordered(one)
							.select(['id', 'last_activity_at'])
							.limit(offset + CONVERSATIONS_PER_PAGE)
							.as('page'),
					)
					.select(['id', 'last_activity_at']);
			const merged = others.reduce((all, one) => all.unionAll(pageOf(one)), pageOf(range));
			return db
				.selectFrom('conversations')
				.selectAll()
				.where('id', 'in', (conversation) =>
					conversation
						.selectFrom(merged.as('candidates'))
						.select('candidates.id')
						.orderBy('candidates.last_activity_at', 'desc')
						.orderBy('candidates.id', 'desc')
						.limit(CONVERSATIONS_PER_PAGE)
						.offset(offset),
				)
				.orderBy('last_activity_at', 'desc')
				.orderBy('id', 'desc')
				.execute();
		},

		/**
		 * Every conversation that has changed since then (milliseconds since the epoch), the last change first; undefined
		 * where there are too many for one answer.
		 */
		async listChanged(filter: ConversationFilter, since: number): Promise<Changed | undefined> {
			const examined = await db
				.selectFrom('conversations')
				.select(['id', 'inbox_id', 'status', 'assignee_id'])
				.where('account_id', '=', filter.accountId)
				.where('updated_at', '>=', since)
				.orderBy('updated_at', 'desc')
				.limit(CHANGED_EXAMINED + 1)
				.execute();
			const { inboxIds, status, userId } = filter;
			const matching = examined.filter(
				(row) => (inboxIds?.includes(row.inbox_id) ?? true) && (status === 'all' || row.status === status),
			);
			const mine = matching.filter((row) => row.assignee_id === userId);
			const assigned = matching.filter((row) => row.assignee_id !== null);
			const unassigned = matching.filter((row) => row.assignee_id === null);
			const { [filter.assigneeType]: chosen } = { me: mine, assigned, unassigned, all: matching };
			if (examined.length > CHANGED_EXAMINED || chosen.length > CONVERSATIONS_CHANGED) return undefined;
			const ids = chosen.map(({ id }) => id);
			const found =
				ids.length === 0 ? [] : await db.selectFrom('conversations').selectAll().where('id', 'in', ids).execute();
			return {
				conversations: found.toSorted((a, b) => b.updated_at - a.updated_at),
				counts: { mine: mine.length, assigned: assigned.length, all: matching.length },
			};
		},
	};
}

/** One range where an index has the whole list in order, otherwise several to merge. */
function rangesOf({ inboxIds, status, assigneeType }: ConversationFilter): [Range, ...Range[]] {
	const isOfAssignee = assigneeType === 'me' || assigneeType === 'unassigned';
	const isOfInboxes = !isOfAssignee && inboxIds !== undefined && inboxIds.length <= MERGED_MAX;
	const statuses = status === 'all' ? STATUSES : [status];
	if (isOfInboxes) {
		return inboxIds.flatMap((inboxId) => statuses.map((of) => ({ inboxId, status: of }))) as [Range, ...Range[]];
	}
	if (isOfAssignee) return statuses.map((of) => ({ status: of })) as [Range, ...Range[]];
	return [status === 'all' ? {} : { status }];
}
