/** Bots and webhooks, by REST (docs/application-api.md, Bots and Webhooks). */
import type { receiverRoutes, TeamBot, Webhook } from '#protocol/application/receiverRoutes.ts';
import { changeChannel } from '../../domain/websites/editChannel.ts';
import {
	changeBot,
	changeBotSecret,
	changeWebhook,
	changeWebhookSecret,
	createBot,
	createWebhook,
	deleteBot,
	deleteWebhook,
} from '../../domain/receivers/editReceivers.ts';
import { withTag } from '../../present/tagged.ts';
import { withAccountLock, createAccountChanger, type Services } from '../../services/services.ts';
import type { AgentBot, WebhookRow } from '../../store/tables/schema.ts';
import type { Member } from '../../store/people/users.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { requireInbox } from '../routing/guard.ts';

export function receiverHandlers(services: Services): Handlers<typeof receiverRoutes> {
	const { store } = services;
	const changeWebsites = createAccountChanger(services, 'inbox');

	return {
		async listWebhooks({ account }) {
			return { payload: { webhooks: (await store.webhooks.list(account.id)).map(presentWebhook) } };
		},

		async createWebhook({ account, body: { url, subscriptions, paused } }) {
			const webhook = await store.transaction((repositories) =>
				createWebhook(repositories, account.id, { url, subscriptions: subscriptions ?? undefined, paused }),
			);
			return { payload: { webhook: presentWebhook(webhook) } };
		},

		async updateWebhook({ account, params, body: { url, subscriptions, paused }, changeIfMatch }) {
			const webhook = await withAccountLock(services, account.id, async (repositories) => {
				const before = await repositories.webhooks.require(account.id, params.id);
				const change = { url, subscriptions: subscriptions ?? undefined, paused };
				return changeIfMatch(before, presentWebhook, () => changeWebhook(repositories, before, change));
			});
			return { payload: { webhook: presentWebhook(webhook) } };
		},

		async changeWebhookSecret({ account, params }) {
			const webhook = await store.transaction(async (repositories) =>
				changeWebhookSecret(repositories, await repositories.webhooks.require(account.id, params.id)),
			);
			return { payload: { webhook: presentWebhook(webhook) } };
		},

		async deleteWebhook({ account, params }) {
			await store.transaction(async (repositories) =>
				deleteWebhook(repositories, await repositories.webhooks.require(account.id, params.id)),
			);
		},

		listBots: async ({ account, member }) => (await store.bots.list(account.id)).map((bot) => presentBot(bot, member)),

		showBot: async ({ account, member, params }) => presentBot(await store.bots.require(account.id, params.id), member),

		createBot({ account, member, body: { name, outgoing_url, avatar_url } }) {
			return store.transaction(async (repositories) => {
				const { bot, token } = await createBot(repositories, account.id, {
					name,
					outgoingUrl: outgoing_url ?? undefined,
					avatarUrl: avatar_url ?? undefined,
				});
				return { ...presentBot(bot, member), access_token: token };
			});
		},

		updateBot({ account, member, params, body: { name, outgoing_url, avatar_url } }) {
			return store.transaction(async (repositories) => {
				const bot = await changeBot(repositories, await repositories.bots.require(account.id, params.id), {
					name,
					outgoing_url,
					avatar_url: avatar_url === null ? '' : avatar_url,
				});
				return presentBot(bot, member);
			});
		},

		changeBotSecret({ account, member, params }) {
			return store.transaction(async (repositories) =>
				presentBot(await changeBotSecret(repositories, await repositories.bots.require(account.id, params.id)), member),
			);
		},

		async deleteBot({ account, params }) {
			await changeWebsites(account.id, async (repositories) =>
				deleteBot(repositories, await repositories.bots.require(account.id, params.id)),
			);
		},

		async showInboxBot({ member, params }) {
			const { agent_bot_id: id } = await store.channels.findInbox(params.id);
			return id === null ? {} : { agent_bot: presentBot(await store.bots.require(member.account_id, id), member) };
		},

		async setInboxBot({ account, params, body }) {
			await changeWebsites(account.id, async (repositories) => {
				await requireInbox(repositories, account.id, params.id);
				if (body.agent_bot !== null) await repositories.bots.require(account.id, body.agent_bot);
				const channel = await repositories.channels.find(params.id);
				await changeChannel(repositories, channel, { agent_bot_id: body.agent_bot });
			});
		},
	};
}

function presentWebhook({ id, url, account_id, subscriptions, secret, paused }: WebhookRow): Webhook {
	return { ...withTag({ id, url, account_id, subscriptions, paused }), secret };
}

function presentBot({ id, account_id, name, avatar_url, outgoing_url, secret }: AgentBot, { role }: Member): TeamBot {
	return {
		id,
		account_id,
		name,
		thumbnail: avatar_url,
		outgoing_url,
		bot_type: 'webhook',
		system_bot: false,
		...(role === 'administrator' && { secret }),
	};
}
