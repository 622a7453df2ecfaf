/** Conversations for the team (application-api A1, A2, A5, A6, A7). */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { ConversationStatus } from '#protocol/entities.ts';
import { notAuthorized, notFound } from '../http/refusal.ts';
import type { Handlers } from '../http/registerRoutes.ts';
import { loadConversation, loadDetails, presentTeamConversation } from '../present/conversation.ts';
import { iso } from '../present/times.ts';
import { changeStatus } from '../rules/changeStatus.ts';
import { nameOf, type Writer } from '../rules/writer.ts';
import { commit, type Services } from '../services.ts';
import type { ConversationRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

type ConversationHandlers = Pick<
	Handlers<typeof applicationRoutes>,
	'listConversations' | 'showConversation' | 'toggleStatus' | 'toggleTypingStatus' | 'updateLastSeen'
>;

export function conversationHandlers(services: Services): ConversationHandlers {
	const { store, files, presence } = services;

	const present = async (conversation: ConversationRow) =>
		presentTeamConversation(
			await loadConversation(store, files, conversation),
			await presence.list(conversation.account_id),
		);

	return {
		async listConversations({ account, member, query }) {
			const visible = await store.channels.listVisibleInboxIds(account.id, member);
			const filter = {
				accountId: account.id,
				inboxIds: visible.filter((id) => query.inbox_id === undefined || id === query.inbox_id),
				status: query.status ?? 'open',
				assigneeType: query.assignee_type ?? 'all',
				userId: member.user_id,
				updatedSince:
					query.updated_within === undefined ? undefined : Math.max(0, Date.now() - query.updated_within * 1000),
			};
			const counts = await store.conversations.count(filter);
			const conversations = await store.conversations.listPage(filter, query.page ?? 1);
			const now = await presence.list(account.id);
			return {
				data: {
					meta: {
						mine_count: counts.mine,
						assigned_count: counts.assigned,
						unassigned_count: counts.all - counts.assigned,
						all_count: counts.all,
					},
					payload: (await loadDetails(store, files, conversations)).map((details) =>
						presentTeamConversation(details, now),
					),
				},
			};
		},

		async showConversation({ member, params }) {
			return present(await findVisible(store, { type: 'User', member }, params.id));
		},

		async toggleStatus({ account, writer, params, body }) {
			const found = await findVisible(store, writer, params.id);
			const conversation = await commit(services, account.id, async (repositories, announce) => {
				const old = await repositories.conversations.lock(found.id);
				const status = body.status ?? (old.status === 'open' ? 'resolved' : 'open');
				// An agent who takes a conversation up again answers for it; administrators and bots only sort.
				const isTaken = status === 'open' && writer.type === 'User' && writer.member.role === 'agent';
				return changeStatus(repositories, announce, old, {
					status,
					snoozedUntil: status === 'snoozed' && body.snoozed_until ? Math.round(body.snoozed_until * 1000) : null,
					...(isTaken ? { assigneeId: writer.member.user_id } : {}),
					activity: `${ACTIVITY[status]} by ${nameOf(writer)}`,
				});
			});
			return {
				payload: {
					success: true,
					conversation_id: conversation.display_id,
					current_status: conversation.status,
					snoozed_until: iso(conversation.snoozed_until),
				},
			};
		},

		async toggleTypingStatus({ member, params, body }) {
			const conversation = await findVisible(store, { type: 'User', member }, params.id);
			await commit(services, member.account_id, (_repositories, announce) =>
				announce.typing(conversation, body.typing_status === 'on', body.is_private, member),
			);
		},

		async updateLastSeen({ member, params }) {
			const conversation = await findVisible(store, { type: 'User', member }, params.id);
			const now = Date.now();
			const isAssignee = conversation.assignee_id === member.user_id;
			return present(
				await store.conversations.updateSeen(conversation.id, {
					agent_last_seen_at: now,
					...(isAssignee ? { assignee_last_seen_at: now } : {}),
				}),
			);
		},
	};
}

const ACTIVITY: Record<ConversationStatus, string> = {
	open: 'Conversation was reopened',
	resolved: 'Conversation was marked resolved',
	pending: 'Conversation was marked pending',
	snoozed: 'Conversation was snoozed',
};

/** 404 when there is none, 401 when it is in an inbox that the writer does not see (application-api A0, steps 7 and 8). */
export async function findVisible(store: Repositories, writer: Writer, displayId: number): Promise<ConversationRow> {
	const accountId = writer.type === 'User' ? writer.member.account_id : writer.bot.account_id;
	const conversation = await store.conversations.findByDisplayId(accountId, displayId);
	if (!conversation) throw notFound();
	const visible =
		writer.type === 'User'
			? await store.channels.listVisibleInboxIds(accountId, writer.member)
			: await store.bots.listInboxIds(writer.bot.id);
	if (!visible.includes(conversation.inbox_id)) throw notAuthorized();
	return conversation;
}
