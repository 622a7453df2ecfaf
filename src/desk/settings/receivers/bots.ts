/** The programs that answer visitors, and on which websites they do. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { loadAccount } from '../../account/account.ts';
import { account, call } from '../../session/api.ts';
import { createCollection } from '../parts/createCollection.ts';
import { isoDayToSeconds } from '../parts/isoDayToSeconds.ts';

export interface BotWebsite {
	id: number;
	name: string;
	/** The bot that answers there. */
	agent_bot_id: number | null;
	/** Its name, or ''. */
	botName: string;
}

/** The answer that adds a bot has its first access token. */
export const bots = createCollection({
	list: applicationRoutes.listBots,
	itemsOf: (byId) => byId,
	create: applicationRoutes.createBot,
	update: applicationRoutes.updateBot,
	remove: applicationRoutes.deleteBot,
	after: loadAccount,
});

export const loadBotWebsites = atom(null, async (get): Promise<readonly BotWebsite[]> => {
	const [{ payload }, known] = await Promise.all([
		call(get, applicationRoutes.listInboxes, { params: account(get) }),
		call(get, applicationRoutes.listBots, { params: account(get) }),
	]);
	return payload.map(({ id, name, agent_bot_id }) => ({
		id,
		name,
		agent_bot_id: agent_bot_id ?? null,
		botName: known.find((bot) => bot.id === agent_bot_id)?.name ?? '',
	}));
});

/** Has the bot answer on these websites alone. May be called again after a failure. */
export const connectBot = atom(
	null,
	async (get, set, botId: number, websites: readonly BotWebsite[], chosen: readonly number[]) => {
		for (const { id, agent_bot_id } of websites) {
			const isChosen = chosen.includes(id);
			if (isChosen === (agent_bot_id === botId)) continue;
			await call(get, applicationRoutes.setInboxBot, {
				params: { ...account(get), id },
				body: { agent_bot: isChosen ? botId : null },
			});
		}
		void set(loadAccount);
	},
);

export const renewBotSecret = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.changeBotSecret, { params: { ...account(get), id } }),
);

export const loadBotTokens = atom(
	null,
	async (get, _set, bot_id: number) =>
		(await call(get, applicationRoutes.listBotAccessTokens, { params: { ...account(get), bot_id } })).payload,
);

/** `day`: as for `createToken` of one's own. Resolves with the token. */
export const createBotToken = atom(null, async (get, _set, bot_id: number, name: string, day: string) => {
	const body = { name, expires_at: isoDayToSeconds(day) };
	return (await call(get, applicationRoutes.createBotAccessToken, { params: { ...account(get), bot_id }, body }))
		.access_token;
});

export const revokeBotToken = atom(null, (get, _set, bot_id: number, id: number) =>
	call(get, applicationRoutes.revokeBotAccessToken, { params: { ...account(get), bot_id, id } }),
);
