/** Deletes a visitor's data, at the visitor's own request or by the team. */
import type { BlobRow } from '../store/blobRow.ts';
import { subjectOfContact } from './announceContact.ts';
import type { Announcer } from './announcer.ts';
import type { ContactInbox, ContactRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

/**
 * Deletes the contact with all sessions, conversations and messages. But a session that only claims its identifier may share
 * the record with the person who really has it (see `contactFor`): then only the session's own conversations are deleted.
 * `files` belong to no message any more: the caller has to remove them.
 */
export async function forgetVisitor(
	store: Repositories,
	announce: Announcer,
	session: ContactInbox,
): Promise<{ files: BlobRow[] }> {
	const contact = await store.contacts.find(session.contact_id);
	const all = await store.sessions.listByContact(contact.id);
	const isOwner = session.hmac_verified || contact.identifier === null || all.length === 1;
	if (isOwner) return deleteContact(store, announce, contact);
	return endSessions(store, announce, contact, [session]);
}

/** Deletes the contact with all sessions, conversations and messages; `files` as above. */
export async function deleteContact(
	store: Repositories,
	announce: Announcer,
	contact: ContactRow,
): Promise<{ files: BlobRow[] }> {
	const sessions = await store.sessions.listByContact(contact.id);
	await store.deliveries.deleteOfSubject(contact.account_id, subjectOfContact(contact.id));
	const unowned = await endSessions(store, announce, contact, sessions);
	await store.contacts.delete(contact.id);
	return unowned;
}

/** Deletes these sessions of the contact with all that was said in them. A contact whom the team has added may have none. */
async function endSessions(
	store: Repositories,
	announce: Announcer,
	contact: ContactRow,
	ended: readonly ContactInbox[],
): Promise<{ files: BlobRow[] }> {
	const ids = ended.map(({ id }) => id);
	const { displayIds, files } = await store.conversations.deleteOfSessions(ids);
	await store.deliveries.deleteOfSessions(ids);
	await store.sessions.delete(ids);
	await announce.contactDeleted(contact, displayIds, ended);
	return { files };
}
