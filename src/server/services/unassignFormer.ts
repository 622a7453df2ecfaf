import { unassignFormerAgent } from '../domain/people/agents.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/**
 * Takes conversations from agents who are no longer in the team, `limit` at most, each in a
 * transaction of its own and with its event. `onError` is told which ones failed.
 */
export async function unassignFormer(
	services: Services,
	limit: number,
	onError: (error: unknown, conversationId: number) => void,
): Promise<void> {
	for (const conversation of await services.store.conversations.listOfFormerAgents(limit)) {
		await commit(services, scopeOfConversation(conversation), (repositories, publish) =>
			unassignFormerAgent(repositories, publish, conversation),
		).catch((error: unknown) => onError(error, conversation.id));
	}
}
