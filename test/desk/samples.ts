/** Conversations and messages as the server answers them, for tests of the desk. */
import type { AuditLogEntry } from '#protocol/application/auditLogRoutes.ts';
import type { UndeliveredEvent } from '#protocol/application/deliveryRoutes.ts';
import { EMAIL_FLAGS, type NotificationSettings, PUSH_FLAGS } from '#protocol/application/notificationRoutes.ts';
import type { MailSetup } from '#protocol/application/mailRoutes.ts';
import type { TeamBot, Webhook } from '#protocol/application/receiverRoutes.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { embedCode } from '#protocol/frame/embedCode.ts';
import type {
	ContactSender,
	Profile,
	PushConversation,
	PushMessage,
	TeamAgent,
	TeamConversation,
	UserSender,
} from '#protocol/entities/entities.ts';
import type { Notification } from '#protocol/entities/notifications.ts';

export const AGENT: UserSender = {
	id: 5,
	name: 'Ada Lee',
	available_name: 'Ada',
	avatar_url: '',
	type: 'user',
	availability_status: 'online',
	thumbnail: '',
};

export const VISITOR: ContactSender = {
	id: 17,
	name: 'Mira Okonkwo',
	email: 'mira@visitor.example',
	phone_number: null,
	identifier: null,
	additional_attributes: {},
	custom_attributes: {},
	thumbnail: '',
	blocked: false,
	type: 'contact',
};

/** The access token of the agent below. */
export const ACCESS_TOKEN = 'access-1';

export const PROFILE: Profile = {
	id: AGENT.id,
	name: AGENT.name,
	available_name: AGENT.available_name,
	display_name: null,
	email: 'ada@team.example',
	uid: 'ada@team.example',
	confirmed: true,
	avatar_url: '',
	account_id: 1,
	role: 'agent',
	accounts: [{ id: 1, name: 'Demo', role: 'agent', availability: 'online' }],
};

export function makeMessage(facts: Partial<PushMessage> = {}): PushMessage {
	const at = facts.created_at ?? 1_767_600_000;
	return {
		id: 1,
		content: 'Hello',
		message_type: 0,
		content_type: 'text',
		content_attributes: {},
		created_at: at,
		updated_at: new Date(at * 1000).toISOString(),
		conversation_id: 1,
		account_id: 1,
		inbox_id: 1,
		private: false,
		status: 'sent',
		source_id: null,
		sender: VISITOR,
		sender_type: 'Contact',
		sender_id: VISITOR.id,
		additional_attributes: {},
		processed_message_content: facts.content ?? 'Hello',
		conversation: { assignee_id: null, unread_count: 0, last_activity_at: at, contact_inbox: { source_id: 's' } },
		...facts,
	};
}

export function makeConversation(facts: Partial<TeamConversation> = {}): TeamConversation {
	const at = facts.last_activity_at ?? 1_767_600_000;
	const { type: _, ...contact } = VISITOR;
	return {
		id: 1,
		uuid: 'uuid-1',
		account_id: 1,
		inbox_id: 1,
		status: 'open',
		meta: {
			sender: { ...contact, availability_status: 'offline', created_at: at },
			channel: 'Channel::WebWidget',
			hmac_verified: false,
		},
		messages: [],
		last_non_activity_message: null,
		additional_attributes: {},
		custom_attributes: {},
		labels: [],
		can_reply: true,
		muted: false,
		snoozed_until: null,
		priority: null,
		unread_count: 0,
		agent_last_seen_at: 0,
		assignee_last_seen_at: 0,
		contact_last_seen_at: 0,
		agent_last_seen_message_id: 0,
		contact_last_seen_message_id: 0,
		first_reply_created_at: 0,
		waiting_since: 0,
		last_activity_at: at,
		timestamp: at,
		created_at: at,
		updated_at: at,
		...facts,
	};
}

export function makePushConversation(facts: Partial<PushConversation> = {}): PushConversation {
	const { id, inbox_id, ...conversation } = makeConversation();
	return {
		...conversation,
		id,
		inbox_id,
		channel: conversation.meta.channel,
		contact_inbox: { id: 1, contact_id: VISITOR.id, inbox_id, source_id: 's', hmac_verified: false },
		meta: { sender: VISITOR, assignee: null, team: null, hmac_verified: false },
		first_reply_created_at: null,
		...facts,
	};
}

export function makeNotification(facts: Partial<Notification> & Pick<Notification, 'id'>): Notification {
	const primary_actor = facts.primary_actor ?? makePushConversation();
	return {
		notification_type: 'conversation_creation',
		push_message_title: 'New conversation with Mira Okonkwo',
		push_message_body: '',
		primary_actor_type: 'Conversation',
		primary_actor_id: primary_actor.id + 100,
		primary_actor,
		secondary_actor: null,
		user: AGENT,
		read_at: null,
		snoozed_until: null,
		last_activity_at: 1_767_600_000,
		created_at: 1_767_600_000,
		meta: {},
		...facts,
	};
}

