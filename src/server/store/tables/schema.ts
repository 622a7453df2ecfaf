/**
 * The tables in Kysely's types. Times are milliseconds since the epoch; presenting converts them
 * into the wire's seconds.
 */
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ATTRIBUTE_MODELS, ATTRIBUTE_TYPES } from '#protocol/application/attributeDefinitionRoutes.ts';
import type { AuditAction, AuditActorType, AuditedType } from '#protocol/application/auditLogRoutes.ts';
import type { CUSTOM_FILTER_TYPES } from '#protocol/application/filters/customFilterRoutes.ts';
import type { MailSecurity } from '#protocol/application/mailRoutes.ts';
import type { BlobRow } from './blobRow.ts';
import type { WebhookEvent } from '#protocol/entities/webhookEvents.ts';
import type { ArticleStatus } from '#protocol/entities/articles.ts';
import type { CaptchaProvider } from '#protocol/entities/captcha.ts';
import type { EmailRefusal } from '#protocol/application/contactRoutes.ts';
import type { CsatRating } from '#protocol/entities/contentTypes.ts';
import type { NotificationEvent } from '#protocol/entities/notifications.ts';
import type {
	Feature,
	LauncherSize,
	PreChatFormOptions,
	ReplyTime,
	Topic,
	WorkingHours,
} from '#protocol/entities/channel.ts';
import type { Attributes } from '#protocol/entities/attributes.ts';
import type { OwnTexts } from '#protocol/entities/ownTexts.ts';
import type { Translations } from '#protocol/entities/translations.ts';
import type {
	Availability,
	ConversationStatus,
	MessageStatus,
	MessageType,
	SenderType,
} from '#protocol/entities/entities.ts';

/** A column with values that columns.ts encodes. */
type Json<T> = ColumnType<T, Readonly<T>, Readonly<T>>;
type Id = Generated<number>;

interface AccountsTable {
	id: Id;
	name: string;
	status: 'active' | 'suspended';
	/** Display id of the account's newest conversation. */
	last_display_id: number;
	/** Display id of the account's newest campaign, which may be deleted by now. */
	last_campaign_display_id: Generated<number>;
	/** Days without a message after which an open conversation is resolved; null for never. */
	auto_resolve_duration: number | null;
	created_at: number;
}

/** A table with one row (configuration.ts). */
interface ConfigurationVersionTable {
	/** Increases with every change of the configuration by the owners. */
	version: number;
}

interface UsersTable {
	id: Id;
	name: string;
	display_name: string | null;
	/** Lower case. */
	email: string;
	avatar_url: string;
	created_at: number;
}

/** An access token of a user or a bot, for scripts and other clients. */
interface AccessTokensTable {
	id: Id;
	user_id: number | null;
	agent_bot_id: number | null;
	/** The name that its owner has given it. */
	name: string;
	/** Hash of the token in the header `api_access_token`. */
	token_hash: string;
	/** Hash of the realtime token that belongs to a user's token (base/randomToken.ts). */
	realtime_hash: string;
	/** The last four characters of the token, by which people recognise it. */
	last_four: string;
	/** To the minute; null until it is used for the first time. */
	last_used_at: number | null;
	/** Null for a token that never expires. */
	expires_at: number | null;
	created_at: number;
}

/** Of those members of the team who have one. */
interface PasswordsTable {
	user_id: number;
	/** With salt and parameters (base/passwordHash.ts). */
	hash: string;
	changed_at: number;
}

/** A browser that is signed in at the desk. */
interface DeskSessionsTable {
	id: Id;
	user_id: number;
	/** Hash of the token in the cookie. */
	token_hash: string;
	/** Browser and system, in English. */
	device: string;
	/** What the person showed: a one-time link, a password, an access token. */
	begun_by: 'link' | 'password' | 'token';
	/** That token; the row goes with it. */
	access_token_id: number | null;
	/** When the token expires, which no use puts off; null: never. */
	ends_at: number | null;
	/** To the minute. */
	last_used_at: number;
	/** Put off each time the session is used. */
	expires_at: number;
	created_at: number;
}

