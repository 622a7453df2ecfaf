/** Commands about bots and webhooks: who is told what happens in conversations. */
import * as v from 'valibot';
import { command, findAccountId, name } from './command.ts';
import { randomToken } from '../base/randomToken.ts';
import { SettingError } from '../base/settings.ts';
import type { AgentBot } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import { WEBHOOK_EVENTS } from '../store/webhookEvents.ts';

/** As long as Chatwoot takes them (docs/application-api.md, Bots). */
const webAddress = v.pipe(
	v.string(),
	v.check((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'is no web address'),
	v.maxLength(2048, 'is too long'),
);

export const receiverCommands = {
	'create-bot': command({
		usage: '--name <name> [--url <https://…>]',
		options: v.object({ name, url: v.optional(webAddress) }),
		run: (store, { name: botName, url }) =>
			store.transaction(async (repositories) => {
				const accountId = await findAccountId(repositories);
				if (await repositories.bots.findByName(accountId, botName)) {
					throw new SettingError(`There is a bot ${botName} already`);
				}
				const bot = await repositories.bots.insert({
					accountId,
					name: botName,
					accessToken: randomToken(),
					outgoingUrl: url,
				});
				const quoted = JSON.stringify(bot.name);
				const next =
					url === undefined
						? `Bot ${bot.name} can answer first in a channel once it has an address\n  npm run admin -- set-bot --name ${quoted} --url <https://…>`
						: `Bot ${bot.name} answers first in a channel after\n  npm run admin -- set-channel --channel <website token> --bot ${quoted}`;
				return `${next}\nIts token (header api_access_token), which also signs what is posted to it:\n  ${bot.access_token}`;
			}),
	}),

	'set-bot': command({
		usage: '--name <name> --url <https://…>|none',
		options: v.object({ name, url: v.union([v.literal('none'), webAddress], 'must be none or a web address') }),
		async run(store, { name: botName, url }) {
			const bot = await findBot(store, await findAccountId(store), botName);
			if (url === 'none' && (await store.bots.listInboxIds(bot.id)).length > 0) {
				throw new SettingError(
					`Bot ${bot.name} answers first in a channel and would hear of nothing: first change that with set-channel --bot none`,
				);
			}
			await store.bots.setOutgoingUrl(bot.id, url === 'none' ? null : url);
			return `Bot ${bot.name} is changed.`;
		},
	}),

	'create-webhook': command({
		usage: '--url <https://…> [--event <name>]…',
		options: v.object({
			url: webAddress,
			event: v.optional(v.array(v.picklist(WEBHOOK_EVENTS, `must be one of ${WEBHOOK_EVENTS.join(', ')}`)), [
				...WEBHOOK_EVENTS,
			]),
		}),
		run: (store, { url, event }) =>
			store.transaction(async (repositories) => {
				const accountId = await findAccountId(repositories);
				const known = await repositories.webhooks.list(accountId);
				if (known.some((webhook) => webhook.url === url)) throw new SettingError(`There is a webhook ${url} already`);
				const { secret } = await repositories.webhooks.insert({
					accountId,
					url,
					subscriptions: event,
					secret: randomToken(),
				});
				return `What happens is posted to ${url}, signed with\n  ${secret}`;
			}),
	}),

	'delete-webhook': command({
		usage: '--url <https://…>',
		options: v.object({ url: webAddress }),
		async run(store, { url }) {
			const known = await store.webhooks.list(await findAccountId(store));
			const webhook = known.find((candidate) => candidate.url === url);
			if (!webhook) throw new SettingError(`There is no webhook ${url}`);
			await store.webhooks.delete(webhook.id);
			return `Nothing is posted to ${url} any more.`;
		},
	}),
};

export async function findBot(store: Repositories, accountId: number, botName: string): Promise<AgentBot> {
	const bot = await store.bots.findByName(accountId, botName);
	if (!bot) throw new SettingError(`There is no bot ${botName}`);
	return bot;
}
