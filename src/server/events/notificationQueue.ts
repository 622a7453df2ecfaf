/**
 * Decides which agents are told of an event while they do not look at the desk
 * (docs/application-api.md, Notifications). Within the transaction it queues push notifications,
 * and notes what is to be mailed, if they are still away by then (services/mailAgents.ts).
 */
import { shorten } from '#protocol/base/characters.ts';
import { withoutMentions } from '#protocol/entities/mentions.ts';
import type { NotificationEvent } from '#protocol/application/notificationRoutes.ts';
import type { EventPublisher } from '../domain/eventPublisher.ts';
import { choiceOf, concernedBy } from '../domain/people/notificationSettings.ts';
import { chooseLocale, translate } from '../language/translate.ts';
import { msg } from '../language/msg.ts';
import { headingOf } from '../mail/agentMail.ts';
import { PUSH_LIFE, PUSH_TEXT_MAX, type PushNotification } from '../push/pushNotification.ts';
import type { AgentMailReason } from '../store/people/agentMails.ts';
import type { ConversationRow, MessageRow } from '../store/tables/schema.ts';
import type { Sources } from './webhookQueue.ts';

export interface NotificationQueue {
	/** Whether there are deliveries for the delivery worker. */
	readonly hasQueued: boolean;
	/** `namedIds`: whom a note names. */
	notify: (...told: [...Parameters<EventPublisher['notify']>, namedIds?: readonly number[]]) => Promise<void>;
}

export function createNotificationQueue({
	store,
	configuration,
}: Pick<Sources, 'store' | 'configuration'>): NotificationQueue {
	let hasQueued = false;
	return {
		get hasQueued() {
			return hasQueued;
		},

		async notify(event, conversation, message, namedIds = []) {
			const { id, account_id, inbox_id, contact_id, status } = conversation;
			const { inbox } = await configuration.channel(store, inbox_id);
			const isMention = event === 'conversation_mention';
			if ((status === 'resolved' && !isMention) || inbox.removed_at !== null) return;
			const readerIds = await configuration.readerIds(store, account_id, inbox_id);
			const concernedIds = concernedBy(event, conversation, readerIds, namedIds);
			const concerned = (await configuration.members(store, account_id)).filter(({ user_id }) =>
				concernedIds.includes(user_id),
			);
			const pushedIds = concerned
				.filter((member) => choiceOf(member).push.includes(event))
				.map(({ user_id }) => user_id);
			const devices = (await configuration.pushDevices(store, account_id)).filter(({ user_id }) =>
				pushedIds.includes(user_id),
			);
			// Notes stay at the desk, and on the devices of those who use it: a mail says who is
			// named, and no more.
			const mailed = concerned.filter((member) => choiceOf(member).email.includes(event));
			const isMailed = (!message?.private || isMention) && mailed.length > 0;
			if (devices.length === 0 && !isMailed) return;
			const contact = await store.contacts.find(contact_id);
			if (contact.blocked && !isMention) return;
			const payload = JSON.stringify(describe(event, conversation, contact.name, chooseLocale(inbox.locale), message));
			for (const device of devices) {
				await store.deliveries.insert({
					receiver_type: 'push',
					receiver_id: device.id,
					conversation_id: id,
					contact_inbox_id: null,
					event,
					payload,
				});
				hasQueued = true;
			}
			if (!isMailed) return;
			const mailedIds = mailed.map(({ user_id }) => user_id);
			const before = isMention ? (await store.agentMails.find(id))?.mentioned_ids : undefined;
			const reason = isMention
				? { mentioned_ids: [...new Set([...(before ?? []), ...mailedIds])] }
				: reasonOf(event, conversation);
			await store.agentMails.expect(id, Date.now(), reason);
		},
	};
}

/**
 * In the website's language, as what the desk says of a conversation: it is not known which one an
 * agent reads.
 */
function describe(
	event: NotificationEvent,
	{ display_id }: ConversationRow,
	visitor: string,
	locale: string,
	message: MessageRow | undefined,
): PushNotification {
	const text = message && (withoutMentions(message.content ?? '') || translate(locale, msg`File Attachment`));
	return {
		title: shorten(translate(locale, headingOf(event, visitor)), PUSH_TEXT_MAX),
		body: shorten(text ?? '', PUSH_TEXT_MAX),
		tag: `live-chat-desk:${display_id}`,
		url: `/desk#/conversations/${display_id}`,
		expiresAt: Date.now() + PUSH_LIFE,
		...(message && { messageId: message.id }),
	};
}

function reasonOf(event: NotificationEvent, { assignee_id }: ConversationRow): AgentMailReason {
	if (event === 'conversation_creation') return { is_new: true };
	return event === 'conversation_assignment' ? { assigned_id: assignee_id } : {};
}
