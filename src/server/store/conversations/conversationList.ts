/**
 * The team's list of conversations, with any filter: each page is read from indexes in the list's
 * order.
 */
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { ConversationSort } from '#protocol/application/applicationRoutes.ts';
import { CONVERSATION_STATUSES, type ConversationStatus } from '#protocol/entities/entities.ts';
import { compareKeys, keyOf, ORDERS, type Group, type ListKey } from './conversationOrder.ts';
import { filterableConversations } from '../filters/conversationCriteria.ts';
import { compileCriteria, type Criteria } from '../filters/criteria.ts';
import { listConversationsByIds } from './conversations.ts';
import type { ConversationRow, Database } from '../tables/schema.ts';

/** Conversations per page of the team's list (docs/application-api.md, Conversations). */
export const CONVERSATIONS_PER_PAGE = 25;

/**
 * The server lists at most this many changed conversations; a desk that has missed more reads the
 * whole list again.
 */
export const CONVERSATIONS_CHANGED = 250;

export interface AssigneeCounts {
	mine: number;
	assigned: number;
	all: number;
}

export interface ConversationFilter {
	accountId: number;
	/** Undefined: all inboxes of the account. */
	inboxIds: readonly number[] | undefined;
	status: readonly ConversationStatus[] | 'all';
	assigneeType: 'me' | 'unassigned' | 'assigned' | 'all';
	userId: number;
	/** Undefined: of all teams, and of none. */
	teamId?: number | undefined;
	/** Conversations that have any of these labels; undefined: all. */
	labels: readonly string[] | undefined;
	/**
	 * Undefined: all sessions. `listPage` does not look at it: the conversations of sessions are
	 * known, and chosen by `listAmong`.
	 */
	sessionIds?: readonly number[] | undefined;
	/** Further conditions, for pages and counts; `listAmong` and `listChanged` know none. */
	criteria?: Criteria | undefined;
}

/** Where a page begins: by its number, which counts from 1, or after a position. */
export type ListStart = { page: number } | { after: ListKey };

/** Some conversations, and how many the filter has in all. */
export interface Counted {
	conversations: ConversationRow[];
	/** They do not depend on the filter's assignee. */
	counts: AssigneeCounts;
}

/** A part of the list that an index has in its order. */
interface Range {
	inboxId?: number;
	status?: ConversationStatus;
	/** The group of the order, and its number. */
	group: Group;
	place: number;
}

type Conversations = SelectQueryBuilder<Database, 'conversations', object>;

/**
 * Number of inboxes whose lists are merged. A member of more inboxes sees most conversations, so
 * the account's list is read and filtered.
 */
const MERGED_MAX = 20;

/** Recently changed conversations that are examined; the filter chooses among them. */
const CHANGED_EXAMINED = 10 * CONVERSATIONS_CHANGED;

/**
 * Of conversations that further conditions choose, as many are read as there are until the page is
 * full, which is for the connection that only reads.
 */
