/** A conversation's messages for the team (docs/application-api.md, Messages). */
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { isStreaming } from '#protocol/entities/entities.ts';
import { storableText } from '../../base/cleanBody.ts';
import { notFound } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { presentUserSender } from '../../present/agent.ts';
import { presentContactSender } from '../../present/contact.ts';
import { presentTeamMessage } from '../../present/message.ts';
import { presentPage } from '../../present/messagePage.ts';
import { loadRelations, partsOf } from '../../present/messageParts.ts';
import { iso } from '../../present/times.ts';
import { deleteMessage } from '../../domain/messages/deleteMessage.ts';
import { postTeamMessage } from '../../domain/conversations/postMessage.ts';
import { commit, scopeOfConversation, type Services } from '../../services/services.ts';
import { checkTeamMessage } from './checkTeamMessage.ts';
import { presentStored } from './presentStored.ts';

type MessageHandlers = Pick<Handlers<typeof applicationRoutes>, 'listMessages' | 'createMessage' | 'deleteMessage'>;

export function teamMessageHandlers(services: Services): MessageHandlers {
	const { store, files, presence } = services;

	return {
		async listMessages({ account, conversation, query }) {
			const page = await store.messages.listPage({
				conversationId: conversation.id,
				before: query.before,
				after: query.after,
				isPublicOnly: query.filter_internal_messages !== undefined,
			});
			const relations = await loadRelations(store, files, account.id, page.messages);
			const now = await presence.list(account.id);
			const assignee =
				conversation.assignee_id === null
					? undefined
					: await store.users.findMember(account.id, conversation.assignee_id);
			const messages = page.messages.map((message) =>
				presentTeamMessage(message, conversation.display_id, partsOf(message, relations, now)),
			);
			const { payload, meta } = presentPage(messages, { ...query, isCut: page.isCut });
			return {
				meta: {
					labels: conversation.labels,
					additional_attributes: conversation.additional_attributes,
					contact: presentContactSender(await store.contacts.find(conversation.contact_id)),
					...(assignee ? { assignee: presentUserSender(assignee, now) } : {}),
					agent_last_seen_at: iso(conversation.agent_last_seen_at),
					assignee_last_seen_at: iso(conversation.assignee_last_seen_at),
					...meta,
				},
				payload,
			};
		},

		async createMessage({ writer, conversation: found, body }) {
			const { author, draft, letter } = await checkTeamMessage(services, writer, found, body);
			const { conversation, message } = await commit(services, scopeOfConversation(found), (repositories, publish) =>
				postTeamMessage(repositories, publish, {
					writer: author,
					conversation: found,
					draft,
					isPrivate: body.private,
					mayAskForEmail: !services.globalConfig.DISABLE_USER_PROFILE_UPDATE,
					letter,
				}),
			);
			if (letter) services.deliveryWorker.wake();
			const stored = await presentStored(services, conversation, message);
			// In its own words: variables would tell a bot facts of the contact, which it does not
			// read.
			const isFilledIn = writer.type === 'AgentBot' && !isStreaming(message);
			if (!isFilledIn) return stored;
			return {
				...stored,
				content: body.content ? storableText(body.content) : null,
				content_attributes: { ...stored.content_attributes, verbatim: undefined },
			};
		},

		async deleteMessage({ conversation: found, params }) {
			const { conversation, message, unowned } = await commit(
				services,
				scopeOfConversation(found),
				async (repositories, publish) => {
					const locked = await repositories.conversations.lock(found.id);
					const known = await repositories.messages.findInConversation(locked.id, params.message_id);
					if (!known) throw notFound();
					const deleted = await deleteMessage(repositories, publish, locked, known);
					return { conversation: locked, message: deleted.message, unowned: deleted.files };
				},
			);
			await files.remove(unowned);
			return presentStored(services, conversation, message);
		},
	};
}
