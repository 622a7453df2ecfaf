/** Deletes a visitor's data, at the visitor's own request or by the team. */
import type { BlobRow } from '../../store/tables/blobRow.ts';
import { hasProvenMailbox } from './visitor.ts';
import { isMadeFor, isOwnRecord } from './visibleContact.ts';
import { recordChange } from '../recordChange.ts';
import { subjectOfContact } from './publishContact.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import type { ContactInbox, ContactRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/**
 * Deletes the contact with all sessions, conversations and messages. But a session that only claims
 * its identifier or mailbox may share the record with the person who really has it, or have come to
 * one that the team has made (see `visibleContact`): then only the session's own conversations are
 * deleted. `files` belong to no message any more: the caller has to remove them.
 */
export async function forgetVisitor(
	store: Repositories,
	publish: EventPublisher,
	session: ContactInbox,
): Promise<{ files: BlobRow[] }> {
	const contact = await store.contacts.find(session.contact_id);
	const all = await store.sessions.listByContact(contact.id);
	const isOwner = isOwnRecord(session, contact) || isMadeFor(session, contact, all);
	// Who has written by mail under the address may be another person.
	const hasMails = all.some(({ mail_address }) => mail_address !== null);
	if (isOwner && (!hasMails || session.hmac_verified || hasProvenMailbox(session)))
		return deleteContact(store, publish, contact);
	const { displayIds, files } = await deleteSessions(store, [session]);
	await publish.sessionDeleted(contact, displayIds, session);
	return { files };
}

/** Deletes the contact with all sessions, conversations and messages; `files` as above. */
export async function deleteContact(
	store: Repositories,
	publish: EventPublisher,
	contact: ContactRow,
): Promise<{ files: BlobRow[] }> {
	const sessions = await store.sessions.listByContact(contact.id);
	await store.deliveries.deleteOfSubject(contact.account_id, subjectOfContact(contact.id));
	const { displayIds, files } = await deleteSessions(store, sessions);
	await store.contacts.delete(contact.id);
	await recordChange(store, {
		accountId: contact.account_id,
		type: 'Contact',
		id: contact.id,
		before: { conversations: displayIds },
	});
	await publish.contactDeleted(contact, displayIds, sessions);
	return { files };
}

/**
 * Deletes what the contact has said in an inbox that is removed; `files` as above. A contact that
 * is nowhere else, and of which nothing is known, is deleted.
 */
export async function leaveInbox(
	store: Repositories,
	publish: EventPublisher,
	contact: ContactRow,
	inboxId: number,
): Promise<{ files: BlobRow[] }> {
	const sessions = await store.sessions.listByContact(contact.id);
	const here = sessions.filter(({ inbox_id }) => inbox_id === inboxId);
	const isUnknown = contact.email === null && contact.phone_number === null && contact.identifier === null;
	if (isUnknown && here.length === sessions.length) return deleteContact(store, publish, contact);
	const { displayIds, files } = await deleteSessions(store, here);
	await publish.conversationsDeleted(contact.account_id, displayIds);
	return { files };
}

/**
 * Deletes sessions of one contact with all that was said in them. A contact that the team has added
 * may have none.
 */
async function deleteSessions(
	store: Repositories,
	ended: readonly ContactInbox[],
): Promise<{ displayIds: number[]; files: BlobRow[] }> {
	const ids = ended.map(({ id }) => id);
	const deleted = await store.conversations.deleteOfSessions(ids);
	await store.deliveries.deleteOfSessions(ids);
	await store.sessions.delete(ids);
	return deleted;
}