interface AccountUsersTable {
	account_id: number;
	user_id: number;
	role: 'agent' | 'administrator';
	/** The availability that others see while the agent is present. */
	availability: Availability;
	/** False: `availability` also applies while the agent is not present. */
	auto_offline: boolean;
	/** When they left; null for a member. */
	removed_at: ColumnType<number | null, number | null | undefined, number | null>;
	/** Null until the agent chooses (domain/notificationSettings.ts). */
	notification_settings: ColumnType<
		NotificationChoice | null,
		Readonly<NotificationChoice> | null | undefined,
		Readonly<NotificationChoice> | null
	>;
}

/** What an agent wants to be told of while they do not look at the desk, and how. */
export interface NotificationChoice {
	email: NotificationEvent[];
	push: NotificationEvent[];
}

/**
 * A table with one row: the keys by which push services, and the browsers that have subscribed,
 * know the server.
 */
interface PushKeysTable {
	id: number;
	/** Both in base64url. */
	public_key: string;
	private_key: string;
}

/** A browser that gets an agent's push notifications. */
interface PushSubscriptionsTable {
	id: Id;
	user_id: number;
	/**
	 * The sign-in by which it was made, with which it ends: a session of the desk, or an access
	 * token.
	 */
	desk_session_id: number | null;
	access_token_id: number | null;
	/** The push service's address for this browser, which is a secret. */
	endpoint: string;
	/** The browser's keys, for which messages are encrypted. */
	p256dh: string;
	auth: string;
	/** Browser and system, in English. */
	device: string;
	created_at: number;
}

interface InboxesTable {
	id: Id;
	account_id: number;
	name: string;
	avatar_url: string;
	locale: string;
	/** IANA name. */
	timezone: string;
	working_hours_enabled: boolean;
	working_hours: Json<WorkingHours[]>;
	out_of_office_message: string | null;
	/** Whether `greeting_message` answers the first message of a conversation. */
	greeting_enabled: ColumnType<boolean, boolean | undefined, boolean>;
	greeting_message: string | null;
	csat_survey_enabled: boolean;
	allow_messages_after_resolved: boolean;
	/** Whether a visitor without an email address is asked for one. */
	email_collect_enabled: boolean;
	/** Language → path → text; null, like an empty object, for none. */
	translations: Json<Translations | null>;
	/** The bot that answers first, if there is one. */
	agent_bot_id: number | null;
	/** The help centre that its visitors are offered, if there is one. */
	portal_id: number | null;
	/** Whether the server assigns its open conversations. */
	enable_auto_assignment: ColumnType<boolean, boolean | undefined, boolean>;
	/**
	 * Open conversations that one agent has here at most, of those that the server assigns; null
	 * for any number.
	 */
	max_assignment_limit: ColumnType<number | null, number | null | undefined, number | null>;
	/** When a page showed its chat for the first time; null until then. */
	page_seen_at: ColumnType<number | null, number | null | undefined, number | null>;
	/** When it was deleted, while what was said in it still goes; null for others. */
	removed_at: ColumnType<number | null, number | null | undefined, number | null>;
	created_at: number;
}

