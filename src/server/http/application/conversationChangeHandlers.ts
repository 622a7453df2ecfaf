/** What the team changes of a conversation (docs/application-api.md, Conversations). */
import type { conversationChangeRoutes } from '#protocol/conversationChangeRoutes.ts';
import { assignConversation } from '../../domain/assignConversation.ts';
import { presentTeamAgent } from '../../present/agent.ts';
import { commit, scopeOfConversation, type Services } from '../../services/services.ts';
import type { Handlers } from '../registerRoutes.ts';
import { findVisible } from './teamConversationHandlers.ts';

export function conversationChangeHandlers(services: Services): Handlers<typeof conversationChangeRoutes> {
	const { store, presence } = services;

	return {
		async assignConversation({ writer, params, body }) {
			const found = await findVisible(store, writer, params.id);
			if (body.assignee_id === undefined) return null;
			const assignee = await store.users.findMember(found.account_id, body.assignee_id ?? 0);
			await commit(services, scopeOfConversation(found), (repositories, announce) =>
				assignConversation(repositories, announce, found, assignee, writer),
			);
			return assignee ? presentTeamAgent(assignee, await presence.list(found.account_id)) : null;
		},
	};
}
