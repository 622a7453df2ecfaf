/**
 * The websites that a team answers (docs/application-api.md, Inboxes). Chatwoot's fields for which
 * we have no counterpart are left out; those that Chatwoot does not have stand at the end.
 */
import * as v from 'valibot';
import { entityTag } from '../base/entityTag.ts';
import { InboxChange, NewInbox, settingAnswers } from './inboxSettings.ts';
import { ENABLED_LOCALES } from '../base/locales.ts';
import { accountParams, numeric } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';
import { ChatwootDay } from '../entities/workingHours.ts';

export const TeamInbox = v.object({
	id: v.number(),
	channel_type: v.literal('Channel::WebWidget'),
	...settingAnswers,
	auto_assignment_config: v.object({ max_assignment_limit: v.nullable(v.number()) }),
	/** The same as `working_hours`, as Chatwoot's editor has it; `working_hours` takes it, too. */
	working_hours_form: v.array(ChatwootDay),
	/** Absent where the website offers no help centre. */
	help_center: v.optional(v.object({ name: v.string(), slug: v.string() })),
	/** The lines of HTML for the website's pages. */
	web_widget_script: v.string(),
	website_token: v.string(),
	/** Key of the identity check; only administrators get it. */
	hmac_token: v.optional(v.string()),
	/**
	 * Until when the key before is valid as well, in seconds; only administrators get it, and 0
	 * where there is none.
	 */
	former_hmac_until: v.optional(v.number()),
	/**
	 * Address at which pages reach this server, for a site that writes the lines of HTML
	 * differently.
	 */
	base_url: v.string(),
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
		role: 'member',
		summary: 'The websites that the agent sees, by name',
		params: accountParams,
		response: v.object({ payload: v.array(TeamInbox) }),
	},
	showInbox: {
		method: 'GET',
		path: `${INBOXES}/:id`,
		role: 'member',
		inbox: 'member',
		summary: 'One website',
		params: inbox,
		isConditional: true,
		response: TeamInbox,
	},
	createInbox: {
		method: 'POST',
		path: INBOXES,
		role: 'administrator',
		summary: 'Adds a website that the named agents answer, or else the caller alone',
		params: accountParams,
		wrapper: 'channel',
		body: NewInbox,
		response: TeamInbox,
	},
	updateInbox: {
		method: 'PATCH',
		path: `${INBOXES}/:id`,
		role: 'administrator',
		summary: 'Changes settings of a website',
		params: inbox,
		wrapper: 'channel',
		body: InboxChange,
		isConditional: true,
		response: TeamInbox,
	},
	listTexts: {
		method: 'GET',
		path: '/api/v1/accounts/:account_id/texts',
		role: 'member',
		summary: 'The texts of the chat in a language, whose ids name them in the `texts` of a website',
		params: accountParams,
		query: v.object({ locale: v.picklist(ENABLED_LOCALES, 'is no known locale') }),
		response: v.object({ payload: v.array(ChatText) }),
	},
	changeIdentityKey: {
		method: 'POST',
		path: `${INBOXES}/:id/identity_key`,
		role: 'administrator',
		summary: 'Gives a website a new identity key; the one before is valid for 24 more hours',
		params: inbox,
		response: TeamInbox,
	},
	deleteInbox: {
		method: 'DELETE',
		path: `${INBOXES}/:id`,
		role: 'administrator',
		summary: 'Deletes a website with its conversations',
		params: inbox,
		response: v.object({ message: v.string() }),
	},
} as const satisfies RouteTable;
