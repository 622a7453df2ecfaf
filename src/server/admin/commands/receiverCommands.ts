/** Commands about bots and webhooks, which are told what happens in conversations. */
import * as v from 'valibot';
import { WebAddress } from '#protocol/base/webAddress.ts';
import { command, findAccountId, name, rowNumber } from './command.ts';
import { changeBot, createBot, createWebhook, deleteWebhook } from '../../domain/receivers/editReceivers.ts';
import { SettingError } from '../../base/settings.ts';
import { GIVEN_UP_DAYS } from '../../store/receivers/deliveries.ts';
import type { AgentBot } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { WEBHOOK_EVENTS } from '#protocol/entities/webhookEvents.ts';

/** Number of lines that `list-given-up` prints. */
const LISTED = 100;

export const receiverCommands = {
	'create-bot': command({
		usage: '--name <name> [--url <https://…>]',
		options: v.object({ name, url: v.optional(WebAddress) }),
		run: (store, { name: botName, url }) =>
			store.transaction(async (repositories) => {
				const accountId = await findAccountId(repositories);
				const { bot, token } = await createBot(repositories, accountId, { name: botName, outgoingUrl: url });
				const quoted = JSON.stringify(bot.name);
				const next =
					url === undefined
						? `Bot ${bot.name} can answer first in a channel once it has an address\n  npm run admin -- set-bot --name ${quoted} --url <https://…>`
						: `Bot ${bot.name} answers first in a channel after\n  npm run admin -- set-channel --channel <website token> --bot ${quoted}`;
				return `${next}\nIts token, which is not shown again (header api_access_token):\n  ${token}\nThe secret that signs what is posted to it:\n  ${bot.secret}`;
			}),
	}),

	'list-bots': command({
		usage: '',
		options: v.object({}),
		async run(store) {
			const bots = await store.bots.list(await findAccountId(store));
			return (
				bots.map(({ name: bot, outgoing_url }) => `${bot}  ${outgoing_url ?? 'no address'}`).join('\n') ||
				'There are no bots.'
			);
		},
	}),

	'list-webhooks': command({
		usage: '',
		options: v.object({}),
		async run(store) {
			const webhooks = await store.webhooks.list(await findAccountId(store));
			return webhooks.map(({ id, url }) => `${id}  ${url}`).join('\n') || 'There are no webhooks.';
		},
	}),

	'set-bot': command({
		usage: '--name <name> --url <https://…>|none',
		options: v.object({ name, url: v.union([v.literal('none'), WebAddress], 'must be none or a web address') }),
		run: (store, { name: botName, url }) =>
			store.transaction(async (repositories) => {
				const bot = await findBot(repositories, await findAccountId(repositories), botName);
				await changeBot(repositories, bot, { outgoing_url: url === 'none' ? null : url });
				return `Bot ${bot.name} is changed.`;
			}),
	}),

	'create-webhook': command({
		usage: '--url <https://…> [--event <name>]…',
		options: v.object({
			url: WebAddress,
			event: v.optional(v.array(v.picklist(WEBHOOK_EVENTS, `must be one of ${WEBHOOK_EVENTS.join(', ')}`)), [
				...WEBHOOK_EVENTS,
			]),
		}),
		run: (store, { url, event }) =>
			store.transaction(async (repositories) => {
				const accountId = await findAccountId(repositories);
				const { secret } = await createWebhook(repositories, accountId, { url, subscriptions: event });
				return `What happens is posted to ${url}, signed with\n  ${secret}`;
			}),
	}),

	'delete-webhook': command({
		usage: '--url <https://…>',
		options: v.object({ url: WebAddress }),
		run: (store, { url }) =>
			store.transaction(async (repositories) => {
				const known = await repositories.webhooks.list(await findAccountId(repositories));
				const webhook = known.find((candidate) => candidate.url === url);
				if (!webhook) throw new SettingError(`There is no webhook ${url}`);
				await deleteWebhook(repositories, webhook);
				return `Nothing is posted to ${url} any more.`;
			}),
	}),

	'list-deliveries': command({
		usage: '',
		options: v.object({}),
		async run(store) {
			const waiting = await store.deliveries.summarize();
			if (waiting.length === 0) return 'Nothing waits.';
			return waiting
				.map(({ receiver_type, receiver_id, count, since, isFailing }) => {
					const state = isFailing ? 'failing' : 'taking';
					return `${receiver_type} ${receiver_id}  ${state}  ${count} waiting, the oldest since ${new Date(since).toISOString()}`;
				})
				.join('\n');
		},
	}),

	'list-given-up': command({
		usage: '',
		options: v.object({}),
		async run(store) {
			const givenUp = await store.deliveries.listGivenUp(LISTED);
			if (givenUp.length === 0) return `Nothing was given up in the last ${GIVEN_UP_DAYS} days.`;
			const lines = givenUp.map(
				({ id, event, receiver_type, receiver_id, given_up_at, failure }) =>
					`${id}  ${new Date(given_up_at ?? 0).toISOString()}  ${event} for ${receiver_type} ${receiver_id}: ${failure}`,
			);
			return `What no receiver took, the newest ${givenUp.length}:\n${lines.join('\n')}`;
		},
	}),

	redeliver: command({
		usage: '--id <number>|all',
		options: v.object({
			id: v.union([v.literal('all'), rowNumber()], 'must be all or the number of a delivery'),
		}),
		async run(store, { id }) {
			const count = await store.deliveries.redeliver(id === 'all' ? undefined : id, Date.now());
			if (count === 0 && id !== 'all') throw new SettingError(`There is no delivery ${id} that was given up`);
			return `${count} ${count === 1 ? 'delivery goes' : 'deliveries go'} again within 10 seconds of a running server.`;
		},
	}),
};

export async function findBot(store: Repositories, accountId: number, botName: string): Promise<AgentBot> {
	const bot = await store.bots.findByName(accountId, botName);
	if (!bot) throw new SettingError(`There is no bot ${botName}`);
	return bot;
}
