/** The visitor's conversation (docs/wire.md, Conversations). */
import { ENABLED_LOCALES, selectLocale } from '#protocol/base/locales.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { HttpError } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { contactForVisitor, presentContactSender } from '../../present/contact.ts';
import { presentVisitorConversation } from '../../present/conversation.ts';
import { presentVisitorMessage } from '../../present/message.ts';
import { loadRelations, partsOf, relationsFor } from '../../present/messageParts.ts';
import { seconds } from '../../present/times.ts';
import { introduceContact } from '../../domain/contacts/identify.ts';
import { changeStatus } from '../../domain/conversations/changeStatus.ts';
import { postVisitorMessage } from '../../domain/conversations/postMessage.ts';
import { onlyVisibleFacts } from '../../domain/websites/visibleFacts.ts';
import { seeAsVisitor } from '../../domain/messages/seeMessages.ts';
import {
	findMeantConversation,
	listContinuable,
	listOwnConversations,
	lockMeantConversation,
} from '../../domain/contacts/visitor.ts';
import { commit, scopeOfVisitor, broadcastUnstored, type Services } from '../../services/services.ts';
import type { ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { readConversationOrigin } from '../messages/conversationOrigin.ts';
import { checkMessage } from '../messages/checkMessage.ts';

type ConversationHandlers = Pick<
	Handlers<typeof widgetRoutes>,
	| 'showConversation'
	| 'listConversations'
	| 'createConversation'
	| 'toggleTyping'
	| 'updateLastSeen'
	| 'endConversation'
>;

export function visitorConversationHandlers(services: Services): ConversationHandlers {
	const { store, files, globalConfig } = services;
	const isProfileClosed = globalConfig.DISABLE_USER_PROFILE_UPDATE;
	return {
		async showConversation({ visitor, query }) {
			const conversation = await findMeantConversation(store, visitor, query.conversation_id);
			return conversation ? presentVisitorConversation(conversation) : {};
		},

		async listConversations({ visitor, query }) {
			const conversations = await listOwnConversations(store, visitor.session, query.before, query.open);
			const newest = await listLastShown(store, conversations);
			const continuable = await listContinuable(store, visitor, conversations);
			const unread = await store.messages.countUnreadByVisitor(continuable.map(({ id }) => id));
			const loaded = await loadRelations(store, files, visitor.channel.account.id, newest);
			const relations = relationsFor(visitor.session, loaded);
			const payload = conversations.map((conversation) => {
				const last = newest.find((message) => message.conversation_id === conversation.id);
				return {
					...presentVisitorConversation(conversation),
					created_at: seconds(conversation.created_at),
					last_activity_at: seconds(conversation.last_activity_at),
					last_message: last
						? presentVisitorMessage(last, conversation.display_id, partsOf(last, relations, undefined))
						: null,
					unread_count: unread.get(conversation.id),
				};
			});
			return { payload };
		},

		async createConversation({ visitor, query, body, http }) {
			const draft = await checkMessage(services, visitor, http, body.message);
			const { contact: told, custom_attributes } = await onlyVisibleFacts(store, visitor, body);
			const { conversation, message } = await commit(services, scopeOfVisitor(visitor), (repositories, publish) =>
				postVisitorMessage(repositories, publish, {
					visitor,
					draft,
					readOrigin: () => readConversationOrigin(http, body.message, custom_attributes),
					locale: selectLocale(query.locale, ENABLED_LOCALES),
					startsConversation: true,
					topic: body.topic,
					mayAskForEmail: !isProfileClosed,
					// Where profiles are closed, the facts of an outdated form are ignored, and the
					// message is accepted.
					introduce: (inner, contact) =>
						introduceContact(inner, visitor.session, contact, (!isProfileClosed && told) || {}),
				}),
			);
			// Of a conversation that goes on, what begins with this message.
			const after = message.id - 1;
			const { messages } = await store.messages.listPage({
				conversationId: conversation.id,
				after,
				isPublicOnly: true,
			});
			const loaded = await loadRelations(store, files, conversation.account_id, messages);
			const relations = relationsFor(visitor.session, loaded);
			const {
				type: _type,
				thumbnail: _thumbnail,
				...contact
			} = presentContactSender(contactForVisitor(visitor.session, await store.contacts.find(conversation.contact_id)));
			return {
				...presentVisitorConversation(conversation),
				messages: messages.map((message) =>
					presentVisitorMessage(message, conversation.display_id, partsOf(message, relations, undefined)),
				),
				// Others may be the team's.
				custom_attributes: custom_attributes ?? {},
				contact,
			};
		},

		async toggleTyping({ visitor, query, body }) {
			const conversation = await findMeantConversation(store, visitor, query.conversation_id);
			if (!conversation) throw new HttpError(404);
			await broadcastUnstored(services, conversation.account_id, (publish) =>
				publish.typing(conversation, body.typing_status === 'on', false),
			);
		},

		async updateLastSeen({ visitor, query, body }) {
			const current = await findMeantConversation(store, visitor, query.conversation_id);
			if (!current) return;
			const claim = { messageId: body.last_seen_message_id, time: body.contact_last_seen_at };
			await commit(services, scopeOfVisitor(visitor), (repositories, publish) =>
				seeAsVisitor(repositories, publish, current, claim),
			);
		},

		async endConversation({ visitor, query }) {
			await commit(services, scopeOfVisitor(visitor), async (repositories, publish) => {
				const conversation = await lockMeantConversation(repositories, visitor, query.conversation_id);
				if (!conversation) throw new HttpError(404);
				if (!visitor.channel.widget.features.includes('end_conversation')) throw new HttpError(403);
				const { name } = await repositories.contacts.find(conversation.contact_id);
				await changeStatus(repositories, publish, conversation, {
					status: 'resolved',
					snoozedUntil: null,
					locale: selectLocale(query.locale, ENABLED_LOCALES),
					activity: { code: 'ended', name: `${name.charAt(0).toUpperCase()}${name.slice(1)}` },
				});
			});
		},
	};
}

/**
 * The newest message of each conversation that the visitor may see. Where the newest of all was
 * deleted, the one before it is searched for.
 */
async function listLastShown(store: Repositories, conversations: readonly ConversationRow[]): Promise<MessageRow[]> {
	const newest = await store.messages.listNewestPublic(conversations.map((conversation) => conversation.id));
	const shown = await Promise.all(
		newest.map(async (message) => {
			if (!isDeleted(message)) return message;
			const page = await store.messages.listPage({ conversationId: message.conversation_id, isPublicOnly: true });
			return page.messages.findLast((candidate) => !isDeleted(candidate));
		}),
	);
	return shown.filter((message) => message !== undefined);
}

function isDeleted(message: MessageRow): boolean {
	return message.content_attributes['deleted'] === true;
}
