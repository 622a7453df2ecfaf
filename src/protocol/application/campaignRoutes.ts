/** Campaigns for the team, by their public number (docs/application-api.md, Campaigns). */
import * as v from 'valibot';
import { maxCharacters } from '../base/characters.ts';
import { TeamAgent } from '../entities/entities.ts';
import { entityTag } from '../base/entityTag.ts';
import { CAMPAIGN_SECONDS_MAX, CAMPAIGN_URL_MAX, CONTENT_MAX } from '../base/limits.ts';
import { accountParams, numeric, orNone, truth } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';
import { Translations, TranslationsChange } from '../entities/translations.ts';

export const TeamCampaign = v.object({
	/** Counts per account from 1. */
	id: v.number(),
	title: v.string(),
	description: v.nullable(v.string()),
	account_id: v.number(),
	inbox: v.object({
		id: v.number(),
		name: v.string(),
		channel_type: v.literal('Channel::WebWidget'),
		website_token: v.string(),
	}),
	/** Absent for a campaign that speaks for the team and not for one agent. */
	sender: v.optional(TeamAgent),
	/** Markdown. */
	message: v.string(),
	/** The message in other languages: language → `message` → text. */
	translations: Translations,
	/** Always active: a website's campaigns go on until they are disabled. */
	campaign_status: v.literal('active'),
	campaign_type: v.literal('ongoing'),
	enabled: v.boolean(),
	/** `time_on_page` in seconds. */
	trigger_rules: v.object({ url: v.string(), time_on_page: v.number() }),
	trigger_only_during_business_hours: v.boolean(),
	/** ISO 8601. */
	created_at: v.string(),
	updated_at: v.string(),
	etag: entityTag,
});
export type TeamCampaign = v.InferOutput<typeof TeamCampaign>;

const title = v.pipe(
	v.string(),
	v.trim(),
	v.minLength(1, "Title can't be blank"),
	maxCharacters(255, 'Title is too long'),
);
const message = v.pipe(
	v.string(),
	v.trim(),
	v.minLength(1, "Message can't be blank"),
	maxCharacters(CONTENT_MAX, 'Message is too long'),
);
const rules = v.object({
	url: v.pipe(v.string(), v.maxLength(CAMPAIGN_URL_MAX, 'Url is too long'), v.regex(/^https?:\/\//, 'Url invalid')),
	time_on_page: v.optional(v.pipe(numeric, v.maxValue(CAMPAIGN_SECONDS_MAX, 'Time on page is too long'))),
});
const facts = {
	sender_id: v.optional(orNone(numeric)),
	enabled: v.optional(truth),
	trigger_only_during_business_hours: v.optional(truth),
	translations: v.optional(TranslationsChange),
};

const campaign = v.object({ ...accountParams.entries, id: numeric });

const CAMPAIGNS = '/api/v1/accounts/:account_id/campaigns';

export const campaignRoutes = {
	listTeamCampaigns: {
		method: 'GET',
		path: CAMPAIGNS,
		role: 'administrator',
		summary: 'The campaigns of the account',
		params: accountParams,
		response: v.array(TeamCampaign),
	},
	showCampaign: {
		method: 'GET',
		path: `${CAMPAIGNS}/:id`,
		role: 'administrator',
		summary: 'One campaign',
		params: campaign,
		isConditional: true,
		response: TeamCampaign,
	},
	createCampaign: {
		method: 'POST',
		path: CAMPAIGNS,
		role: 'administrator',
		summary: 'Makes a website say something by itself',
		params: accountParams,
		wrapper: 'campaign',
		body: v.object({ ...facts, title, message, inbox_id: numeric, trigger_rules: rules }),
		response: TeamCampaign,
	},
	updateCampaign: {
		method: 'PATCH',
		path: `${CAMPAIGNS}/:id`,
		role: 'administrator',
		summary: 'Changes a campaign, or disables it',
		params: campaign,
		wrapper: 'campaign',
		body: v.object({
			...facts,
			title: v.optional(title),
			message: v.optional(message),
			trigger_rules: v.optional(v.partial(rules)),
		}),
		isConditional: true,
		response: TeamCampaign,
	},
	deleteCampaign: {
		method: 'DELETE',
		path: `${CAMPAIGNS}/:id`,
		role: 'administrator',
		summary: 'Deletes a campaign; the conversations that it began stay',
		params: campaign,
	},
} as const satisfies RouteTable;
