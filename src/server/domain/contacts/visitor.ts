/** A visitor, as the guard authenticated them, and the conversations that are theirs. */
import { HISTORY_PER_PAGE } from '#protocol/base/limits.ts';
import { Problem } from '../../base/problem.ts';
import { allowsMultiple } from './allowsMultiple.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { Configuration } from '../../store/configuration.ts';
import type { ContactInbox, ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/** Open conversations of a visitor that one request lists. */
const OPEN_MAX = 100;

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

/** Whether the visitor has proven to read the mailbox of the session (mailbox.ts). */
export function hasProvenMailbox({ mailbox_proven_at }: Pick<ContactInbox, 'mailbox_proven_at'>): boolean {
	return mailbox_proven_at !== null;
}

/**
 * Whether the session shares its contact with the person who has proven to read the address that
 * this one only claims: it goes on with what it wrote, and has no part in the rest.
 */
export function isOnlyClaimed({ mailbox, mailbox_proven_at }: Omit<SessionTrust, 'hmac_verified'>): boolean {
	return mailbox !== null && mailbox_proven_at === null;
}

/** What a session has proven of who the visitor is. */
export type SessionTrust = Pick<ContactInbox, 'hmac_verified' | 'mailbox' | 'mailbox_proven_at'>;

/** The newest of the visitor's conversations (docs/wire.md, Conversations). */
export async function findCurrentConversation(
	store: Repositories,
	session: ContactInbox,
): Promise<ConversationRow | undefined> {
	return store.conversations.findNewest(await sharingIds(store, session));
}

/**
 * The conversation that a call goes on with: the one that it names by its display id, else the
 * newest. Throws CONVERSATION_UNKNOWN unless the visitor may write in the one that is named: where
 * the website has one conversation at a time, only in the newest.
 */
export async function findMeantConversation(
	store: Repositories,
	visitor: Visitor,
	named: number | undefined,
): Promise<ConversationRow | undefined> {
	if (named === undefined) return findCurrentConversation(store, visitor.session);
	const { channel } = visitor;
	const found = await store.conversations.findByDisplayId(channel.account.id, named);
	const [own] = found ? await listContinuable(store, visitor, [found]) : [];
	if (!own) throw new Problem({ code: 'CONVERSATION_UNKNOWN' });
	return own;
}

/** The same, locked until the transaction ends. */
export async function lockMeantConversation(
	store: Repositories,
	visitor: Visitor,
	named: number | undefined,
): Promise<ConversationRow | undefined> {
	if (named === undefined) return store.conversations.lockNewest(await sharingIds(store, visitor.session));
	const meant = await findMeantConversation(store, visitor, named);
	return meant && store.conversations.lock(meant.id);
}

/**
 * What goes on where a new conversation is asked for: the newest, where it has not ended, and the
 * website has one at a time. Otherwise the visitor could only read it from then on.
 */
export async function lockInPlaceOfNew(store: Repositories, visitor: Visitor): Promise<ConversationRow | undefined> {
	// Of what is written by mail, each letter that answers none is one.
	if (visitor.session.mail_address !== null || allowsMultiple(visitor.channel)) return undefined;
	const newest = await lockMeantConversation(store, visitor, undefined);
	return newest?.status === 'resolved' ? undefined : newest;
}

/** Those in which the visitor may write. */
export async function listContinuable(
	store: Repositories,
	{ channel, session }: Visitor,
	conversations: readonly ConversationRow[],
): Promise<ConversationRow[]> {
	const sharing = await sharingIds(store, session);
	const own = conversations.filter(({ contact_inbox_id }) => sharing.includes(contact_inbox_id));
	if (own.length === 0 || allowsMultiple(channel)) return own;
	const newest = await store.conversations.findNewest(sharing);
	return own.filter(({ id }) => id === newest?.id);
}

/** The conversation with that display id, if it is one of the visitor's. */
export async function findOwnConversation(
	store: Repositories,
	{ channel, session }: Visitor,
	displayId: number,
): Promise<ConversationRow | undefined> {
	const found = await store.conversations.findByDisplayId(channel.account.id, displayId);
	return found && (await readableIds(store, session)).includes(found.contact_inbox_id) ? found : undefined;
}

/**
 * A page of the visitor's conversations, newest first: those before a display id, or the newest
 * ones; or all of these that are not resolved.
 */
export async function listOwnConversations(
	store: Repositories,
	session: ContactInbox,
	before: number | undefined,
	isOpen = false,
): Promise<ConversationRow[]> {
	const limit = isOpen ? OPEN_MAX : HISTORY_PER_PAGE;
	return store.conversations.listOfSessions(await readableIds(store, session), { before, isOpen, limit });
}

/**
 * The sessions that share their conversations with this one, itself included. Where the site has
 * proven who the visitor is, these are all proven sessions of the same contact in this inbox; where
 * the visitor has proven to read a mailbox, all in this inbox that have proven to read the same. So
 * the history follows a person across devices (docs/wire.md, Identity). What a visitor may write
 * to, and what is pushed to them, depends on this alone.
 */
export async function listSharingSessions(
	{ sessions }: Pick<Repositories, 'sessions'>,
	session: ContactInbox,
): Promise<ContactInbox[]> {
	// The session itself is included even where its contact was merged or deleted after the guard
	// had looked.
	const withOwn = (others: ContactInbox[]) => [session, ...others.filter(({ id }) => id !== session.id)];
	if (session.hmac_verified) {
		const proven = await sessions.listProvenByContact(session.contact_id);
		return withOwn(proven.filter(({ inbox_id }) => inbox_id === session.inbox_id));
	}
	return withOwn((await listOfMailbox({ sessions }, session)).filter(hasProvenMailbox));
}

/** All of the inbox whose conversations belong to the reader of the mailbox. */
async function listOfMailbox(
	{ sessions }: Pick<Repositories, 'sessions'>,
	session: ContactInbox,
): Promise<ContactInbox[]> {
	if (session.hmac_verified || session.mailbox === null || !hasProvenMailbox(session)) return [];
	return sessions.listByMailbox(session.inbox_id, session.mailbox);
}

async function sharingIds(store: Repositories, session: ContactInbox): Promise<number[]> {
	return (await listSharingSessions(store, session)).map(({ id }) => id);
}

/**
 * Also those that only claim the mailbox that this session has proven: their conversations may be
 * read, but nothing is written to them, which the other would see (mailbox.ts).
 */
async function readableIds(store: Repositories, session: ContactInbox): Promise<number[]> {
	const ofMailbox = await listOfMailbox(store, session);
	return [...new Set([...(await sharingIds(store, session)), ...ofMailbox.map(({ id }) => id)])];
}