/** The settings of an inbox that is a website's. */
interface WebWidgetsTable {
	inbox_id: number;
	website_token: string;
	/** Where the owner says that it is embedded. */
	website_url: ColumnType<string, string | undefined, string>;
	/** Key of the identity check (docs/wire.md, Identity). */
	hmac_token: string;
	/**
	 * The key before it, and until when hashes under that are right as well; null where there is
	 * none.
	 */
	former_hmac_token: ColumnType<string | null, string | null | undefined, string | null>;
	former_hmac_until: ColumnType<number | null, number | null | undefined, number | null>;
	hmac_mandatory: boolean;
	/**
	 * Public keys in PEM, under which identity tokens are right as well; null, like an empty list,
	 * for none.
	 */
	identity_public_keys: Json<string[] | null>;
	widget_color: string;
	welcome_title: string;
	welcome_tagline: string;
	/** The launcher's text, or null for the default. */
	launcher_title: string | null;
	launcher_size: ColumnType<LauncherSize, LauncherSize | undefined, LauncherSize>;
	reply_time: ReplyTime;
	features: Json<Feature[]>;
	pre_chat_form_enabled: boolean;
	pre_chat_form_options: Json<PreChatFormOptions>;
	disable_branding: boolean;
	/** MIME types; null for the default list. */
	allowed_file_types: Json<string[] | null>;
	/** Bytes of one file; null for the default. */
	file_size_max: number | null;
	/** `cards`, or patterns (src/protocol/base/masks.ts); null, like an empty list, for nothing. */
	masks: Json<string[] | null>;
	/** Texts of the chat in the owner's words; null, like an empty object, for none. */
	texts: Json<OwnTexts | null>;
	/** What visitors may choose to write about; null, like an empty list, for nothing. */
	topics: Json<Topic[] | null>;
	/** Whether what a visitor who has left has not read is mailed to them. */
	continuity_via_email: ColumnType<boolean, boolean | undefined, boolean>;
	/** Whether visitors leave a message with their address outside of the working hours. */
	leave_message_enabled: ColumnType<boolean, boolean | undefined, boolean>;
	/** Whether pages show no launcher while the team is away. */
	hide_launcher_while_away: ColumnType<boolean, boolean | undefined, boolean>;
	/** Whether visitors may take back what they have just written. */
	allow_message_changes: ColumnType<boolean, boolean | undefined, boolean>;
	/** Whether visitors may have several conversations at once; null for where there are topics. */
	allow_multiple_conversations: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
	/** Whether articles are offered while a visitor writes the first message. */
	offer_articles: ColumnType<boolean, boolean | undefined, boolean>;
	/** Whether the chat has articles only, until a visitor asks for a person. */
	articles_only: ColumnType<boolean, boolean | undefined, boolean>;
	/** Whether a code by mail shows visitors their conversations on another device. */
	email_code_enabled: ColumnType<boolean, boolean | undefined, boolean>;
	/** To which mails are written that begin conversations; null for none. */
	email: ColumnType<string | null, string | null | undefined, string | null>;
	/** Below answers by mail, as Markdown with variables; null for none. */
	email_signature: ColumnType<string | null, string | null | undefined, string | null>;
	/** Origins or hosts that may frame the widget; an empty list allows all. */
	allowed_domains: Json<string[]>;
	/**
	 * Origins from which the page may have the frame load its font; null, like an empty list, for
	 * the server's alone.
	 */
	font_origins: Json<string[] | null>;
	/** Custom properties of the frame, as declarations of CSS; null for none. */
	custom_properties: string | null;
	/**
	 * Whose challenge visitors pass before their first message, with the website's keys there; all
	 * three are null for none.
	 */
	captcha_provider: ColumnType<CaptchaProvider | null, CaptchaProvider | null | undefined, CaptchaProvider | null>;
	captcha_site_key: ColumnType<string | null, string | null | undefined, string | null>;
	captcha_secret: ColumnType<string | null, string | null | undefined, string | null>;
}

interface InboxMembersTable {
	inbox_id: number;
	user_id: number;
}

interface ContactsTable {
	id: Id;
	account_id: number;
	name: string;
	/** Lower case. It is claimed, not proven: two contacts may have the same one. */
	email: string | null;
	phone_number: string | null;
	/** The site's own id of the person; only one contact of an account can have it. */
	identifier: string | null;
	avatar_url: string;
	blocked: boolean;
	additional_attributes: Json<Attributes>;
	custom_attributes: Json<Attributes>;
	last_activity_at: number | null;
	/**
	 * The address to which no mail goes, and why. It counts while it is the contact's address; null
	 * for none.
	 */
	refused_email: ColumnType<string | null, string | null | undefined, string | null>;
	email_refusal: ColumnType<EmailRefusal | null, EmailRefusal | null | undefined, EmailRefusal | null>;
	created_at: number;
	updated_at: number;
}

/** A visitor's session, which the signed token names. */
interface ContactInboxesTable {
	id: Id;
	contact_id: number;
	inbox_id: number;
	/** UUID. */
	source_id: string;
	pubsub_token: string;
	/** Whether the site has proven who the visitor is. */
	hmac_verified: boolean;
	/** When that proof expires; null for never. */
	proven_until: ColumnType<number | null, number | null | undefined, number | null>;
	/**
	 * The address to whose reader the session's conversations belong (domain/contacts/mailbox.ts);
	 * null for none.
	 */
	mailbox: ColumnType<string | null, string | null | undefined, string | null>;
	/** When the session has proven to read it; null where the address is only claimed. */
	mailbox_proven_at: ColumnType<number | null, number | null | undefined, number | null>;
	/**
	 * The address from which its conversations began by mail, and to which answers go; null for
	 * sessions of the chat.
	 */
	mail_address: ColumnType<string | null, string | null | undefined, never>;
	/** When the visitor has passed the website's challenge; null for never. */
	captcha_passed_at: ColumnType<number | null, number | null | undefined, number | null>;
	last_used_at: number;
	created_at: number;
}

