/** What the rules announce. Who is told, and how, is for `src/server/events` to say. */
import type { Attributes } from '#protocol/attributes.ts';
import type { PushMessage } from '#protocol/entities.ts';
import type { ServerEventName } from '#protocol/realtime.ts';
import type { Channel } from '../store/channels.ts';
import type { ContactInbox, ContactRow, ConversationRow, MessageRow } from '../store/schema.ts';
import type { Member } from '../store/users.ts';

type ConversationEvent = Extract<
	ServerEventName,
	'conversation.created' | 'conversation.updated' | 'conversation.status_changed' | 'conversation.read'
>;

export interface Announcer {
	/** To the agents and, except for `conversation.read`, to the visitor. */
	conversation(event: ConversationEvent, conversation: ConversationRow): Promise<void>;
	/** To the agents and, except for private notes and activity messages, to the visitor. */
	messageCreated(conversation: ConversationRow, message: MessageRow, known?: Known): Promise<void>;
	/** `changes`: column → [old, new]. */
	messagesUpdated(
		conversation: ConversationRow,
		messages: readonly MessageRow[],
		changes: PushMessage['previous_changes'],
	): Promise<void>;
	/** To the agents of the account, and to the sessions that ended with it. */
	contactDeleted(contact: ContactRow, displayIds: number[], ended: readonly ContactInbox[]): Promise<void>;
	/** To everybody who sees the conversation but the typist; `member` is absent when the visitor types. */
	typing(conversation: ConversationRow, isOn: boolean, isPrivate: boolean, member?: Member): Promise<void>;
	/** To bots and webhooks alone: agents see it as presence. */
	widgetOpened(opened: WidgetOpened): Promise<void>;
}

/** What the rule that has just written a message knows of it, so that it need not be looked up. */
export interface Known {
	/** Of the conversation. */
	session?: ContactInbox;
	/** Who wrote it. */
	contact?: ContactRow;
	hasAttachments?: boolean;
}

export interface WidgetOpened {
	channel: Channel;
	session: ContactInbox;
	contact: ContactRow;
	/** The visitor's, where there is one. */
	conversation: ConversationRow | undefined;
	/** Of the page and the browser. */
	eventInfo: Attributes;
}
