/** The visitor's conversation (wire-contract 1.8, 1.9). */
import { selectLocale } from '#protocol/locales.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { Refusal } from '../http/refusal.ts';
import type { Handlers } from '../http/registerRoutes.ts';
import { contactFor, presentContactSender } from '../present/contact.ts';
import { presentVisitorConversation } from '../present/conversation.ts';
import { presentVisitorMessage } from '../present/message.ts';
import { loadSurroundings, partsOf } from '../present/messageParts.ts';
import { chooseLocale } from '../language/say.ts';
import { seconds } from '../present/times.ts';
import { introduceContact } from '../rules/identify.ts';
import { changeStatus } from '../rules/changeStatus.ts';
import { postVisitorMessage } from '../rules/postMessage.ts';
import { findCurrentConversation, listOwnConversations } from '../rules/visitor.ts';
import { commit, type Services } from '../services.ts';
import type { ConversationRow, MessageRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import { beginningOf } from './beginning.ts';
import { draftOf } from './draft.ts';
import { transcriptOf } from './transcript.ts';

type ConversationHandlers = Pick<
	Handlers<typeof widgetRoutes>,
	| 'showConversation'
	| 'listConversations'
	| 'createConversation'
	| 'toggleTyping'
	| 'updateLastSeen'
	| 'endConversation'
	| 'sendTranscript'
>;

export function conversationHandlers(services: Services): ConversationHandlers {
	const { store, files, mailer, globalConfig } = services;
	const isProfileClosed = globalConfig.DISABLE_USER_PROFILE_UPDATE;
	return {
		async showConversation({ visitor }) {
			const conversation = await findCurrentConversation(store, visitor.session);
			return conversation ? presentVisitorConversation(conversation) : {};
		},

		async listConversations({ visitor, query }) {
			const conversations = await listOwnConversations(store, visitor.session, query.before);
			const newest = await listLastShown(store, conversations);
			const surroundings = await loadSurroundings(store, files, visitor.channel.account.id, newest);
			const see = contactFor.bind(null, visitor.session);
			const payload = conversations.map((conversation) => {
				const last = newest.find((message) => message.conversation_id === conversation.id);
				return {
					...presentVisitorConversation(conversation),
					created_at: seconds(conversation.created_at),
					last_activity_at: seconds(conversation.last_activity_at),
					last_message: last
						? presentVisitorMessage(last, conversation.display_id, partsOf(last, surroundings, undefined, see))
						: null,
				};
			});
			return { payload };
		},

		async createConversation({ visitor, query, body, http }) {
			const draft = await draftOf(services, visitor, body.message);
			const { conversation } = await commit(services, visitor.channel.account.id, (repositories, announce) =>
				postVisitorMessage(repositories, announce, {
					visitor,
					draft,
					beginning: beginningOf(http, body.message, body.custom_attributes),
					locale: selectLocale(query.locale),
					startsConversation: true,
					mayAskForEmail: !isProfileClosed,
					// What they came to say counts more than a form of an older page.
					introduce: (inner, contact) =>
						introduceContact(inner, visitor.session, contact, (!isProfileClosed && body.contact) || {}),
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

		async updateLastSeen({ visitor, body }) {
			const current = await findCurrentConversation(store, visitor.session);
			if (!current) return;
			await commit(services, visitor.channel.account.id, async (repositories, announce) => {
				const now = Date.now();
				const { contact_last_seen_at: before } = await repositories.conversations.lock(current.id);
				const seen = await whenSeen(repositories, current.id, body.contact_last_seen_at, now);
				const conversation = await repositories.conversations.updateSeen(current.id, {
					contact_last_seen_at: Math.max(seen, before ?? 0),
				});
				const read = await repositories.messages.markRead(conversation.id, seen, now);
				for (const [previous, changed] of Map.groupBy(read, (one) => one.previous)) {
					const messages = changed.map(({ message }) => message);
					await announce.messagesUpdated(conversation, messages, { status: [previous, 'read'] });
				}
				await announce.conversation('conversation.read', conversation);
			});
		},

		async endConversation({ visitor, query }) {
			const current = await findCurrentConversation(store, visitor.session);
			if (!current) throw new Refusal(404);
			if (!visitor.channel.widget.features.includes('end_conversation')) throw new Refusal(403);
			await commit(services, visitor.channel.account.id, async (repositories, announce) => {
				const conversation = await repositories.conversations.lock(current.id);
				const { name } = await repositories.contacts.find(conversation.contact_id);
				await changeStatus(repositories, announce, conversation, {
					status: 'resolved',
					snoozedUntil: null,
					locale: selectLocale(query.locale),
					activity: `Conversation was resolved by ${name.charAt(0).toUpperCase()}${name.slice(1)}`,
				});
			});
		},

		/** Answers before the mail is on its way: a mail server may take its time. */
		async sendTranscript({ visitor, query, http }) {
			const conversation = await findCurrentConversation(store, visitor.session);
			if (!conversation) throw new Refusal(404);
			const contact = await store.contacts.find(conversation.contact_id);
			if (contact.email === null) return;
			const locale = chooseLocale(query.locale, conversation.locale, visitor.channel.inbox.locale);
			const mail = await transcriptOf(store, files, visitor.channel, conversation, locale);
			mailer
				.send({ ...mail, to: { name: contact.name, address: contact.email } })
				.catch((error: unknown) => http.log.error({ err: error }, 'transcript not sent'));
		},
	};
}

/** The newest message of each conversation that the visitor sees; one whose newest was deleted is looked through. */
async function listLastShown(store: Repositories, conversations: readonly ConversationRow[]): Promise<MessageRow[]> {
	const newest = await store.messages.listNewestPublic(conversations.map((conversation) => conversation.id));
	const shown = await Promise.all(
		newest.map(async (message) => {
			if (!isDeleted(message)) return message;
			const page = await store.messages.listPage({ conversationId: message.conversation_id, isPublicOnly: true });
			return page.findLast((candidate) => !isDeleted(candidate));
		}),
	);
	return shown.filter((message) => message !== undefined);
}

function isDeleted(message: MessageRow): boolean {
	return message.content_attributes['deleted'] === true;
}

/**
 * Milliseconds since the epoch. The call may take its time, and what the team writes meanwhile nobody has seen; so the second
 * that it names counts, if a message was written in it. Other visitors' clocks say anything.
 */
async function whenSeen(
	{ messages }: Repositories,
	conversationId: number,
	named: number | undefined,
	now: number,
): Promise<number> {
	const second = Math.max(0, Math.floor(named ?? 0)) * 1_000;
	const end = second + 999;
	return end < now && (await messages.isWrittenBetween(conversationId, second, end)) ? end : now;
}