/**
 * Conversations that came to be of a kind, or ceased to (conversationCounts.ts): what their sum
 * says is how many there are.
 */
interface ConversationCountsTable {
	id: Id;
	account_id: number;
	inbox_id: number;
	status: ConversationStatus;
	assignee_id: number | null;
	/** Those that have this label; null: all. */
	label: string | null;
	change: number;
}

interface ConversationsTable {
	id: Id;
	account_id: number;
	inbox_id: number;
	contact_id: number;
	contact_inbox_id: number;
	/** The public id: counts per account from 1. */
	display_id: number;
	uuid: string;
	/** The campaign that began it. */
	campaign_id: number | null;
	status: ConversationStatus;
	assignee_id: number | null;
	team_id: ColumnType<number | null, number | null | undefined, number | null>;
	priority: 'low' | 'medium' | 'high' | 'urgent' | null;
	snoozed_until: number | null;
	/** Since when the visitor has been waiting for an agent's answer. */
	waiting_since: number | null;
	first_reply_created_at: number | null;
	agent_last_seen_at: number | null;
	assignee_last_seen_at: number | null;
	contact_last_seen_at: number | null;
	/**
	 * Id of the newest message that the visitor, or the team, has seen; null for none. The times
	 * above are for clients that do not know it.
	 */
	contact_last_seen_message_id: number | null;
	agent_last_seen_message_id: number | null;
	/** Whether anybody has ever followed it. */
	followed: ColumnType<boolean, boolean | undefined, boolean>;
	last_activity_at: number;
	additional_attributes: Json<Attributes>;
	custom_attributes: Json<Attributes>;
	/** Interface language in which the visitor wrote last, for the server's own texts. */
	locale: string | null;
	/** Titles of its labels. */
	labels: ColumnType<string[], readonly string[] | undefined, readonly string[]>;
	created_at: number;
	updated_at: number;
}

/** A label that the account's conversations may have. */
interface LabelsTable {
	id: Id;
	account_id: number;
	/** Lower case. */
	title: string;
	description: string | null;
	/** `#rrggbb`. */
	color: ColumnType<string, string | undefined, string>;
	/** Whether clients list it beside the inboxes. */
	show_on_sidebar: ColumnType<boolean, boolean | undefined, boolean>;
	/** Titles that conversations may still have instead of this one; null where none has. */
	former_titles: ColumnType<string[] | null, readonly string[] | null | undefined, readonly string[] | null>;
	created_at: number;
}

/** A group of the account's people. */
interface TeamsTable {
	id: Id;
	account_id: number;
	/** Lower case. */
	name: string;
	description: ColumnType<string | null, string | null | undefined, string | null>;
	/** Whether its conversations are assigned to its people in turn. */
	allow_auto_assign: ColumnType<boolean, boolean | undefined, boolean>;
	created_at: number;
	updated_at: number;
}

/** An agent who follows a conversation. */
interface ParticipantsTable {
	conversation_id: number;
	user_id: number;
}

/** An agent whom a note of the conversation has named. */
interface MentionsTable {
	conversation_id: number;
	user_id: number;
	/** The last time. */
	mentioned_at: number;
}

/** What an agent has been told of: the newest of a conversation. */
interface NotificationsTable {
	id: Id;
	account_id: number;
	user_id: number;
	conversation_id: number;
	notification_type: NotificationEvent;
	/** The message that it tells of, if it is one. */
	message_id: number | null;
	read_at: ColumnType<number | null, number | null | undefined, number | null>;
	snoozed_until: ColumnType<number | null, number | null | undefined, number | null>;
	/** Until when it was snoozed the last time. */
	last_snoozed_at: ColumnType<number | null, number | null | undefined, number | null>;
	/** When it was made, or came back. */
	last_activity_at: number;
	created_at: number;
	updated_at: number;
}

interface TeamMembersTable {
	team_id: number;
	user_id: number;
}

/** A custom attribute that the team records. */
interface AttributeDefinitionsTable {
	id: Id;
	account_id: number;
	attribute_model: (typeof ATTRIBUTE_MODELS)[number];
	attribute_key: string;
	attribute_display_name: string;
	attribute_display_type: (typeof ATTRIBUTE_TYPES)[number];
	attribute_description: string | null;
	/** What a list offers. */
	attribute_values: Json<string[]>;
	regex_pattern: string | null;
	regex_cue: string | null;
	created_at: number;
	updated_at: number;
}

