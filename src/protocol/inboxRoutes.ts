/**
 * The websites that a team answers, read only (docs/application-api.md, Inboxes). Chatwoot's fields for which we have no
 * counterpart are left out.
 */
import * as v from 'valibot';
import { Feature, PreChatFormOptions, ReplyTime, WorkingHours } from './channel.ts';
import { accountParams, numeric } from './numeric.ts';
import type { RouteTable } from './routes.ts';

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
	out_of_office_message: v.nullable(v.string()),
	working_hours: v.array(WorkingHours),
	/** IANA name. */
	timezone: v.string(),
	allow_messages_after_resolved: v.boolean(),
	/** Absent where the website offers no help centre. */
	help_center: v.optional(v.object({ name: v.string(), slug: v.string() })),
	widget_color: v.string(),
	hmac_mandatory: v.boolean(),
	welcome_title: v.string(),
	welcome_tagline: v.string(),
	/** The lines of HTML for the website's pages. */
	web_widget_script: v.string(),
	website_token: v.string(),
	selected_feature_flags: v.array(Feature),
	reply_time: ReplyTime,
	/** Key of the identity check; only administrators get it. */
	hmac_token: v.optional(v.string()),
	pre_chat_form_enabled: v.boolean(),
	pre_chat_form_options: PreChatFormOptions,
	/**
	 * Address at which pages reach this server, for a site that writes the lines of HTML differently. Chatwoot has no such
	 * field.
	 */
	base_url: v.string(),
});
export type TeamInbox = v.InferOutput<typeof TeamInbox>;

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
		params: v.object({ ...accountParams.entries, id: numeric }),
		response: TeamInbox,
	},
} as const satisfies RouteTable;
