/** Creates and changes the bots and webhooks of an account (docs/application-api.md, Bots and Webhooks). */
import { Problem } from '../base/problem.ts';
import { randomToken } from '../base/randomToken.ts';
import type { AgentBot, WebhookRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#protocol/webhookEvents.ts';
import { createAccessToken } from './manageAccessTokens.ts';

/** Creates a bot with its first access token, which is not stored. Throws BOT_EXISTS for a name that is taken. */
export async function createBot(
	repositories: Repositories,
	accountId: number,
	{ name, outgoingUrl, avatarUrl }: { name: string; outgoingUrl?: string | undefined; avatarUrl?: string | undefined },
): Promise<{ bot: AgentBot; token: string }> {
	if (await repositories.bots.findByName(accountId, name)) throw new Problem({ code: 'BOT_EXISTS', name });
	const bot = await repositories.bots.insert({ accountId, name, secret: randomToken(), outgoingUrl, avatarUrl });
	const { token } = await createAccessToken(repositories, { agent_bot_id: bot.id }, { name: 'default' });
	return { bot, token };
}

/** Undefined fields stay unchanged. */
export type BotChange = { [C in 'name' | 'outgoing_url' | 'avatar_url']?: AgentBot[C] | undefined };

/** Throws BOT_EXISTS for a name that is taken, and BOT_ANSWERS when it would lose its address, and answers in an inbox. */
export async function changeBot({ bots }: Repositories, bot: AgentBot, change: BotChange): Promise<AgentBot> {
	const { name = bot.name, outgoing_url = bot.outgoing_url, avatar_url = bot.avatar_url } = change;
	if (name !== bot.name && (await bots.findByName(bot.account_id, name)))
		throw new Problem({ code: 'BOT_EXISTS', name });
	if (outgoing_url === null && (await bots.listInboxIds(bot.id)).length > 0) {
		throw new Problem({ code: 'BOT_ANSWERS', name: bot.name });
	}
	return bots.update(bot.id, { name, outgoing_url, avatar_url });
}

/** Deletes a bot with its tokens. People answer in its inboxes from now on; its messages stay. */
export async function deleteBot({ accessTokens, bots, channels }: Repositories, { id }: AgentBot): Promise<void> {
	for (const inboxId of await bots.listInboxIds(id)) await channels.update(inboxId, { inbox: { agent_bot_id: null } });
	await accessTokens.deleteAll({ agent_bot_id: id });
	await bots.delete(id);
}

interface WebhookFacts {
	url: string;
	/** All events by default. */
	subscriptions?: readonly WebhookEvent[] | undefined;
}

/** Throws WEBHOOK_EXISTS when the account has one with this address. */
export async function createWebhook(
	{ webhooks }: Repositories,
	accountId: number,
	{ url, subscriptions = WEBHOOK_EVENTS }: WebhookFacts,
): Promise<WebhookRow> {
	await requireFree({ webhooks }, accountId, url);
	return webhooks.insert({ accountId, url, subscriptions, secret: randomToken() });
}

/** Undefined fields stay unchanged. Throws WEBHOOK_EXISTS as above. */
export async function changeWebhook(
	{ webhooks }: Repositories,
	webhook: WebhookRow,
	{
		url = webhook.url,
		subscriptions = webhook.subscriptions,
	}: { [F in keyof WebhookFacts]?: WebhookFacts[F] | undefined },
): Promise<WebhookRow> {
	if (url !== webhook.url) await requireFree({ webhooks }, webhook.account_id, url);
	return webhooks.update(webhook.id, { url, subscriptions });
}

async function requireFree(
	{ webhooks }: Pick<Repositories, 'webhooks'>,
	accountId: number,
	url: string,
): Promise<void> {
	if ((await webhooks.list(accountId)).some((webhook) => webhook.url === url)) {
		throw new Problem({ code: 'WEBHOOK_EXISTS', url });
	}
}
