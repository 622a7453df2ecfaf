/** Bots and webhooks, which are told what happens (docs/application-api.md, Bots and Webhooks). */
import * as v from 'valibot';
import { maxCharacters } from '../base/characters.ts';
import { entityTag } from '../base/entityTag.ts';
import { accountParams, numeric, orNone, truth } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';
import { WebAddress } from '../base/webAddress.ts';
import { WEBHOOK_EVENTS } from '../entities/webhookEvents.ts';

export const Webhook = v.object({
	id: v.number(),
	url: v.string(),
	account_id: v.number(),
	subscriptions: v.array(v.picklist(WEBHOOK_EVENTS)),
	/** Signs what is posted. */
	secret: v.string(),
	/** Whether nothing new is posted. */
	paused: v.boolean(),
	etag: entityTag,
});
export type Webhook = v.InferOutput<typeof Webhook>;

export const TeamBot = v.object({
	id: v.number(),
	account_id: v.number(),
	name: v.string(),
	/** The address of its picture, or ''. */
	thumbnail: v.string(),
	/** Null: it is told of nothing, and cannot answer first. */
	outgoing_url: v.nullable(v.string()),
	bot_type: v.literal('webhook'),
	/** Whether it is of all accounts, which none is here. */
	system_bot: v.literal(false),
	/** Signs what is posted; only administrators get it. */
	secret: v.optional(v.string()),
	/** Its first token: in the answer that makes the bot, and nowhere else. */
	access_token: v.optional(v.string()),
});
export type TeamBot = v.InferOutput<typeof TeamBot>;

const subscriptions = v.optional(
	v.nullable(
		v.pipe(
			v.array(v.picklist(WEBHOOK_EVENTS, 'Subscriptions Invalid events')),
			v.minLength(1, 'Subscriptions Invalid events'),
		),
	),
);
const webhook = v.object({ payload: v.object({ webhook: Webhook }) });
const botName = v.pipe(v.string(), v.trim(), v.minLength(1, "can't be blank"), maxCharacters(255, 'is too long'));
const botFacts = {
	outgoing_url: v.optional(orNone(WebAddress)),
	avatar_url: v.optional(orNone(WebAddress)),
};
const one = v.object({ ...accountParams.entries, id: numeric });

const WEBHOOKS = '/api/v1/accounts/:account_id/webhooks';
const BOTS = '/api/v1/accounts/:account_id/agent_bots';
const INBOX = '/api/v1/accounts/:account_id/inboxes/:id';

export const receiverRoutes = {
	listWebhooks: {
		method: 'GET',
		path: WEBHOOKS,
		role: 'administrator',
		summary: 'The webhooks of the account, the oldest first',
		params: accountParams,
		response: v.object({ payload: v.object({ webhooks: v.array(Webhook) }) }),
	},
	createWebhook: {
		method: 'POST',
		path: WEBHOOKS,
		role: 'administrator',
		summary: 'Has events posted to an address: those that are named, or all',
		params: accountParams,
		wrapper: 'webhook',
		body: v.object({ url: WebAddress, subscriptions, paused: v.optional(truth) }),
		response: webhook,
	},
	updateWebhook: {
		method: 'PATCH',
		path: `${WEBHOOKS}/:id`,
		role: 'administrator',
		summary: 'Changes address or events of a webhook, or pauses it',
		params: one,
		wrapper: 'webhook',
		body: v.object({ url: v.optional(WebAddress), subscriptions, paused: v.optional(truth) }),
		isConditional: true,
		response: webhook,
	},
	changeWebhookSecret: {
		method: 'POST',
		path: `${WEBHOOKS}/:id/reset_secret`,
		role: 'administrator',
		summary: 'Gives a webhook a new secret, which signs from now on',
		params: one,
		response: webhook,
	},
	deleteWebhook: {
		method: 'DELETE',
		path: `${WEBHOOKS}/:id`,
		role: 'administrator',
		summary: 'Deletes a webhook',
		params: one,
	},
	listBots: {
		method: 'GET',
		path: BOTS,
		role: 'member',
		summary: 'The bots of the account, the oldest first',
		params: accountParams,
		response: v.array(TeamBot),
	},
	showBot: {
		method: 'GET',
		path: `${BOTS}/:id`,
		role: 'member',
		summary: 'One bot',
		params: one,
		response: TeamBot,
	},
	createBot: {
		method: 'POST',
		path: BOTS,
		role: 'administrator',
		summary: 'Adds a bot; its token is in this answer and in no other',
		params: accountParams,
		wrapper: 'agent_bot',
		body: v.object({ ...botFacts, name: botName }),
		response: TeamBot,
	},
	updateBot: {
		method: 'PATCH',
		path: `${BOTS}/:id`,
		role: 'administrator',
		summary: 'Changes name, address or picture of a bot',
		params: one,
		wrapper: 'agent_bot',
		body: v.object({ ...botFacts, name: v.optional(botName) }),
		response: TeamBot,
	},
	changeBotSecret: {
		method: 'POST',
		path: `${BOTS}/:id/reset_secret`,
		role: 'administrator',
		summary: 'Gives a bot a new secret, which signs from now on what is posted to it',
		params: one,
		response: TeamBot,
	},
	deleteBot: {
		method: 'DELETE',
		path: `${BOTS}/:id`,
		role: 'administrator',
		summary: 'Deletes a bot with its tokens; its messages stay, and people answer in its websites',
		params: one,
	},
	showInboxBot: {
		method: 'GET',
		path: `${INBOX}/agent_bot`,
		role: 'member',
		inbox: 'member',
		summary: 'The bot that answers first in an inbox, if there is one',
		params: one,
		response: v.object({ agent_bot: v.optional(TeamBot) }),
	},
	setInboxBot: {
		method: 'POST',
		path: `${INBOX}/set_agent_bot`,
		role: 'administrator',
		summary: 'Lets a bot answer first in an inbox, in place of the one before, or none',
		params: one,
		body: v.object({ agent_bot: v.optional(orNone(numeric), null) }),
	},
} as const satisfies RouteTable;
