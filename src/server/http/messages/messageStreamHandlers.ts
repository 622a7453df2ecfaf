/** Messages that a bot writes piece by piece (docs/application-api.md, Messages). */
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { appendPiece, finishOwnStream } from '../../domain/messages/streamMessage.ts';
import { commit, scopeOfConversation, type Services } from '../../services/services.ts';
import { PIECES_LIMIT, type RouteOptions } from '../routing/rateLimits.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { takeQuota } from '../routing/takeQuota.ts';
import { presentStored } from './presentStored.ts';

type StreamHandlers = Pick<Handlers<typeof applicationRoutes>, 'appendToMessage' | 'finishMessage'>;

export const messageStreamRouteOptions: RouteOptions<typeof applicationRoutes> = {
	createMessage: { config: { keepsHalves: true } },
	appendToMessage: { config: { keepsHalves: true } },
};

export function messageStreamHandlers(services: Services): StreamHandlers {
	return {
		async appendToMessage({ writer, conversation, params: { message_id: messageId }, body }) {
			await takeQuota(services.rateLimits, { quota: PIECES_LIMIT, who: `${conversation.id}/${messageId}` }, 1);
			const position = await commit(services, scopeOfConversation(conversation), (repositories, publish) =>
				appendPiece(
					repositories,
					publish,
					{ writer, conversation, messageId },
					{ content: body.content, position: body.position },
				),
			);
			return { id: messageId, position };
		},

		async finishMessage({ writer, conversation: found, params }) {
			const { conversation, message } = await commit(
				services,
				scopeOfConversation(found),
				async (repositories, publish) => {
					const locked = await repositories.conversations.lock(found.id);
					const stream = { writer, conversation: locked, messageId: params.message_id };
					return { conversation: locked, message: await finishOwnStream(repositories, publish, stream) };
				},
			);
			return presentStored(services, conversation, message);
		},
	};
}