export function makeInbox({ website_token, ...facts }: Pick<TeamInbox, 'id' | 'name' | 'website_token'>): TeamInbox {
	const base_url = 'https://chat.example';
	return {
		avatar_url: '',
		channel_type: 'Channel::WebWidget',
		greeting_enabled: false,
		greeting_message: null,
		working_hours_enabled: false,
		enable_email_collect: false,
		csat_survey_enabled: false,
		enable_auto_assignment: false,
		auto_assignment_config: { max_assignment_limit: null },
		out_of_office_message: null,
		working_hours: [],
		working_hours_form: [],
		timezone: 'UTC',
		allow_messages_after_resolved: true,
		widget_color: '#1f93ff',
		website_url: '',
		hmac_mandatory: false,
		welcome_title: '',
		welcome_tagline: '',
		web_widget_script: embedCode({ websiteToken: website_token, baseUrl: base_url }),
		website_token,
		selected_feature_flags: [],
		reply_time: 'in_a_few_minutes',
		pre_chat_form_enabled: false,
		pre_chat_form_options: { pre_chat_message: null, pre_chat_fields: [] },
		base_url,
		locale: 'en',
		launcher_title: null,
		disable_branding: false,
		allowed_domains: [],
		allowed_file_types: null,
		file_size_max: null,
		font_origins: [],
		custom_properties: null,
		masks: [],
		texts: {},
		translations: {},
		topics: [],
		captcha_provider: null,
		captcha_site_key: null,
		continuity_via_email: true,
		email: null,
		email_signature: null,
		email_code_enabled: true,
		identity_public_keys: [],
		leave_message_enabled: false,
		hide_launcher_while_away: false,
		allow_message_changes: true,
		allow_multiple_conversations: null,
		launcher_size: 'medium',
		offer_articles: true,
		articles_only: false,
		portal_id: null,
		agent_bot_id: null,
		page_seen_at: 0,
		etag: '"1"',
		...facts,
	};
}

export function makeAgent({ name, ...facts }: Pick<TeamAgent, 'id' | 'name'> & Partial<TeamAgent>): TeamAgent {
	return {
		account_id: 1,
		name,
		available_name: name,
		email: `${name.toLowerCase()}@team.example`,
		role: 'agent',
		thumbnail: '',
		availability_status: 'offline',
		auto_offline: false,
		confirmed: true,
		...facts,
	};
}

export function makeBot(facts: Partial<TeamBot> = {}): TeamBot {
	return {
		id: 1,
		account_id: 1,
		name: 'Kiln',
		thumbnail: '',
		outgoing_url: 'https://bot.example/events',
		bot_type: 'webhook',
		system_bot: false,
		secret: 'bot-secret',
		...facts,
	};
}

export function makeWebhook(facts: Partial<Webhook> = {}): Webhook {
	return {
		id: 1,
		account_id: 1,
		url: 'https://hook.example/in',
		subscriptions: ['message_created', 'contact_created'],
		secret: 'hook-secret',
		paused: false,
		etag: '"1"',
		...facts,
	};
}

export function makeDelivery(facts: Partial<UndeliveredEvent> = {}): UndeliveredEvent {
	const isGivenUp = facts.state === 'given_up';
	return {
		id: 1,
		event: 'message_created',
		recipient: null,
		state: 'waiting',
		attempts: 4,
		failure: 'status 500',
		created_at: 1_767_600_000,
		next_attempt_at: isGivenUp ? null : 1_767_603_600,
		given_up_at: isGivenUp ? 1_767_690_000 : null,
		...facts,
	};
}

export function makeMailSetup(facts: Partial<MailSetup> = {}): MailSetup {
	return {
		transport: 'smtp',
		host: 'mail.shop.example',
		port: 587,
		sender: 'Shop <shop@shop.example>',
		dkim_domain: 'shop.example',
		pause: 120,
		missing: [],
		reply_to: null,
		mailbox: null,
		from_environment: [],
		unreadable: [],
		stored: { sender: null, reply_to: null, smtp: null, imap: null, dkim: null },
		...facts,
	};
}

export function makeAuditLogEntry(facts: Partial<AuditLogEntry> = {}): AuditLogEntry {
	return {
		id: 1,
		action: 'update',
		auditable_type: 'Inbox',
		auditable_id: 1,
		auditable_name: 'Shop',
		audited_changes: { greeting_enabled: [false, true] },
		user_type: 'User',
		user_id: AGENT.id,
		username: 'ada@team.example',
		remote_address: '203.0.113.7',
		created_at: 1_767_600_000,
		...facts,
	};
}

/** The agent of `PROFILE` hears of everything in every way. */
export const NOTIFICATION_SETTINGS: NotificationSettings = {
	id: 1,
	user_id: 5,
	account_id: 1,
	all_email_flags: EMAIL_FLAGS,
	selected_email_flags: EMAIL_FLAGS,
	all_push_flags: PUSH_FLAGS,
	selected_push_flags: PUSH_FLAGS,
};
