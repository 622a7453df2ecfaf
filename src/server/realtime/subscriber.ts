/**
 * The person at the other end of a realtime connection, over either protocol (docs/wire.md,
 * Realtime; docs/application-api.md, Realtime).
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { CableAuth, PresenceEvent } from '#protocol/entities/realtime.ts';
import type { DeskCookie } from '../base/deskCookies.ts';
import { availabilityOf } from '../present/agent.ts';
import type { Configuration } from '../store/configuration.ts';
import { isProofOver } from '../domain/contacts/visitor.ts';
import type { Access, Credential, NamedSession } from '../store/people/credentials.ts';
import type { Repositories } from '../store/store.ts';
import type { DeliveryReceipt } from './receiptTracker.ts';
import { agentRoom, visitorRoom } from '../events/broadcaster.ts';
import type { Presence, Present } from '../presence/presence.ts';

export interface Subscriber {
	accountId: number;
	kind: keyof Present;
	/** User id, or the id of the visitor's session, which may later belong to another contact. */
	id: number;
	room: string;
	/** The credential by which an agent is connected. */
	access?: Access;
	/** The session as which a visitor is connected. */
	session?: NamedSession;
}

/** What subscribing needs. */
export interface CableServices {
	store: Repositories;
	presence: Presence;
	/** At most a few seconds old. */
	readRecentConfiguration: () => Promise<Configuration>;
	/** Address at which browsers reach the server; '' when it is not known. */
	ownOrigin: string;
	deskCookie: DeskCookie;
	/** Milliseconds for which a visitor's session that is not used stays valid. */
	sessionLifetime: number;
	/** Called when a visitor's connection has taken a message. */
	onDelivered: (taken: DeliveryReceipt) => void;
}

/**
 * Undefined when the token is unknown or not that user's, the user is no member of the account, or
 * the account is suspended.
 */
export async function findSubscriber(
	services: CableServices,
	auth: CableAuth,
	headers: IncomingHttpHeaders = {},
): Promise<Subscriber | undefined> {
	const subscriber = await (auth.user_id === undefined
		? findVisitor(services, auth.pubsub_token ?? '')
		: findAgent(services, auth, headers));
	const account = subscriber && (await services.store.accounts.find(subscriber.accountId));
	return account?.status === 'active' ? subscriber : undefined;
}

async function findVisitor(
	{ store, sessionLifetime }: CableServices,
	pubsubToken: string,
): Promise<Subscriber | undefined> {
	const session = await store.sessions.findByPubsubToken(pubsubToken);
	if (!session || isProofOver(session) || session.last_used_at < Date.now() - sessionLifetime) return undefined;
	const contact = await store.contacts.find(session.contact_id);
	const named = { id: session.id, pubsubToken };
	return {
		accountId: contact.account_id,
		kind: 'contacts',
		id: session.id,
		room: visitorRoom(session),
		session: named,
	};
}

async function findAgent(
	services: CableServices,
	auth: CableAuth,
	headers: IncomingHttpHeaders,
): Promise<Subscriber | undefined> {
	const { user_id: userId, account_id: accountId } = auth;
	if (userId === undefined || accountId === undefined) return undefined;
	const credential = await findCredential(services, userId, auth.pubsub_token, headers);
	const member = credential && (await services.store.users.findMember(accountId, userId));
	if (!member) return undefined;
	const access = { ...credential, accountId };
	return { accountId, kind: 'users', id: userId, room: agentRoom(accountId, userId), access };
}

/** Finds the credential by the realtime token, or by the desk's cookie. */
async function findCredential(
	{ store, ownOrigin, deskCookie }: CableServices,
	userId: number,
	pubsubToken: string | undefined,
	headers: IncomingHttpHeaders,
): Promise<Credential | undefined> {
	if (pubsubToken !== undefined) {
		const token = await store.accessTokens.findByRealtimeToken(userId, pubsubToken);
		return token && { kind: 'token', id: token.id };
	}
	const cookie = deskCookie.readOfSocket(headers, ownOrigin);
	const session = cookie === undefined ? undefined : await store.deskSessions.findByToken(cookie);
	return session?.user_id === userId ? { kind: 'session', id: session.id } : undefined;
}

/** Handles one report at a time, so that a client that floods cannot overload the database. */
export function createReporter(
	services: CableServices,
	subscriber: Subscriber,
	answer: (event: PresenceEvent) => void,
): () => void {
	let isReporting = false;
	return () => {
		if (isReporting) return;
		isReporting = true;
		reportPresence(services, subscriber)
			// Presence is a hint: the next report, 20 s later, tries again.
			.then(answer, () => undefined)
			.finally(() => (isReporting = false));
	};
}

/**
 * Counts the subscriber as online, and answers who else is: visitors learn of those who see their
 * website's conversations, and agents of all agents and visitors.
 */
async function reportPresence(
	{ store, presence, readRecentConfiguration }: CableServices,
	subscriber: Subscriber,
): Promise<PresenceEvent> {
	const { accountId, kind, id } = subscriber;
	// Undefined also once the visitor's data is deleted.
	const [session] = kind === 'contacts' ? await store.sessions.listByIds([id]) : [];
	if (kind === 'contacts' && !session) return { account_id: accountId, users: {} };
	await presence.touch(accountId, kind, session?.contact_id ?? id);
	const contacts = kind === 'users' ? (await presence.list(accountId)).contacts : undefined;
	const present = await presence.listUsers(accountId);
	const configuration = await readRecentConfiguration();
	const members = await configuration.members(store, accountId);
	const readers = session && (await configuration.readerIds(store, accountId, session.inbox_id));
	const seen = members.filter(
		({ user_id, auto_offline }) =>
			(present.users.has(user_id) || !auto_offline) && (readers === undefined || readers.includes(user_id)),
	);
	return {
		account_id: accountId,
		users: Object.fromEntries(seen.map((member) => [member.user_id, availabilityOf(member, present)])),
		...(contacts ? { contacts: Object.fromEntries([...contacts].map((id) => [id, 'online' as const])) } : {}),
	};
}
