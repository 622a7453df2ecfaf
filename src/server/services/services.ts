/** Everything that the routes work with. */
import { randomUUID } from 'node:crypto';
import type { GlobalConfig } from '#protocol/entities/channel.ts';
import type { KeyedQueue } from '../base/keyedQueue.ts';
import type { DeskCookie, DeviceCookie } from '../base/deskCookies.ts';
import type { PasswordHasher } from '../base/passwordHash.ts';
import type { CallProvider } from '../calls/callProvider.ts';
import type { CaptchaVerifier } from '../captcha/captchaVerifier.ts';
import type { Files } from '../files/files.ts';
import type { AccountPart, EventPublisher } from '../domain/eventPublisher.ts';
import { createEventPublisher } from '../events/createEventPublisher.ts';
import type { Broadcaster } from '../events/broadcaster.ts';
import type { Presence } from '../presence/presence.ts';
import type { KnownCallers } from '../quotas/knownCallers.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { Channel } from '../store/websites/channels.ts';
import { withConfiguration, type Configuration } from '../store/configuration.ts';
import type { Repositories, Store } from '../store/store.ts';
import type { Visitor } from '../domain/contacts/visitor.ts';
import type { VisitorTokens } from '../domain/contacts/visitorToken.ts';
import type { DeliveryWorker } from '../deliveries/deliveryWorker.ts';
import type { ReadPushKeys } from '../push/pushKeys.ts';
import type { Mailing } from './mailing.ts';

/** What only the environment sets. */
export type FixedGlobalConfig = Omit<GlobalConfig, 'TRANSCRIPTS_ENABLED'>;

export interface Services extends Mailing {
	store: Store;
	/** The current configuration by the owners. */
	readConfiguration: () => Promise<Configuration>;
	presence: Presence;
	/** Rejects while Redis does not answer; undefined without Redis. */
	checkRedis: (() => Promise<unknown>) | undefined;
	quotas: Quotas;
	/** The same quotas, or unlimited ones where the installation has turned rate limits off. */
	rateLimits: Quotas;
	knownCallers: KnownCallers;
	broadcaster: Broadcaster;
	visitorTokens: VisitorTokens;
	files: Files;
	calls: CallProvider;
	captchas: CaptchaVerifier;
	globalConfig: FixedGlobalConfig;
	/** With what may change while the server runs. */
	readGlobalConfig: () => Promise<GlobalConfig>;
	/** Characters that one message of a visitor may have. */
	visitorMessageMax: number;
	/**
	 * Address at which browsers reach the server, without a slash at the end; '' when it is not
	 * known (http/publicOrigin.ts).
	 */
	publicUrl: string;
	deliveryWorker: Pick<DeliveryWorker, 'wake'>;
	writeQueue: KeyedQueue;
	/** By address: what visitors read that may be large. */
	largeReadQueue: KeyedQueue;
	/** By address: all that visitors ask for. */
	requestQueue: KeyedQueue;
	passwordHasher: PasswordHasher;
	deskCookie: DeskCookie;
	deviceCookie: DeviceCookie;
	/** The keys by which push services know the server. */
	readPushKeys: ReadPushKeys;
}

/**
 * Writes that lock the same rows. They wait for each other in `Services.writeQueue`, where they
 * hold no database connection while they wait.
 */
export interface WriteScope {
	accountId: number;
	/** Key in `Services.writeQueue`. */
	key: string;
	/** As the guard has read it; absent: it is read. */
	configuration?: Configuration;
}

/**
 * For a visitor's writes: these lock first the session and then the contact, which sessions may
 * share.
 */
export function scopeOfVisitor({ channel, session, configuration }: Visitor): WriteScope {
	return { ...scopeOfContact(channel.account.id, session.contact_id), configuration };
}

/** For the team's and the server's writes to a contact, which wait behind those of the visitor. */
export function scopeOfContact(accountId: number, contactId: number): WriteScope {
	return { accountId, key: `contact ${contactId}` };
}

/** For visitors who have no session yet: they share no rows with others. */
export function scopeOfNewcomer({ account }: Pick<Channel, 'account'>): WriteScope {
	return { accountId: account.id, key: `newcomer ${randomUUID()}` };
}

/**
 * For writes of agents, bots and jobs to a conversation, which do not wait behind a visitor who
 * floods it.
 */
export function scopeOfConversation({ account_id, id }: { account_id: number; id: number }): WriteScope {
	return { accountId: account_id, key: `conversation ${id}` };
}

/** For changes of an agent's list of notifications. */
export function scopeOfNotifications({ account_id, user_id }: { account_id: number; user_id: number }): WriteScope {
	return { accountId: account_id, key: `notifications ${user_id}` };
}

/**
 * Runs `work` as one transaction and then, once it is stored, pushes what it published. `work` may
 * run again (see `Store.transaction`), so it must have no effects except through its parameters.
 */
export async function commit<T>(
	{ store, readConfiguration, files, presence, broadcaster, deliveryWorker, writeQueue }: Services,
	{ accountId, key, configuration: known }: WriteScope,
	work: (repositories: Repositories, publish: EventPublisher) => Promise<T>,
): Promise<T> {
	const present = await presence.listUsers(accountId);
	const configuration = known ?? (await readConfiguration());
	const { result, published } = await writeQueue.run(key, () =>
		store.transaction(async (transaction) => {
			const repositories = withConfiguration(transaction, configuration);
			const publish = createEventPublisher({ store: repositories, configuration, files, present });
			return { result: await work(repositories, publish), published: publish };
		}),
	);
	broadcaster.broadcast(published.deliveries);
	if (published.hasQueued) deliveryWorker.wake();
	return result;
}

/**
 * A function that changes this part of an account in one transaction, of which the agents are told.
 */
export function createAccountChanger(services: Services, what: AccountPart) {
	return <T>(accountId: number, work: (repositories: Repositories) => Promise<T>): Promise<T> =>
		commit(services, { accountId, key: `account ${accountId}` }, async (repositories, publish) => {
			// Those of other processes wait too: settings are read, changed and written as a whole.
			await repositories.accounts.lock(accountId);
			const result = await work(repositories);
			await publish.accountChanged(accountId, what);
			return result;
		});
}

/**
 * Changes one thing that an account has set up. Such changes wait for each other, so that none
 * undoes another.
 */
export function withAccountLock<T>(
	{ store }: Services,
	accountId: number,
	work: (repositories: Repositories) => Promise<T>,
): Promise<T> {
	return store.transaction(async (repositories) => {
		await repositories.accounts.lock(accountId);
		return work(repositories);
	});
}

/** Pushes events of which nothing is stored, such as who is typing. */
export async function broadcastUnstored(
	{ store, readConfiguration, files, presence, broadcaster }: Services,
	accountId: number,
	work: (publish: EventPublisher) => Promise<void>,
): Promise<void> {
	const present = await presence.list(accountId);
	const publish = createEventPublisher({ store, configuration: await readConfiguration(), files, present });
	await work(publish);
	broadcaster.broadcast(publish.deliveries);
}
