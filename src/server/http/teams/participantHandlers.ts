/** Who follows a conversation, by REST (docs/application-api.md, Participants). */
import type { participantRoutes } from '#protocol/application/teams/participantRoutes.ts';
import { changeFollowers, type FollowersChange } from '../../domain/conversations/follow.ts';
import { presentTeamAgent } from '../../present/agent.ts';
import { commit, scopeOfConversation, type Services } from '../../services/services.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import { byName } from '../people/teamAgentHandlers.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function participantHandlers(services: Services): Handlers<typeof participantRoutes> {
	const { store, presence } = services;
	const present = async (accountId: number, ids: readonly number[]) => {
		const now = await presence.list(accountId);
		const people = (await store.users.listAccount(accountId)).filter(({ user_id }) => ids.includes(user_id));
		return people.toSorted(byName).map((member) => presentTeamAgent(member, now));
	};
	const change = (conversation: ConversationRow, userIds: readonly number[], how: FollowersChange) =>
		commit(services, scopeOfConversation(conversation), (repositories) =>
			changeFollowers(repositories, conversation, userIds, how),
		);

	return {
		async listParticipants({ account, conversation }) {
			return present(account.id, await store.participants.list(conversation.id));
		},

		async addParticipants({ account, conversation, body }) {
			return present(account.id, await change(conversation, body.user_ids, 'add'));
		},

		async setParticipants({ account, conversation, body }) {
			await change(conversation, body.user_ids, 'set');
			return present(account.id, await store.participants.list(conversation.id));
		},

		async removeParticipants({ conversation, body }) {
			await change(conversation, body.user_ids, 'remove');
		},
	};
}
