/**
 * The objects of the wire, as REST answers and pushed events carry them (docs/wire.md;
 * docs/application-api.md, Objects). Names are the wire's. Times are whole seconds since the epoch
 * unless the field says otherwise.
 */
import * as v from 'valibot';
import { Attachment } from './attachments.ts';
import { Attributes } from './attributes.ts';
import { Brand } from './channel.ts';
import { CsatRating } from './contentTypes.ts';

export const MessageType = { INCOMING: 0, OUTGOING: 1, ACTIVITY: 2, TEMPLATE: 3 } as const;
export type MessageType = (typeof MessageType)[keyof typeof MessageType];

export const CONVERSATION_STATUSES = ['open', 'resolved', 'pending', 'snoozed'] as const;
export const ConversationStatus = v.picklist(CONVERSATION_STATUSES);
export type ConversationStatus = v.InferOutput<typeof ConversationStatus>;

export const Priority = v.picklist(['low', 'medium', 'high', 'urgent']);
export type Priority = v.InferOutput<typeof Priority>;

export const Availability = v.picklist(['online', 'busy', 'offline']);
export type Availability = v.InferOutput<typeof Availability>;

/** An agent as the visitor's side lists it (docs/wire.md, Agents). */
export const Agent = v.object({
	id: v.number(),
	name: v.string(),
	avatar_url: v.string(),
	availability_status: v.nullable(Availability),
});
export type Agent = v.InferOutput<typeof Agent>;

/**
 * A sender in messages and events: an agent (`user`), a visitor (`contact`) or a bot (`agent_bot`).
 */
export const UserSender = v.object({
	id: v.number(),
	name: v.string(),
	available_name: v.string(),
	avatar_url: v.string(),
	type: v.literal('user'),
	availability_status: v.nullable(Availability),
	thumbnail: v.string(),
});
export type UserSender = v.InferOutput<typeof UserSender>;

export const ContactSender = v.object({
	id: v.number(),
	name: v.string(),
	email: v.nullable(v.string()),
	phone_number: v.nullable(v.string()),
	identifier: v.nullable(v.string()),
	additional_attributes: Attributes,
	custom_attributes: Attributes,
	thumbnail: v.string(),
	blocked: v.boolean(),
	type: v.literal('contact'),
});
export type ContactSender = v.InferOutput<typeof ContactSender>;

export const BotSender = v.object({
	id: v.number(),
	name: v.string(),
	avatar_url: v.string(),
	type: v.literal('agent_bot'),
});
export type BotSender = v.InferOutput<typeof BotSender>;

export const Sender = v.variant('type', [UserSender, ContactSender, BotSender]);
export type Sender = v.InferOutput<typeof Sender>;

export const SenderType = v.picklist(['User', 'Contact', 'AgentBot']);
export type SenderType = v.InferOutput<typeof SenderType>;

export const MessageStatus = v.picklist(['sent', 'delivered', 'read', 'failed']);
export type MessageStatus = v.InferOutput<typeof MessageStatus>;

/**
 * A message as every answer and event carries it. Lists to the visitor leave out `private`,
 * `inbox_id` and, of the team's messages, `status`; `attachments`, `sender` and `echo_id` are
 * absent, not null or empty, when there is none (docs/wire.md, Messages and Realtime).
 */
export const Message = v.object({
	id: v.number(),
	content: v.nullable(v.string()),
	message_type: v.picklist([0, 1, 2, 3]),
	content_type: v.optional(v.string()),
	content_attributes: Attributes,
	created_at: v.number(),
	/** The conversation's display id. */
	conversation_id: v.number(),
	inbox_id: v.optional(v.number()),
	echo_id: v.optional(v.string()),
	private: v.optional(v.boolean()),
	source_id: v.optional(v.nullable(v.string())),
	status: v.optional(MessageStatus),
	attachments: v.optional(v.array(Attachment)),
	sender: v.optional(Sender),
	sender_type: v.optional(v.nullable(SenderType)),
});
export type Message = v.InferOutput<typeof Message>;

/** Describes one page of a list of messages. */
export const PageMeta = v.object({
	/**
	 * True where the page ended early because it would have become too large: a client then asks
	 * for the next one. Absent otherwise.
	 */
	is_cut: v.optional(v.boolean()),
});
export type PageMeta = v.InferOutput<typeof PageMeta>;

/** Whether the message is being written piece by piece, and more of its text follows. */
export function isStreaming({ content_attributes }: Pick<Message, 'content_attributes'>): boolean {
	return content_attributes['streaming'] === true;
}

/** True when the visitor wrote it: the wire's INCOMING means "into the inbox". */
export function isFromVisitor(message: Pick<Message, 'message_type'>): boolean {
	return message.message_type === MessageType.INCOMING;
}

