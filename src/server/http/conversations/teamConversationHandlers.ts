/** Conversations for the team (docs/application-api.md, Conversations). */
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { BotConversation, TeamConversation } from '#protocol/entities/entities.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { loadTeamConversation, presentBotConversation, presentTeamConversation } from '../../present/conversation.ts';
import { presentUserSender } from '../../present/agent.ts';
import { iso } from '../../present/times.ts';
import { assignConversation } from '../../domain/conversations/assignConversation.ts';
import { changeStatus, takerOf } from '../../domain/conversations/changeStatus.ts';
import { seeAsTeam } from '../../domain/messages/seeMessages.ts';
import { nameOf, type Writer } from '../../domain/messages/writer.ts';
import { commit, scopeOfConversation, broadcastUnstored, type Services } from '../../services/services.ts';
import type { Member } from '../../store/people/users.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import { conversationListHandlers } from './conversationListHandlers.ts';

type ConversationHandlers = Pick<
	Handlers<typeof applicationRoutes>,
	| 'listConversations'
	| 'filterConversations'
	| 'countConversations'
	| 'countCustomFilters'
	| 'showConversation'
	| 'toggleStatus'
	| 'toggleTypingStatus'
	| 'updateLastSeen'
	| 'viewConversation'
>;

export function teamConversationHandlers(services: Services): ConversationHandlers {
	const { store, presence } = services;
	const present = presentingConversation(services);

	return {
		...conversationListHandlers(services),

		showConversation: ({ member, conversation }) => present(member, conversation),

		async toggleStatus({ writer, conversation: found, body }) {
			const { conversation, isHandover } = await commit(
				services,
				scopeOfConversation(found),
				async (repositories, publish) => {
					const old = await repositories.conversations.lock(found.id);
					const status = body.status ?? (old.status === 'open' ? 'resolved' : 'open');
					const isHandover = writer.type === 'AgentBot' && old.status === 'pending' && status === 'open';
					const taker = takerOf(status, writer);
					const changed = await changeStatus(repositories, publish, old, {
						status,
						snoozedUntil: status === 'snoozed' && body.snoozed_until ? Math.round(body.snoozed_until * 1000) : null,
						isHandover: writer.type === 'AgentBot',
						activity: { code: status === 'open' ? 'reopened' : status, name: nameOf(writer) },
					});
					const conversation = taker
						? await assignConversation(repositories, publish, changed, taker, writer)
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
			return present(member, seen);
		},
	};
}

/** A function that presents a conversation to a member of the team. */
export function presentingConversation({ store, files, presence }: Services) {
	return async ({ user_id }: Member, conversation: ConversationRow): Promise<TeamConversation> =>
		presentTeamConversation(
			await loadTeamConversation(store, files, conversation),
			await presence.list(conversation.account_id),
			user_id,
		);
}

/** A function that presents a conversation to the agent or bot that has changed it. */
export function presentingChanged(services: Services) {
	const present = presentingConversation(services);
	return async (writer: Writer, conversation: ConversationRow): Promise<TeamConversation | BotConversation> =>
		writer.type === 'AgentBot' ? presentBotConversation(conversation) : present(writer.member, conversation);
}
