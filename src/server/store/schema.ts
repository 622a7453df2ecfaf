/** The tables, as Kysely sees them. Times are milliseconds since the epoch; the wire's seconds are made when presenting. */
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { BlobRow } from '../files/blobs.ts';
import type { CsatRating } from '#protocol/contentTypes.ts';
import type { Feature, PreChatFormOptions, ReplyTime, WorkingHours } from '#protocol/channel.ts';
import type {
	Attributes,
	Availability,
	ConversationStatus,
	MessageStatus,
	MessageType,
	SenderType,
} from '#protocol/entities.ts';

/** Written as JSON text, read as the value. */
type Json<T> = ColumnType<T, null extends T ? string | null : string, null extends T ? string | null : string>;
type Id = Generated<number>;

interface AccountsTable {
	id: Id;
	name: string;
	status: 'active' | 'suspended';
	/** Display id of the account's newest conversation. */
	last_display_id: number;
	created_at: number;
}

interface UsersTable {
	id: Id;
	name: string;
	display_name: string | null;
	/** Lower case. */
	email: string;
	avatar_url: string;
	/** For the header `api_access_token`. */
	access_token: string;
	/** For realtime. */
	pubsub_token: string;
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
	csat_survey_enabled: boolean;
	allow_messages_after_resolved: boolean;
	/** Whether a visitor without an email address is asked for one. */
	email_collect_enabled: boolean;
	/** The bot that answers first, or none. */
	agent_bot_id: number | null;
	created_at: number;
}

/** What an inbox has because it is a website's. */
interface WebWidgetsTable {
	inbox_id: number;
	website_token: string;
	/** Key of the identity check (wire-contract 1.7). */
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

interface ConversationsTable {
	id: Id;
	account_id: number;
	inbox_id: number;
	contact_id: number;
	contact_inbox_id: number;
	/** The public id: counts per account from 1. */
	display_id: number;
	uuid: string;
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
	last_activity_at: number;
	additional_attributes: Json<Attributes>;
	custom_attributes: Json<Attributes>;
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
	/** For the header `api_access_token`. */
	access_token: string;
	created_at: number;
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

/** One-time tokens of login links; only their hash is kept. */
interface SignInTokensTable {
	token_hash: string;
	user_id: number;
	expires_at: number;
}

export interface Database {
	accounts: AccountsTable;
	users: UsersTable;
	account_users: AccountUsersTable;
	inboxes: InboxesTable;
	web_widgets: WebWidgetsTable;
	inbox_members: InboxMembersTable;
	contacts: ContactsTable;
	contact_inboxes: ContactInboxesTable;
	conversations: ConversationsTable;
	messages: MessagesTable;
	blobs: BlobsTable;
	attachments: AttachmentsTable;
	agent_bots: AgentBotsTable;
	csat_responses: CsatResponsesTable;
	sign_in_tokens: SignInTokensTable;
}

export type Account = Selectable<AccountsTable>;
export type User = Selectable<UsersTable>;
export type AccountUser = Selectable<AccountUsersTable>;
export type Inbox = Selectable<InboxesTable>;
export type WebWidget = Selectable<WebWidgetsTable>;
export type ContactRow = Selectable<ContactsTable>;
export type ContactInbox = Selectable<ContactInboxesTable>;
export type ConversationRow = Selectable<ConversationsTable>;
export type MessageRow = Selectable<MessagesTable>;
export type AttachmentRow = Selectable<AttachmentsTable>;
export type AgentBot = Selectable<AgentBotsTable>;
export type CsatResponse = Selectable<CsatResponsesTable>;

/** SQLite knows neither booleans nor JSON: these columns are translated on the way (store/sqlite.ts). */
export const BOOLEAN_COLUMNS: ReadonlySet<string> = new Set([
	'auto_offline',
	'working_hours_enabled',
	'csat_survey_enabled',
	'allow_messages_after_resolved',
	'email_collect_enabled',
	'hmac_mandatory',
	'pre_chat_form_enabled',
	'disable_branding',
	'blocked',
	'hmac_verified',
	'private',
]);
export const JSON_COLUMNS: ReadonlySet<string> = new Set([
	'working_hours',
	'features',
	'pre_chat_form_options',
	'allowed_domains',
	'allowed_file_types',
	'additional_attributes',
	'custom_attributes',
	'content_attributes',
]);
