/** The visitor's side: `/api/v1/widget/*` (docs/wire.md, Sessions and Messages). */
import * as v from 'valibot';
import { Portal } from './entities/articles.ts';
import { DirectUpload, FILES_PER_MESSAGE_MAX } from './entities/attachments.ts';
import { GlobalConfig, PreChatFormOptions, ReplyTime, Feature, Language, WorkingHours } from './entities/channel.ts';
import { Attributes } from './entities/attributes.ts';
import { CAPTCHA_PROOF_MAX } from './entities/captcha.ts';
import {
	Agent,
	CallTicket,
	Campaign,
	ContactSender,
	ConversationRecord,
	ListedConversation,
	Message,
	PageMeta,
	VisitorContact,
	VisitorConversation,
} from './entities/entities.ts';
import { Reaction } from './entities/reactions.ts';
import { maxCharacters } from './base/characters.ts';
import { CONTENT_MAX, NAME_MAX } from './base/limits.ts';
import { numeric, orNone, truth } from './base/numeric.ts';
import type { RouteTable } from './base/routes.ts';

/** Every call names the channel; `locale` chooses the language of server texts. */
const channelQuery = v.object({ website_token: v.string(), locale: v.optional(v.string()) });

/**
 * A call about one of the visitor's conversations: `conversation_id` is its display id, and the
 * newest one is meant where it is absent (docs/wire.md, Several conversations). Chatwoot knows only
 * the newest.
 */
const conversationQuery = v.object({ ...channelQuery.entries, conversation_id: v.optional(numeric) });

const content = v.pipe(
	v.string(),
	maxCharacters(CONTENT_MAX, `Content is too long (maximum is ${CONTENT_MAX} characters)`),
);

/**
 * A new message; `echo_id` makes a repetition harmless: the server stores one message per visitor
 * and `echo_id`.
 */
export const NewMessage = v.object({
	content: v.optional(v.nullable(content)),
	/** Signed ids of files. */
	attachments: v.optional(
		v.pipe(v.array(v.string()), v.maxLength(FILES_PER_MESSAGE_MAX, 'Attachments exceeded maximum allowed')),
	),
	/** Id of the message that this one answers. */
	reply_to: v.optional(orNone(v.union([v.number(), numeric]))),
	/**
	 * The time by the visitor's clock, as `Date.toString()` writes it. An invalid one is dropped,
	 * and the message is accepted.
	 */
	timestamp: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(255))), undefined),
	referer_url: v.optional(v.nullable(v.string())),
	echo_id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
});
export type NewMessage = v.InferOutput<typeof NewMessage>;

/** The moment of an event by the visitor's clock, and the page on which it happened. */
const eventInfo = {
	initiated_at: v.optional(v.nullable(v.object({ timestamp: NewMessage.entries.timestamp }))),
	referer: NewMessage.entries.referer_url,
};

const contactFacts = v.object({
	name: v.optional(
		v.nullable(v.pipe(v.string(), maxCharacters(NAME_MAX, `Name is too long (maximum is ${NAME_MAX} characters)`))),
	),
	email: v.optional(v.nullable(v.string())),
	phone_number: v.optional(v.nullable(v.string())),
});

/**
 * Id of the topic that the visitor, or the page, has chosen: it counts if a conversation begins. An
 * unknown one means none.
 */
const topic = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(255))));

/**
 * Facts that identify a visitor (docs/wire.md, Contact and Identity), flat as the wire has them.
 */
const identity = v.object({
	...contactFacts.entries,
	/** A number is stored as its text. */
	identifier: v.optional(v.nullable(v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.transform(String))]))),
	identifier_hash: v.optional(v.nullable(v.string())),
	/** A token of the site's server, in place of the hash. */
	jwt: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(8_000, 'is too long')))),
	avatar_url: v.optional(v.nullable(v.string())),
	custom_attributes: v.optional(Attributes),
	additional_attributes: v.optional(Attributes),
});

/** A list, as Chatwoot's API wants it; the widget sends one name. */
const attributeNames = v.pipe(v.array(v.string()), v.maxLength(100, 'Too many attributes'));

