/** Conversations for the team (docs/application-api.md, Conversations). */
import { DEFAULT_SORT, type applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { BotConversation, TeamConversation } from '#protocol/entities/entities.ts';
import type { RouteRequest } from '#protocol/base/routes.ts';
import { invalid, notFound } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import {
	loadTeamConversation,
	loadTeamDetails,
	presentBotConversation,
	presentTeamConversation,
} from '../../present/conversation.ts';
import { presentUserSender } from '../../present/agent.ts';
import { iso } from '../../present/times.ts';
import { assignConversation } from '../../domain/conversations/assignConversation.ts';
import { changeStatus } from '../../domain/conversations/changeStatus.ts';
import { seeAsTeam } from '../../domain/messages/seeMessages.ts';
import { nameOf, type Writer } from '../../domain/messages/writer.ts';
import { commit, scopeOfConversation, broadcastUnstored, type Services } from '../../services/services.ts';
import type {
	AssigneeCounts,
	ConversationFilter,
	Counted,
	ListStart,
} from '../../store/conversations/conversationList.ts';
import { keyOf, type ListKey } from '../../store/conversations/conversationOrder.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import { CONVERSATIONS_CHANGED, CONVERSATIONS_PER_PAGE } from '../../store/conversations/conversationList.ts';
import { FOUND_EXAMINED } from '../../store/messages/search.ts';

type ListQuery = RouteRequest<typeof applicationRoutes.listConversations>['query'];
type CountQuery = RouteRequest<typeof applicationRoutes.countConversations>['query'];

type ConversationHandlers = Pick<
	Handlers<typeof applicationRoutes>,
	| 'listConversations'
	| 'countConversations'
	| 'showConversation'
	| 'toggleStatus'
	| 'toggleTypingStatus'
	| 'updateLastSeen'
	| 'viewConversation'
>;

export function teamConversationHandlers(services: Services): ConversationHandlers {
	const { store, files, presence } = services;
	const present = presentingConversation(services);

	return {
		async listConversations({ member, query }) {
			const { conversations, counts, nextCursor } = await readList(store, member, query);
			const now = await presence.list(member.account_id);
			return {
				data: {
					meta: presentCounts(counts),
					next_cursor: nextCursor,
					payload: (await loadTeamDetails(store, files, conversations)).map((details) =>
						presentTeamConversation(details, now),
					),
				},
			};
		},

		async countConversations({ member, query }) {
			const filter = await filterOf(store, member, query);
			const some = (await readChanged(store, filter, query)) ?? (await readFound(store, filter, query, { page: 1 }));
			return { meta: presentCounts(some?.counts ?? (await store.conversationCounts.count(filter))) };
		},

		showConversation: ({ conversation }) => present(conversation),

		async toggleStatus({ writer, conversation: found, body }) {
			const { conversation, isHandover } = await commit(
				services,
				scopeOfConversation(found),
				async (repositories, publish) => {
					const old = await repositories.conversations.lock(found.id);
					const status = body.status ?? (old.status === 'open' ? 'resolved' : 'open');
					const isHandover = writer.type === 'AgentBot' && old.status === 'pending' && status === 'open';
					// An agent who reopens a conversation becomes its assignee; administrators and
					// bots do not.
					const isTaken = status === 'open' && writer.type === 'User' && writer.member.role === 'agent';
					const changed = await changeStatus(repositories, publish, old, {
						status,
						snoozedUntil: status === 'snoozed' && body.snoozed_until ? Math.round(body.snoozed_until * 1000) : null,
						isHandover: writer.type === 'AgentBot',
						activity: { code: status === 'open' ? 'reopened' : status, name: nameOf(writer) },
					});
					const conversation = isTaken
						? await assignConversation(repositories, publish, changed, writer.member, writer)
						: changed;
					return { conversation, isHandover };
				},
			);
			return {
				payload: {
					success: isHandover ? null : true,
					conversation_id: conversation.display_id,
					current_status: conversation.status,
					snoozed_until: iso(conversation.snoozed_until),
				},
			};
		},

		async toggleTypingStatus({ member, conversation, body }) {
			await broadcastUnstored(services, conversation.account_id, (publish) =>
				publish.typing(conversation, body.typing_status === 'on', body.is_private, member),
			);
		},

		async viewConversation({ account, member, conversation, body }) {
			const isNew = await presence.view(conversation.id, member.user_id, body.viewing);
			const ids = await presence.listViewers(conversation.id);
			const viewers = (await store.users.listAccount(account.id)).filter(({ user_id }) => ids.includes(user_id));
			if (isNew)
				await broadcastUnstored(services, account.id, (publish) => publish.viewing(conversation, viewers, member));
			const now = await presence.listUsers(account.id);
			const others = viewers.filter(({ user_id }) => user_id !== member.user_id);
			return { payload: others.map((viewer) => presentUserSender(viewer, now)) };
		},

		async updateLastSeen({ member, conversation, body }) {
			const seen = await commit(services, scopeOfConversation(conversation), (repositories, publish) =>
				seeAsTeam(repositories, publish, member, conversation, body.last_seen_message_id),
			);
			return present(seen);
		},
	};
}

/** A function that presents a conversation to the team. */
export function presentingConversation({ store, files, presence }: Services) {
	return async (conversation: ConversationRow): Promise<TeamConversation> =>
		presentTeamConversation(
			await loadTeamConversation(store, files, conversation),
			await presence.list(conversation.account_id),
		);
}

/** A function that presents a conversation to the agent or bot that has changed it. */
export function presentingChanged(services: Services) {
	const present = presentingConversation(services);
	return async (writer: Writer, conversation: ConversationRow): Promise<TeamConversation | BotConversation> =>
		writer.type === 'AgentBot' ? presentBotConversation(conversation) : present(conversation);
}

/** The conversations that the member asks for, limited to those that the member may see. */
async function filterOf(store: Repositories, member: Member, query: CountQuery): Promise<ConversationFilter> {
	if (query.team_id) throw notFound();
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
	const { cursor, sort_by = DEFAULT_SORT, page = 1 } = query;
	const start = cursor === undefined ? { page } : { after: readCursor(cursor) };
	const { conversations, counts } = (await readFound(store, filter, query, start)) ?? {
		conversations: await store.conversationList.listPage(filter, sort_by, start),
		counts: await store.conversationCounts.count(filter),
	};
	const last = conversations.length === CONVERSATIONS_PER_PAGE ? conversations.at(-1) : undefined;
	return {
		conversations,
		counts,
		nextCursor: last ? writeCursor(keyOf(sort_by, last)) : null,
	};
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

/** Undefined where neither words nor a session are sought. */
async function readFound(
	store: Repositories,
	filter: ConversationFilter,
	{ q, sort_by = DEFAULT_SORT }: Pick<ListQuery, 'q' | 'sort_by'>,
	start: ListStart,
): Promise<Counted | undefined> {
	if (!q && !filter.sessionIds) return undefined;
	const ids = q
		? await store.search.listConversationIds({ ...filter, text: q })
		: await store.conversations.listIdsOfSessions(filter.sessionIds ?? [], FOUND_EXAMINED);
	return store.conversationList.listAmong(ids, filter, sort_by, start);
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
