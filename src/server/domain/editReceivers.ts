/** Creates and changes the bots and webhooks of an account (docs/application-api.md, Bots and Webhooks). */
import { Problem } from '../base/problem.ts';
import { randomToken } from '../base/randomToken.ts';
import type { AgentBot, WebhookRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { WebhookEvent } from '../store/webhookEvents.ts';
import { createAccessToken } from './manageAccessTokens.ts';

/** Creates a bot with its first access token, which is not stored. Throws BOT_EXISTS for a name that is taken. */
export async function createBot(
	repositories: Repositories,
	accountId: number,
	{ name, outgoingUrl }: { name: string; outgoingUrl: string | undefined },
): Promise<{ bot: AgentBot; token: string }> {
	if (await repositories.bots.findByName(accountId, name)) throw new Problem({ code: 'BOT_EXISTS', name });
	const bot = await repositories.bots.insert({ accountId, name, secret: randomToken(), outgoingUrl });
	const { token } = await createAccessToken(repositories, { agent_bot_id: bot.id }, { name: 'default' });
	return { bot, token };
}

/** Changes where a bot is told of events. Throws BOT_ANSWERS when it would lose its address, and answers in an inbox. */
export async function setBotAddress({ bots }: Repositories, bot: AgentBot, outgoingUrl: string | null): Promise<void> {
	if (outgoingUrl === null && (await bots.listInboxIds(bot.id)).length > 0) {
		throw new Problem({ code: 'BOT_ANSWERS', name: bot.name });
	}
	await bots.setOutgoingUrl(bot.id, outgoingUrl);
}

/** Throws WEBHOOK_EXISTS when the account has one with this address. */
export async function createWebhook(
	{ webhooks }: Repositories,
	accountId: number,
	{ url, subscriptions }: { url: string; subscriptions: readonly WebhookEvent[] },
): Promise<WebhookRow> {
	if ((await webhooks.list(accountId)).some((webhook) => webhook.url === url)) {
		throw new Problem({ code: 'WEBHOOK_EXISTS', url });
	}
	return webhooks.insert({ accountId, url, subscriptions, secret: randomToken() });
}