/** True when an agent, a bot or a template wrote it to the visitor. */
export function isFromTeam(message: Pick<Message, 'message_type'>): boolean {
	return message.message_type === MessageType.OUTGOING || message.message_type === MessageType.TEMPLATE;
}

/**
 * A message that a website's widget shows to visitors by itself (docs/wire.md, Events and
 * campaigns).
 */
export const Campaign = v.object({
	/** Display id. */
	id: v.number(),
	trigger_rules: v.object({
		/** Pattern of the pages (docs/wire.md, Events and campaigns). */
		url: v.string(),
		/** Seconds. */
		time_on_page: v.number(),
	}),
	trigger_only_during_business_hours: v.boolean(),
	/** Markdown, filled in for the visitor. */
	message: v.string(),
	/** As in a message's `content_attributes`. */
	verbatim: v.optional(v.array(v.string())),
	/** Null where the campaign speaks for the team and not for one agent. */
	sender: v.nullable(UserSender),
});
export type Campaign = v.InferOutput<typeof Campaign>;

/** The visitor's own conversation (docs/wire.md, Conversations). `{}` when there is none. */
export const VisitorConversation = v.object({
	/** Display id. */
	id: v.number(),
	inbox_id: v.number(),
	/** 0 when the visitor has never read it. */
	contact_last_seen_at: v.number(),
	/**
	 * Id of the newest message that the visitor has read, or 0. Chatwoot's servers only tell the
	 * time.
	 */
	contact_last_seen_message_id: v.optional(v.number()),
	status: ConversationStatus,
});
export type VisitorConversation = v.InferOutput<typeof VisitorConversation>;

/**
 * The visitor's own conversation with every field of Chatwoot's record except its labels. What is
 * for the team alone (priority, attributes, until when it is snoozed) is empty. Times are ISO 8601.
 */
export const ConversationRecord = v.object({
	/**
	 * The row's id, which appears nowhere else: visitor and team know the conversation by its
	 * `display_id`.
	 */
	id: v.number(),
	display_id: v.number(),
	uuid: v.string(),
	/** A field of Chatwoot's; always null. */
	identifier: v.null(),
	team_id: v.null(),
	sla_policy_id: v.null(),
	account_id: v.number(),
	inbox_id: v.number(),
	contact_id: v.number(),
	contact_inbox_id: v.number(),
	campaign_id: v.nullable(v.number()),
	assignee_id: v.nullable(v.number()),
	status: ConversationStatus,
	priority: v.nullable(v.string()),
	additional_attributes: Attributes,
	custom_attributes: Attributes,
	snoozed_until: v.nullable(v.string()),
	waiting_since: v.nullable(v.string()),
	first_reply_created_at: v.nullable(v.string()),
	agent_last_seen_at: v.nullable(v.string()),
	assignee_last_seen_at: v.nullable(v.string()),
	contact_last_seen_at: v.nullable(v.string()),
	last_activity_at: v.string(),
	created_at: v.string(),
	updated_at: v.string(),
});
export type ConversationRecord = v.InferOutput<typeof ConversationRecord>;

/** One entry in the list of a visitor's conversations: enough to recognise it by. */
export const ListedConversation = v.object({
	...VisitorConversation.entries,
	created_at: v.number(),
	last_activity_at: v.number(),
	/** The newest message that the visitor sees, or null where there is none. */
	last_message: v.nullable(Message),
	/**
	 * How many messages of the team the visitor has not read, counted up to a hundred; absent where
	 * the visitor can read the conversation and not continue it.
	 */
	unread_count: v.optional(v.number()),
});
export type ListedConversation = v.InferOutput<typeof ListedConversation>;

/** What the visitor's side may know about its own contact (docs/wire.md, Contact). */
export const VisitorContact = v.object({
	id: v.number(),
	has_email: v.boolean(),
	has_name: v.boolean(),
	has_phone_number: v.boolean(),
	identifier: v.optional(v.nullable(v.string())),
	/** The out-of-office text for this visitor, where it has variables. */
	out_of_office_message: v.optional(v.string()),
	/** The session has proven to read a mailbox; absent where it has not. */
	has_proven_email: v.optional(v.literal(true)),
});
export type VisitorContact = v.InferOutput<typeof VisitorContact>;

/** A contact as the team's side shows it (docs/application-api.md, Objects). */
export const Contact = v.object({
	...v.omit(ContactSender, ['type']).entries,
	availability_status: v.picklist(['online', 'offline']),
	last_activity_at: v.optional(v.number()),
	created_at: v.number(),
});
export type Contact = v.InferOutput<typeof Contact>;