/** A filter that an agent keeps by name. */
interface CustomFiltersTable {
	id: Id;
	account_id: number;
	user_id: number;
	name: string;
	filter_type: (typeof CUSTOM_FILTER_TYPES)[number];
	/** What the client keeps there. */
	query: Json<Attributes>;
	/** Whether all of the team see it. */
	shared: boolean;
	created_at: number;
	updated_at: number;
}

/** A text that agents insert by a short code. */
interface CannedResponsesTable {
	id: Id;
	account_id: number;
	short_code: string;
	/** Markdown. */
	content: string;
	translations: Json<Translations | null>;
	created_at: number;
	updated_at: number;
}

/** The labels of conversations once more, by label; triggers write it. */
interface ConversationLabelsTable {
	conversation_id: number;
	account_id: number;
	title: string;
}

/**
 * Conversations that opened without an assignee, where the server assigns them. A trigger adds
 * them.
 */
interface AssignmentQueueTable {
	conversation_id: number;
	inbox_id: number;
}

/** The agent who last got a conversation of an inbox from the server; 0 for none yet. */
interface AssignmentTurnsTable {
	inbox_id: number;
	user_id: number;
}

/** What a visitor who has left is to be mailed: answers, or the question for a rating. */
interface AnswerMailsTable {
	conversation_id: number;
	/** When the oldest of them was written; null while nothing waits. */
	waiting_since: number | null;
	/** Id of the newest message that was mailed; 0 for none. */
	mailed_message_id: Generated<number>;
}

/** A visitor's answer to a mail. */
interface ReceivedMailsTable {
	id: Generated<number>;
	/** Of the mail that it answers; null for a mail to the address of a website. */
	conversation_id: number | null;
	/** Of that website; null for an answer. */
	inbox_id: number | null;
	/** Of who has written to the website. */
	sender_hash: string | null;
	/**
	 * What tells it from other mails to the conversation or website: a hash of its Message-ID.
	 */
	key: string;
	/** As it came, in base64; null once it is posted, or left out for good. */
	mail: string | null;
	received_at: number;
	/** When it is posted, or tried again. */
	due_at: number;
	attempts: Generated<number>;
}

/** An address that wants no more answers by mail, whichever contact has it. */
interface UnsubscriptionsTable {
	account_id: number;
	/** See unsubscriptions.ts. */
	address_hash: string;
}

/** What agents who are not at the desk are to be mailed of a conversation. */
interface AgentMailsTable {
	conversation_id: number;
	/** When the oldest of it happened; null while nothing waits. */
	waiting_since: number | null;
	/**
	 * Whether the conversation waits for any of its agents: it is new, open again, or handed over
	 * by a bot.
	 */
	is_new: boolean;
	/** The agent it was assigned to by others, or by the server. */
	assigned_id: number | null;
	/** Agents whom notes have named since; null for none. */
	mentioned_ids: ColumnType<number[] | null, readonly number[] | null | undefined, readonly number[] | null>;
	/** Id of the newest message that was mailed; 0 for none. */
	mailed_message_id: Generated<number>;
}

/** The labels of contacts. */
interface ContactLabelsTable {
	contact_id: number;
	account_id: number;
	title: string;
}

/** What the team has noted about a contact. */
interface ContactNotesTable {
	id: Id;
	account_id: number;
	contact_id: number;
	/** Who has written it, or changed it last; they may have left. */
	user_id: number;
	content: string;
	created_at: number;
	updated_at: number;
}

interface MessagesTable {
	id: Id;
	account_id: number;
	inbox_id: number;
	conversation_id: number;
	message_type: MessageType;
	content: string | null;
	content_type: string;
	content_attributes: Json<Attributes>;
	additional_attributes: Json<Attributes>;
	private: boolean;
	status: MessageStatus;
	source_id: string | null;
	/** The sender's own id for it, by which a repetition is recognised. */
	echo_id: string | null;
	/** The visitor session that wrote it, if one did. */
	contact_inbox_id: number | null;
	sender_type: SenderType | null;
	sender_id: number | null;
	/** When the visitor has last answered what it asks. */
	answered_at: number | null;
	/** When its content was deleted. */
	deleted_at: number | null;
	created_at: number;
	updated_at: number;
}

/**
 * The text so far of a message that is being written; it moves into the message when that is
 * finished.
 */
