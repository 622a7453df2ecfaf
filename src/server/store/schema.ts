/** The tables, as Kysely sees them. Times are milliseconds since the epoch; the wire's seconds are made when presenting. */
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { BlobRow } from './blobRow.ts';
import type { WebhookEvent } from './webhookEvents.ts';
import type { ArticleStatus } from '#protocol/articles.ts';
import type { CsatRating } from '#protocol/contentTypes.ts';
import type { Feature, PreChatFormOptions, ReplyTime, WorkingHours } from '#protocol/channel.ts';
import type { Attributes } from '#protocol/attributes.ts';
import type { Availability, ConversationStatus, MessageStatus, MessageType, SenderType } from '#protocol/entities.ts';

/** Values that columns.ts encodes. */
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
	/** Days without a word after which an open conversation counts as resolved; null: it stays open. */
	auto_resolve_duration: number | null;
	created_at: number;
}

/** One row (configuration.ts). */
interface ConfigurationVersionTable {
	/** Grows with every change of what owners set up. */
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

/** What scripts and other clients call with, of a user or of a bot. */
interface AccessTokensTable {
	id: Id;
	user_id: number | null;
	agent_bot_id: number | null;
	/** What its owner calls it. */
	name: string;
	/** Of what is in the header `api_access_token`. */
	token_hash: string;
	/** Of what a user's realtime is opened with (base/randomToken.ts). */
	realtime_hash: string;
	/** The end of the token, by which people recognise it. */
	last_four: string;
	/** To the minute; null before the first time. */
	last_used_at: number | null;
	/** Null: never. */
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
	/** Of what is in the cookie. */
	token_hash: string;
	/** Browser and system, in English. */
	device: string;
	/** What the person showed: a one-time link, a password, an access token. */
	begun_by: 'link' | 'password' | 'token';
	/** To the minute. */
	last_used_at: number;
	/** Later whenever it is used. */
	expires_at: number;
	created_at: number;
}

interface AccountUsersTable {
	account_id: number;
	user_id: number;
	role: 'agent' | 'administrator';
	/** What others see while the agent is present. */
	availability: Availability;
	/** False: `availability` holds also while the agent is away. */
	auto_offline: boolean;
	/** When they left; null: they are a member. */
	removed_at: ColumnType<number | null, number | null | undefined, number | null>;
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
	/** The bot that answers first, or none. */
	agent_bot_id: number | null;
	/** The help centre that its visitors are offered, or none. */
	portal_id: number | null;
	created_at: number;
}

/** What an inbox has because it is a website's. */
interface WebWidgetsTable {
	inbox_id: number;
	website_token: string;
	/** Key of the identity check (docs/wire.md, Identity). */
	hmac_token: string;
	hmac_mandatory: boolean;
	widget_color: string;
	welcome_title: string;
	welcome_tagline: string;
	/** The launcher's text, or null for the product's own. */
	launcher_title: string | null;
	reply_time: ReplyTime;
	features: Json<Feature[]>;
	pre_chat_form_enabled: boolean;
	pre_chat_form_options: Json<PreChatFormOptions>;
	disable_branding: boolean;
	/** MIME types; null: the product's own list. */
	allowed_file_types: Json<string[] | null>;
	/** Bytes of one file; null: as many as the product takes. */
	file_size_max: number | null;
	/** Origins or hosts that may frame the widget; empty: any. */
	allowed_domains: Json<string[]>;
}

interface InboxMembersTable {
	inbox_id: number;
	user_id: number;
}

interface ContactsTable {
	id: Id;
	account_id: number;
	name: string;
	/** Lower case. Claimed, not proven: two contacts may hold the same one. */
	email: string | null;
	phone_number: string | null;
	/** The site's own id of the person; one contact per account holds it. */
	identifier: string | null;
	avatar_url: string;
	blocked: boolean;
	additional_attributes: Json<Attributes>;
	custom_attributes: Json<Attributes>;
	last_activity_at: number | null;
	created_at: number;
	updated_at: number;
}

/** A visitor's session: what the signed token names. */
interface ContactInboxesTable {
	id: Id;
	contact_id: number;
	inbox_id: number;
	/** UUID. */
	source_id: string;
	pubsub_token: string;
	/** The site has proven who the visitor is. */
	hmac_verified: boolean;
	last_used_at: number;
	created_at: number;
}

/** Conversations that came to be of a kind, or ceased to (conversationCounts.ts): what their sum says is how many there are. */
interface ConversationCountsTable {
	id: Id;
	account_id: number;
	inbox_id: number;
	status: ConversationStatus;
	assignee_id: number | null;
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
	priority: 'low' | 'medium' | 'high' | 'urgent' | null;
	snoozed_until: number | null;
	/** Since when the visitor waits for a human's answer. */
	waiting_since: number | null;
	first_reply_created_at: number | null;
	agent_last_seen_at: number | null;
	assignee_last_seen_at: number | null;
	contact_last_seen_at: number | null;
	/** Id of the newest message that the visitor, or the team, has seen; null for none. The times above are for other clients. */
	contact_last_seen_message_id: number | null;
	agent_last_seen_message_id: number | null;
	last_activity_at: number;
	additional_attributes: Json<Attributes>;
	custom_attributes: Json<Attributes>;
	/** Interface language in which the visitor wrote last: the server's own texts follow it. */
	locale: string | null;
	/** Titles of labels. */
	labels: ColumnType<string[], readonly string[] | undefined, readonly string[]>;
	created_at: number;
	updated_at: number;
}

/** What conversations may be labelled with. */
interface LabelsTable {
	id: Id;
	account_id: number;
	/** Lower case. */
	title: string;
	created_at: number;
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
	/** The sender's own id for it: a repetition is recognised by it. */
	echo_id: string | null;
	/** The session that wrote it, when a visitor did. */
	contact_inbox_id: number | null;
	sender_type: SenderType | null;
	sender_id: number | null;
	created_at: number;
	updated_at: number;
}

interface BlobsTable extends Omit<BlobRow, 'id'> {
	id: Id;
}

/** A file has a `blob_id`; a place and an address have the columns after it. */
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
	/** Signs what is posted to it. */
	secret: string;
	/** Where its events are posted to; null: it cannot answer first, since it learns of nothing. */
	outgoing_url: string | null;
	created_at: number;
}

