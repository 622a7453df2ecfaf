/** Changes a test server's channel past the server, as `npm run admin -- set-channel` does; the next request sees it. */
import { randomToken } from '../../src/server/randomToken.ts';
import { openStore, type Store, type StoreOptions } from '../../src/server/store/store.ts';

type Change = Parameters<Store['channels']['update']>[1];

/** `where`: a test server, or the options of its store. */
export async function changeChannel(where: StoreOptions, change: Change, websiteToken = 'demo'): Promise<void> {
	await withStore(where, async (store) => {
		const channel = await store.channels.findByWebsiteToken(websiteToken);
		if (!channel) throw new Error(`There is no channel ${websiteToken}`);
		await store.channels.update(channel.inbox.id, change);
	});
}

/** A bot that answers first in the channel. Answers its `api_access_token`. */
export async function addBot(where: StoreOptions, name: string, websiteToken = 'demo'): Promise<string> {
	return withStore(where, async (store) => {
		const bot = await store.bots.insert({ accountId: 1, name, accessToken: randomToken() });
		const channel = await store.channels.findByWebsiteToken(websiteToken);
		if (channel) await store.channels.update(channel.inbox.id, { inbox: { agent_bot_id: bot.id } });
		return bot.access_token;
	});
}

async function withStore<T>({ dataDir, databaseUrl }: StoreOptions, work: (store: Store) => Promise<T>): Promise<T> {
	const store = await openStore({ dataDir, databaseUrl });
	try {
		return await work(store);
	} finally {
		await store.close();
	}
}