interface MessageStreamsTable {
	message_id: number;
	content: string;
	/** The length of `content`, in UTF-16 units. */
	position: number;
	/**
	 * UTF-16 unit with which the text goes on, where a piece ended within a character; 0 where none
	 * did. No database stores it as text.
	 */
	half: number;
	/** Number of pieces that were appended. */
	pieces: number;
	/** When the last of them came. */
	updated_at: number;
}

interface BlobsTable extends Omit<BlobRow, 'id'> {
	id: Id;
}

/** A file has a `blob_id`; a place or an address uses the columns after it. */
interface AttachmentsTable {
	id: Id;
	account_id: number;
	message_id: number;
	file_type: 'file' | 'location' | 'fallback';
	blob_id: number | null;
	coordinates_lat: number | null;
	coordinates_long: number | null;
	fallback_title: string | null;
	external_url: string | null;
}

interface AgentBotsTable {
	id: Id;
	account_id: number;
	name: string;
	avatar_url: string;
	/** Signs the requests to it. */
	secret: string;
	/**
	 * Address to which its events are posted. Null: the bot gets no events, so it cannot answer
	 * first.
	 */
	outgoing_url: string | null;
	created_at: number;
}

interface WebhooksTable {
	id: Id;
	account_id: number;
	url: string;
	subscriptions: Json<WebhookEvent[]>;
	/** Signs the requests. */
	secret: string;
	/** Whether it is told of nothing new. */
	paused: ColumnType<boolean, boolean | undefined, boolean>;
	created_at: number;
}

/** A delivery that a bot, a webhook, the mail server or a push service has not accepted yet. */
interface DeliveriesTable {
	id: Id;
	receiver_type: 'bot' | 'webhook' | 'mail' | 'push';
	/** 0 for the mail server, since there is only one; for a push service the subscription. */
	receiver_id: number;
	/**
	 * The deliveries of one queue are sent in order; its name consists of receiver and
	 * conversation.
	 */
	queue: string;
	conversation_id: number | null;
	/** The visitor's session, where there is no conversation yet. */
	contact_inbox_id: number | null;
	event: string;
	/** The JSON that is posted; a mail is stored as JSON too (mail/mail.ts). */
	payload: string;
	/** Attempts so far, including one that is under way. */
	attempts: number;
	created_at: number;
	/** Why the last attempt failed; null until one has failed. */
	failure: string | null;
	/**
	 * Whether the receiver had taken nothing for several attempts when this one failed, and has
	 * taken nothing since.
	 */
	is_receiver_failing: ColumnType<boolean, boolean | undefined, boolean>;
	/** When the last attempt was made; null while further ones are due. */
	given_up_at: number | null;
}

/** A queue of deliveries in which something waits. */
interface DeliveryQueuesTable {
	queue: string;
	/** Its kind and id, such as `webhook 3`. */
	receiver: string;
	/** When the oldest delivery may be sent. During an attempt: when that counts as failed. */
	due_at: number;
}

/** A help centre. */
interface PortalsTable {
	id: Id;
	account_id: number;
	slug: string;
	name: string;
	/** `#rrggbb`. */
	color: string;
	/** The title of its pages in the browser; null for its name. */
	page_title: string | null;
	/** The headline of its home page; null for the default. */
	header_text: string | null;
	/** The site to which it belongs. */
	homepage_link: string | null;
	/** One of `allowed_locales`. */
	default_locale: string;
	allowed_locales: Json<string[]>;
	/** Whether it is hidden from readers. */
	archived: boolean;
	created_at: number;
	updated_at: number;
}

interface CategoriesTable {
	id: Id;
	portal_id: number;
	locale: string;
	slug: string;
	name: string;
	description: string;
	position: number;
	created_at: number;
}

interface ArticlesTable {
	id: Id;
	portal_id: number;
	category_id: number | null;
	author_id: number | null;
	/** The article of which this is a translation. */
	original_id: number | null;
	locale: string;
	/** Unique within the portal, over all languages. */
	slug: string;
	title: string;
	description: string;
	/** Markdown. */
	content: string;
	status: ArticleStatus;
	position: number;
	views: Generated<number>;
	/** How many readers have said that it helped, and that it did not. */
	helpful: Generated<number>;
	unhelpful: Generated<number>;
	/** Title, and the whole text, in the form that the search compares (store/articles.ts). */
	search_title: string;
	search_text: string;
	created_at: number;
	updated_at: number;
}

