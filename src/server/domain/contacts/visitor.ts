/** A visitor, as the guard authenticated them, and the conversations that are theirs. */
import { HISTORY_PER_PAGE } from '#protocol/base/limits.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { Configuration } from '../../store/configuration.ts';
import type { ContactInbox, ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

export interface Visitor {
	channel: Channel;
	session: ContactInbox;
	/** That the channel is of. */
	configuration: Configuration;
}

/** Whether the session was proven to be a user by a token that has expired since. */
export function isProofOver({ proven_until }: Pick<ContactInbox, 'proven_until'>): boolean {
	return proven_until !== null && proven_until < Date.now();
}

/** Whether the site vouches for the session's user now. */
export function isProven(session: Pick<ContactInbox, 'hmac_verified' | 'proven_until'>): boolean {
	return session.hmac_verified && !isProofOver(session);
}

/** The newest of the visitor's conversations (docs/wire.md, Conversations). */
export async function findCurrentConversation(
	store: Repositories,
	session: ContactInbox,
): Promise<ConversationRow | undefined> {
	return store.conversations.findNewest(await sharingIds(store, session));
}

/** The same, locked until the transaction ends. */
export async function lockCurrentConversation(
	store: Repositories,
	session: ContactInbox,
): Promise<ConversationRow | undefined> {
	return store.conversations.lockNewest(await sharingIds(store, session));
}

/** The conversation with that display id, if it is one of the visitor's. */
export async function findOwnConversation(
	store: Repositories,
	{ channel, session }: Visitor,
	displayId: number,
): Promise<ConversationRow | undefined> {
	const found = await store.conversations.findByDisplayId(channel.account.id, displayId);
	return found && (await sharingIds(store, session)).includes(found.contact_inbox_id) ? found : undefined;
}

/**
 * A page of the visitor's conversations, newest first: those before a display id, or the newest
 * ones.
 */
export async function listOwnConversations(
	store: Repositories,
	session: ContactInbox,
	before: number | undefined,
): Promise<ConversationRow[]> {
	return store.conversations.listOfSessions(await sharingIds(store, session), { before, limit: HISTORY_PER_PAGE });
}

/**
 * The sessions that share their conversations with this one, itself included: where the site has
 * proven who the visitor is, all proven sessions of the same contact in this inbox. So the history
 * follows a user across devices (docs/wire.md, Identity). What a visitor may read, and what is
 * pushed to them, depends on this alone.
 */
export async function listSharingSessions(
	{ sessions }: Pick<Repositories, 'sessions'>,
	session: ContactInbox,
): Promise<ContactInbox[]> {
	if (!session.hmac_verified) return [session];
	const proven = await sessions.listProvenByContact(session.contact_id);
	// The session itself is included even where its contact was merged or deleted after the guard
	// had looked.
	return [session, ...proven.filter(({ id, inbox_id }) => inbox_id === session.inbox_id && id !== session.id)];
}

async function sharingIds(store: Repositories, session: ContactInbox): Promise<number[]> {
	return (await listSharingSessions(store, session)).map(({ id }) => id);
}