export function createConversationList(db: Kysely<Database>, reading: Kysely<Database>) {
	const ofRange = (filter: ConversationFilter, { inboxId, status, group }: Range): Conversations => {
		const { priority, isWaiting } = group;
		const { criteria } = filter;
		let query: Conversations = (criteria ? reading : db).selectFrom('conversations');
		// An inbox or a team belongs to one account; naming both would let the database choose the
		// wrong index.
		if (inboxId !== undefined) query = query.where('inbox_id', '=', inboxId);
		else if (filter.teamId !== undefined && isByActivity(group)) query = query.where('team_id', '=', filter.teamId);
		else query = query.where('account_id', '=', filter.accountId);
		if (status !== undefined) query = query.where('status', '=', status);
		if (priority !== undefined) query = query.where('priority', 'is not distinct from', priority);
		if (isWaiting !== undefined) query = query.where('waiting_since', isWaiting ? 'is not' : 'is', null);
		// Only the default order has indexes by inbox, by assignee and by team. In the others, and
		// beside a team, the database would choose one of them, and sort all that it finds.
		const isDefault = isByActivity(group);
		if (filter.teamId !== undefined && !isDefault) query = query.where(sql`coalesce(team_id, 0)`, '=', filter.teamId);
		const isIndexed = isDefault && filter.teamId === undefined;
		const assignee = isIndexed ? sql.ref('assignee_id') : sql`coalesce(assignee_id, 0)`;
		const inbox = isIndexed ? sql.ref('inbox_id') : sql`coalesce(inbox_id, 0)`;
		const nobody = isIndexed ? null : 0;
		if (inboxId === undefined && filter.inboxIds) query = query.where(inbox, 'in', filter.inboxIds);
		if (filter.assigneeType === 'me') query = query.where(assignee, '=', filter.userId);
		if (filter.assigneeType === 'assigned') query = query.where(assignee, isIndexed ? 'is not' : '<>', nobody);
		if (filter.assigneeType === 'unassigned') query = query.where(assignee, isIndexed ? 'is' : '=', nobody);
		if (criteria) query = query.where(compileCriteria(reading, filterableConversations(reading), criteria));
		const { labels } = filter;
		if (labels) {
			query = query.where((conversation) =>
				conversation.exists(
					conversation
						.selectFrom('conversation_labels')
						.select('title')
						.whereRef('conversation_id', '=', 'conversations.id')
						.where('title', 'in', labels),
				),
			);
		}
		return query;
	};

	return {
		/** One page in the order. */
		async listPage(filter: ConversationFilter, sort: ConversationSort, start: ListStart): Promise<ConversationRow[]> {
			if (hasNone(filter)) return [];
			const offset = 'page' in start ? (start.page - 1) * CONVERSATIONS_PER_PAGE : 0;
			const after = 'after' in start ? start.after : undefined;
			const ordered = (range: Range) => {
				const { by, isDescending } = range.group;
				const direction = isDescending ? 'desc' : 'asc';
				let query = ofRange(filter, range);
				if (after?.group === range.place) {
					query = query.where((column) =>
						column(column.refTuple(by, 'id'), isDescending ? '<' : '>', column.tuple(after.value, after.id)),
					);
				}
				return by === 'id' ? query.orderBy('id', direction) : query.orderBy(by, direction).orderBy('id', direction);
			};
			const ranges = rangesOf(filter, ORDERS[sort]).filter(({ place }) => place >= (after?.group ?? 0));
			const [range, ...others] = ranges;
			if (!range) return [];
			if (others.length === 0) {
				return ordered(range).selectAll().limit(CONVERSATIONS_PER_PAGE).offset(offset).execute();
			}
			// Negative numbers ascend where the order descends, so that all groups are merged in
			// one direction.
			const on = filter.criteria ? reading : db;
			const pageOf = (one: Range) => {
				const sign = one.group.isDescending ? -1 : 1;
				return on
					.selectFrom(
						ordered(one)
							.select(['id', sql<number>`${sql.ref(one.group.by)}`.as('value')])
							.limit(offset + CONVERSATIONS_PER_PAGE)
							.as('page'),
					)
					.select([
						'id',
						sql<number>`${sql.lit(one.place)}`.as('place'),
						sql<number>`value * ${sql.lit(sign)}`.as('value'),
						sql<number>`id * ${sql.lit(sign)}`.as('tie'),
					]);
			};
			const candidates = others.reduce((all, one) => all.unionAll(pageOf(one)), pageOf(range));
			return on
				.selectFrom(
					on
						.selectFrom(candidates.as('candidates'))
						.selectAll()
						.orderBy('place')
						.orderBy('value')
						.orderBy('tie')
						.limit(CONVERSATIONS_PER_PAGE)
						.offset(offset)
						.as('chosen'),
				)
				.innerJoin('conversations', 'conversations.id', 'chosen.id')
				.selectAll('conversations')
				.orderBy('place')
				.orderBy('value')
				.orderBy('tie')
				.execute();
		},

		/**
		 * Every conversation that has changed since then (milliseconds since the epoch), the last
		 * change first; undefined where there are too many for one answer.
		 */
		async listChanged(filter: ConversationFilter, since: number): Promise<Counted | undefined> {
			const examined = await db
				.selectFrom('conversations')
				.select(EXAMINED)
				.where('account_id', '=', filter.accountId)
				.where('updated_at', '>=', since)
				.orderBy('updated_at', 'desc')
				.limit(CHANGED_EXAMINED + 1)
				.execute();
			const { chosen, counts } = choose(examined, filter);
			if (examined.length > CHANGED_EXAMINED || chosen.length > CONVERSATIONS_CHANGED) return undefined;
			const found = await listConversationsByIds(
				db,
				chosen.map(({ id }) => id),
			);
			return { conversations: found.toSorted((a, b) => b.updated_at - a.updated_at), counts };
		},

		/** One page in the order, of these conversations alone. */
		async listAmong(
			ids: readonly number[],
			filter: ConversationFilter,
			sort: ConversationSort,
			start: ListStart,
		): Promise<Counted> {
			const examined =
				ids.length === 0
					? []
					: await db
							.selectFrom('conversations')
							.select([...EXAMINED, 'priority', 'waiting_since', 'last_activity_at'])
							.where('id', 'in', ids)
							.execute();
			const { chosen, counts } = choose(examined, filter);
			const inOrder = chosen
				.map((row) => keyOf(sort, row))
				.toSorted((one, other) => compareKeys(sort, one, other))
				.filter((key) => !('after' in start) || compareKeys(sort, start.after, key) < 0);
			const offset = 'page' in start ? (start.page - 1) * CONVERSATIONS_PER_PAGE : 0;
			const page = inOrder.slice(offset, offset + CONVERSATIONS_PER_PAGE).map(({ id }) => id);
			const found = await listConversationsByIds(db, page);
			return { conversations: found.toSorted((one, other) => page.indexOf(one.id) - page.indexOf(other.id)), counts };
		},
	};
}

