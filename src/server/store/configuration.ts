/**
 * The configuration by the owners that most requests need: channels, their readers, and receivers.
 * It is kept in memory for as long as its version number in the database stays the same, so that a
 * change by any process or command applies from the next request on.
 */
import type { Channel } from './websites/channels.ts';
import type { Repositories } from './repositories.ts';
import type { Inbox, WebhookRow } from './tables/schema.ts';
import type { StoredMailSettings } from './receivers/mailSettings.ts';
import type { PushDevice } from './people/pushSubscriptions.ts';
import type { Member } from './people/users.ts';

/**
 * Reads missing parts from `store`: within a transaction that has to be the transaction's own,
 * since the database may have no second connection. Requests share the results, so they must not
 * modify them.
 */
export interface Configuration {
	findChannel(store: Repositories, websiteToken: string): Promise<Channel | undefined>;
	channel(store: Repositories, inboxId: number): Promise<Channel>;
	/** Ids of the users who may read the inbox's conversations. */
	readerIds(store: Repositories, accountId: number, inboxId: number): Promise<readonly number[]>;
	webhooks(store: Repositories, accountId: number): Promise<readonly WebhookRow[]>;
	/** All members of the account. */
	members(store: Repositories, accountId: number): Promise<readonly Member[]>;
	/** The devices of all members that get push notifications. */
	pushDevices(store: Repositories, accountId: number): Promise<readonly PushDevice[]>;
	mailSettings(store: Repositories): Promise<StoredMailSettings>;
}

/**
 * Answers a function for the current configuration. While it is unchanged, that takes one short
 * statement.
 */
export function createConfigurationReader(store: Repositories): () => Promise<Configuration> {
	let known: { version: number; configuration: Configuration } | undefined;
	return async () => {
		const version = await store.configurationVersion.find();
		if (known?.version !== version) known = { version, configuration: readOnce() };
		return known.configuration;
	};
}

/**
 * The repositories of a transaction in which inboxes are those of the configuration, so that rules
 * do not read them again.
 */
export function withConfiguration(store: Repositories, configuration: Configuration): Repositories {
	const findInbox = async (id: number): Promise<Inbox> => (await configuration.channel(store, id)).inbox;
	return Object.create(store, { channels: { value: { ...store.channels, findInbox } } }) as Repositories;
}

function readOnce(): Configuration {
	const inboxIds = new Map<string, number>();
	const channels = once<number, Channel>();
	const readers = once<string, readonly number[]>();
	const webhooks = once<number, readonly WebhookRow[]>();
	const members = once<number, readonly Member[]>();
	const mailSettings = once<'', StoredMailSettings>();
	const pushDevices = once<number, readonly PushDevice[]>();
	const channel: Configuration['channel'] = (store, inboxId) => channels(inboxId, () => store.channels.find(inboxId));
	return {
		async findChannel(store, websiteToken) {
			const inboxId = inboxIds.get(websiteToken) ?? (await store.channels.findInboxId(websiteToken));
			// Unknown tokens are not cached, since invented ones would fill the memory.
			if (inboxId === undefined) return undefined;
			inboxIds.set(websiteToken, inboxId);
			return channel(store, inboxId);
		},
		channel,
		readerIds: (store, accountId, inboxId) =>
			readers(`${accountId} ${inboxId}`, () => store.users.listReaderIds(accountId, inboxId)),
		webhooks: (store, accountId) => webhooks(accountId, () => store.webhooks.list(accountId)),
		members: (store, accountId) => members(accountId, () => store.users.listAccount(accountId)),
		pushDevices: (store, accountId) => pushDevices(accountId, () => store.pushSubscriptions.listAccount(accountId)),
		mailSettings: (store) => mailSettings('', () => store.mailSettings.find()),
	};
}

/**
 * Caches results by key. Two callers may read the same at once: waiting for the other could mean
 * waiting for one's own connection.
 */
function once<K, T>(): (key: K, read: () => Promise<T>) => Promise<T> {
	const known = new Map<K, T>();
	return async (key, read) => {
		const kept = known.get(key);
		if (kept !== undefined) return kept;
		const found = await read();
		known.set(key, found);
		return found;
	};
}
