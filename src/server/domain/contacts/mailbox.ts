/**
 * A visitor who proves to read a mailbox (docs/wire.md, The same visitor on another device). What
 * was written under the address is theirs to read from then on, and they become the contact who has
 * it:
 * - An address on a record is a claim: another person may have given it. So sessions that have only
 *   claimed it are marked, and lose what the record of the mailbox's owner gives: its facts, the
 *   right to change or delete it. They keep their own conversations and see no other. The owner
 *   reads these and writes in none of them, since the other would read that.
 * - Users of the site (those with an identifier) are left out, whether proven or not. The site
 *   proves them in a stronger way, and their address is a claim, too.
 * - Contacts that the team has blocked are left out: neither does a code end the block, nor does a
 *   stranger's block fall on the mailbox's owner.
 * - A contact of which a session has proven another mailbox is that one's.
 */
import { domainToASCII, domainToUnicode } from 'node:url';
import { Problem } from '../../base/problem.ts';
import { isRandomName, randomToken } from '../../base/randomToken.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ContactInbox, ContactRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { validEmail } from './contactFacts.ts';
import { startSession } from './identify.ts';
import { refusalAfter } from './mailAddress.ts';
import { absorbContact } from './mergeContacts.ts';
import { publishContact } from './publishContact.ts';
import { hasProvenMailbox, isOnlyClaimed, type Visitor } from './visitor.ts';

/** So many contacts with one address become one, the newest of them. */
const CONTACTS_MAX = 50;

/** Whether the website lets visitors prove a mailbox, where the server sends mail. */
export function offersEmailCode({ widget }: Pick<Channel, 'widget'>, canMail: boolean): boolean {
	return canMail && widget.email_code_enabled;
}

/** Throws EMAIL_CODE_CLOSED for a session of a user of the site. */
export async function requireNoUser(store: Repositories, session: ContactInbox): Promise<ContactRow> {
	const contact = await store.contacts.find(session.contact_id);
	// Who only claims the mailbox shares the record with its owner, and may prove it as well.
	const isUser = session.hmac_verified || (contact.identifier !== null && !isOnlyClaimed(session));
	if (isUser) throw new Problem({ code: 'EMAIL_CODE_CLOSED' });
	return contact;
}

/**
 * The address as codes are mailed to it and mailboxes are compared: in lower case, with the domain
 * as people write it. Null for what is no address.
 */
export function readMailbox(typed: string): string | null {
	const email = validEmail(typed);
	return email === null ? null : withDomain(email, domainToUnicode);
}

/** The domain stays as it is where it is none that the converter knows. */
function withDomain(email: string, convert: (domain: string) => string): string {
	const at = email.lastIndexOf('@') + 1;
	const domain = email.slice(at);
	return email.slice(0, at) + (convert(domain) || domain);
}

/**
 * The session has proven to read the mailbox. Its names change, so that a token that another person
 * may have of it does not see what it sees from now on. A session that has shown to be of another
 * mailbox stays as it is, and a new one is returned.
 */
export async function proveMailbox(
	store: Repositories,
	publish: EventPublisher,
	{ channel, session: current }: Visitor,
	email: string,
): Promise<{ session: ContactInbox; contact: ContactRow }> {
	let session = await store.sessions.lock(current.id);
	let own = await store.contacts.lock(session.contact_id);
	await requireNoUser(store, session);
	if (own.identifier !== null || (await listOfOthers(store, [own.id], email)).size > 0)
		({ session, contact: own } = await startSession(store, publish, channel));

	const contact = await joinContacts(store, publish, own, email);
	await store.sessions.rename(session.id, crypto.randomUUID(), randomToken());
	await store.sessions.setMailbox([session.id], email, Date.now());
	const claiming = (await store.sessions.listByContact(contact.id)).filter(
		({ id, mailbox, hmac_verified }) => id !== session.id && mailbox === null && !hmac_verified,
	);
	await store.sessions.setMailbox(
		claiming.map(({ id }) => id),
		email,
		null,
	);
	const named = isRandomName(contact.name) ? { name: email.slice(0, email.lastIndexOf('@')) } : {};
	const after = await store.contacts.update(contact.id, { email, ...named, ...refusalAfter(email, contact) });
	await publishContact(store, publish, own, after);
	return { session: await store.sessions.lock(session.id), contact: after };
}

/**
 * Makes one contact of the visitor's own and those who have the address: the one whose mailbox was
 * proven before, else the oldest, and the visitor's own where there are no others.
 */
async function joinContacts(
	store: Repositories,
	publish: EventPublisher,
	own: ContactRow,
	email: string,
): Promise<ContactRow> {
	if (own.blocked) return own;
	const forms = [email, withDomain(email, domainToASCII)];
	const listed = await store.contacts.listVisitors(own.account_id, forms, CONTACTS_MAX);
	const ids = listed.map(({ id }) => id);
	const others = await listOfOthers(store, ids, email);
	const users = await store.sessions.listProvenContactIds(ids);
	const holders = listed.filter(({ id }) => id !== own.id && !others.has(id) && !users.includes(id));
	const ofHolders = await store.sessions.listByContacts(holders.map(({ id }) => id));
	const proven = ofHolders.find(hasProvenMailbox)?.contact_id;
	const all = [...holders, own];
	const [survivor = own, ...rest] = all.toSorted(
		(one, other) => Number(other.id === proven) - Number(one.id === proven),
	);
	let joined = survivor;
	for (const merged of rest) joined = await absorbContact(store, publish, joined, merged);
	return joined;
}

/** Those of the contacts that have a session of another mailbox. */
async function listOfOthers(store: Repositories, contactIds: readonly number[], email: string): Promise<Set<number>> {
	const sessions = await store.sessions.listByContacts(contactIds);
	return new Set(
		sessions.filter(({ mailbox }) => mailbox !== null && mailbox !== email).map(({ contact_id }) => contact_id),
	);
}
