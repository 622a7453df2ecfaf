/**
 * Creates and changes the bots and webhooks of an account (docs/application-api.md, Bots and
 * Webhooks).
 */
import { Problem } from '../../base/problem.ts';
import { randomToken } from '../../base/randomToken.ts';
import type { AgentBot, WebhookRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#protocol/entities/webhookEvents.ts';
import { recordChange } from '../recordChange.ts';
import { createAccessToken } from '../people/manageAccessTokens.ts';

/**
 * Creates a bot with its first access token, which is not stored. Throws BOT_EXISTS for a name that
 * is taken.
 */
export async function createBot(
	repositories: Repositories,
	accountId: number,
	{ name, outgoingUrl, avatarUrl }: { name: string; outgoingUrl?: string | undefined; avatarUrl?: string | undefined },
): Promise<{ bot: AgentBot; token: string }> {
	if (await repositories.bots.findByName(accountId, name)) throw new Problem({ code: 'BOT_EXISTS', name });
	const bot = await repositories.bots.insert({ accountId, name, secret: randomToken(), outgoingUrl, avatarUrl });
	await recordChange(repositories, { ...auditedBot(bot), after: bot });
	const { token } = await createAccessToken(repositories, { agent_bot_id: bot.id }, { name: 'default' });
	return { bot, token };
}

/** Undefined fields stay unchanged. */
export type BotChange = { [C in 'name' | 'outgoing_url' | 'avatar_url']?: AgentBot[C] | undefined };

/**
 * Throws BOT_EXISTS for a name that is taken, and BOT_ANSWERS when it would lose its address, and
 * answers in an inbox.
 */
export async function changeBot(store: Repositories, bot: AgentBot, change: BotChange): Promise<AgentBot> {
	const { bots } = store;
	const { name = bot.name, outgoing_url = bot.outgoing_url, avatar_url = bot.avatar_url } = change;
	if (name !== bot.name && (await bots.findByName(bot.account_id, name)))
		throw new Problem({ code: 'BOT_EXISTS', name });
	if (outgoing_url === null && (await bots.listInboxIds(bot.id)).length > 0) {
		throw new Problem({ code: 'BOT_ANSWERS', name: bot.name });
	}
	const changed = await bots.update(bot.id, { name, outgoing_url, avatar_url });
	await recordChange(store, { ...auditedBot(changed), before: bot, after: changed });
	return changed;
}

/** The secret before is not valid any more: also what waits is signed with the new one. */
export async function changeBotSecret(store: Repositories, bot: AgentBot): Promise<AgentBot> {
	const changed = await store.bots.update(bot.id, { secret: randomToken() });
	await recordChange(store, { ...auditedBot(changed), before: bot, after: changed });
	return changed;
}

/** As `changeBotSecret`. */
export async function changeWebhookSecret(store: Repositories, webhook: WebhookRow): Promise<WebhookRow> {
	const changed = await store.webhooks.update(webhook.id, { secret: randomToken() });
	await recordChange(store, { ...auditedWebhook(changed), before: webhook, after: changed });
	return changed;
}

/** Deletes a bot with its tokens. People answer in its inboxes from now on; its messages stay. */
export async function deleteBot(store: Repositories, bot: AgentBot): Promise<void> {
	const { accessTokens, bots, channels } = store;
	const { id } = bot;
	for (const inboxId of await bots.listInboxIds(id)) await channels.update(inboxId, { inbox: { agent_bot_id: null } });
	await accessTokens.deleteAll({ agent_bot_id: id });
	await bots.delete(id);
	await recordChange(store, { ...auditedBot(bot), before: bot });
}

function auditedBot({ id, account_id, name }: AgentBot) {
	return { accountId: account_id, type: 'AgentBot', id, name } as const;
}

interface WebhookFacts {
	url: string;
	/** All events by default. */
	subscriptions?: readonly WebhookEvent[] | undefined;
	/** Whether it is told of nothing new. What waits for it is posted all the same. */
	paused?: boolean | undefined;
}

/** Throws WEBHOOK_EXISTS when the account has one with this address. */
export async function createWebhook(
	store: Repositories,
	accountId: number,
	{ url, subscriptions = WEBHOOK_EVENTS, paused = false }: WebhookFacts,
): Promise<WebhookRow> {
	await requireFree(store, accountId, url);
	const created = await store.webhooks.insert({ accountId, url, subscriptions, paused, secret: randomToken() });
	await recordChange(store, { ...auditedWebhook(created), after: created });
	return created;
}

/** Undefined fields stay unchanged. Throws WEBHOOK_EXISTS as above. */
export async function changeWebhook(
	store: Repositories,
	webhook: WebhookRow,
	{
		url = webhook.url,
		subscriptions = webhook.subscriptions,
		paused = webhook.paused,
	}: { [F in keyof WebhookFacts]?: WebhookFacts[F] | undefined },
): Promise<WebhookRow> {
	if (url !== webhook.url) await requireFree(store, webhook.account_id, url);
	const changed = await store.webhooks.update(webhook.id, { url, subscriptions, paused });
	await recordChange(store, { ...auditedWebhook(changed), before: webhook, after: changed });
	return changed;
}

/** What waits for it is not posted any more. */
export async function deleteWebhook(store: Repositories, webhook: WebhookRow): Promise<void> {
	await store.webhooks.delete(webhook.id);
	await recordChange(store, { ...auditedWebhook(webhook), before: webhook });
}

function auditedWebhook({ id, account_id, url }: WebhookRow) {
	return { accountId: account_id, type: 'Webhook', id, name: new URL(url).host } as const;
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