/** Whether the filter names nothing of what conversations have. */
export function hasNone({ inboxIds, status, labels }: ConversationFilter): boolean {
	return [inboxIds, status, labels].some((names) => names?.length === 0);
}

type Examined = Pick<ConversationRow, (typeof EXAMINED)[number]>;

const EXAMINED = ['id', 'inbox_id', 'contact_inbox_id', 'status', 'assignee_id', 'team_id', 'labels'] as const;

/** Those that the filter chooses; the counts do not depend on its assignee. */
function choose<R extends Examined>(
	examined: readonly R[],
	{ inboxIds, sessionIds, status, userId, teamId, labels, assigneeType }: ConversationFilter,
): { chosen: R[]; counts: AssigneeCounts } {
	const matching = examined.filter(
		(row) =>
			(inboxIds?.includes(row.inbox_id) ?? true) &&
			(sessionIds?.includes(row.contact_inbox_id) ?? true) &&
			(teamId === undefined || row.team_id === teamId) &&
			(status === 'all' || status.includes(row.status)) &&
			(labels === undefined || row.labels.some((title) => labels.includes(title))),
	);
	const mine = matching.filter((row) => row.assignee_id === userId);
	const assigned = matching.filter((row) => row.assignee_id !== null);
	const unassigned = matching.filter((row) => row.assignee_id === null);
	const { [assigneeType]: chosen } = { me: mine, assigned, unassigned, all: matching };
	return { chosen, counts: { mine: mine.length, assigned: assigned.length, all: matching.length } };
}

/** One range where an index has the whole list in order, otherwise several to merge. */
function rangesOf({ inboxIds, status, assigneeType, teamId }: ConversationFilter, order: readonly Group[]): Range[] {
	const isOfFew = assigneeType === 'me' || assigneeType === 'unassigned' || teamId !== undefined;
	const statuses = status === 'all' ? CONVERSATION_STATUSES : status;
	return order.flatMap((group, place): Range[] => {
		const isDefault = isByActivity(group);
		if (isDefault && !isOfFew && inboxIds !== undefined && inboxIds.length <= MERGED_MAX)
			return inboxIds.flatMap((inboxId) => statuses.map((of) => ({ inboxId, status: of, group, place })));
		if (isDefault && !isOfFew && status === 'all') return [{ group, place }];
		return statuses.map((of) => ({ status: of, group, place }));
	});
}

/**
 * Whether it is the group of an order by last activity alone, for which there are the most indexes.
 */
function isByActivity({ by, priority }: Group): boolean {
	return by === 'last_activity_at' && priority === undefined;
}