/** A visitor's rating of a conversation: at most one per message that asks for it. */
interface CsatResponsesTable {
	id: Id;
	account_id: number;
	/** The conversation's inbox. */
	inbox_id: number;
	conversation_id: number;
	message_id: number;
	contact_id: number;
	/** The assignee when it was rated first. */
	assigned_agent_id: number | null;
	rating: CsatRating;
	feedback_message: string | null;
	created_at: number;
	updated_at: number;
}

/** What reports add up; triggers write it. */
interface ReportingEventsTable {
	id: Id;
	account_id: number;
	inbox_id: number;
	conversation_id: number;
	/** Who gave the first answer, or the assignee when it was resolved. */
	user_id: number | null;
	name: 'first_response' | 'conversation_resolved';
	/** Seconds since the conversation began. */
	value: number;
	created_at: number;
}

/** A message that a website's widget shows by itself. */
interface CampaignsTable {
	id: Id;
	account_id: number;
	inbox_id: number;
	/** The public id: counts per account from 1, and is never used again. */
	display_id: number;
	/** The title, which only the team sees. */
	title: string;
	/** Markdown. */
	message: string;
	translations: Json<Translations | null>;
	/** The agent in whose name it is shown; null for the team. */
	sender_id: number | null;
	enabled: boolean;
	/** Pattern of the pages (docs/wire.md, Events and campaigns). */
	trigger_url: string;
	/** Seconds that the visitor has to be on the page. */
	trigger_seconds: number;
	trigger_only_during_business_hours: boolean;
	created_at: number;
	updated_at: number;
}

/** Changes of what administrators set up. */
interface AuditLogsTable {
	id: Id;
	account_id: number;
	action: AuditAction;
	auditable_type: AuditedType;
	/** Null where many were changed at once. */
	auditable_id: number | null;
	/** Its name at that time. */
	auditable_name: string;
	/** By field: `[old, new]` of an update, else the value. */
	audited_changes: Json<Record<string, unknown>>;
	user_type: AuditActorType;
	/** Null for the command line. */
	user_id: number | null;
	/** A person's mail address, or a bot's name. */
	username: string;
	/** Null for the command line. */
	remote_address: string | null;
	created_at: number;
}

/** How the installation sends and fetches mail, beside what its environment sets. One row. */
interface MailSettingsTable {
	id: number;
	/** Such as `Support <support@shop.example>`. */
	sender: string | null;
	reply_to: string | null;
	/** Null: mail is not sent by a mail server. */
	smtp_host: string | null;
	smtp_port: number | null;
	smtp_security: MailSecurity | null;
	smtp_user: string | null;
	/** Sealed (base/sealed.ts), like the other one. */
	smtp_password: string | null;
	/** Null: no mailbox is read. */
	imap_host: string | null;
	imap_port: number | null;
	imap_security: MailSecurity | null;
	imap_user: string | null;
	imap_password: string | null;
	imap_folder: string | null;
	/** Null: mails are not signed. */
	dkim_selector: string | null;
	/** The private key as PEM, sealed. */
	dkim_key: string | null;
}

/** The tag in one file, as a version of the product has it. */
interface ReleasedScriptsTable {
	version: string;
	/** The script's hash, as the attribute `integrity` takes it. */
	integrity: string;
	script: string;
	/** When a server of this version has run last, to the hour. */
	current_at: number;
}

/** One-time tokens of login links, of which only hashes are stored. */
interface SignInTokensTable {
	/** Of a login link, or of one that changes an address (`domain/addressLink.ts`). */
	token_hash: string;
	user_id: number;
	expires_at: number;
}

/** A code that a visitor was mailed, by which their session proves to read the mailbox. */
interface EmailCodesTable {
	contact_inbox_id: number;
	/** Lower case. */
	email: string;
	code_hash: string;
	tries: number;
	expires_at: number;
}

interface SetupTokensTable {
	token_hash: string;
	expires_at: number;
}

