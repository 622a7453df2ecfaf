/**
 * The websites that a team answers (docs/application-api.md, Inboxes). Chatwoot's fields for which we have no counterpart are
 * left out; those that Chatwoot does not have stand at the end.
 */
import * as v from 'valibot';
import { CaptchaProvider } from './captcha.ts';
import { Feature, PreChatFormOptions, ReplyTime, Topic, WorkingHours } from './channel.ts';
import { entityTag } from './entityTag.ts';
import { InboxChange, NewInbox } from './inboxSettings.ts';
import { ENABLED_LOCALES } from './locales.ts';
import { accountParams, numeric } from './numeric.ts';
import { OwnTexts } from './ownTexts.ts';
import type { RouteTable } from './routes.ts';
import { SpokenDay } from './workingHours.ts';

export const TeamInbox = v.object({
	id: v.number(),
	avatar_url: v.string(),
	name: v.string(),
	channel_type: v.literal('Channel::WebWidget'),
	greeting_enabled: v.boolean(),
	greeting_message: v.nullable(v.string()),
	working_hours_enabled: v.boolean(),
	enable_email_collect: v.boolean(),
	csat_survey_enabled: v.boolean(),
	enable_auto_assignment: v.boolean(),
	auto_assignment_config: v.object({ max_assignment_limit: v.nullable(v.number()) }),
	out_of_office_message: v.nullable(v.string()),
	/** The whole week, from Sunday. */
	working_hours: v.array(WorkingHours),
	/** The same as Chatwoot's editor has it; `working_hours` takes it, too. */
	working_hours_form: v.array(SpokenDay),
	/** IANA name. */
	timezone: v.string(),
	allow_messages_after_resolved: v.boolean(),
	/** Absent where the website offers no help centre. */
	help_center: v.optional(v.object({ name: v.string(), slug: v.string() })),
	widget_color: v.string(),
	website_url: v.string(),
	hmac_mandatory: v.boolean(),
	/** Public keys in PEM, under which identity tokens are right as well. */
	identity_public_keys: v.array(v.string()),
	welcome_title: v.string(),
	welcome_tagline: v.string(),
	/** The lines of HTML for the website's pages. */
	web_widget_script: v.string(),
	website_token: v.string(),
	selected_feature_flags: v.array(Feature),
	reply_time: ReplyTime,
	/** Key of the identity check; only administrators get it. */
	hmac_token: v.optional(v.string()),
	/** Until when the key before is valid as well, in seconds; only administrators get it, and 0 where there is none. */
	former_hmac_until: v.optional(v.number()),
	pre_chat_form_enabled: v.boolean(),
	pre_chat_form_options: PreChatFormOptions,
	/** Whether what a visitor who has left has not read is mailed to them. */
	continuity_via_email: v.boolean(),
	/** Whether visitors leave a message with their address outside of the working hours. */
	leave_message_enabled: v.boolean(),
	/** Whether pages show no launcher while the team is away. */
	hide_launcher_while_away: v.boolean(),
	/** Address at which pages reach this server, for a site that writes the lines of HTML differently. */
	base_url: v.string(),
	/** The language of visitors whose own is not offered. */
	locale: v.string(),
	/** The launcher's text; null for the default. */
	launcher_title: v.nullable(v.string()),
	disable_branding: v.boolean(),
	/** The sites that may frame the chat; an empty list stands for all. */
	allowed_domains: v.array(v.string()),
	/** MIME types; null for the default list. */
	allowed_file_types: v.nullable(v.array(v.string())),
	/** Bytes of one file; null for the default. */
	file_size_max: v.nullable(v.number()),
	/** Origins from which pages may have the chat load its font, besides the server's own. */
	font_origins: v.array(v.string()),
	/** Looks of the chat in its frame, as lines of CSS; null for none. */
	custom_properties: v.nullable(v.string()),
	/** What is masked in visitors' messages: `cards`, and patterns. */
	masks: v.array(v.string()),
	/** Texts of the chat in the owner's words: language → id → text. */
	texts: OwnTexts,
	/** What visitors may choose to write about, in this order. */
	topics: v.array(Topic),
	/** Whose challenge visitors pass before their first message, and the website's key there, both null for none. The secret is not answered. */
	captcha_provider: v.nullable(CaptchaProvider),
	captcha_site_key: v.nullable(v.string()),
	/** The help centre, also while it is archived. */
	portal_id: v.nullable(v.number()),
	/** The bot that answers first. */
	agent_bot_id: v.nullable(v.number()),
	/** When a page showed its chat for the first time, in seconds; 0 while none has. */
	page_seen_at: v.number(),
	etag: entityTag,
});
export type TeamInbox = v.InferOutput<typeof TeamInbox>;

/** A text of the chat as the catalogues have it. */
export const ChatText = v.object({
	/** Its English text, with the meaning in brackets where several have the same. */
	id: v.string(),
	english: v.string(),
	/** In the language that was asked for. */
	text: v.string(),
});
export type ChatText = v.InferOutput<typeof ChatText>;

const inbox = v.object({ ...accountParams.entries, id: numeric });
const INBOXES = '/api/v1/accounts/:account_id/inboxes';

export const inboxRoutes = {
	listInboxes: {
		method: 'GET',
		path: INBOXES,
		caller: 'agent',
		summary: 'The websites that the agent sees, by name',
		params: accountParams,
		response: v.object({ payload: v.array(TeamInbox) }),
	},
	showInbox: {
		method: 'GET',
		path: `${INBOXES}/:id`,
		caller: 'agent',
		summary: 'One website',
		params: inbox,
		isConditional: true,
		response: TeamInbox,
	},
	createInbox: {
		method: 'POST',
		path: INBOXES,
		caller: 'agent',
		summary: 'Adds a website that the named agents answer, or else the caller alone; administrators only',
		params: accountParams,
		wrapper: 'channel',
		body: NewInbox,
		response: TeamInbox,
	},
	updateInbox: {
		method: 'PATCH',
		path: `${INBOXES}/:id`,
		caller: 'agent',
		summary: 'Changes settings of a website; administrators only',
		params: inbox,
		wrapper: 'channel',
		body: InboxChange,
		isConditional: true,
		response: TeamInbox,
	},
	listTexts: {
		method: 'GET',
		path: '/api/v1/accounts/:account_id/texts',
		caller: 'agent',
		summary: 'The texts of the chat in a language, whose ids name them in the `texts` of a website',
		params: accountParams,
		query: v.object({ locale: v.picklist(ENABLED_LOCALES, 'is no known locale') }),
		response: v.object({ payload: v.array(ChatText) }),
	},
	changeIdentityKey: {
		method: 'POST',
		path: `${INBOXES}/:id/identity_key`,
		caller: 'agent',
		summary: 'Gives a website a new identity key; the one before is valid for 24 more hours; administrators only',
		params: inbox,
		response: TeamInbox,
	},
	deleteInbox: {
		method: 'DELETE',
		path: `${INBOXES}/:id`,
		caller: 'agent',
		summary: 'Deletes a website with its conversations; administrators only',
		params: inbox,
		response: v.object({ message: v.string() }),
	},
} as const satisfies RouteTable;
