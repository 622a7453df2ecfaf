/** What the domain publishes. `src/server/events` decides who is told, and how. */
import type { Attributes } from '#protocol/entities/attributes.ts';
import type { PushMessage } from '#protocol/entities/entities.ts';
import type { NotificationEvent } from '#protocol/entities/notifications.ts';
import type { ServerEventName, TeamEventName } from '#protocol/entities/realtime.ts';
import type { Channel } from '../store/websites/channels.ts';
import type { ContactInbox, ContactRow, ConversationRow, MessageRow, NotificationRow } from '../store/tables/schema.ts';
import type { Member } from '../store/people/users.ts';

/** What the visitor may know too, and bots and webhooks are told of. */
type SharedEvent = Extract<
	ServerEventName,
	'conversation.created' | 'conversation.updated' | 'conversation.status_changed'
>;
type ConversationEvent = SharedEvent | TeamEventName;

const TEAM_EVENTS: Record<TeamEventName, true> = {
	'conversation.read': true,
	'assignee.changed': true,
	'team.changed': true,
};

/** Whether the visitor, bots and webhooks are told of it as well as the agents. */
export function isShared(event: ConversationEvent): event is SharedEvent {
	return !(event in TEAM_EVENTS);
}

/** What of an account clients keep until they are told that it has changed. */
export type AccountPart = 'inbox' | 'label' | 'team';

export interface EventPublisher {
	/** Tells the agents and, of shared events, the visitor. */
	conversation(event: ConversationEvent, conversation: ConversationRow): Promise<void>;
	/** Tells the agents and, except for private notes and activity messages, the visitor. */
	messageCreated(conversation: ConversationRow, message: MessageRow, known?: Known): Promise<void>;
	/** `changes`: column → [old, new]. */
	messagesUpdated(
		conversation: ConversationRow,
		messages: readonly MessageRow[],
		changes: PushMessage['previous_changes'],
	): Promise<void>;
	/**
	 * Tells only those who are connected and see the message, which is being written, of a piece of
	 * it.
	 */
	messageAppended(conversation: ConversationRow, message: MessageRow, piece: AppendedPiece): Promise<void>;
	/** Tells webhooks only: agents see contacts with their conversations. */
	contactCreated(contact: ContactRow): Promise<void>;
	/** Tells webhooks only. `before`: the same contact; absent where two have become one. */
	contactUpdated(contact: ContactRow, before?: ContactRow): Promise<void>;
	/** Tells webhooks only that the contact has become part of another one. */
	contactAbsorbed(contact: ContactRow): Promise<void>;
	/**
	 * Tells the agents of the account, its webhooks, and the sessions that have ended with the
	 * contact.
	 */
	contactDeleted(contact: ContactRow, displayIds: number[], ended: readonly ContactInbox[]): Promise<void>;
	/**
	 * Tells the agents of the account, and the session, that it is gone with these conversations,
	 * while the contact stays. Webhooks are told nothing: they would delete the contact of a person
	 * that the session only claims to be.
	 */
	sessionDeleted(contact: ContactRow, displayIds: number[], session: ContactInbox): Promise<void>;
	/** Tells the agents of the account that these conversations are gone. */
	conversationsDeleted(accountId: number, displayIds: readonly number[]): Promise<void>;
	/** Tells the agents of the account that some of what it has set up is no longer what it was. */
	accountChanged(accountId: number, what: AccountPart): Promise<void>;
	/**
	 * Tells all who see the conversation except the typist; `member` is absent when the visitor
	 * types.
	 */
	typing(conversation: ConversationRow, isOn: boolean, isPrivate: boolean, member?: Member): Promise<void>;
	/**
	 * Tells the agents who see the conversation, except the one who has begun to view it, or has
	 * left, that these view it.
	 */
	viewing(conversation: ConversationRow, viewers: readonly Member[], member: Member): Promise<void>;
	/**
	 * Tells agents by their lists and, as each has chosen, where they do not look at the desk
	 * (docs/application-api.md, Notifications). `message`: what they are told of, if it is a
	 * message.
	 */
	notify(event: NotificationEvent, conversation: ConversationRow, message?: MessageRow): Promise<void>;
	/** Tells these people that a note names them, wherever they are. */
	mentioned(conversation: ConversationRow, note: MessageRow, userIds: readonly number[]): Promise<void>;
	/** Tells the people whose they are that these have changed in their lists. */
	notificationsUpdated(rows: readonly NotificationRow[]): Promise<void>;
	/** Tells them that these are gone. */
	notificationsDeleted(rows: readonly NotificationRow[]): Promise<void>;
	/** Tells bots and webhooks only: agents see it as presence. */
	widgetOpened(opened: WidgetOpened): Promise<void>;
}

/**
 * What the caller, which has just written a message, knows already, so that it is not looked up
 * again.
 */
export interface Known {
	/** The conversation's session. */
	session?: ContactInbox;
	/** The contact who wrote the message. */
	contact?: ContactRow;
	hasAttachments?: boolean;
	/** As in `countUnread` of the messages. */
	unreadCount?: number;
}

export interface AppendedPiece {
	content: string;
	/** Where it begins in the text, in UTF-16 units. */
	position: number;
}

export interface WidgetOpened {
	channel: Channel;
	session: ContactInbox;
	contact: ContactRow;
	/** The visitor's conversation, if there is one. */
	conversation: ConversationRow | undefined;
	/** Facts about the page and the browser. */
	eventInfo: Attributes;
}