export interface Database {
	configuration_version: ConfigurationVersionTable;
	accounts: AccountsTable;
	users: UsersTable;
	account_users: AccountUsersTable;
	inboxes: InboxesTable;
	web_widgets: WebWidgetsTable;
	inbox_members: InboxMembersTable;
	contacts: ContactsTable;
	contact_inboxes: ContactInboxesTable;
	contact_labels: ContactLabelsTable;
	contact_notes: ContactNotesTable;
	conversations: ConversationsTable;
	conversation_counts: ConversationCountsTable;
	conversation_labels: ConversationLabelsTable;
	assignment_queue: AssignmentQueueTable;
	assignment_turns: AssignmentTurnsTable;
	answer_mails: AnswerMailsTable;
	agent_mails: AgentMailsTable;
	received_mails: ReceivedMailsTable;
	unsubscriptions: UnsubscriptionsTable;
	messages: MessagesTable;
	message_streams: MessageStreamsTable;
	blobs: BlobsTable;
	attachments: AttachmentsTable;
	agent_bots: AgentBotsTable;
	webhooks: WebhooksTable;
	deliveries: DeliveriesTable;
	delivery_queues: DeliveryQueuesTable;
	portals: PortalsTable;
	categories: CategoriesTable;
	articles: ArticlesTable;
	csat_responses: CsatResponsesTable;
	reporting_events: ReportingEventsTable;
	campaigns: CampaignsTable;
	labels: LabelsTable;
	teams: TeamsTable;
	team_members: TeamMembersTable;
	participants: ParticipantsTable;
	mentions: MentionsTable;
	notifications: NotificationsTable;
	canned_responses: CannedResponsesTable;
	custom_filters: CustomFiltersTable;
	attribute_definitions: AttributeDefinitionsTable;
	audit_logs: AuditLogsTable;
	mail_settings: MailSettingsTable;
	released_scripts: ReleasedScriptsTable;
	sign_in_tokens: SignInTokensTable;
	email_codes: EmailCodesTable;
	setup_tokens: SetupTokensTable;
	access_tokens: AccessTokensTable;
	desk_sessions: DeskSessionsTable;
	passwords: PasswordsTable;
	push_keys: PushKeysTable;
	push_subscriptions: PushSubscriptionsTable;
}

export type Account = Selectable<AccountsTable>;
export type MailSettingsRow = Selectable<MailSettingsTable>;
export type User = Selectable<UsersTable>;
export type DeskSession = Selectable<DeskSessionsTable>;
export type AccessToken = Selectable<AccessTokensTable>;
export type AccountUser = Selectable<AccountUsersTable>;
export type PushKeys = Selectable<PushKeysTable>;
export type PushSubscriptionRow = Selectable<PushSubscriptionsTable>;
export type Inbox = Selectable<InboxesTable>;
export type WebWidget = Selectable<WebWidgetsTable>;
export type ContactRow = Selectable<ContactsTable>;
export type EmailCodeRow = Selectable<EmailCodesTable>;
export type ContactInbox = Selectable<ContactInboxesTable>;
export type ConversationRow = Selectable<ConversationsTable>;
export type AnswerMailRow = Selectable<AnswerMailsTable>;
export type AgentMailRow = Selectable<AgentMailsTable>;
export type ReceivedMailRow = Selectable<ReceivedMailsTable>;
export type ConversationCountRow = Selectable<ConversationCountsTable>;
export type MessageRow = Selectable<MessagesTable>;
export type MessageStream = Selectable<MessageStreamsTable>;
export type AttachmentRow = Selectable<AttachmentsTable>;
export type AgentBot = Selectable<AgentBotsTable>;
export type PortalRow = Selectable<PortalsTable>;
export type CategoryRow = Selectable<CategoriesTable>;
export type ArticleRow = Selectable<ArticlesTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type DeliveryRow = Selectable<DeliveriesTable>;
/** The oldest of its queue. */
export type DueDelivery = DeliveryRow & Pick<Selectable<DeliveryQueuesTable>, 'due_at'>;
export type CsatResponse = Selectable<CsatResponsesTable>;
export type TeamRow = Selectable<TeamsTable>;
export type LabelRow = Selectable<LabelsTable>;
export type AttributeDefinitionRow = Selectable<AttributeDefinitionsTable>;
export type CannedResponseRow = Selectable<CannedResponsesTable>;
export type ContactNoteRow = Selectable<ContactNotesTable>;
export type NotificationRow = Selectable<NotificationsTable>;
export type CustomFilterRow = Selectable<CustomFiltersTable>;
export type CampaignRow = Selectable<CampaignsTable>;
export type AuditLogRow = Selectable<AuditLogsTable>;
export type ReleasedScript = Selectable<ReleasedScriptsTable>;