/** An agent as the team's side shows it (docs/application-api.md, Objects). */
export const TeamAgent = v.object({
	id: v.number(),
	account_id: v.number(),
	availability_status: Availability,
	auto_offline: v.boolean(),
	confirmed: v.boolean(),
	email: v.string(),
	available_name: v.string(),
	name: v.string(),
	role: v.picklist(['agent', 'administrator']),
	thumbnail: v.string(),
});
export type TeamAgent = v.InferOutput<typeof TeamAgent>;

/** A group of the account's people (docs/application-api.md, Teams). */
export const Team = v.object({
	id: v.number(),
	/** Lower case. */
	name: v.string(),
	description: v.nullable(v.string()),
	/** Whether its conversations are assigned to its people in turn. */
	allow_auto_assign: v.boolean(),
	account_id: v.number(),
	/** Whether the caller is in it. */
	is_member: v.boolean(),
});
export type Team = v.InferOutput<typeof Team>;

/**
 * A message with every field, as conversations and pushed events carry it (docs/application-api.md,
 * Objects).
 */
export const PushMessage = v.object({
	...Message.entries,
	account_id: v.number(),
	inbox_id: v.number(),
	/** ISO 8601, UTC, three decimals. */
	updated_at: v.string(),
	/**
	 * The same, when the visitor has last answered what the message asks. Chatwoot has no such
	 * field.
	 */
	answered_at: v.optional(v.string()),
	private: v.boolean(),
	status: MessageStatus,
	content_type: v.string(),
	sender_type: v.nullable(SenderType),
	sender_id: v.nullable(v.number()),
	additional_attributes: Attributes,
	processed_message_content: v.nullable(v.string()),
	conversation: v.object({
		assignee_id: v.nullable(v.number()),
		unread_count: v.number(),
		last_activity_at: v.number(),
		contact_inbox: v.object({ source_id: v.string() }),
	}),
	/** Only in `message.updated`: column → [old, new]. */
	previous_changes: v.optional(v.record(v.string(), v.tuple([v.unknown(), v.unknown()]))),
});
export type PushMessage = v.InferOutput<typeof PushMessage>;

/**
 * The campaign that began a conversation, by its display id and the title that the team gave it.
 */
const BegunBy = v.object({ id: v.number(), title: v.string() });

/** A conversation as the team's REST routes answer it (docs/application-api.md, Objects). */
export const TeamConversation = v.object({
	id: v.number(),
	uuid: v.string(),
	account_id: v.number(),
	inbox_id: v.number(),
	status: ConversationStatus,
	meta: v.object({
		sender: Contact,
		channel: v.string(),
		assignee: v.optional(TeamAgent),
		team: v.optional(Team),
		hmac_verified: v.boolean(),
		/**
		 * Where answers go of a conversation that began by mail; absent for others. Chatwoot has
		 * no such field.
		 */
		mail_address: v.optional(v.string()),
	}),
	messages: v.array(PushMessage),
	last_non_activity_message: v.nullable(PushMessage),
	/**
	 * What was last said: the newest message of a person or bot, or the question that the visitor
	 * has answered since. Absent where that is `last_non_activity_message`. Chatwoot has no such
	 * field.
	 */
	last_said_message: v.optional(PushMessage),
	additional_attributes: Attributes,
	custom_attributes: Attributes,
	labels: v.array(v.string()),
	/** Absent where a visitor began the conversation. Chatwoot has no such field. */
	campaign: v.optional(BegunBy),
	can_reply: v.boolean(),
	muted: v.boolean(),
	/** ISO 8601 or null. */
	snoozed_until: v.nullable(v.string()),
	priority: v.nullable(Priority),
	unread_count: v.number(),
	agent_last_seen_at: v.number(),
	assignee_last_seen_at: v.number(),
	contact_last_seen_at: v.number(),
	/**
	 * Ids of the newest messages that team and visitor have seen, or 0. Chatwoot has no such
	 * fields.
	 */
	agent_last_seen_message_id: v.number(),
	contact_last_seen_message_id: v.number(),
	first_reply_created_at: v.number(),
	waiting_since: v.number(),
	last_activity_at: v.number(),
	timestamp: v.number(),
	created_at: v.number(),
	/** Seconds with a fraction. */
	updated_at: v.number(),
});
export type TeamConversation = v.InferOutput<typeof TeamConversation>;

/**
 * The same as bots get it, which change conversations and do not read them. Chatwoot's bots get all
 * of it.
 */
export const BotConversation = v.pick(TeamConversation, [
	'id',
	'uuid',
	'account_id',
	'inbox_id',
	'status',
	'can_reply',
	'snoozed_until',
	'priority',
	'created_at',
	'updated_at',
]);
export type BotConversation = v.InferOutput<typeof BotConversation>;

