import { unassignLeaver } from '../domain/agents.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/**
 * Leaves conversations of people who have left the team without an assignee, `limit` at most, each in a transaction of its own
 * and with its event. `onError` is told which ones failed.
 */
export async function unassignLeavers(
	services: Services,
	limit: number,
	onError: (error: unknown, conversationId: number) => void,
): Promise<void> {
	for (const conversation of await services.store.conversations.listOfLeavers(limit)) {
		await commit(services, scopeOfConversation(conversation), (repositories, publish) =>
			unassignLeaver(repositories, publish, conversation),
		).catch((error: unknown) => onError(error, conversation.id));
	}
}
