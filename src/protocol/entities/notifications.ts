/** What an agent is told of, and how it is listed (docs/application-api.md, Notifications). */
import * as v from 'valibot';
import { PushConversation, PushMessage, UserSender } from './entities.ts';

/**
 * Chatwoot's names for them: a new conversation, a message in one's own conversation, and in one
 * that the agent follows, a conversation that has become one's own, and a note that names the
 * agent.
 */
export const NOTIFICATION_EVENTS = [
	'conversation_creation',
	'assigned_conversation_new_message',
	'participating_conversation_new_message',
	'conversation_assignment',
	'conversation_mention',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

export const NotificationType = v.picklist(NOTIFICATION_EVENTS);

export const Notification = v.object({
	id: v.number(),
	notification_type: NotificationType,
	/** In the website's language, like push notifications. */
	push_message_title: v.string(),
	/** The message's text, shortened; '' where there is none. */
	push_message_body: v.string(),
	primary_actor_type: v.literal('Conversation'),
	/** The conversation's internal id; the one that people see is `primary_actor.id`. */
	primary_actor_id: v.number(),
	primary_actor: PushConversation,
	/** The message; null for new and assigned conversations without one. */
	secondary_actor: v.nullable(PushMessage),
	/** Whose it is. */
	user: UserSender,
	/** ISO 8601. */
	read_at: v.nullable(v.string()),
	/** ISO 8601. */
	snoozed_until: v.nullable(v.string()),
	/** Seconds since the epoch. */
	last_activity_at: v.number(),
	created_at: v.number(),
	meta: v.object({ last_snoozed_at: v.optional(v.string()) }),
});
export type Notification = v.InferOutput<typeof Notification>;

/** One that was changed: the columns of the table, times in ISO 8601. */
export const NotificationRecord = v.object({
	id: v.number(),
	account_id: v.number(),
	user_id: v.number(),
	notification_type: NotificationType,
	primary_actor_type: v.literal('Conversation'),
	primary_actor_id: v.number(),
	secondary_actor_type: v.nullable(v.literal('Message')),
	secondary_actor_id: v.nullable(v.number()),
	read_at: v.nullable(v.string()),
	snoozed_until: v.nullable(v.string()),
	last_activity_at: v.string(),
	created_at: v.string(),
	updated_at: v.string(),
	meta: v.object({ last_snoozed_at: v.optional(v.string()) }),
});
export type NotificationRecord = v.InferOutput<typeof NotificationRecord>;

/** How many are neither read nor snoozed, twice as in Chatwoot. */
const counts = { unread_count: v.number(), count: v.number() };

export const NotificationChangedEvent = v.object({
	notification: v.object({ ...Notification.entries, account_id: v.number() }),
	...counts,
});
export type NotificationChangedEvent = v.InferOutput<typeof NotificationChangedEvent>;

export const NotificationDeletedEvent = v.object({ notification: v.object({ id: v.number() }), ...counts });
export type NotificationDeletedEvent = v.InferOutput<typeof NotificationDeletedEvent>;
