/**
 * The team's lists of conversations, by parameters and by conditions (docs/application-api.md,
 * Conversations).
 */
import * as v from 'valibot';
import { DEFAULT_SORT, type applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { CONVERSATION_FIELDS, filterBody, type FilterBody } from '#protocol/application/filters/conditions.ts';
import { CONVERSATION_STATUSES } from '#protocol/entities/entities.ts';
import type { Attributes } from '#protocol/entities/attributes.ts';
import type { RouteRequest } from '#protocol/base/routes.ts';
import { Problem } from '../../base/problem.ts';
import { readConditions } from '../../domain/filters/readConditions.ts';
import { loadTeamDetails, presentTeamConversation } from '../../present/conversation.ts';
import type { Services } from '../../services/services.ts';
import {
	CONVERSATIONS_CHANGED,
	CONVERSATIONS_PER_PAGE,
	type AssigneeCounts,
	type ConversationFilter,
	type Counted,
	type ListStart,
} from '../../store/conversations/conversationList.ts';
import { keyOf, type ListKey } from '../../store/conversations/conversationOrder.ts';
import type { Criteria } from '../../store/filters/criteria.ts';
import { FOUND_EXAMINED } from '../../store/messages/search.ts';
import type { Member } from '../../store/people/users.ts';
import type { Repositories } from '../../store/store.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import { invalid } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

type ListQuery = RouteRequest<typeof applicationRoutes.listConversations>['query'];
type CountQuery = RouteRequest<typeof applicationRoutes.countConversations>['query'];

type ListHandlers = Pick<
	Handlers<typeof applicationRoutes>,
	'listConversations' | 'filterConversations' | 'countConversations' | 'countCustomFilters'
>;

export function conversationListHandlers({ store, files, presence }: Services): ListHandlers {
	const presentAll = async ({ account_id, user_id }: Member, conversations: ConversationRow[]) => {
		const now = await presence.list(account_id);
		return (await loadTeamDetails(store, files, conversations)).map((details) =>
			presentTeamConversation(details, now, user_id),
		);
	};

	const matchingOf = async (member: Member, { payload }: FilterBody): Promise<ConversationFilter> => {
		const model = 'conversation_attribute';
		const criteria = await readConditions(store, member.account_id, model, CONVERSATION_FIELDS, payload);
		const filter = await filterOf(store, member, { status: 'all' });
		return { ...filter, status: statusOf(criteria), criteria };
	};
	/** Undefined where the filter cannot be read. */
	const countKept = async (member: Member, query: Attributes): Promise<number | undefined> => {
		const body = v.safeParse(filterBody, query);
		if (!body.success) return undefined;
		try {
			return (await store.conversationCounts.count(await matchingOf(member, body.output))).all;
		} catch (error) {
			// What it asks for may have been deleted since.
			if (error instanceof Problem) return undefined;
			throw error;
		}
	};

	return {
		async listConversations({ member, query }) {
			const { conversations, counts, nextCursor } = await readList(store, member, query);
			return {
				data: {
					meta: presentCounts(counts),
					next_cursor: nextCursor,
					payload: await presentAll(member, conversations),
				},
			};
		},

		async filterConversations({ member, query, body }) {
			const matching = await matchingOf(member, body);
			const conversations = await store.conversationList.listPage(
				matching,
				query.sort_by ?? DEFAULT_SORT,
				startOf(query),
			);
			const { assigned_count: _ofNoUse, ...meta } = presentCounts(await store.conversationCounts.count(matching));
			return {
				meta,
				next_cursor: nextCursorOf(conversations, query),
				payload: await presentAll(member, conversations),
			};
		},

		async countCustomFilters({ member }) {
			const payload = [];
			// One after the other: they are many, and others want the database, too.
			for (const { id, query } of await store.customFilters.list(member, 'conversation')) {
				const count = await countKept(member, query);
				if (count !== undefined) payload.push({ id, count });
			}
			return { payload };
		},

		async countConversations({ member, query }) {
			const filter = await filterOf(store, member, query);
			const some = (await readChanged(store, filter, query)) ?? (await readFound(store, filter, query, { page: 1 }));
			return { meta: presentCounts(some?.counts ?? (await store.conversationCounts.count(filter))) };
		},
	};
}

/** The conversations that the member asks for, limited to those that the member may see. */
async function filterOf(store: Repositories, member: Member, query: CountQuery): Promise<ConversationFilter> {
	if (query.team_id !== undefined) await store.teams.require(member.account_id, query.team_id);
	const visible = await store.channels.listVisibleInboxIds(member.account_id, member);
	const removed = await store.channels.listRemoved();
	const isEverything =
		member.role === 'administrator' &&
		query.inbox_id === undefined &&
		!removed.some(({ account_id }) => account_id === member.account_id);
	const inboxIds = visible.filter((id) => query.inbox_id === undefined || id === query.inbox_id);
	return {
		accountId: member.account_id,
		inboxIds: isEverything ? undefined : inboxIds,
		sessionIds: query.source_id ? await store.sessions.listIdsBySource(inboxIds, query.source_id) : undefined,
		status: query.q ? 'all' : (query.status ?? ['open']),
		assigneeType: query.assignee_type ?? 'all',
		userId: member.user_id,
		teamId: query.team_id,
		labels: query.labels,
	};
}

interface ListAnswer {
	conversations: ConversationRow[];
	counts: AssigneeCounts;
	nextCursor: string | null;
}

async function readList(store: Repositories, member: Member, query: ListQuery): Promise<ListAnswer> {
	const filter = await filterOf(store, member, query);
	const changed = await readChanged(store, filter, query);
	if (changed) return { ...changed, nextCursor: null };
	const { sort_by = DEFAULT_SORT } = query;
	const start = startOf(query);
	const { conversations, counts } = (await readFound(store, filter, query, start)) ?? {
		conversations: await store.conversationList.listPage(filter, sort_by, start),
		counts: await store.conversationCounts.count(filter),
	};
	return { conversations, counts, nextCursor: nextCursorOf(conversations, query) };
}

function startOf({ cursor, page = 1 }: Pick<ListQuery, 'cursor' | 'page'>): ListStart {
	return cursor === undefined ? { page } : { after: readCursor(cursor) };
}

function nextCursorOf(
	page: readonly ConversationRow[],
	{ sort_by = DEFAULT_SORT }: Pick<ListQuery, 'sort_by'>,
): string | null {
	const last = page.length === CONVERSATIONS_PER_PAGE ? page.at(-1) : undefined;
	return last ? writeCursor(keyOf(sort_by, last)) : null;
}

/** The statuses that all criteria agree on, by which indexes find conversations. */
function statusOf(criteria: Criteria | undefined): ConversationFilter['status'] {
	const [list, ...others] = criteria ?? [];
	const sought = list?.find(({ key, operator }) => key === 'status' && operator === 'equal_to');
	if (!sought || others.length > 0) return 'all';
	return CONVERSATION_STATUSES.filter((status) => sought.values.includes(status));
}

/** Undefined where that was not asked for. */
async function readChanged(
	store: Repositories,
	filter: ConversationFilter,
	{ updated_within: seconds }: CountQuery,
): Promise<Counted | undefined> {
	if (seconds === undefined) return undefined;
	const changed = await store.conversationList.listChanged(filter, Math.max(0, Date.now() - seconds * 1000));
	if (!changed) {
		throw invalid(`Updated within has too many conversations (maximum is ${CONVERSATIONS_CHANGED})`, [
			'updated_within',
		]);
	}
	return changed;
}

/** Undefined where neither words, a session nor what concerns the caller are sought. */
async function readFound(
	store: Repositories,
	filter: ConversationFilter,
	{ q, conversation_type: kind, sort_by = DEFAULT_SORT }: Pick<ListQuery, 'q' | 'conversation_type' | 'sort_by'>,
	start: ListStart,
): Promise<Counted | undefined> {
	if (!q && !filter.sessionIds && !kind) return undefined;
	const ids = kind
		? await listOfKind(store, kind, filter)
		: q
			? await store.search.listConversationIds({ ...filter, text: q })
			: await store.conversations.listIdsOfSessions(filter.sessionIds ?? [], FOUND_EXAMINED);
	return store.conversationList.listAmong(ids, filter, sort_by, start);
}

/** The newest that the caller follows, or in which a note names them. */
function listOfKind(
	{ participants }: Repositories,
	kind: 'mention' | 'participating',
	{ accountId, userId }: ConversationFilter,
): Promise<number[]> {
	const list = kind === 'mention' ? participants.listMentioning : participants.listFollowed;
	return list(accountId, userId, FOUND_EXAMINED);
}

function readCursor(cursor: string): ListKey {
	const [group = 0, value = 0, id = 0] = cursor.split('.').map(Number);
	return { group, value, id };
}

function writeCursor({ group, value, id }: ListKey): string {
	return `${group}.${value}.${id}`;
}

function presentCounts({ mine, assigned, all }: AssigneeCounts) {
	return { mine_count: mine, assigned_count: assigned, unassigned_count: all - assigned, all_count: all };
}
