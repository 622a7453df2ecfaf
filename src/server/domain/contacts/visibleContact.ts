/** What of a contact its sessions may see, since several people may share its record. */
import type { ContactInbox, ContactRow, ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { isOnlyClaimed, type SessionTrust } from './visitor.ts';

/** A session that begins within so many milliseconds of its contact was made with it. */
const MADE_TOGETHER = 1_000;

/**
 * The contact as one of its sessions may see it. A session that only claims an identifier, or a
 * mailbox, may share the record with the person who really has it, so it gets none of the facts. A
 * session that has proven it gets them, and so does one whose record no other person can have
 * reached.
 */
export function visibleContact(session: SessionTrust, contact: ContactRow): ContactRow {
	return isOwnRecord(session, contact) ? contact : withoutFacts(contact);
}

/** Whether no other person can be the one of whom the session claims the record. */
export function isOwnRecord(session: SessionTrust, { identifier }: Pick<ContactRow, 'identifier'>): boolean {
	return session.hmac_verified || (identifier === null && !isOnlyClaimed(session));
}

/**
 * The contact as texts for the conversation's visitor may speak of them. Who only claims an
 * identifier is spoken of as long as the record was made for this session and has no other: then
 * all facts are the visitor's own.
 */
export async function contactInTexts(
	{ sessions }: Pick<Repositories, 'sessions'>,
	{ contact_inbox_id }: Pick<ConversationRow, 'contact_inbox_id'>,
	contact: ContactRow,
): Promise<ContactRow> {
	const [session] = await sessions.listByIds([contact_inbox_id]);
	const ofContact = await sessions.listOfChat(contact.id);
	if (!session) return contact.identifier === null ? contact : withoutFacts(contact);
	const isOwn = session.mail_address === null && isMadeFor(session, contact, ofContact);
	return isOwn ? contact : visibleContact(session, contact);
}

/**
 * Whether the record was made for this session and has no other: then all of it is the visitor's
 * own.
 */
export function isMadeFor(
	session: Pick<ContactInbox, 'created_at'>,
	contact: Pick<ContactRow, 'created_at'>,
	ofContact: readonly ContactInbox[],
): boolean {
	const age = session.created_at - contact.created_at;
	return ofContact.length === 1 && age >= 0 && age < MADE_TOGETHER;
}

function withoutFacts(contact: ContactRow): ContactRow {
	return {
		...contact,
		name: '',
		avatar_url: '',
		email: null,
		phone_number: null,
		identifier: null,
		additional_attributes: {},
		custom_attributes: {},
	};
}
