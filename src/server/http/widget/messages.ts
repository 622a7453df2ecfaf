/** The visitor's messages (wire-contract 1.10, 1.11, 1.12). */
import { selectLocale } from '#protocol/locales.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { Refusal } from '../http/refusal.ts';
import type { Handlers } from '../http/registerRoutes.ts';
import { contactFor, presentContactSender } from '../present/contact.ts';
import { presentCreatedMessage, presentVisitorMessage } from '../present/message.ts';
import { loadSurroundings, partsOf } from '../present/messageParts.ts';
import { seconds } from '../present/times.ts';
import { answerQuestion } from '../rules/answerQuestion.ts';
import { postVisitorMessage } from '../rules/postMessage.ts';
import { checkProfileIsOpen } from '../rules/profile.ts';
import { findCurrentConversation, findOwnConversation } from '../rules/visitor.ts';
import { commit, type Services } from '../services.ts';
import { beginningOf } from './beginning.ts';
import { draftOf } from './draft.ts';

type MessageHandlers = Pick<Handlers<typeof widgetRoutes>, 'listMessages' | 'createMessage' | 'updateMessage'>;

export function messageHandlers(services: Services): MessageHandlers {
	const { store, files, globalConfig } = services;
	return {
		async listMessages({ visitor, query }) {
			const conversation =
				query.conversation_id === undefined
					? await findCurrentConversation(store, visitor.session)
					: await findOwnConversation(store, visitor, query.conversation_id);
			if (!conversation && query.conversation_id !== undefined) throw new Refusal(404);
			if (!conversation) return { payload: [], meta: {} };
			const messages = await store.messages.listPage({
				conversationId: conversation.id,
				before: query.before,
				after: query.after,
				isPublicOnly: true,
			});
			const surroundings = await loadSurroundings(store, files, conversation.account_id, messages);
			const see = contactFor.bind(null, visitor.session);
			return {
				payload: messages.map((message) =>
					presentVisitorMessage(message, conversation.display_id, partsOf(message, surroundings, undefined, see)),
				),
				meta: { contact_last_seen_at: seconds(conversation.contact_last_seen_at) },
			};
		},

		async createMessage({ visitor, query, body, http }) {
			const draft = await draftOf(services, visitor, body.message);
			const { conversation, message } = await commit(services, visitor.channel.account.id, (repositories, announce) =>
				postVisitorMessage(repositories, announce, {
					visitor,
					draft,
					beginning: beginningOf(http, body.message),
					locale: selectLocale(query.locale),
					startsConversation: false,
					mayAskForEmail: !globalConfig.DISABLE_USER_PROFILE_UPDATE,
				}),
			);
			const surroundings = await loadSurroundings(store, files, conversation.account_id, [message]);
			const parts = partsOf(message, surroundings, undefined, contactFor.bind(null, visitor.session));
			return presentCreatedMessage(message, conversation.display_id, parts);
		},

		async updateMessage({ visitor, params, body }) {
			if (body.contact?.email) checkProfileIsOpen(globalConfig);
			const contact = await commit(services, visitor.channel.account.id, async (repositories, announce) => {
				const current = await findCurrentConversation(repositories, visitor.session);
				// Without a body: the visitor is known, the message is not.
				if (!current) throw new Refusal(404);
				// Only one at a time reads and writes the message's answer.
				const conversation = await repositories.conversations.lock(current.id);
				const message = await repositories.messages.findInConversation(conversation.id, params.id);
				if (!message || message.private) throw new Refusal(404);
				return answerQuestion(repositories, announce, conversation, message, {
					email: body.contact?.email,
					submittedValues: body.message?.submitted_values,
				});
			});
			const {
				type: _type,
				thumbnail: _thumbnail,
				...facts
			} = presentContactSender(contactFor(visitor.session, contact));
			return { contact: facts };
		},
	};
}
