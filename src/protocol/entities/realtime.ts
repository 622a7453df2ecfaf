/**
 * Events on `/cable` (docs/wire.md, Realtime; docs/application-api.md, Realtime). One name, one
 * payload; socket.io's generics derive from these.
 */
import * as v from 'valibot';
import { Availability, PushConversation, PushMessage, ContactSender, UserSender } from './entities.ts';
import { NotificationChangedEvent, NotificationDeletedEvent } from './notifications.ts';

export const CABLE_PATH = '/cable';
/**
 * Why Socket.IO refuses a handshake whose credentials are wrong. Every other refusal is a fault of
 * the server, and the client tries again.
 */
export const UNAUTHORIZED = 'Unauthorized';

export const TypingEvent = v.object({
	conversation: PushConversation,
	user: v.variant('type', [UserSender, ContactSender]),
	is_private: v.boolean(),
	account_id: v.number(),
});
export type TypingEvent = v.InferOutput<typeof TypingEvent>;

export const PresenceEvent = v.object({
	account_id: v.number(),
	/** User id → availability; agents who are not listed are offline. */
	users: v.record(v.string(), Availability),
	/** Only to agents: contact id → online. */
	contacts: v.optional(v.record(v.string(), v.literal('online'))),
});
export type PresenceEvent = v.InferOutput<typeof PresenceEvent>;

/** A visitor subscribes again only when the payload has a token. */
export const ContactMergedEvent = v.object({ pubsub_token: v.optional(v.string()) });
export type ContactMergedEvent = v.InferOutput<typeof ContactMergedEvent>;

/**
 * A visitor has deleted their data: the sessions that receive this have ended, and these
 * conversations are deleted.
 */
export const ContactDeletedEvent = v.object({
	id: v.number(),
	account_id: v.number(),
	/** Display ids. */
	conversation_ids: v.array(v.number()),
});
export type ContactDeletedEvent = v.InferOutput<typeof ContactDeletedEvent>;

/** The conversation's website is deleted, and the conversation with it. */
export const ConversationDeletedEvent = v.object({
	/** Display id. */
	id: v.number(),
	account_id: v.number(),
});
export type ConversationDeletedEvent = v.InferOutput<typeof ConversationDeletedEvent>;

/**
 * What clients keep of the account is out of date: websites or labels. Chatwoot's keys, each with
 * the second of the change.
 */
export const AccountChangedEvent = v.object({
	account_id: v.number(),
	cache_keys: v.object({
		inbox: v.optional(v.string()),
		label: v.optional(v.string()),
		team: v.optional(v.string()),
	}),
});
export type AccountChangedEvent = v.InferOutput<typeof AccountChangedEvent>;

/** Who has the conversation open at the desk. Chatwoot has no such event. */
export const ViewingEvent = v.object({
	/** Display id. */
	conversation_id: v.number(),
	account_id: v.number(),
	/** Everybody who views it now. */
	users: v.array(UserSender),
});
export type ViewingEvent = v.InferOutput<typeof ViewingEvent>;

/** A piece of a message that is being written. Chatwoot has no such event. */
export const AppendedEvent = v.object({
	/** Of the message. */
	id: v.number(),
	/** Display id. */
	conversation_id: v.number(),
	account_id: v.number(),
	/** Of the message, in seconds since the epoch. */
	created_at: v.number(),
	content: v.string(),
	/** Where the piece begins in the message's text, in UTF-16 units. */
	position: v.number(),
});
export type AppendedEvent = v.InferOutput<typeof AppendedEvent>;

/** Event name → payload, as the server pushes them. */
export const ServerEvents = {
	'message.created': PushMessage,
	'message.updated': PushMessage,
	'message.appended': AppendedEvent,
	'conversation.created': PushConversation,
	'conversation.updated': PushConversation,
	'conversation.status_changed': PushConversation,
	/** Only to agents: the visitor has read the conversation. */
	'conversation.read': PushConversation,
	/** Only to agents: the conversation has another assignee, or none any more. */
	'assignee.changed': PushConversation,
	/** Only to agents: the conversation is another team's, or no team's any more. */
	'team.changed': PushConversation,
	/** Only to agents: another one has begun to view the conversation, or has left it. */
	'conversation.viewing': ViewingEvent,
	/** Only to the agents whom a note names. */
	'conversation.mentioned': PushConversation,
	/** Only to the agent whose list it is in. */
	'notification.created': NotificationChangedEvent,
	'notification.updated': NotificationChangedEvent,
	'notification.deleted': NotificationDeletedEvent,
	'conversation.typing_on': TypingEvent,
	'conversation.typing_off': TypingEvent,
	'presence.update': PresenceEvent,
	'contact.merged': ContactMergedEvent,
	'contact.deleted': ContactDeletedEvent,
	'conversation.deleted': ConversationDeletedEvent,
	'account.cache_invalidated': AccountChangedEvent,
} as const;

export type ServerEventName = keyof typeof ServerEvents;
/** Events about a conversation that no visitor hears. */
export type TeamEventName = 'conversation.read' | 'assignee.changed' | 'team.changed';
/** Events about the agents who see a conversation, of which no visitor hears. */
export type WorkEventName =
	| 'conversation.viewing'
	| 'conversation.mentioned'
	| 'notification.created'
	| 'notification.updated'
	| 'notification.deleted';
/** Events that all agents of the account hear, and no visitor. */
export type AccountEventName = 'conversation.deleted' | 'account.cache_invalidated';
export type ServerEventData<E extends ServerEventName> = v.InferOutput<(typeof ServerEvents)[E]>;

/**
 * Over Socket.IO, before the server ends a connection: events may have been lost since any time. A
 * client comes back after its usual pause, and reads again what it shows.
 */
export const CONNECTION_ENDING = 'connection.ending';

/** The event types in the form that socket.io's generics want. */
export type ServerToClientEvents = { [CONNECTION_ENDING]: () => void } & {
	[E in ServerEventName]: (data: ServerEventData<E>) => void;
};
export interface ClientToServerEvents {
	update_presence: () => void;
}

/**
 * The Socket.IO handshake. With `user_id` the token is an agent's, without it a visitor's. The desk
 * sends none of these: its cookie authenticates it.
 */
export const CableAuth = v.object({
	pubsub_token: v.optional(v.string()),
	account_id: v.optional(v.number()),
	user_id: v.optional(v.number()),
});
export type CableAuth = v.InferOutput<typeof CableAuth>;
