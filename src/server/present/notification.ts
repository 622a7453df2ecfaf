/** What an agent has been told of, is told of, and on which devices. */
import {
	EMAIL_FLAGS,
	PUSH_FLAGS,
	type NotificationSettings,
	type NotificationSubscription,
} from '#protocol/application/notificationRoutes.ts';
import { shorten } from '#protocol/base/characters.ts';
import type { Notification, NotificationEvent, NotificationRecord } from '#protocol/entities/notifications.ts';
import { withoutMentions } from '#protocol/entities/mentions.ts';
import type { Files } from '../files/files.ts';
import { msg } from '../language/msg.ts';
import { chooseLocale, translate } from '../language/translate.ts';
import { headingOf } from '../mail/agentMail.ts';
import type { PresentUsers } from '../presence/presence.ts';
import { PUSH_TEXT_MAX } from '../push/pushNotification.ts';
import type { Configuration } from '../store/configuration.ts';
import type { MessageRow, NotificationChoice, NotificationRow, PushSubscriptionRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/people/users.ts';
import { presentUserSender } from './agent.ts';
import { byId } from './byId.ts';
import { loadDetails, presentMessageOf, presentPushConversation } from './conversation.ts';
import { iso, seconds } from './times.ts';

interface Sources {
	store: Repositories;
	configuration: Configuration;
	files: Files;
	present: PresentUsers;
}

/** Those of one account, whose conversations are there. */
export async function presentNotifications(
	{ store, configuration, files, present }: Sources,
	rows: readonly NotificationRow[],
): Promise<Notification[]> {
	const [first] = rows;
	if (!first) return [];
	const conversations = await store.conversations.listByIds([...new Set(rows.map((row) => row.conversation_id))]);
	const messages = await Promise.all(
		rows.map(async ({ conversation_id, message_id }) =>
			message_id === null ? undefined : store.messages.findInConversation(conversation_id, message_id),
		),
	);
	const known = messages.filter((message) => message !== undefined);
	const details = await loadDetails(store, files, conversations, known);
	const members = await configuration.members(store, first.account_id);
	const messagesById = byId(known);
	const presented = rows.map(async (row): Promise<Notification[]> => {
		const of = details.find(({ conversation }) => conversation.id === row.conversation_id);
		const member = members.find(({ user_id }) => user_id === row.user_id);
		if (!of || !member) return [];
		const message = row.message_id === null ? undefined : messagesById.get(row.message_id);
		const { inbox } = await configuration.channel(store, of.conversation.inbox_id);
		const { title, body } = wordNotification(row.notification_type, of.contact.name, inbox.locale, message);
		return [
			{
				id: row.id,
				notification_type: row.notification_type,
				push_message_title: title,
				push_message_body: body,
				primary_actor_type: 'Conversation',
				primary_actor_id: row.conversation_id,
				primary_actor: presentPushConversation(of, present),
				secondary_actor: message ? presentMessageOf(of, message, present) : null,
				user: presentUserSender(member, present),
				read_at: iso(row.read_at),
				snoozed_until: iso(row.snoozed_until),
				last_activity_at: seconds(row.last_activity_at),
				created_at: seconds(row.created_at),
				meta: metaOf(row),
			},
		];
	});
	return (await Promise.all(presented)).flat();
}

export function presentNotificationRecord(row: NotificationRow): NotificationRecord {
	return {
		id: row.id,
		account_id: row.account_id,
		user_id: row.user_id,
		notification_type: row.notification_type,
		primary_actor_type: 'Conversation',
		primary_actor_id: row.conversation_id,
		secondary_actor_type: row.message_id === null ? null : 'Message',
		secondary_actor_id: row.message_id,
		read_at: iso(row.read_at),
		snoozed_until: iso(row.snoozed_until),
		last_activity_at: iso(row.last_activity_at),
		created_at: iso(row.created_at),
		updated_at: iso(row.updated_at),
		meta: metaOf(row),
	};
}

function metaOf({ last_snoozed_at }: NotificationRow): Notification['meta'] {
	return last_snoozed_at === null ? {} : { last_snoozed_at: iso(last_snoozed_at) };
}

/**
 * In the website's language, as what the desk says of a conversation: it is not known which one an
 * agent reads.
 */
export function wordNotification(
	event: NotificationEvent,
	visitor: string,
	websiteLocale: string | null,
	message: MessageRow | undefined,
): { title: string; body: string } {
	const locale = chooseLocale(websiteLocale);
	const isDeleted = message?.content_attributes['deleted'] === true;
	const text =
		message && !isDeleted && (withoutMentions(message.content ?? '') || translate(locale, msg`File Attachment`));
	return {
		title: shorten(translate(locale, headingOf(event, visitor)), PUSH_TEXT_MAX),
		body: shorten(text || '', PUSH_TEXT_MAX),
	};
}

export function presentNotificationSettings(
	{ account_id, user_id }: Pick<Member, 'account_id' | 'user_id'>,
	{ email, push }: NotificationChoice,
): NotificationSettings {
	return {
		id: user_id,
		user_id,
		account_id,
		all_email_flags: EMAIL_FLAGS,
		selected_email_flags: email.map((event) => `email_${event}` as const),
		all_push_flags: PUSH_FLAGS,
		selected_push_flags: push.map((event) => `push_${event}` as const),
	};
}

export function presentNotificationSubscription(
	{ id, device, created_at }: PushSubscriptionRow,
	isCurrent: boolean,
): NotificationSubscription {
	return { id, subscription_type: 'browser_push', device, created_at: seconds(created_at), current: isCurrent };
}