interface WebhooksTable {
	id: Id;
	account_id: number;
	url: string;
	subscriptions: Json<WebhookEvent[]>;
	/** Signs what is posted. */
	secret: string;
	created_at: number;
}

/** What a bot, a webhook or the mail server has not taken yet. */
interface DeliveriesTable {
	id: Id;
	receiver_type: 'bot' | 'webhook' | 'mail';
	/** 0 for the mail server, of which there is one. */
	receiver_id: number;
	/** Within one, all is told in order: a receiver and a conversation. */
	queue: string;
	conversation_id: number | null;
	/** The visitor's session, where there is no conversation yet. */
	contact_inbox_id: number | null;
	event: string;
	/** The JSON that is posted; a mail as JSON (mail/mail.ts). */
	payload: string;
	/** Those made so far, one under way included. */
	attempts: number;
	/** Not before; while somebody makes an attempt, when that has taken too long. */
	due_at: number;
	created_at: number;
	/** Why the last attempt failed; null before the first that did. */
	failure: string | null;
	/** When it was tried for the last time; null while it waits. */
	given_up_at: number | null;
}

/** A help centre. */
interface PortalsTable {
	id: Id;
	account_id: number;
	slug: string;
	name: string;
	/** `#rrggbb`. */
	color: string;
	/** What browsers show as its title; null: its name. */
	page_title: string | null;
	/** The headline of its first page; null: the product's own. */
	header_text: string | null;
	/** The site that it belongs to. */
	homepage_link: string | null;
	/** One of `allowed_locales`. */
	default_locale: string;
	allowed_locales: Json<string[]>;
	/** It is hidden from readers. */
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
	/** The article that this one translates. */
	original_id: number | null;
	locale: string;
	/** Unique within the portal, whatever the language. */
	slug: string;
	title: string;
	description: string;
	/** Markdown. */
	content: string;
	status: ArticleStatus;
	position: number;
	views: Generated<number>;
	/** Title, and all of it, as the search compares them (store/articles.ts). */
	search_title: string;
	search_text: string;
	created_at: number;
	updated_at: number;
}

/** How a visitor rated a conversation: at most one answer to each message that asks. */
interface CsatResponsesTable {
	id: Id;
	account_id: number;
	conversation_id: number;
	message_id: number;
	contact_id: number;
	/** Who had the conversation when it was rated first. */
	assigned_agent_id: number | null;
	rating: CsatRating;
	feedback_message: string | null;
	created_at: number;
	updated_at: number;
}

/** What a website says to its visitors by itself. */
interface CampaignsTable {
	id: Id;
	account_id: number;
	inbox_id: number;
	/** The public id: counts per account from 1, and is never used again. */
	display_id: number;
	/** For the team. */
	title: string;
	/** Markdown. */
	message: string;
	/** The agent in whose name it is shown; null: the team's. */
	sender_id: number | null;
	enabled: boolean;
	/** Pattern of the pages (docs/wire.md, Events and campaigns). */
	trigger_url: string;
	/** How long the visitor has been on the page by then. */
	trigger_seconds: number;
	trigger_only_during_business_hours: boolean;
	created_at: number;
	updated_at: number;
}

/** One-time tokens of login links; only their hash is kept. */
interface SignInTokensTable {
	token_hash: string;
	user_id: number;
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
	conversations: ConversationsTable;
	conversation_counts: ConversationCountsTable;
	messages: MessagesTable;
	blobs: BlobsTable;
	attachments: AttachmentsTable;
	agent_bots: AgentBotsTable;
	webhooks: WebhooksTable;
	deliveries: DeliveriesTable;
	portals: PortalsTable;
	categories: CategoriesTable;
	articles: ArticlesTable;
	csat_responses: CsatResponsesTable;
	campaigns: CampaignsTable;
	labels: LabelsTable;
	sign_in_tokens: SignInTokensTable;
	access_tokens: AccessTokensTable;
	desk_sessions: DeskSessionsTable;
	passwords: PasswordsTable;
}

export type Account = Selectable<AccountsTable>;
export type User = Selectable<UsersTable>;
export type DeskSession = Selectable<DeskSessionsTable>;
export type AccessToken = Selectable<AccessTokensTable>;
export type AccountUser = Selectable<AccountUsersTable>;
export type Inbox = Selectable<InboxesTable>;
export type WebWidget = Selectable<WebWidgetsTable>;
export type ContactRow = Selectable<ContactsTable>;
export type ContactInbox = Selectable<ContactInboxesTable>;
export type ConversationRow = Selectable<ConversationsTable>;
export type ConversationCountRow = Selectable<ConversationCountsTable>;
export type MessageRow = Selectable<MessagesTable>;
export type AttachmentRow = Selectable<AttachmentsTable>;
export type AgentBot = Selectable<AgentBotsTable>;
export type PortalRow = Selectable<PortalsTable>;
export type CategoryRow = Selectable<CategoriesTable>;
export type ArticleRow = Selectable<ArticlesTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type DeliveryRow = Selectable<DeliveriesTable>;
export type CsatResponse = Selectable<CsatResponsesTable>;
export type LabelRow = Selectable<LabelsTable>;
export type CampaignRow = Selectable<CampaignsTable>;