/**
 * A conversation in pushed events (docs/application-api.md, Realtime). Chatwoot leaks the visitor's
 * `pubsub_token` in `contact_inbox`; this one does not carry it.
 */
export const PushConversation = v.object({
	id: v.number(),
	account_id: v.number(),
	inbox_id: v.number(),
	status: ConversationStatus,
	channel: v.string(),
	can_reply: v.boolean(),
	contact_inbox: v.object({
		id: v.number(),
		contact_id: v.number(),
		inbox_id: v.number(),
		source_id: v.string(),
		hmac_verified: v.boolean(),
	}),
	/** The newest public message that is no activity; empty where there is none. */
	messages: v.array(PushMessage),
	labels: v.array(v.string()),
	meta: v.object({
		sender: ContactSender,
		assignee: v.nullable(UserSender),
		team: v.nullable(v.pick(Team, ['id', 'name'])),
		hmac_verified: v.boolean(),
		/** As in lists. */
		mail_address: v.optional(v.string()),
	}),
	additional_attributes: Attributes,
	custom_attributes: Attributes,
	/**
	 * Absent where a visitor began the conversation, and in events to the visitor. Chatwoot has no
	 * such field.
	 */
	campaign: v.optional(BegunBy),
	snoozed_until: v.nullable(v.string()),
	unread_count: v.number(),
	/** ISO 8601 or null. */
	first_reply_created_at: v.nullable(v.string()),
	priority: v.nullable(Priority),
	waiting_since: v.number(),
	agent_last_seen_at: v.number(),
	contact_last_seen_at: v.number(),
	/**
	 * Ids of the newest messages that team and visitor have seen, or 0. Chatwoot has no such
	 * fields.
	 */
	agent_last_seen_message_id: v.number(),
	contact_last_seen_message_id: v.number(),
	last_activity_at: v.number(),
	timestamp: v.number(),
	created_at: v.number(),
	updated_at: v.number(),
});
export type PushConversation = v.InferOutput<typeof PushConversation>;

/** The signed-in agent (docs/application-api.md, Profile and signing in). */
export const Profile = v.object({
	id: v.number(),
	name: v.string(),
	available_name: v.string(),
	display_name: v.nullable(v.string()),
	email: v.string(),
	/** The address, which names the person in the header `uid` after signing in. */
	uid: v.string(),
	confirmed: v.literal(true),
	/** Whether they can sign in by a password; absent with Chatwoot's server. */
	has_password: v.optional(v.boolean()),
	avatar_url: v.string(),
	/**
	 * The token by which the caller authenticated; absent where that was the desk's session cookie.
	 */
	access_token: v.optional(v.string()),
	/** Authenticates for realtime as long as that access token is valid. */
	pubsub_token: v.optional(v.string()),
	account_id: v.number(),
	role: v.picklist(['agent', 'administrator']),
	/**
	 * Of that account, how many notifications are neither read nor snoozed. Chatwoot has no such
	 * field.
	 */
	unread_notifications_count: v.optional(v.number()),
	accounts: v.array(
		v.object({
			id: v.number(),
			name: v.string(),
			role: v.picklist(['agent', 'administrator']),
			/** What the agent has chosen, whether they are present or not. */
			availability: Availability,
		}),
	),
});
export type Profile = v.InferOutput<typeof Profile>;

/** What the survey page shows and changes (docs/wire.md, Survey). */
export const CsatSurvey = v.object({
	/** Id of the message that asks for the rating. */
	id: v.number(),
	/** Null until the visitor has answered. */
	csat_survey_response: v.nullable(
		v.object({
			id: v.number(),
			account_id: v.number(),
			conversation_id: v.number(),
			message_id: v.number(),
			rating: CsatRating,
			feedback_message: v.nullable(v.string()),
			contact_id: v.number(),
			assigned_agent_id: v.nullable(v.number()),
			/** ISO 8601, as below. */
			created_at: v.string(),
			updated_at: v.string(),
		}),
	),
	inbox_avatar_url: v.string(),
	inbox_name: v.string(),
	locale: v.string(),
	/** The row's id, not the display id. */
	conversation_id: v.number(),
	/** When the rating was asked for: answers are accepted for 14 days. */
	created_at: v.string(),
	/**
	 * The brand to show, absent where the channel hides it. Chatwoot's survey page knows its brand
	 * by itself.
	 */
	brand: v.optional(Brand),
});
export type CsatSurvey = v.InferOutput<typeof CsatSurvey>;

/**
 * The way into a video call: `url` is the page to show. Chatwoot answers a `token` instead, which
 * becomes part of Dyte's address (docs/wire.md, Video calls).
 */
export const CallTicket = v.object({ url: v.optional(v.string()), token: v.optional(v.string()) });
export type CallTicket = v.InferOutput<typeof CallTicket>;
