/** What the team does with a conversation (docs/application-api.md, Conversations). */
import type { conversationChangeRoutes } from '#protocol/application/conversationChangeRoutes.ts';
import type { EventPublisher } from '../../domain/eventPublisher.ts';
import { assignConversation } from '../../domain/conversations/assignConversation.ts';
import { assignTeam } from '../../domain/conversations/assignTeam.ts';
import { setConversationAttributes, setLabels, setPriority } from '../../domain/conversations/labelConversation.ts';
import { muteConversation, unmuteConversation } from '../../domain/conversations/muteConversation.ts';
import { unseeAsTeam } from '../../domain/messages/seeMessages.ts';
import { presentAssignedTeam, presentTeamAgent } from '../../present/agent.ts';
import { listOnlineIds } from '../../services/assignWaiting.ts';
import { commit, scopeOfConversation, type Services } from '../../services/services.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { bulkHandlers } from './bulkHandlers.ts';
import { newConversationHandlers } from './newConversationHandlers.ts';
import { presentingChanged, presentingConversation } from './teamConversationHandlers.ts';
import { teamTranscriptHandlers } from './teamTranscriptHandlers.ts';

type Change<T> = (repositories: Repositories, publish: EventPublisher) => Promise<T>;

export function conversationChangeHandlers(services: Services): Handlers<typeof conversationChangeRoutes> {
	const { presence } = services;
	const present = presentingConversation(services);
	const presentChanged = presentingChanged(services);
	const change = <T>(conversation: ConversationRow, make: Change<T>): Promise<T> =>
		commit(services, scopeOfConversation(conversation), make);

	return {
		...newConversationHandlers(services),
		...bulkHandlers(services),
		...teamTranscriptHandlers(services),

		async assignConversation({ writer, conversation, body: { assignee_id, team_id } }) {
			if (assignee_id === undefined) {
				if (team_id === undefined) return null;
				const onlineIds = await listOnlineIds(services, conversation.account_id);
				const team = await change(conversation, async (repositories, publish) => {
					const found = await repositories.teams.find(conversation.account_id, team_id ?? 0);
					await assignTeam(repositories, publish, conversation, found, { by: writer, onlineIds });
					return found;
				});
				return team ? presentAssignedTeam(team) : null;
			}
			const assignee = await change(conversation, async (repositories, publish) => {
				const member = await repositories.users.findMember(conversation.account_id, assignee_id ?? 0);
				await assignConversation(repositories, publish, conversation, member, writer);
				return member;
			});
			return assignee ? presentTeamAgent(assignee, await presence.list(assignee.account_id)) : null;
		},

		async updateConversation({ writer, conversation, body: { priority } }) {
			if (priority === undefined) return presentChanged(writer, conversation);
			return presentChanged(
				writer,
				await change(conversation, (repositories, publish) =>
					setPriority(repositories, publish, conversation, priority, writer),
				),
			);
		},

		async togglePriority({ writer, conversation, body }) {
			await change(conversation, (repositories, publish) =>
				setPriority(repositories, publish, conversation, body.priority ?? null, writer),
			);
		},

		listConversationLabels: async ({ conversation }) => ({ payload: conversation.labels }),

		async setConversationLabels({ member, conversation, body }) {
			const { labels } = await change(conversation, (repositories, publish) =>
				setLabels(repositories, publish, conversation, body.labels ?? [], { type: 'User', member }),
			);
			return { payload: labels };
		},

		async setTeamAttributes({ conversation, body }) {
			const { custom_attributes } = await change(conversation, (repositories, publish) =>
				setConversationAttributes(repositories, publish, conversation, body.custom_attributes),
			);
			return { custom_attributes };
		},

		async markUnread({ member, conversation }) {
			return present(member, await change(conversation, (repositories) => unseeAsTeam(repositories, conversation)));
		},

		muteConversation: ({ member, conversation }) =>
			change(conversation, (repositories, publish) =>
				muteConversation(repositories, publish, conversation, member.name),
			),

		unmuteConversation: ({ member, conversation }) =>
			change(conversation, (repositories, publish) =>
				unmuteConversation(repositories, publish, conversation, member.name),
			),
	};
}
