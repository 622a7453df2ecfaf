/** Deletes a visitor's data at the visitor's own request. */
import type { BlobRow } from '../store/blobRow.ts';
import type { Announcer } from './announcer.ts';
import type { ContactInbox } from '../store/schema.ts';
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
	const ended = isOwner ? all : [session];
	const { displayIds, files } = await store.conversations.deleteOfSessions(ended.map(({ id }) => id));
	await store.deliveries.deleteOfSessions(ended.map(({ id }) => id));
	await store.sessions.delete(ended.map(({ id }) => id));
	if (isOwner) await store.contacts.delete(contact.id);
	await announce.contactDeleted(contact, displayIds, ended);
	return { files };
}