export const widgetRoutes = {
	config: {
		method: 'POST',
		path: '/api/v1/widget/config',
		role: 'channel',
		summary: "The channel's settings and the visitor's session; starts a session where the header names none",
		query: channelQuery,
		response: v.object({
			website_channel_config: v.object({
				allow_messages_after_resolved: v.boolean(),
				api_host: v.string(),
				auth_token: v.string(),
				avatar_url: v.string(),
				csat_survey_enabled: v.boolean(),
				disable_branding: v.boolean(),
				enabled_features: v.array(Feature),
				enabled_languages: v.array(Language),
				locale: v.string(),
				out_of_office_message: v.nullable(v.string()),
				portal: v.nullable(Portal),
				pre_chat_form_enabled: v.boolean(),
				pre_chat_form_options: PreChatFormOptions,
				reply_time: ReplyTime,
				timezone: v.string(),
				utc_off_set: v.string(),
				website_name: v.string(),
				website_token: v.string(),
				welcome_tagline: v.nullable(v.string()),
				welcome_title: v.nullable(v.string()),
				widget_color: v.string(),
				working_hours: v.array(WorkingHours),
				working_hours_enabled: v.boolean(),
			}),
			contact: v.object({
				id: v.number(),
				name: v.string(),
				email: v.nullable(v.string()),
				identifier: v.nullable(v.string()),
				phone_number: v.nullable(v.string()),
				pubsub_token: v.string(),
			}),
			global_config: GlobalConfig,
		}),
	},
	/** Chatwoot has no such route. */
	passCaptcha: {
		method: 'POST',
		path: '/api/v1/widget/captcha',
		role: 'visitor',
		summary: "Gives the proof that the website's challenge was passed; the session needs no other",
		query: channelQuery,
		body: v.object({ response: v.pipe(v.string(), v.minLength(1), v.maxLength(CAPTCHA_PROOF_MAX)) }),
		status: 204,
	},
	createEvent: {
		method: 'POST',
		path: '/api/v1/widget/events',
		role: 'visitor',
		summary:
			'Reports that the visitor opened the widget, or accepted a campaign, which begins the conversation where there is none',
		query: channelQuery,
		body: v.variant('name', [
			v.object({ name: v.literal('webwidget.triggered'), event_info: v.optional(v.object(eventInfo), {}) }),
			v.object({
				name: v.literal('campaign.triggered'),
				event_info: v.object({
					...eventInfo,
					/** Without it the request does nothing. */
					campaign_id: v.optional(orNone(numeric)),
					/** The conversation's attributes. */
					custom_attributes: v.optional(v.nullable(Attributes)),
				}),
			}),
		]),
		status: 204,
	},
	listCampaigns: {
		method: 'GET',
		path: '/api/v1/widget/campaigns',
		role: 'channel',
		summary: "The channel's campaigns that are enabled",
		query: channelQuery,
		response: v.array(Campaign),
	},
	listAgents: {
		method: 'GET',
		path: '/api/v1/widget/inbox_members',
		role: 'channel',
		summary: "The channel's agents and whether they are online",
		query: channelQuery,
		response: v.object({ payload: v.array(Agent) }),
	},
	showContact: {
		method: 'GET',
		path: '/api/v1/widget/contact',
		role: 'visitor',
		summary: 'Which facts about the visitor are known; the facts themselves are never disclosed',
		query: channelQuery,
		response: VisitorContact,
	},
	updateContact: {
		method: 'PATCH',
		path: '/api/v1/widget/contact',
		role: 'visitor',
		summary: 'Adds facts about the visitor; blank ones are ignored, attributes are merged',
		query: channelQuery,
		body: identity,
		response: VisitorContact,
	},
	setUser: {
		method: 'PATCH',
		path: '/api/v1/widget/contact/set_user',
		role: 'visitor',
		summary: "Identifies the visitor as a user of the site; another user's session gets a new token",
		query: channelQuery,
		body: identity,
		response: v.object({ ...VisitorContact.entries, widget_auth_token: v.optional(v.string()) }),
	},
	/** Chatwoot has no such route. */
	requestEmailCode: {
		method: 'POST',
		path: '/api/v1/widget/contact/email_code',
		role: 'visitor',
		summary:
			'Mails a code of six digits to the address, by which the session proves to read it; the answer is the same whether or not a contact has the address',
		query: channelQuery,
		body: v.object({ email: v.pipe(v.string(), v.maxLength(255, 'is too long')) }),
		status: 204,
	},
	/** Chatwoot has no such route. */
	confirmEmailCode: {
		method: 'POST',
		path: '/api/v1/widget/contact/email_code/confirm',
		role: 'visitor',
		summary:
			'Proves by the mailed code that the visitor reads the mailbox; the session gets a new token, and what was written under the address',
		query: channelQuery,
		body: v.object({ code: v.pipe(v.string(), v.maxLength(64, 'is too long')) }),
		response: v.object({ ...VisitorContact.entries, widget_auth_token: v.string() }),
	},
	destroyContactAttributes: {
		method: 'POST',
		path: '/api/v1/widget/contact/destroy_custom_attributes',
		role: 'visitor',
		summary: "Removes custom attributes of the visitor's record",
		query: channelQuery,
		body: v.object({ custom_attributes: attributeNames }),
		response: VisitorContact,
	},
	/** Chatwoot has no such route. */
	deleteContact: {
		method: 'DELETE',
		path: '/api/v1/widget/contact',
		role: 'visitor',
		summary:
			'Deletes the visitor: record, sessions, conversations, messages and files; of a record whose identifier is only claimed, what this session wrote',
		query: channelQuery,
		status: 204,
	},
	showConversation: {
		method: 'GET',
		path: '/api/v1/widget/conversations',
		role: 'visitor',
		summary: "The visitor's newest conversation, or {}; or that of conversation_id",
		query: conversationQuery,
		response: v.partial(VisitorConversation),
	},
	/** Chatwoot has no such route: its visitors see only their newest conversation. */
	listConversations: {
		method: 'GET',
		path: '/api/v1/widget/conversations/history',
		role: 'visitor',
		summary:
			"A page of all the visitor's conversations, newest first: the newest 10, or 10 before an id; or all that are open",
		query: v.object({
			...channelQuery.entries,
			before: v.optional(numeric),
			/** True: of these only those that are not resolved, up to a hundred. */
			open: v.optional(truth),
		}),
		response: v.object({ payload: v.array(ListedConversation) }),
	},
	createConversation: {
		method: 'POST',
		path: '/api/v1/widget/conversations',
		role: 'visitor',
		summary:
			'Starts a new conversation with its first message; continues the open one where the website has one at a time',
		query: channelQuery,
		body: v.object({
			contact: v.optional(contactFacts),
			message: v.omit(NewMessage, ['reply_to']),
			custom_attributes: v.optional(Attributes),
			topic,
		}),
		isMultipart: true,
		needsCaptcha: true,
		response: v.object({
			...VisitorConversation.entries,
			messages: v.array(Message),
			custom_attributes: Attributes,
			contact: v.omit(ContactSender, ['type', 'thumbnail']),
		}),
	},
	toggleTyping: {
		method: 'POST',
		path: '/api/v1/widget/conversations/toggle_typing',
		role: 'visitor',
		summary: 'Tells the agents that the visitor types, or no longer does',
		query: conversationQuery,
		body: v.object({ typing_status: v.picklist(['on', 'off']) }),
	},
	updateLastSeen: {
		method: 'POST',
		path: '/api/v1/widget/conversations/update_last_seen',
		role: 'visitor',
		summary:
			'Marks as read by the visitor the message `last_seen_message_id` and those before it; without one, what was written ' +
			'until `contact_last_seen_at`, the `created_at` of a message; with any other time, or none, everything up to now by ' +
			"the server's clock",
		query: conversationQuery,
		body: v.object({
			contact_last_seen_at: v.fallback(v.optional(numeric), undefined),
			last_seen_message_id: v.optional(numeric),
		}),
	},
	endConversation: {
		method: 'GET',
		path: '/api/v1/widget/conversations/toggle_status',
		role: 'visitor',
		summary: 'Resolves the conversation; 403 where the channel does not let visitors do that',
		query: conversationQuery,
	},
	sendTranscript: {
		method: 'POST',
		path: '/api/v1/widget/conversations/transcript',
		role: 'visitor',
		summary:
			"Mails the conversation to the contact's stored address; without an address, or a conversation, nothing happens",
		query: conversationQuery,
	},
	setConversationAttributes: {
		method: 'POST',
		path: '/api/v1/widget/conversations/set_custom_attributes',
		role: 'visitor',
		summary: "Replaces the conversation's custom attributes; 404 without a conversation",
		query: conversationQuery,
		body: v.object({ custom_attributes: Attributes }),
		status: 204,
	},
	destroyConversationAttributes: {
		method: 'POST',
		path: '/api/v1/widget/conversations/destroy_custom_attributes',
		role: 'visitor',
		summary:
			'Removes custom attributes of the conversation, and answers its record without attributes; 404 without one',
		query: conversationQuery,
		body: v.object({ custom_attribute: attributeNames }),
		response: ConversationRecord,
	},
	addLabel: {
		method: 'POST',
		path: '/api/v1/widget/labels',
		role: 'visitor',
		summary: "Puts one of the account's labels on the conversation; without either nothing happens",
		query: conversationQuery,
		body: v.object({ label: v.string() }),
		status: 204,
	},
	removeLabel: {
		method: 'DELETE',
		path: '/api/v1/widget/labels/:label',
		role: 'visitor',
		summary: 'Takes a label off the conversation; without one nothing happens',
		params: v.object({ label: v.string() }),
		query: conversationQuery,
		status: 204,
	},
	listMessages: {
		method: 'GET',
		path: '/api/v1/widget/messages',
		role: 'visitor',
		summary:
			'A page of the conversation, oldest first: the newest 20, 20 before an id, or 100 after one; after=0 means from the start; conversation_id chooses another than the newest',
		query: v.object({
			...conversationQuery.entries,
			before: v.optional(numeric),
			after: v.optional(numeric),
		}),
		response: v.object({
			payload: v.array(Message),
			/** `{}` when there is no conversation. */
			meta: v.optional(
				v.object({
					contact_last_seen_at: v.optional(v.number()),
					/**
					 * In the newest page of a conversation, so that one request reads both.
					 * Chatwoot has no such field.
					 */
					conversation: v.optional(VisitorConversation),
					...PageMeta.entries,
				}),
			),
		}),
	},
	createMessage: {
		method: 'POST',
		path: '/api/v1/widget/messages',
		role: 'visitor',
		summary:
			'Writes a message, starting a conversation where there is none; a repeated echo_id answers the stored message',
		query: conversationQuery,
		body: v.object({ message: NewMessage, topic }),
		isMultipart: true,
		needsCaptcha: true,
		response: Message,
	},
	updateMessage: {
		method: 'PATCH',
		path: '/api/v1/widget/messages/:id',
		role: 'visitor',
		summary: "Answers a question message of the visitor's own conversation",
		params: v.object({ id: numeric }),
		query: conversationQuery,
		body: v.object({
			contact: v.optional(v.object({ email: v.optional(v.nullable(v.string())) })),
			message: v.optional(v.object({ submitted_values: v.optional(v.unknown()) })),
		}),
		response: v.object({ contact: v.omit(ContactSender, ['type', 'thumbnail']) }),
	},
	/** Chatwoot has no such route. */
	deleteMessage: {
		method: 'DELETE',
		path: '/api/v1/widget/messages/:id',
		role: 'visitor',
		summary:
			'Deletes a message that this session has written in the last two minutes; 403 where the channel does not let visitors do that',
		params: v.object({ id: numeric }),
		query: conversationQuery,
		response: Message,
	},
	/** Chatwoot has no such route. */
	editMessage: {
		method: 'PATCH',
		path: '/api/v1/widget/messages/:id/content',
		role: 'visitor',
		summary:
			'Changes the text of a message that this session has written in the last two minutes; 403 where the channel does not let visitors do that',
		params: v.object({ id: numeric }),
		query: conversationQuery,
		body: v.object({ content }),
		response: Message,
	},
	/** Chatwoot has no such route. */
	setReaction: {
		method: 'PATCH',
		path: '/api/v1/widget/messages/:id/reaction',
		role: 'visitor',
		summary:
			"Reacts to a message of the team in the visitor's own conversation, in place of an earlier reaction; null takes it back",
		params: v.object({ id: numeric }),
		query: conversationQuery,
		body: v.object({ reaction: v.nullable(Reaction) }),
		response: Message,
	},
	joinCall: {
		method: 'POST',
		path: '/api/v1/widget/integrations/dyte/add_participant_to_meeting',
		role: 'visitor',
		summary: 'Lets the visitor into the video call of a message of their own conversation',
		query: conversationQuery,
		body: v.object({ message_id: numeric }),
		response: CallTicket,
	},
	createDirectUpload: {
		method: 'POST',
		path: '/api/v1/widget/direct_uploads',
		role: 'visitor',
		summary: 'Announces a file; its bytes are then PUT to the address in the answer',
		query: channelQuery,
		needsCaptcha: true,
		body: v.object({
			blob: v.object({
				filename: v.string(),
				content_type: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(255)))),
				/** Bytes. */
				byte_size: numeric,
				/** MD5 in base64. */
				checksum: v.pipe(v.string(), v.maxLength(64)),
			}),
		}),
		response: DirectUpload,
	},
} as const satisfies RouteTable;
