/** The visitor's conversation (wire-contract 1.8, 1.9). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { Refusal } from '../http/refusal.ts';
import type { Handlers } from '../http/registerRoutes.ts';
import { contactFor, presentContactSender } from '../present/contact.ts';
import { presentVisitorConversation } from '../present/conversation.ts';
import { presentVisitorMessage } from '../present/message.ts';
import { loadSurroundings, partsOf } from '../present/messageParts.ts';
import { introduceContact } from '../rules/identify.ts';
import { changeStatus } from '../rules/changeStatus.ts';
import { postVisitorMessage } from '../rules/postMessage.ts';
import { findCurrentConversation } from '../rules/visitor.ts';
import { commit, type Services } from '../services.ts';
import { beginningOf } from './beginning.ts';
import { draftOf } from './draft.ts';
import { transcriptOf } from './transcript.ts';

type ConversationHandlers = Pick<
	Handlers<typeof widgetRoutes>,
	'showConversation' | 'createConversation' | 'toggleTyping' | 'updateLastSeen' | 'endConversation' | 'sendTranscript'
>;

export function conversationHandlers(services: Services): ConversationHandlers {
	const { store, files, mailer } = services;
	return {
		async showConversation({ visitor }) {
			const conversation = await findCurrentConversation(store, visitor.session);
			return conversation ? presentVisitorConversation(conversation) : {};
		},

		async createConversation({ visitor, body, http }) {
			const draft = await draftOf(services, visitor, body.message);
			const { conversation } = await commit(services, visitor.channel.account.id, (repositories, announce) =>
				postVisitorMessage(repositories, announce, {
					visitor,
					draft,
					beginning: beginningOf(http, body.message, body.custom_attributes),
					startsConversation: true,
					introduce: (inner, contact) => introduceContact(inner, contact, body.contact ?? {}),
				}),
			);
			const messages = await store.messages.listPage({ conversationId: conversation.id, isPublicOnly: true });
			const surroundings = await loadSurroundings(store, files, conversation.account_id, messages);
			const see = contactFor.bind(null, visitor.session);
			const {
				type: _type,
				thumbnail: _thumbnail,
				...contact
			} = presentContactSender(see(await store.contacts.find(conversation.contact_id)));
			return {
				...presentVisitorConversation(conversation),
				messages: messages.map((message) =>
					presentVisitorMessage(message, conversation.display_id, partsOf(message, surroundings, undefined, see)),
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

		async endConversation({ visitor }) {
			const current = await findCurrentConversation(store, visitor.session);
			if (!current) throw new Refusal(404);
			if (!visitor.channel.widget.features.includes('end_conversation')) throw new Refusal(403);
			await commit(services, visitor.channel.account.id, async (repositories, announce) => {
				const conversation = await repositories.conversations.lock(current.id);
				const { name } = await repositories.contacts.find(conversation.contact_id);
				await changeStatus(repositories, announce, conversation, {
					status: 'resolved',
					snoozedUntil: null,
					activity: `Conversation was resolved by ${name.charAt(0).toUpperCase()}${name.slice(1)}`,
				});
			});
		},

		/** Answers before the mail is on its way: a mail server may take its time. */
		async sendTranscript({ visitor, http }) {
			const conversation = await findCurrentConversation(store, visitor.session);
			if (!conversation) throw new Refusal(404);
			const contact = await store.contacts.find(conversation.contact_id);
			if (contact.email === null) return;
			const mail = await transcriptOf(store, files, visitor.channel, conversation);
			mailer
				.send({ ...mail, to: { name: contact.name, address: contact.email } })
				.catch((error: unknown) => http.log.error({ err: error }, 'transcript not sent'));
		},
	};
}
