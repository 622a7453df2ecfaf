/** What the team does with a conversation (docs/application-api.md, Conversations). */
import type { conversationChangeRoutes } from '#protocol/conversationChangeRoutes.ts';
import type { EventPublisher } from '../../domain/eventPublisher.ts';
import { assignConversation } from '../../domain/assignConversation.ts';
import { setConversationAttributes, setLabels, setPriority } from '../../domain/labelConversation.ts';
import { muteConversation, unmuteConversation } from '../../domain/muteConversation.ts';
import { unseeAsTeam } from '../../domain/seeMessages.ts';
import type { Writer } from '../../domain/writer.ts';
import { presentTeamAgent } from '../../present/agent.ts';
import { commit, scopeOfConversation, type Services } from '../../services/services.ts';
import type { ConversationRow } from '../../store/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/users.ts';
import type { Handlers } from '../registerRoutes.ts';
import { newConversationHandlers } from './newConversationHandlers.ts';
import { findVisible, presentingChanged, presentingConversation } from './teamConversationHandlers.ts';
import { teamTranscriptHandlers } from './teamTranscriptHandlers.ts';

type Change<T> = (repositories: Repositories, publish: EventPublisher, conversation: ConversationRow) => Promise<T>;

export function conversationChangeHandlers(services: Services): Handlers<typeof conversationChangeRoutes> {
	const { store, presence } = services;
	const present = presentingConversation(services);
	const presentChanged = presentingChanged(services);
	/** Changes a conversation that the writer sees. */
	const change = async <T>(writer: Writer, displayId: number, make: Change<T>): Promise<T> => {
		const found = await findVisible(store, writer, displayId);
		return commit(services, scopeOfConversation(found), (repositories, publish) => make(repositories, publish, found));
	};
	const byMember = (member: Member): Writer => ({ type: 'User', member });

	return {
		...newConversationHandlers(services),
		...teamTranscriptHandlers(services),

		async assignConversation({ writer, params, body: { assignee_id } }) {
			if (assignee_id === undefined) {
				await findVisible(store, writer, params.id);
				return null;
			}
			const assignee = await change(writer, params.id, async (repositories, publish, conversation) => {
				const member = await repositories.users.findMember(conversation.account_id, assignee_id ?? 0);
				await assignConversation(repositories, publish, conversation, member, writer);
				return member;
			});
			return assignee ? presentTeamAgent(assignee, await presence.list(assignee.account_id)) : null;
		},

		async updateConversation({ writer, params, body: { priority } }) {
			if (priority === undefined) return presentChanged(writer, await findVisible(store, writer, params.id));
			return presentChanged(
				writer,
				await change(writer, params.id, (repositories, publish, conversation) =>
					setPriority(repositories, publish, conversation, priority, writer),
				),
			);
		},

		async togglePriority({ writer, params, body }) {
			await change(writer, params.id, (repositories, publish, conversation) =>
				setPriority(repositories, publish, conversation, body.priority ?? null, writer),
			);
		},

		async listConversationLabels({ member, params }) {
			return { payload: (await findVisible(store, byMember(member), params.id)).labels };
		},

		async setConversationLabels({ member, params, body }) {
			const { labels } = await change(byMember(member), params.id, (repositories, publish, conversation) =>
				setLabels(repositories, publish, conversation, body.labels ?? [], byMember(member)),
			);
			return { payload: labels };
		},

		async setTeamAttributes({ member, params, body }) {
			const { custom_attributes } = await change(byMember(member), params.id, (repositories, publish, conversation) =>
				setConversationAttributes(repositories, publish, conversation, body.custom_attributes),
			);
			return { custom_attributes };
		},

		async markUnread({ member, params }) {
			return present(
				await change(byMember(member), params.id, (repositories, _publish, conversation) =>
					unseeAsTeam(repositories, conversation),
				),
			);
		},

		muteConversation: ({ member, params }) =>
			change(byMember(member), params.id, (repositories, publish, conversation) =>
				muteConversation(repositories, publish, conversation, member.name),
			),

		unmuteConversation: ({ member, params }) =>
			change(byMember(member), params.id, (repositories, publish, conversation) =>
				unmuteConversation(repositories, publish, conversation, member.name),
			),
	};
}
