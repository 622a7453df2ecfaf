/** The visitor's conversation (wire-contract 1.8, 1.9). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { Refusal } from '../http/refusal.ts';
import type { Handlers } from '../http/registerRoutes.ts';
import { contactFor, presentContactSender } from '../present/contact.ts';
import { presentVisitorConversation } from '../present/conversation.ts';
import { presentVisitorMessage } from '../present/message.ts';
import { loadSenders, senderOf } from '../present/senders.ts';
import { introduceContact } from '../rules/identify.ts';
import { postVisitorMessage } from '../rules/postMessage.ts';
import { findCurrentConversation } from '../rules/visitor.ts';
import { commit, type Services } from '../services.ts';
import { beginningOf } from './beginning.ts';

type ConversationHandlers = Pick<
	Handlers<typeof widgetRoutes>,
	'showConversation' | 'createConversation' | 'toggleTyping' | 'updateLastSeen'
>;

export function conversationHandlers(services: Services): ConversationHandlers {
	const { store } = services;
	return {
		async showConversation({ visitor }) {
			const conversation = await findCurrentConversation(store, visitor.session);
			return conversation ? presentVisitorConversation(conversation) : {};
		},

		async createConversation({ visitor, body, http }) {
			const { conversation } = await commit(services, visitor.channel.account.id, (repositories, announce) =>
				postVisitorMessage(repositories, announce, {
					visitor,
					draft: { content: body.message.content ?? null, echoId: body.message.echo_id, replyTo: null },
					beginning: beginningOf(http, body.message, body.custom_attributes),
					startsConversation: true,
					introduce: (inner, contact) => introduceContact(inner, contact, body.contact ?? {}),
				}),
			);
			const messages = await store.messages.listPage({ conversationId: conversation.id, isPublicOnly: true });
			const senders = await loadSenders(store, conversation.account_id, messages);
			const see = contactFor.bind(null, visitor.session);
			const {
				type: _type,
				thumbnail: _thumbnail,
				...contact
			} = presentContactSender(see(await store.contacts.find(conversation.contact_id)));
			return {
				...presentVisitorConversation(conversation),
				messages: messages.map((message) =>
					presentVisitorMessage(message, conversation.display_id, senderOf(message, senders, undefined, see)),
				),
				custom_attributes: conversation.custom_attributes,
				contact,
			};
		},

		async toggleTyping({ visitor, body }) {
			const conversation = await findCurrentConversation(store, visitor.session);
			if (!conversation) throw new Refusal(404);
			await commit(services, visitor.channel.account.id, (_repositories, announce) =>
				announce.typing(conversation, body.typing_status === 'on', false),
			);
		},

		async updateLastSeen({ visitor }) {
			const current = await findCurrentConversation(store, visitor.session);
			if (!current) return;
			await commit(services, visitor.channel.account.id, async (repositories, announce) => {
				const now = Date.now();
				const conversation = await repositories.conversations.updateSeen(current.id, { contact_last_seen_at: now });
				const read = await repositories.messages.markRead(conversation.id, now);
				for (const { previous, message } of read) {
					await announce.messagesUpdated(conversation, [message], { status: [previous, message.status] });
				}
				await announce.conversation('conversation.read', conversation);
			});
		},
	};
}
