/**
 * Changes a test server's channel in the database, like `npm run admin -- set-channel`; the next
 * request sees the change.
 */
import { createPasswordHasher } from '../../src/server/base/passwordHash.ts';
import { randomToken } from '../../src/server/base/randomToken.ts';
import { seedDemoPages } from '../../src/server/demo/seedDemoPages.ts';
import { createAccessToken } from '../../src/server/domain/people/manageAccessTokens.ts';
import { createChannel } from '../../src/server/domain/websites/editChannel.ts';
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

/**
 * Adds a bot to the channel, which answers first there if it has an address. Resolves with its
 * `api_access_token`, which also signs the requests to it.
 */
export async function addBot(
	where: StoreOptions,
	name: string,
	outgoingUrl: string | undefined,
	websiteToken = 'demo',
): Promise<string> {
	return withStore(where, async (store) => {
		const token = randomToken();
		const bot = await store.bots.insert({ accountId: 1, name, secret: token, outgoingUrl });
		await store.accessTokens.insert({ agent_bot_id: bot.id }, { name: 'test', token, expiresAt: null });
		const channel = await store.channels.findByWebsiteToken(websiteToken);
		if (channel) await store.channels.update(channel.inbox.id, { inbox: { agent_bot_id: bot.id } });
		return token;
	});
}

/** Adds a webhook that is told of every message. */
export async function addWebhook(where: StoreOptions, url: string): Promise<void> {
	await withStore(where, (store) =>
		store.webhooks.insert({ accountId: 1, url, subscriptions: ['message_created'], secret: randomToken() }),
	);
}

/** An access token of the agent with this address. */
export async function addToken(where: StoreOptions, email: string): Promise<string> {
	return withStore(where, async (store) => {
		const user = await store.users.findByEmail(email);
		if (!user) throw new Error(`There is no agent ${email}`);
		return (await createAccessToken(store, { user_id: user.id }, { name: 'test' })).token;
	});
}

/** What agents of tests sign in and prove themselves with. */
export const AGENT_PASSWORD = 'quiet lamp over seven rivers';

export async function givePassword(where: StoreOptions, email: string): Promise<void> {
	await withStore(where, async (store) => {
		const user = await store.users.findByEmail(email);
		if (!user) throw new Error(`There is no agent ${email}`);
		await store.passwords.set(user.id, await createPasswordHasher({ ln: 10, r: 8, p: 1 }).hash(AGENT_PASSWORD));
	});
}

export interface NewCampaign {
	message: string;
	url: string;
	/** Default 1. */
	seconds?: number;
	/** Default true. */
	isEnabled?: boolean;
	isOnlyDuringBusinessHours?: boolean;
	/** Id of an agent; none by default. */
	senderId?: number | null;
}

/** Adds a campaign to the channel. Resolves with its display id. */
export async function addCampaign(where: StoreOptions, campaign: NewCampaign, websiteToken = 'demo'): Promise<number> {
	return withStore(where, (store) =>
		store.transaction(async (repositories) => {
			const channel = await repositories.channels.findByWebsiteToken(websiteToken);
			if (!channel) throw new Error(`There is no channel ${websiteToken}`);
			const { display_id } = await repositories.campaigns.insert({
				account_id: channel.account.id,
				inbox_id: channel.inbox.id,
				display_id: await repositories.accounts.takeCampaignDisplayId(channel.account.id),
				title: campaign.message,
				message: campaign.message,
				sender_id: campaign.senderId ?? null,
				enabled: campaign.isEnabled ?? true,
				trigger_url: campaign.url,
				trigger_seconds: campaign.seconds ?? 1,
				trigger_only_during_business_hours: campaign.isOnlyDuringBusinessHours ?? false,
			});
			return display_id;
		}),
	);
}

/** Adds another website to the demo's account, answered by all of its agents. */
export async function addChannel(
	where: StoreOptions,
	{ name, websiteToken }: { name: string; websiteToken: string },
): Promise<void> {
	await withStore(where, (store) =>
		store.transaction((repositories) =>
			createChannel(repositories, { accountId: 1, websiteToken, settings: { name } }),
		),
	);
}

/** Adds another account to the same server, with a channel of its own. */
export async function addForeignChannel(where: StoreOptions, websiteToken: string): Promise<void> {
	await withStore(where, (store) =>
		store.transaction(async (repositories) => {
			const { id } = await repositories.accounts.insert('Elsewhere');
			await createChannel(repositories, { accountId: id, settings: { name: 'Elsewhere' }, websiteToken });
		}),
	);
}

/** Adds the channels of the demo's other pages. */
export async function addDemoPages(where: StoreOptions): Promise<void> {
	await withStore(where, (store) => seedDemoPages(store, 1));
}

/** Removes all campaigns of the first account. */
export async function clearCampaigns(where: StoreOptions): Promise<void> {
	await withStore(where, async (store) => {
		for (const { id } of await store.campaigns.list(1)) await store.campaigns.delete(id);
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
