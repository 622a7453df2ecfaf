/**
 * Finishes messages that a bot began to write and did not finish, so that no client waits for the
 * rest.
 */
import type { FastifyInstance } from 'fastify';
import { finishStream } from '../domain/messages/streamMessage.ts';
import { commit, scopeOfConversation, type Services } from '../services/services.ts';
import { repeat } from './repeat.ts';

const INTERVAL = 5_000;
/** Messages per run; the next run continues. */
const AT_ONCE = 100;

/** @param patience milliseconds without a piece after which a message is finished */
export function finishStreams(app: FastifyInstance, services: Services, patience: number): void {
	repeat(app, Math.min(INTERVAL, patience), 'messages not finished', async () => {
		const until = Date.now() - patience;
		for (const { id, conversation_id } of await services.store.messageStreams.listIdle(until, AT_ONCE)) {
			// A message that fails does not keep others from their end.
			await finish(services, conversation_id, id, until).catch((error: unknown) =>
				app.log.error({ err: error, message: id }, 'message not finished'),
			);
		}
	});
}

async function finish(services: Services, conversationId: number, messageId: number, until: number): Promise<void> {
	const found = await services.store.conversations.find(conversationId);
	await commit(services, scopeOfConversation(found), async (repositories, publish) => {
		const conversation = await repositories.conversations.lock(found.id);
		const stream = await repositories.messageStreams.find(messageId);
		// Another process has finished it, or its bot goes on.
		if (!stream || stream.updated_at > until) return;
		const message = await repositories.messages.findInConversation(conversation.id, messageId);
		if (message) await finishStream(repositories, publish, conversation, message);
	});
}
