/**
 * Decides which agents are told of an event (docs/application-api.md, Notifications). Within the
 * transaction it puts it into their lists, queues push notifications, and notes what is to be
 * mailed, if they are still away by then (services/mailAgents.ts).
 */
import type { NotificationEvent } from '#protocol/entities/notifications.ts';
import type { EventPublisher } from '../domain/eventPublisher.ts';
import { choiceOf, concernedBy } from '../domain/people/notificationSettings.ts';
import { wordNotification } from '../present/notification.ts';
import { PUSH_LIFE, type PushNotification } from '../push/pushNotification.ts';
import type { AgentMailReason } from '../store/people/agentMails.ts';
import type { ConversationRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Sources } from './webhookQueue.ts';

export interface NotificationQueue {
	/** Whether there are deliveries for the delivery worker. */
	readonly hasQueued: boolean;
	/** Answers what has come into lists, and what has made room for it. */
	notify: (...told: Parameters<EventPublisher['notify']>) => Promise<Told>;
}

export type Told = Awaited<ReturnType<Repositories['notifications']['replace']>>;

const NOTHING: Told = { added: [], replaced: [] };

export function createNotificationQueue({
	store,
	configuration,
}: Pick<Sources, 'store' | 'configuration'>): NotificationQueue {
	let hasQueued = false;
	return {
		get hasQueued() {
			return hasQueued;
		},

		async notify(event, conversation, message) {
			const { id, display_id, account_id, inbox_id, contact_id, status } = conversation;
			const { inbox } = await configuration.channel(store, inbox_id);
			const isMention = event === 'conversation_mention';
			if ((status === 'resolved' && !isMention) || inbox.removed_at !== null) return NOTHING;
			const readerIds = await configuration.readerIds(store, account_id, inbox_id);
			const isForFollowers = event === 'participating_conversation_new_message';
			if (isForFollowers && !conversation.followed) return NOTHING;
			const followerIds = isForFollowers ? await store.participants.list(id) : [];
			const concernedIds = concernedBy(event, conversation, { readerIds, followerIds }, message);
			const concerned = (await configuration.members(store, account_id)).filter(({ user_id }) =>
				concernedIds.includes(user_id),
			);
			const pushed = concerned.filter((member) => choiceOf(member).push.includes(event));
			const mailed = concerned.filter((member) => choiceOf(member).email.includes(event));
			// A new conversation is no news to who wants to hear of none; what is one's own is
			// listed in any case.
			const listed =
				event === 'conversation_creation'
					? concerned.filter((member) => pushed.includes(member) || mailed.includes(member))
					: concerned;
			if (listed.length === 0) return NOTHING;
			const contact = await store.contacts.find(contact_id);
			if (contact.blocked && !isMention) return NOTHING;
			const told = await store.notifications.replace(
				conversation,
				listed.map(({ user_id }) => user_id),
				{ notification_type: event, message_id: message?.id ?? null },
			);
			const devices = (await configuration.pushDevices(store, account_id)).filter((device) =>
				pushed.some(({ user_id }) => user_id === device.user_id),
			);
			const payload: PushNotification = {
				...wordNotification(event, contact.name, inbox.locale, message),
				tag: `live-chat-desk:${display_id}`,
				url: `/desk#/conversations/${display_id}`,
				expiresAt: Date.now() + PUSH_LIFE,
				...(message && { messageId: message.id }),
			};
			for (const device of devices) {
				await store.deliveries.insert({
					receiver_type: 'push',
					receiver_id: device.id,
					conversation_id: id,
					contact_inbox_id: null,
					event,
					payload: JSON.stringify(payload),
				});
				hasQueued = true;
			}
			// Notes stay at the desk, and on the devices of those who use it: a mail says who is
			// named, and no more.
			if (mailed.length === 0 || (message?.private && !isMention)) return told;
			const mailedIds = mailed.map(({ user_id }) => user_id);
			const before = isMention ? (await store.agentMails.find(id))?.mentioned_ids : undefined;
			const reason = isMention
				? { mentioned_ids: [...new Set([...(before ?? []), ...mailedIds])] }
				: reasonOf(event, conversation);
			await store.agentMails.expect(id, Date.now(), reason);
			return told;
		},
	};
}

function reasonOf(event: NotificationEvent, { assignee_id }: ConversationRow): AgentMailReason {
	if (event === 'conversation_creation') return { is_new: true };
	return event === 'conversation_assignment' ? { assigned_id: assignee_id } : {};
}
