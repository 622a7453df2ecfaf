/** The visitor's messages (docs/wire.md, Messages). */
import { ENABLED_LOCALES, selectLocale } from '#protocol/base/locales.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { readPage } from '../routing/readPage.ts';
import { HttpError } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { contactForVisitor, presentContactSender } from '../../present/contact.ts';
import { presentVisitorConversation } from '../../present/conversation.ts';
import { presentCreatedMessage, presentVisitorMessage } from '../../present/message.ts';
import { loadRelations, partsOf, relationsFor } from '../../present/messageParts.ts';
import { presentPage } from '../../present/messagePage.ts';
import { seconds } from '../../present/times.ts';
import { answerQuestion } from '../../domain/messages/answerQuestion.ts';
import { postVisitorMessage } from '../../domain/conversations/postMessage.ts';
import { checkProfileIsOpen } from '../../domain/people/profile.ts';
import { findCurrentConversation, findMeantConversation, findOwnConversation } from '../../domain/contacts/visitor.ts';
import { commit, scopeOfVisitor, type Services } from '../../services/services.ts';
import { readConversationOrigin } from './conversationOrigin.ts';
import { checkMessage, takeTextQuota } from './checkMessage.ts';

type MessageHandlers = Pick<Handlers<typeof widgetRoutes>, 'listMessages' | 'createMessage' | 'updateMessage'>;

export function visitorMessageHandlers(services: Services): MessageHandlers {
	const { store, files, globalConfig } = services;
	return {
		async listMessages({ visitor, query, http }) {
			const conversation =
				query.conversation_id === undefined
					? await findCurrentConversation(store, visitor.session)
					: await findOwnConversation(store, visitor, query.conversation_id);
			if (!conversation && query.conversation_id !== undefined) throw new HttpError(404);
			if (!conversation) return { payload: [], meta: {} };
			const { payload, meta } = await readPage(services, http, async () => {
				const page = await store.messages.listPage({
					conversationId: conversation.id,
					before: query.before,
					after: query.after,
					isPublicOnly: true,
				});
				const loaded = await loadRelations(store, files, conversation.account_id, page.messages);
				const relations = relationsFor(visitor.session, loaded);
				const messages = page.messages.map((message) =>
					presentVisitorMessage(message, conversation.display_id, partsOf(message, relations, undefined)),
				);
				return presentPage(messages, { ...query, isCut: page.isCut });
			});
			const isNewest = (query.before ?? query.after) === undefined;
			return {
				payload,
				meta: {
					contact_last_seen_at: seconds(conversation.contact_last_seen_at),
					...(isNewest ? { conversation: presentVisitorConversation(conversation) } : {}),
					...meta,
				},
			};
		},

		async createMessage({ visitor, query, body, http }) {
			const draft = await checkMessage(services, visitor, http, body.message);
			const named = query.conversation_id;
			const meant = named === undefined ? undefined : await findMeantConversation(store, visitor, named);
			const { conversation, message, known } = await commit(
				services,
				scopeOfVisitor(visitor),
				(repositories, publish) =>
					postVisitorMessage(repositories, publish, {
						visitor,
						draft,
						readOrigin: () => readConversationOrigin(http, body.message),
						locale: selectLocale(query.locale, ENABLED_LOCALES),
						startsConversation: false,
						conversationId: meant?.id,
						topic: body.topic,
						mayAskForEmail: !globalConfig.DISABLE_USER_PROFILE_UPDATE,
					}),
			);
			const relations = await loadRelations(store, files, conversation.account_id, [message], known);
			const parts = partsOf(message, relationsFor(visitor.session, relations), undefined);
			return presentCreatedMessage(message, conversation.display_id, parts);
		},

		async updateMessage({ visitor, params, query, body, http }) {
			if (body.contact?.email) checkProfileIsOpen(globalConfig);
			await takeTextQuota(services, visitor, http, JSON.stringify(body.message?.submitted_values ?? ''));
			const contact = await commit(services, scopeOfVisitor(visitor), async (repositories, publish) => {
				const current = await findMeantConversation(repositories, visitor, query.conversation_id);
				// An empty body: with one, clients would take the session for forgotten
				// (docs/wire.md, Errors).
				if (!current) throw new HttpError(404);
				// The lock serialises those who read and change the message's answer.
				const conversation = await repositories.conversations.lock(current.id);
				const message = await repositories.messages.findInConversation(conversation.id, params.id);
				if (!message || message.private) throw new HttpError(404);
				return answerQuestion(repositories, publish, conversation, message, {
					email: body.contact?.email,
					submittedValues: body.message?.submitted_values,
				});
			});
			const {
				type: _type,
				thumbnail: _thumbnail,
				...facts
			} = presentContactSender(contactForVisitor(visitor.session, contact));
			return { contact: facts };
		},
	};
}
